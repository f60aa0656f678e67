# Builds the C libraries, for players and for reading traces; for scripts that source it, with $root set.

readonly default_target=$(uname -m)-unknown-linux-gnu
readonly library_version=0.1.0
readonly soname=libtapedeck.so.0 trace_soname=libtapedeck-trace.so.0

# shellcheck source=../embedded/sources.sh
source "$root/Tools/support/embedded/sources.sh"

# Usage: c_compiler TARGET; the C compiler for the target.
c_compiler() {
  case $1 in
    aarch64-*) echo "${AARCH64_CC:-aarch64-linux-gnu-gcc}" ;;
    *) echo "${CC:-cc}" ;;
  esac
}

# Usage: keep NAME HASH COMMAND ARGUMENT…; passes COMMAND a folder before its arguments, keeps what it puts there, and prints where it is.
# Results for the same inputs stay in .build/c-cache; those for other inputs under the same name are removed.
keep() {
  local name=$1 kept=$root/.build/c-cache/$1-$2 made
  if [[ ! -d $kept ]]; then
    mkdir -p "$root/.build/c-cache"
    made=$(mktemp -d "$root/.build/c-cache/making.XXXXXX")
    "$3" "$made" "${@:4}" >&2 || { rm -rf "$made"; return 1; }
    find "$root/.build/c-cache" -maxdepth 1 -name "$name-????????????????" -exec rm -rf {} +
    # Another process may have been faster.
    mv -T "$made" "$kept" 2> /dev/null || rm -rf "$made"
  fi
  echo "$kept"
}

# Usage: build_modules TARGET FOLDER FLAG…; compiles the Swift code to objects there. The decisions are compiled for speed, the code around
# them for size: that costs an input next to nothing, and saves a sixth of the library.
build_modules() {
  local target=$1 folder=$2 kept flags
  flags=$(echo "${@:3}" | sha256sum | cut -c1-8)
  kept=$(keep "modules-$target-$flags" "$(inputs_hash "$target" "$(c_compiler "$target")")" compile_modules "$target" "${@:3}") || return 1
  mkdir -p "$folder"
  cp "$kept"/* "$folder/"
}

# Usage: compile_modules FOLDER TARGET FLAG…
compile_modules() {
  local folder=$1 target=$2 core interface
  local flags=(-Xcc -fPIC -I "$root/Sources/CTapeDeck/include" -I "$root/Sources/CTapeDeckMemory/include" "${@:3}")
  mapfile -t core < <(find "$root/Sources/PlayerCore" -name '*.swift' | LC_ALL=C sort)
  mapfile -t interface < <(find "$root/Sources/PlayerCABI" -name '*.swift' | LC_ALL=C sort)
  embedded_module "$target" PlayerCore "$folder/PlayerCore.o" "$folder" -O "${flags[@]}" "${core[@]}" || return 1
  embedded_module "$target" PlayerTrace "$folder/PlayerTrace.o" "$folder" -Osize "${flags[@]}" -D TRACE_ENCODER \
    "${trace_encoder[@]}" || return 1
  embedded_module "$target" PlayerCABI "$folder/PlayerCABI.o" "$folder" -Osize "${flags[@]}" "${interface[@]}" || return 1
}

# Usage: shrink MODULE.wasm; makes a linked module a tenth smaller. A small module is optimised until nothing changes any more; for a large
# one that takes minutes and gains next to nothing. Without binaryen the module is not changed, and CI fails.
shrink() {
  local passes=(-Oz)
  if ! command -v wasm-opt > /dev/null; then
    echo "$(basename "$0"): there is no wasm-opt; the module stays larger (Tools/install-dependencies library)" >&2
    [[ -z ${CI:-} ]]
    return
  fi
  (($(wc -c < "$1") > 1000000)) || passes+=(--converge)
  wasm-opt "${passes[@]}" --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals \
    "$1" -o "$1"
}

# Usage: declared LIBRARY; the functions that its headers declare, sorted.
declared() {
  local header headers=()
  for header in "$root"/Sources/CTapeDeck/include/tapedeck/*.h; do
    [[ $1 == tapedeck-trace && $header != */trace.h || $1 == tapedeck && $header == */trace.h ]] || headers+=("$header")
  done
  sed -nE 's/^TD_API .*(td_[a-z_]+)\(.*/\1/p' "${headers[@]}" | LC_ALL=C sort
}

