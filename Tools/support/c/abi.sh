# Checks that programs compiled with the headers of the newest release can use the current library; for c-proof, which sources it.

readonly releases=$root/Tests/CLibrary/releases

# The newest release; empty before the first one.
newest_release() { find "$releases" -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort -V | tail -n 1; }

# Usage: describe_headers INCLUDES OUTPUT.so; a library of empty functions, with the compiler's description of their types. The library
# itself cannot provide that: it implements these declarations in another language.
describe_headers() {
  local headers=$1 output=$2
  {
    echo '#include <tapedeck.h>'
    echo '#include <tapedeck/trace.h>'
    cat "$headers"/tapedeck/*.h | awk '
      /^TD_API / { inside = 1 }
      inside && /;$/ { sub(/;$/, " { for (;;) {} }"); print; inside = 0; next }
      inside'
  } > "$output.c"
  gcc -std=c11 -g -fno-eliminate-unused-debug-types -fPIC -shared -I"$headers" "$output.c" -Wl,-soname,libtapedeck.so -o "$output"
}

# Usage: compare_headers OLD.so NEW.so; compatible changes are not reported: additions, and structures with a size that grow at the end.
compare_headers() {
  cat > "$work/compatible" << 'INI'
[suppress_type]
  type_kind = struct
  name_regexp = ^td_(options|recording|trace_options)$
  has_data_member_inserted_at = end
INI
  abidiff --no-added-syms --suppressions "$work/compatible" "$1" "$2" > "$work/log" 2>&1
}

# Changes that must be found, and changes that must not.
check_comparison() {
  local include=$root/Sources/CTapeDeck/include name change expected found
  while read -r name expected change; do
    rm -rf "$work/changed"
    cp -r "$include" "$work/changed"
    sed -i -E "$change" "$work"/changed/tapedeck/*.h
    ! diff -rq "$include" "$work/changed" > /dev/null || fail "the interface: '$name' changes nothing"
    describe_headers "$work/changed" "$work/changed.so" || fail "the interface: '$name' does not compile"
    found=compatible
    compare_headers "$work/today.so" "$work/changed.so" || found=incompatible
    [[ $found == "$expected" ]] || { cat "$work/log" >&2; fail "the interface: '$name' is $found, expected $expected"; }
  done << 'CHANGES'
added-function compatible s/^(TD_API uint32_t td_abi\(void\);)/\1\nTD_API int td_added(void);/
grown-structure compatible s/^(} td_options;)/uint64_t added; \1/
removed-function incompatible s/^TD_API uint32_t td_abi\(void\);//
other-parameter incompatible s/td_error_text\(td_result result\)/td_error_text(int64_t result)/
other-result incompatible s/^TD_API uint32_t td_abi/TD_API uint64_t td_abi/
inserted-field incompatible s/^(  uint32_t preset;)/uint64_t added; \1/
other-field incompatible s/^  uint16_t count;/  uint32_t count;/
CHANGES
}

check_interface() {
  local release program digest
  release=$(newest_release)
  if has abidiff; then
    describe_headers "$root/Sources/CTapeDeck/include" "$work/today.so" || fail "the headers cannot be described"
    check_comparison
    say "interface: abidiff finds changes that are not compatible"
  fi
  if [[ -z $release ]]; then
    say "interface: no release yet to compare it with"
    return
  fi
  if has abidiff; then
    describe_headers "$releases/$release/include" "$work/release.so" || fail "the headers of $release cannot be described"
    compare_headers "$work/release.so" "$work/today.so" ||
      { cat "$work/log" >&2; fail "a program that was compiled with the headers of $release cannot use this library"; }
    say "interface: compatible with that of $release"
  fi
  # Programs compiled for the release, linked to the current shared library.
  for program in misuse copies random; do
    "${CC:-cc}" -std=gnu11 -O1 -I"$releases/$release/include" -I"$tests/include" "$tests/$program.c" -pthread \
      -L"$work" -ltapedeck "-Wl,-rpath,$work" -o "$work/$program-$release"
  done
  mkdir -p "$work/traces-$release"
  prove "misuse, compiled with the headers of $release, fails" "$work/misuse-$release"
  prove "copies, compiled with the headers of $release, fails" "$work/copies-$release" "$work/traces-$release"
  digest=$("$work/random-$release" 100) || fail "random, compiled with the headers of $release, fails"
  [[ "100 $digest" == "$(cat "$tests/digest.txt")" ]] || fail "random, compiled with the headers of $release, comes to another digest"
  say "interface: programs that were compiled with the headers of $release run"
}
