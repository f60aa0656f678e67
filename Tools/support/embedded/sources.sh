# What the scripts share that compile Embedded Swift; for those that source it, with $root set.

# Of PlayerTrace, what it takes to write a binary trace, with -D TRACE_ENCODER.
readonly trace_encoder=(
  "$root"/Sources/PlayerTrace/Binary/{BinaryEncoder,BinaryFormat,BinaryIndex,ByteWriter,CRC32C,CRC32C+Table,FieldTable,Prediction,Shapes,StateCoding,StepWriter}.swift
  "$root"/Sources/PlayerTrace/Records/{Hashing,HeaderWords,TraceDefinition,TraceHeader,TraceLimit,TraceRecord}.swift
  "$root"/Sources/PlayerTrace/Schema/{StateLayout,StateValues,VocabularyChanges}.swift
)

# Of PlayerTrace, what reads traces, replays, explains and compares them: all that needs no files.
mapfile -t trace_reader < <(find "$root/Sources/PlayerTrace" -name '*.swift' \
  ! -name TraceUpgrade.swift ! -name TraceConverter.swift ! -name System.swift ! -name TemporaryFile.swift \
  ! -name WholeFile.swift ! -name WholeTrace.swift ! -name FileIdentity.swift ! -name TraceSink.swift ! -name TraceRecorder.swift | LC_ALL=C sort)
readonly trace_reader

# Of PlayerSimulation, the engine, the world and scenarios: all but what reads files and YAML, and sessions of SABRE.
mapfile -t simulation < <(find "$root/Sources/PlayerSimulation" -name '*.swift' ! -path '*/Sabre/*' ! -path '*/Reading/FileText.swift' \
  ! -path '*/Reading/LineScanner.swift' ! -name 'NetworkProfile+*.swift' ! -name SabreWorld.swift ! -name ScenarioFile.swift \
  ! -name 'ScenarioYAML*.swift' ! -name ScenarioSource.swift ! -name 'ScenarioRewriter*.swift' ! -name Scenario+Recording.swift \
  | LC_ALL=C sort)
readonly simulation

# Of ReducerTesting and PlayerTesting, what checks traces: the laws, what observes a player for them, and their words; nothing
# that draws sessions.
readonly reducer_testing=("$root"/Sources/ReducerTesting/{PropertyViolation,SplitMix64}.swift)
readonly checking=(
  "$root"/Sources/PlayerTesting/Hashing.swift
  "$root"/Sources/PlayerTesting/Player/{Frame*,Laws/*,PlayerMonitor*,TraceCheck*}.swift
  "$root"/Sources/PlayerTesting/Player/{HealingFailures,InPlace,Kind,PlayerModel,PlayerModel+Sampling,PlayerProperty}.swift
  "$root"/Sources/PlayerTesting/Player/{PlayerSetup,PlayerStep,Policies,StepText}.swift
)

# Beside these, what shrinks traces and makes scenarios of them.
readonly scenario_recording=("$root/Sources/PlayerSimulation/Scenario/Scenario+Recording.swift")
readonly reducer_shrinking=("$root"/Sources/ReducerTesting/{Hashing,Model,Session}.swift "$root"/Sources/ReducerTesting/Shrinking/*.swift)
readonly trace_shrinking=(
  "$root"/Sources/PlayerTesting/Player/PlayerModel+{Model,Shrinking,Simpler,Trace}.swift
  "$root"/Sources/PlayerTesting/Player/{GoalWords,ShrinkGoal}.swift
)

# Finds a program that comes with the Swift toolchain and is not always in PATH.
toolchain() {
  local beside
  beside=$(dirname "$(readlink -f "$(command -v swiftc)")")/$1
  if [[ -x $beside ]]; then echo "$beside"; else command -v "$1"; fi
}

# Usage: embedded_module TARGET MODULE OBJECT FOLDER FLAG... SOURCE...; compiles a module, which others then find in FOLDER. Without
# a name for OBJECT none is made: a module that is imported takes with it what it uses of others.
embedded_module() {
  local target=$1 module=$2 object=$3 folder=$4 results=()
  shift 4
  mkdir -p "$folder"
  [[ -z $object ]] || results=(-c -o "$object")
  swiftc -target "$target" -enable-experimental-feature Embedded -wmo -parse-as-library -package-name tapedeck \
    -Xfrontend -disable-stack-protector -Xfrontend -function-sections -swift-version 6 -warnings-as-errors \
    -I "$folder" -module-name "$module" -emit-module -emit-module-path "$folder/$module.swiftmodule" "$@" "${results[@]}"
}
