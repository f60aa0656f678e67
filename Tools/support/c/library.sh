# How the C library is built; for scripts that source it, with $root set.

readonly default_target=$(uname -m)-unknown-linux-gnu
readonly library_version=0.1.0
readonly soname=libtapedeck.so.0

# shellcheck source=../embedded/sources.sh
source "$root/Tools/support/embedded/sources.sh"

# Usage: c_compiler TARGET; the compiler for the machine.
c_compiler() {
  case $1 in
    aarch64-*) echo "${AARCH64_CC:-aarch64-linux-gnu-gcc}" ;;
    *) echo "${CC:-cc}" ;;
  esac
}

# Usage: build_modules TARGET FOLDER; compiles the Swift code to objects there: for machines fast, for browsers small.
build_modules() {
  local target=$1 folder=$2 core interface optimization=-O
  [[ $target != wasm* ]] || optimization=-Osize
  local flags=($optimization -Xcc -fPIC -I "$root/Sources/CTapeDeck/include" -I "$root/Sources/CTapeDeckMemory/include")
  mapfile -t core < <(find "$root/Sources/PlayerCore" -name '*.swift' | LC_ALL=C sort)
  mapfile -t interface < <(find "$root/Sources/PlayerCABI" -name '*.swift' | LC_ALL=C sort)
  embedded_module "$target" PlayerCore "$folder/PlayerCore.o" "$folder" "${flags[@]}" "${core[@]}" || return 1
  embedded_module "$target" PlayerTrace "$folder/PlayerTrace.o" "$folder" "${flags[@]}" -D TRACE_ENCODER \
    "${trace_encoder[@]}" || return 1
  embedded_module "$target" PlayerCABI "$folder/PlayerCABI.o" "$folder" "${flags[@]}" "${interface[@]}" || return 1
}

# Usage: build_library TARGET OUTPUT
build_library() {
  local target=$1 output=$2 folder cc missing
  cc=$(c_compiler "$target")
  folder=$(mktemp -d)
  mkdir -p "$output"
  build_modules "$target" "$folder" || return 1
  "$cc" -std=c11 -Wall -Wextra -pedantic -Werror -Os -fPIC -ffunction-sections -fvisibility=hidden \
    -I "$root/Sources/CTapeDeckMemory/include" -c "$root/Sources/CTapeDeckMemory/memory.c" -o "$folder/memory.o" || return 1
  # What Swift allocates comes from the memory of the player that the thread works for.
  local module
  for module in PlayerCore PlayerTrace PlayerCABI; do
    "$(toolchain llvm-objcopy)" --redefine-sym posix_memalign=td_heap_memalign --redefine-sym free=td_heap_free \
      "$folder/$module.o" || return 1
  done
  # One object with nothing to be seen but the interface: both libraries are made of it.
  sed -nE 's/^TD_API .*(td_[a-z_]+)\(.*/\1/p' "$root"/Sources/CTapeDeck/include/tapedeck/*.h | LC_ALL=C sort > "$folder/symbols"
  missing=$(LC_ALL=C comm -3 "$folder/symbols" \
    <("$(toolchain llvm-nm)" --defined-only --just-symbol-name "$folder/PlayerCABI.o" | grep '^td_' | LC_ALL=C sort))
  [[ -z $missing ]] || { echo "c-library: in the headers and not in Swift, or the other way round: $missing" >&2; return 1; }
  { echo '{ global:'; sed 's/$/;/' "$folder/symbols"; echo 'local: *; };'; } > "$folder/version"
  rm -f "$output"/libtapedeck.*
  "$cc" -shared -nostdlib -Wl,--gc-sections,--no-undefined-version,-z,defs,-z,now,-z,relro -Wl,-soname,$soname \
    -Wl,--version-script="$folder/version" -Wl,--hash-style=gnu "$folder"/{PlayerCABI,PlayerTrace,PlayerCore,memory}.o \
    -lc -o "$output/libtapedeck.so.$library_version" || return 1
  "$(toolchain llvm-objcopy)" --strip-unneeded "$output/libtapedeck.so.$library_version" || return 1
  ln -sf "libtapedeck.so.$library_version" "$output/$soname"
  ln -sf "$soname" "$output/libtapedeck.so"
  "$cc" -nostdlib -r -Wl,--gc-sections $(sed 's/^/-Wl,-u,/' "$folder/symbols") \
    "$folder"/{PlayerCABI,PlayerTrace,PlayerCore,memory}.o -o "$folder/tapedeck.o" || return 1
  "$(toolchain llvm-objcopy)" --keep-global-symbols="$folder/symbols" "$folder/tapedeck.o" || return 1
  "$(toolchain llvm-ar)" rcsD "$output/libtapedeck.a" "$folder/tapedeck.o"
  rm -rf "$folder"
}
