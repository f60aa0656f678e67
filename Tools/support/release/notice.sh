# The notice about the components linked into a program or a library; for Tools/release, with $root and $version set.

# Usage: write_notice static|ffmpeg|embedded; prints the components, and the licences that must be passed on.
write_notice() {
  local kind=$1
  printf 'TapeDeck %s\n\nTapeDeck is licensed under the Apache License 2.0: see LICENSE.\n\n' "$version"
  if [[ $kind == embedded ]]; then
    printf 'Libraries and WebAssembly contain parts of:\n\n'
    part "The Swift standard library for Embedded Swift, with tables of Unicode" https://github.com/swiftlang/swift \
      "Apache License 2.0 with Runtime Library Exception; Unicode License V3 (below)"
    licence "Runtime Library Exception" runtime_exception || return 1
    licence "Unicode License V3" cat "$root/Tools/support/release/Unicode-3.0.txt" || return 1
    return
  fi
  printf 'The program contains:\n\n'
  part "The Swift runtime: standard library, Concurrency, Dispatch, Foundation with swift-collections" https://github.com/swiftlang \
    "Apache License 2.0 with Runtime Library Exception"
  part "ICU, as a part of Foundation" https://github.com/swiftlang/swift-foundation-icu "Unicode License V3 (below)"
  part "swift-argument-parser" https://github.com/apple/swift-argument-parser "Apache License 2.0 with Runtime Library Exception"
  part "Yams" https://github.com/jpsim/Yams "MIT License (below)"
  part "libyaml, as a part of Yams" https://github.com/yaml/libyaml "MIT License (below)"
  case $kind in
    ffmpeg)
      cat <<'TEXT'
FFmpeg (LGPL 2.1 or later, GPL 2 or later, as it was configured) and SDL 2 (zlib License) are no part of this program. It loads the
machine's copies when it plays media.

TEXT
      ;;
    static)
      part "The GNU C library" https://sourceware.org/glibc "GNU Lesser General Public License 2.1 (below)"
      part "libstdc++ and libgcc" https://gcc.gnu.org "GNU General Public License 3 with GCC Runtime Library Exception 3.1"
      cat <<'TEXT'
The GNU C library is linked statically. You may link the program with another version of it: the sources of TapeDeck have all that
is needed, and `Tools/release --only static` links it with the C library of the machine.

TEXT
      ;;
  esac
  licence "Runtime Library Exception" runtime_exception || return 1
  licence "Unicode License V3" cat "$root/Tools/support/release/Unicode-3.0.txt" || return 1
  licence Yams cat "$(checkout Yams)/LICENSE" || return 1
  licence libyaml libyaml_licence || return 1
  [[ $kind != static ]] || licence "GNU Lesser General Public License 2.1" cat /usr/share/common-licenses/LGPL-2.1
}

# Usage: part NAME ADDRESS LICENCE
part() { printf '%s\n  %s\n  %s\n\n' "$@"; }

# Usage: licence NAME COMMAND ARGUMENT…; prints the output of the command below a heading.
licence() {
  printf '\n---- %s ----\n\n' "$1"
  "${@:2}"
}

# Where the package manager keeps the sources of a package.
checkout() {
  local folder
  for folder in "$root"/.build/{static/,}checkouts/$1; do
    [[ -d $folder ]] && echo "$folder" && return
  done
  echo "release: there are no sources of $1 in .build/checkouts" >&2
  return 1
}

runtime_exception() {
  cat <<'TEXT'
As an exception, if you use this Software to compile your source code and portions of this Software are embedded into the binary
product as a result, you may redistribute such product without providing attribution as would otherwise be required by Sections 4(a),
4(b) and 4(d) of the License.
TEXT
}

# The text comes from Yams, which has the same licence.
libyaml_licence() {
  printf 'Copyright (c) 2017-2020 Ingy döt Net\nCopyright (c) 2006-2016 Kirill Simonov\n\n'
  sed -n '/^Permission is hereby granted/,$p' "$(checkout Yams)/LICENSE"
}
