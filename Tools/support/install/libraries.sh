# Installs the C libraries; for Tools/install and Tools/release, with $root set and after support/c/library.sh.

# Usage: stage_libraries TARGET PREFIX; puts the libraries, headers and descriptions below TARGET, for programs that will look for them
# below PREFIX.
stage_libraries() {
  local target=$1 prefix=$2 name template folder built
  built=$(mktemp -d)
  build_library "$default_target" "$built" || return 1
  mkdir -p "$target"/{include/tapedeck,lib/pkgconfig,lib/cmake/TapeDeck}
  install -m 644 "$root/Sources/CTapeDeck/include/tapedeck.h" "$target/include/"
  install -m 644 "$root"/Sources/CTapeDeck/include/tapedeck/*.h "$target/include/tapedeck/"
  install -m 644 "$built"/libtapedeck{,-trace}.a "$target/lib/"
  install -m 755 "$built"/libtapedeck{,-trace}.so."$library_version" "$target/lib/"
  for name in tapedeck:$soname tapedeck-trace:$trace_soname; do
    ln -sf "lib${name%:*}.so.$library_version" "$target/lib/${name#*:}"
    ln -sf "${name#*:}" "$target/lib/lib${name%:*}.so"
  done
  for template in tapedeck.pc tapedeck-trace.pc TapeDeckConfig.cmake TapeDeckConfigVersion.cmake; do
    folder=lib/cmake/TapeDeck
    [[ $template == *.cmake ]] || folder=lib/pkgconfig
    sed -e "s|@prefix@|$prefix|" -e "s|@version@|$library_version|g" -e "s|@soname@|$soname|" -e "s|@trace_soname@|$trace_soname|" \
      "$root/Tools/support/c/$template" > "$target/$folder/$template"
  done
  rm -rf "$built"
}
