# Builds the two programs of a release; for scripts that source it, with $root set, after support/install/program.sh.

# Usage: stage_static TARGET; a program that needs no libraries.
stage_static() {
  local target=$1 programs
  stage_program "$target" "${lean_flags[@]}" || return 1
  programs=$(cd "$root" && swift build -c "$configuration" "${lean_flags[@]}" --show-bin-path) || return 1
  link_with_runtime "$programs" "$target/bin/tapedeck" -static-executable || return 1
  strip_program "$target/bin/tapedeck"
}

# Usage: stage_with_ffmpeg TARGET; a program that needs the C and C++ libraries, and loads FFmpeg and SDL when it plays.
stage_with_ffmpeg() {
  local target=$1 programs
  stage_program "$target" || return 1
  programs=$(cd "$root" && swift build -c "$configuration" --show-bin-path) || return 1
  link_with_runtime "$programs" "$target/bin/tapedeck" -static-stdlib || return 1
  strip_program "$target/bin/tapedeck"
}

# Usage: link_with_runtime PROGRAMS OUTPUT FLAG…; relinks the objects of an ordinary build with the Swift runtime included. The package
# manager would recompile everything for that.
link_with_runtime() {
  local programs=$1 output=$2 library libraries=()
  for library in Foundation FoundationInternationalization FoundationEssentials CoreFoundation _FoundationICU _FoundationCShims \
    _FoundationCollections swiftSynchronization; do
    libraries+=("-l$library")
  done
  (cd "$root" && swiftc -use-ld=lld -emit-executable -module-name tapedeck -Xlinker --gc-sections -Xlinker --defsym \
    -Xlinker main=tapedeck_main "@$programs/tapedeck.product/Objects.LinkFileList" "${@:3}" "${libraries[@]}" -ldl -lpthread -o "$output")
}

# Symbols and compiler notes are half of a program.
strip_program() {
  "$(toolchain llvm-objcopy)" --strip-all "$1"
}

# Usage: ffmpeg_packages; the Debian packages of the libraries that the program loads, as in Depends: those that match the headers it is
# compiled with, since each FFmpeg version has other numbers in its library names.
ffmpeg_packages() {
  local folder
  folder=$(mktemp -d)
  mkdir "$folder/debian"
  printf 'Source: tapedeck\n\nPackage: tapedeck\nArchitecture: any\n' > "$folder/debian/control"
  # All functions that it uses: Debian's symbol lists then give the oldest version that has them.
  cat > "$folder/needed.c" <<'C'
#include "CFFmpeg.h"
#define FUNCTION(library, result, name, parameters, arguments) (void *)&name,
void *const needed[] = {
#include "Functions.h"
};
C
  # shellcheck disable=SC2046
  cc -shared -fPIC -w -I "$root/Sources/CFFmpegLoader" -I "$root/Sources/CFFmpegLoader/include" "$folder/needed.c" -o "$folder/needed.so" \
    $(pkg-config --cflags --libs libavformat libavcodec libavutil libswresample libswscale) || return 1
  package_names "$folder" "$folder/needed.so" || return 1
  rm -rf "$folder"
}

# Usage: package_names FOLDER FILE…; the packages that dpkg-shlibdeps finds for programs and libraries. FOLDER has debian/control.
package_names() {
  local log=$1/debian/log
  (cd "$1" && dpkg-shlibdeps -O "${@:2}" 2> "$log") | sed -n 's/^shlibs:Depends=//p' | grep . || { cat "$log" >&2; return 1; }
}
