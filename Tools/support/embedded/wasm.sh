# Builds the WebAssembly modules that read traces; for scripts that source it, with $root set, after ../c/library.sh.

readonly wasm_target=wasm32-unknown-none-wasm
readonly wasm_flags=(--target=$wasm_target -Os -ffreestanding -fno-builtin -mbulk-memory -Wall -Wextra -Werror
  -I "$root/Sources/CTapeDeckMemory/include" -I "$root/Sources/CTapeDeck/include")

# Usage: wasm_c SOURCE OBJECT
wasm_c() { "$(toolchain clang)" "${wasm_flags[@]}" -c "$1" -o "$2"; }

# Usage: wasm_module FOLDER MODULE OBJECT SOURCE…; compiles a Swift module for size. The last one, which gets an object, includes what it
# uses of those without one.
wasm_module() { embedded_module $wasm_target "$2" "$3" "$1" -Osize "${@:4}"; }

# Usage: wasm_parts FOLDER CORE; what the modules of the npm package and of the viewer import: the trace reader, the simulation and the laws,
# with the reducer that build_modules put into CORE. They are compiled once for all.
wasm_parts() {
  local kept
  kept=$(keep wasm-parts "$(wasm_parts_hash)" compile_wasm_parts "$2") || return 1
  mkdir -p "$1"
  cp "$kept"/* "$1/"
}

# One word for all inputs of these modules.
wasm_parts_hash() {
  {
    inputs_hash $wasm_target cc
    find "$root/Sources/PlayerSimulation" -name '*.swift' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
    sha256sum "$root/Tools/support/embedded/wasm.sh"
  } | sha256sum | cut -c1-16
}

# Usage: compile_wasm_parts FOLDER CORE
compile_wasm_parts() {
  local text
  cp "$2"/PlayerCore.* "$1/"
  mapfile -t text < <(find "$root/Sources/PlayerText" -name '*.swift' | LC_ALL=C sort)
  wasm_module "$1" Backports "" "$root/Sources/Backports/UTF8.swift" &&
    wasm_module "$1" PlayerText "" "${text[@]}" &&
    wasm_module "$1" PlayerTrace "" "${trace_reader[@]}" &&
    wasm_module "$1" PlayerSimulation "" "${simulation[@]}" "${scenario_recording[@]}" &&
    wasm_module "$1" ReducerTesting "" "${reducer_testing[@]}" "${reducer_shrinking[@]}" &&
    wasm_module "$1" PlayerTesting "" "${checking[@]}" "${trace_shrinking[@]}"
}

# Usage: wasm_link FOLDER OUTPUT EXPORT…; links the objects in FOLDER with memory that grows, and shrinks the module.
wasm_link() {
  local folder=$1 output=$2 unicode
  shift 2
  unicode=$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift/embedded/$wasm_target/libswiftUnicodeDataTables.a
  wasm_c "$root/Sources/Hosts/javascript/trace-memory.c" "$folder/growing.o" || return 1
  wasm_c "$root/Sources/Hosts/javascript/bytes.c" "$folder/bytes.o" || return 1
  "$(toolchain wasm-ld)" --no-entry --gc-sections --strip-all --export-memory -z stack-size=1048576 "${@/#/--export=}" \
    "$folder"/*.o "$unicode" -o "$output" || return 1
  shrink "$output"
}
