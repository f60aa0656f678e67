# Builds the modules of WebAssembly; for scripts that source it, with $root set, after ../c/library.sh.

readonly wasm_target=wasm32-unknown-none-wasm
readonly wasm_flags=(--target=$wasm_target -Os -ffreestanding -fno-builtin -mbulk-memory -Wall -Wextra -Werror
  -I "$root/Sources/CTapeDeckMemory/include" -I "$root/Sources/CTapeDeck/include")

# What JavaScript calls in each module; what C exports by attributes not counted.
readonly -A wasm_exports=(
  [tapedeck]="td_type_json td_last_error td_restore td_define td_mark td_flush td_finish"
  [traces]="openTrace next answerPlace answerLength replay explainTrace keep diff convertTrace"
  [simulations]="answerPlace answerLength simulate simulated begin perform plan run span differences takeOutputs observe takeTrace digestOf now
    nextInstant nextDeadline position check"
  [viewer]="answerPlace answerLength words open openIndexed openGrowing append endGrowing read bytesRead summary blocks rowCount rows digest step
    explain seekNothing seekInput seekOutput find compare noteNothing note convert perfetto editNothing editSkip editChange editInsert editSetting
    whatIf blameBegin blameMore blameProgress blameReport scenario shrink test"
)

# Usage: wasm_modules; prints the folder of tapedeck.wasm, traces.wasm, simulations.wasm and viewer.wasm.
wasm_modules() {
  local hash
  hash=$({
    inputs_hash $wasm_target cc
    find "$root"/Sources/{PlayerSimulation,Hosts/javascript,Hosts/viewer} \( -name '*.swift' -o -name '*.c' \) -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
    sha256sum "$root/Tools/support/embedded/wasm.sh"
  } | sha256sum | cut -c1-16)
  keep wasm "$hash" compile_wasm
}

# Usage: compile_wasm FOLDER
compile_wasm() {
  local folder=$1 work
  work=$(mktemp -d)
  build_modules $wasm_target "$work/player" && compile_reading "$work/reading" "$work/player" || return 1
  wasm_c "$root/Sources/CTapeDeckMemory/memory.c" "$work/player/memory.o" &&
    wasm_c "$root/Sources/Hosts/javascript/memory.c" "$work/player/module.o" &&
    wasm_c "$root/Sources/Hosts/javascript/trace-memory.c" "$work/reading/module.o" &&
    wasm_c "$root/Sources/Hosts/javascript/bytes.c" "$work/reading/bytes.o" && cp "$work/reading/bytes.o" "$work/player/" || return 1
  together "wasm_link $folder tapedeck $work/player" "wasm_link $folder traces $work/reading" "wasm_link $folder simulations $work/reading" \
    "wasm_link $folder viewer $work/reading" || return 1
  rm -rf "$work"
}

# Usage: compile_reading FOLDER PLAYER; what reads traces and what simulates, as one object, beside the reducer from PLAYER. Compiled for size.
compile_reading() {
  local text
  mkdir -p "$1" && cp "$2"/PlayerCore.* "$1/"
  mapfile -t text < <(find "$root/Sources/PlayerText" -name '*.swift' | LC_ALL=C sort)
  wasm_module "$1" Backports "" "$root/Sources/Backports/UTF8.swift" &&
    wasm_module "$1" PlayerText "" "${text[@]}" &&
    wasm_module "$1" PlayerTrace "" "${trace_reader[@]}" &&
    wasm_module "$1" PlayerSimulation "" "${simulation[@]}" "${scenario_recording[@]}" &&
    wasm_module "$1" ReducerTesting "" "${reducer_testing[@]}" "${reducer_shrinking[@]}" &&
    wasm_module "$1" PlayerTesting "" "${checking[@]}" "${trace_shrinking[@]}" &&
    wasm_module "$1" Modules "$1/Modules.o" -enable-experimental-feature Extern "$root"/Sources/Hosts/{javascript,viewer}/*.swift
}

# Usage: wasm_c SOURCE OBJECT
wasm_c() { "$(toolchain clang)" "${wasm_flags[@]}" -c "$1" -o "$2"; }

# Usage: wasm_module FOLDER MODULE OBJECT SOURCE…; see embedded_module.
wasm_module() { embedded_module $wasm_target "$2" "$3" "$1" -Osize "${@:4}"; }

# Usage: wasm_link FOLDER MODULE OBJECTS; links MODULE.wasm from the objects in a folder, and shrinks it.
wasm_link() {
  local exports unicode
  read -ra exports -d '' <<< "${wasm_exports[$2]}" || true
  unicode=$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift/embedded/$wasm_target/libswiftUnicodeDataTables.a
  "$(toolchain wasm-ld)" --no-entry --gc-sections --strip-all --export-memory -z stack-size=1048576 "${exports[@]/#/--export=}" \
    "$3"/*.o "$unicode" -o "$1/$2.wasm" && shrink "$1/$2.wasm"
}