# Usage: compile_c CC FOLDER NAME SOURCE FLAG…
compile_c() {
  "$1" -std=c11 -Wall -Wextra -pedantic -Werror -Os -fPIC -ffunction-sections -fvisibility=hidden "${@:5}" -c "$4" -o "$2/$3.o"
}

# Usage: link_library NAME SONAME CC FOLDER OUTPUT INTERFACE OBJECT…; links objects in FOLDER, beginning with the interface, and archives.
link_library() {
  local name=$1 full_name=$2 cc=$3 folder=$4 output=$5 object missing objects=()
  shift 5
  for object; do
    if [[ $object == */* ]]; then objects+=("$object"); else objects+=("$folder/$object.o"); fi
  done
  # One object that exports only the interface: both libraries are made from it.
  declared "$name" > "$folder/symbols"
  missing=$(LC_ALL=C comm -3 "$folder/symbols" \
    <("$(toolchain llvm-nm)" --defined-only --just-symbol-name "${objects[0]}" | grep '^td_' | grep -vE '^td_(trace_)?heap_' | LC_ALL=C sort))
  [[ -z $missing ]] || { echo "c-library: in the headers and not in Swift, or the other way round: $missing" >&2; return 1; }
  { echo '{ global:'; sed 's/$/;/' "$folder/symbols"; echo 'local: *; };'; } > "$folder/version"
  rm -f "$output/lib$name".*
  "$cc" -shared -nostdlib -Wl,--gc-sections,--no-undefined-version,-z,defs,-z,now,-z,relro -Wl,-soname,"$full_name" \
    -Wl,--version-script="$folder/version" -Wl,--hash-style=gnu "${objects[@]}" \
    -lc -o "$output/lib$name.so.$library_version" || return 1
  "$(toolchain llvm-objcopy)" --strip-unneeded "$output/lib$name.so.$library_version" || return 1
  ln -sf "lib$name.so.$library_version" "$output/$full_name"
  ln -sf "$full_name" "$output/lib$name.so"
  # shellcheck disable=SC2046
  "$cc" -nostdlib -r -Wl,--gc-sections $(sed 's/^/-Wl,-u,/' "$folder/symbols") "${objects[@]}" -o "$folder/$name.o" || return 1
  "$(toolchain llvm-objcopy)" --keep-global-symbols="$folder/symbols" "$folder/$name.o" || return 1
  "$(toolchain llvm-ar)" rcsD "$output/lib$name.a" "$folder/$name.o"
}

# Usage: inputs_hash TARGET CC; one word for all inputs of a build.
inputs_hash() {
  {
    echo "$1 $library_version"
    swiftc --version
    "$2" --version
    cd "$root" && find Sources/{PlayerCore,PlayerText,PlayerTrace,ReducerTesting,PlayerTesting,PlayerCABI,PlayerTraceABI,Backports,CTapeDeck,CTapeDeckMemory,CTapeDeckTraceMemory} \
      Tools/support/{c/library,embedded/sources}.sh -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
  } 2> /dev/null | sha256sum | cut -c1-16
}

# Usage: use_own_memory FOLDER OPTION…; redirects Swift's allocations to the memory of the player that the thread works for.
use_own_memory() {
  local module
  for module in PlayerCore PlayerTrace PlayerCABI; do
    "$(toolchain llvm-objcopy)" --redefine-sym posix_memalign=td_heap_memalign --redefine-sym free=td_heap_free "${@:2}" \
      "$1/$module.o" || return 1
  done
}

# Usage: build_library TARGET OUTPUT; both libraries.
build_library() {
  local target=$1 output=$2 cc kept
  cc=$(c_compiler "$target")
  kept=$(keep "$target" "$(inputs_hash "$target" "$cc")" link_libraries "$target" "$cc") || return 1
  mkdir -p "$output"
  rm -f "$output"/libtapedeck{,-trace}.*
  cp -a "$kept"/libtapedeck* "$output/"
}

# Usage: link_libraries OUTPUT TARGET CC; one after the other, with a folder for their objects.
link_libraries() {
  local folder
  folder=$(mktemp -d)
  link_player_library "$@" "$folder" && link_trace_library "$@" "$folder" || return 1
  rm -rf "$folder"
}

# Usage: link_player_library OUTPUT TARGET CC FOLDER; with the objects in FOLDER.
link_player_library() {
  local output=$1 target=$2 cc=$3 folder=$4
  build_modules "$target" "$folder" || return 1
  compile_c "$cc" "$folder" memory "$root/Sources/CTapeDeckMemory/memory.c" -I "$root/Sources/CTapeDeckMemory/include" || return 1
  use_own_memory "$folder" || return 1
  link_library tapedeck $soname "$cc" "$folder" "$output" PlayerCABI PlayerTrace PlayerCore memory
}

# Usage: link_trace_library OUTPUT TARGET CC FOLDER; with objects in FOLDER. The reducer is the object that the other library has.
link_trace_library() {
  local output=$1 target=$2 cc=$3 folder=$4/trace text interface flags unicode
  flags=(-O -Xcc -fPIC -I "$root/Sources/CTapeDeck/include" -I "$root/Sources/CTapeDeckTraceMemory/include")
  build_modules "$target" "$folder" || return 1
  mapfile -t text < <(find "$root/Sources/PlayerText" -name '*.swift' | LC_ALL=C sort)
  mapfile -t interface < <(find "$root/Sources/PlayerTraceABI" -name '*.swift' | LC_ALL=C sort)
  embedded_module "$target" Backports "" "$folder" "${flags[@]}" "$root/Sources/Backports/UTF8.swift" || return 1
  embedded_module "$target" PlayerText "" "$folder" "${flags[@]}" "${text[@]}" || return 1
  embedded_module "$target" PlayerTrace "" "$folder" "${flags[@]}" "${trace_reader[@]}" || return 1
  embedded_module "$target" ReducerTesting "" "$folder" "${flags[@]}" "${reducer_testing[@]}" || return 1
  embedded_module "$target" PlayerTesting "" "$folder" "${flags[@]}" "${checking[@]}" || return 1
  # Tables initialised on first use must not be initialised by inlined code: see td_trace_heap_once.
  embedded_module "$target" PlayerTraceABI "$folder/PlayerTraceABI.o" "$folder" "${flags[@]}" \
    -Xllvm -force-attribute=swift_once:noinline "${interface[@]}" || return 1
  local name renamed=()
  for name in posix_memalign=memalign free=free swift_once=once arc4random_buf=random ceil=ceil trunc=trunc; do
    renamed+=(--redefine-sym "${name%=*}=td_trace_heap_${name#*=}")
  done
  # Two names for one function when only equality matters.
  renamed+=(--redefine-sym bcmp=memcmp)
  for name in PlayerCore PlayerTraceABI; do "$(toolchain llvm-objcopy)" "${renamed[@]}" "$folder/$name.o" || return 1; done
  local source atomics=()
  # Otherwise they would be functions of the compiler's own library.
  [[ $target != aarch64-* ]] || atomics=(-mno-outline-atomics)
  for source in memory runtime; do
    compile_c "$cc" "$folder" $source "$root/Sources/CTapeDeckTraceMemory/$source.c" -fno-builtin "${atomics[@]}" \
      -I "$root/Sources/CTapeDeckTraceMemory/include" || return 1
  done
  unicode=$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift/embedded/$target/libswiftUnicodeDataTables.a
  link_library tapedeck-trace $trace_soname "$cc" "$folder" "$output" PlayerTraceABI PlayerCore memory runtime "$unicode"
}
