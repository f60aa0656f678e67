# Shared by the scripts that compile Embedded Swift; for scripts that source it, with $root set.

# The part of PlayerTrace that writes binary traces, with -D TRACE_ENCODER.
readonly trace_encoder=(
  "$root"/Sources/PlayerTrace/Binary/{BinaryEncoder,BinaryFormat,BinaryIndex,ByteWriter,CRC32C,CRC32C+Table,FieldTable,Prediction,Shapes,StateCoding,StepWriter}.swift
  "$root"/Sources/PlayerTrace/Records/{Hashing,HeaderWords,TraceDefinition,TraceHeader,TraceLimit,TraceRecord}.swift
  "$root"/Sources/PlayerTrace/Schema/{StateLayout,StateValues,VocabularyChanges}.swift
)

# The part of PlayerTrace that reads, replays, explains and compares traces: everything that needs no files.
mapfile -t trace_reader < <(find "$root/Sources/PlayerTrace" -name '*.swift' \
  ! -name TraceUpgrade.swift ! -name TraceConverter.swift ! -name System.swift ! -name TemporaryFile.swift \
  ! -name WholeFile.swift ! -name WholeTrace.swift ! -name FileIdentity.swift ! -name TraceSink.swift ! -name TraceRecorder.swift | LC_ALL=C sort)
readonly trace_reader

# The part of PlayerSimulation with the engine, the world and scenarios: everything except reading files and YAML, and SABRE sessions.
mapfile -t simulation < <(find "$root/Sources/PlayerSimulation" -name '*.swift' ! -path '*/Sabre/*' ! -path '*/Reading/FileText.swift' \
  ! -path '*/Reading/LineScanner.swift' ! -name 'NetworkProfile+*.swift' ! -name SabreWorld.swift ! -name ScenarioFile.swift \
  ! -name 'ScenarioYAML*.swift' ! -name ScenarioSource.swift ! -name 'ScenarioRewriter*.swift' ! -name Scenario+Recording.swift \
  | LC_ALL=C sort)
readonly simulation

# The part of ReducerTesting and PlayerTesting that checks traces: the laws, the observer that checks a player against them, and their
# words; nothing that generates sessions.
readonly reducer_testing=("$root"/Sources/ReducerTesting/{PropertyViolation,SplitMix64}.swift)
readonly checking=(
  "$root"/Sources/PlayerTesting/Hashing.swift
  "$root"/Sources/PlayerTesting/Player/{Frame*,Laws/*,PlayerMonitor*,TraceCheck*}.swift
  "$root"/Sources/PlayerTesting/Player/{HealingFailures,InPlace,Kind,PlayerModel,PlayerModel+Sampling,PlayerProperty}.swift
  "$root"/Sources/PlayerTesting/Player/{PlayerSetup,PlayerStep,Policies,StepText}.swift
)

# In addition, the part that shrinks traces and turns them into scenarios.
readonly scenario_recording=("$root/Sources/PlayerSimulation/Scenario/Scenario+Recording.swift")
readonly reducer_shrinking=("$root"/Sources/ReducerTesting/{Hashing,Model,Session}.swift "$root"/Sources/ReducerTesting/Shrinking/*.swift)
readonly trace_shrinking=(
  "$root"/Sources/PlayerTesting/Player/PlayerModel+{Model,Shrinking,Simpler,Trace}.swift
  "$root"/Sources/PlayerTesting/Player/{GoalWords,ShrinkGoal}.swift
)

# Finds a program of the Swift toolchain that is not always in PATH.
toolchain() {
  local beside
  beside=$(dirname "$(readlink -f "$(command -v swiftc)")")/$1
  if [[ -x $beside ]]; then echo "$beside"; else command -v "$1"; fi
}

# Usage: embedded_module TARGET MODULE OBJECT FOLDER FLAG... SOURCE...; compiles a module that others then find in FOLDER. With an empty
# OBJECT there is no object, and nothing is optimised: the module that imports it includes what it uses.
embedded_module() {
  local target=$1 module=$2 object=$3 folder=$4 results=()
  shift 4
  mkdir -p "$folder"
  if [[ -n $object ]]; then
    results=(-c -o "$object")
  elif [[ $module != PlayerSimulation ]]; then
    # PlayerSimulation, optimised twice, makes the simulation 3 kB smaller when it is packed.
    results=(-Onone -assert-config Release)
  fi
  swiftc -target "$target" -enable-experimental-feature Embedded -wmo -parse-as-library -package-name tapedeck \
    -Xfrontend -disable-stack-protector -Xfrontend -function-sections -swift-version 6 -warnings-as-errors \
    -I "$folder" -module-name "$module" -emit-module -emit-module-path "$folder/$module.swiftmodule" "$@" "${results[@]}"
}

# Usage: together COMMAND…; runs them side by side, and fails if one of them fails.
together() {
  local command pid pids=() failed=0
  for command; do
    $command &
    pids+=($!)
  done
  for pid in "${pids[@]}"; do wait "$pid" || failed=1; done
  return $failed
}
