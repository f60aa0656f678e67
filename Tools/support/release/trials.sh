# Tries each file of a release; for Tools/support/check-release, with $root, $work and $version set, after roots.sh.

# Usage: lists NAME LISTING PATTERN…; each line of a listing must match a pattern completely, and each pattern a line.
lists() {
  local name=$1 listing=$2 pattern extra
  shift 2
  extra=$(grep -vxE -f <(printf '%s\n' "$@") "$listing" || true)
  [[ -z $extra ]] || fail "$name has files that nobody expects: $(head -5 <<< "$extra" | paste -sd ' ')"
  for pattern; do grep -qxE -e "$pattern" "$listing" || fail "$name has no $pattern"; done
}

readonly manual_pattern='tapedeck(-[a-z]+(-[a-z]+)*)?\.1'
readonly program_patterns=(bin/tapedeck "share/man/man1/$manual_pattern" share/bash-completion/completions/tapedeck
  share/zsh/site-functions/_tapedeck share/fish/vendor_completions.d/tapedeck.fish
  share/tapedeck/{scenario.schema.json,viewer.html,installed-program} share/doc/tapedeck/{LICENSE,NOTICE,CHANGELOG})

# Usage: unpack ARCHIVE FOLDER PATTERN…; unpacks the contents of an archive's only folder, which must list these files.
unpack() {
  local archive=$1 folder=$2 name
  name=$(basename "$archive")
  tar -tvzf "$archive" > "$work/long"
  # Mode, owner, size, date, time, name.
  awk '$2 != "0/0" || $1 ~ /^.....w|^........w|^...[sS]|^......[sS]/ { print; bad = 1 } END { exit bad }' "$work/long" ||
    fail "$name has files that are not root's, or that others may change (above)"
  [[ $(tar -tzf "$archive" | cut -d/ -f1 | sort -u | wc -l) == 1 ]] || fail "$name has more than one folder"
  mkdir -p "$folder"
  tar -xzf "$archive" --strip-components 1 -C "$folder"
  (cd "$folder" && find . ! -type d -printf '%P\n') > "$work/listing"
  lists "$name" "$work/listing" "${@:3}"
}

# Usage: expect NAME CODE TEXT COMMAND ARGUMENT…; the command must exit with the code and print the text.
expect() {
  local name=$1 expected=$2 text=$3 code=0
  shift 3
  "$@" > "$work/out" 2>&1 < /dev/null || code=$?
  [[ $code == "$expected" ]] || { cat "$work/out" >&2; fail "$name: '$*' ends with $code, expected $expected"; }
  [[ -z $text ]] || grep -qF -e "$text" "$work/out" || { cat "$work/out" >&2; fail "$name: '$*' does not print '$text'"; }
}

try_static() {
  local place=$work/static
  unpack "$1" "$place/tapedeck" "${program_patterns[@]}"
  mkdir -p "$place"/{proc,tmp,inputs}
  cp inputs/* "$place/inputs/"
  ! readelf -l "$place/tapedeck/bin/tapedeck" | grep -q INTERP || fail "the program of $(basename "$1") is not static"
  run() { expect static "$1" "$2" run_in "$place" /tapedeck/bin/tapedeck "${@:3}"; }
  run 0 "$version" --version
  run 0 "/inputs/http-stall.trace.jsonl" replay /inputs/http-stall.trace.jsonl
  run 0 "" simulate /inputs/stall-on-the-train.yaml
  run 0 "" view /inputs/http-stall.trace.jsonl --output /tmp/run.html
  [[ $(head -c 15 "$place/tmp/run.html") == "<!DOCTYPE html>" ]] || fail "static: 'tapedeck view' wrote no page"
  run 2 "has no FFmpeg" play /inputs/episode.m4a
  echo "static: runs alone; $(measure_start "$place/tapedeck/bin/tapedeck")"
}

# Usage: measure_start PROGRAM
measure_start() {
  python3 - "$1" <<'PYTHON'
import statistics, subprocess, sys, time
times = []
for _ in range(20):
    began = time.perf_counter()
    subprocess.run([sys.argv[1], "--version"], stdout=subprocess.DEVNULL, check=True)
    times.append(1000 * (time.perf_counter() - began))
print(f"starts in {min(times):.1f} ms at best, {statistics.median(times):.1f} ms as the median of {len(times)}")
PYTHON
}

# Usage: play_in_root NAME PROGRAM; records real media and replays it.
play_in_root() {
  run() { expect "$1" "$2" "$3" run_in "$work/debian" "${@:4}"; }
  run "$1" 0 "$version" "$2" --version
  run "$1" 0 "" "$2" record /inputs/episode.m4a --output /tmp/run.trace
  run "$1" 0 "/tmp/run.trace" "$2" replay /tmp/run.trace
  run "$1" 0 "" "$2" view /tmp/run.trace --output /tmp/run.html
  rm "$work"/debian/tmp/run.*
}

try_debian() {
  local place=$work/debian packages depends
  dpkg-deb --fsys-tarfile "$1" | tar -tv > "$work/long"
  awk '$2 != "root/root" && $2 != "0/0" { print; bad = 1 } END { exit bad }' "$work/long" || fail "$(basename "$1") has files that are not root's (above)"
  dpkg-deb --fsys-tarfile "$1" | tar -t | grep -v '/$' | sed 's|^\./||' > "$work/listing"
  lists "$(basename "$1")" "$work/listing" usr/bin/tapedeck "usr/share/man/man1/$manual_pattern\.gz" usr/share/bash-completion/completions/tapedeck \
    usr/share/zsh/vendor-completions/_tapedeck usr/share/fish/vendor_completions.d/tapedeck.fish \
    usr/share/tapedeck/{scenario.schema.json,viewer.html} usr/share/doc/tapedeck/{copyright,changelog.gz}
  depends=$(dpkg-deb --field "$1" Depends)
  packages=$(debian_root "$place" "$depends" man-db) || fail "debian: there is no root to install it in"
  cp "$1" "$place/tmp/tapedeck.deb"
  (cd "$place" && find . ! -type d -printf '%P\n' | grep -vE '^(var/(lib|log|cache)|tmp)/' | LC_ALL=C sort) > "$work/before"
  expect debian 0 "" run_in "$place" dpkg --install /tmp/tapedeck.deb
  play_in_root debian tapedeck
  expect debian 0 "tapedeck replay" run_in "$place" man tapedeck-replay
  expect debian 0 "" run_in "$place" dpkg --remove tapedeck
  (cd "$place" && find . ! -type d -printf '%P\n' | grep -vE '^(var/(lib|log|cache)|tmp)/' | LC_ALL=C sort) > "$work/after"
  cmp -s "$work/before" "$work/after" || fail "debian: removing leaves $(LC_ALL=C comm -13 "$work/before" "$work/after" | head -5 | paste -sd ' ')"
  echo "debian: installed, records, replays, removed, in a Debian of $packages"
}

# On the system for the Debian package, which has what FFmpeg needs.
try_ffmpeg() {
  local place=$work/debian library
  [[ -d $place ]] || debian_root "$place" "libavformat59, libavcodec59, libswscale6, libswresample4, libc6, libstdc++6" > /dev/null
  unpack "$1" "$place/opt/tapedeck" "${program_patterns[@]}"
  play_in_root ffmpeg /opt/tapedeck/bin/tapedeck
  library=$(cd "$place" && find usr/lib -name 'libavformat.so.*' -type l | head -1)
  rm "$place/$library"
  expect ffmpeg 1 "$(basename "$library")" run_in "$place" /opt/tapedeck/bin/tapedeck record /inputs/episode.m4a --output /tmp/run.trace
  expect ffmpeg 0 "" run_in "$place" /opt/tapedeck/bin/tapedeck replay /inputs/http-stall.trace.jsonl
  echo "ffmpeg: records, replays; says that $(basename "$library") is missing; $(measure_start "$place/opt/tapedeck/bin/tapedeck")"
}

try_npm() {
  local place=$work/npm
  mkdir -p "$place"
  tar -tzf "$1" | grep -v '/$' > "$work/listing"
  lists "$(basename "$1")" "$work/listing" package/{package.json,README.md,LICENSE,NOTICE,CHANGELOG} 'package/[a-z-]+(\.global)?\.(js|cjs|d\.ts|d\.cts)' \
    package/{tapedeck,traces,simulations}.wasm 'package/element/([a-z-]+\.(js|d\.ts)|README\.md)'
  echo '{"private": true, "type": "module"}' > "$place/package.json"
  if command -v npm > /dev/null; then
    (cd "$place" && npm install --silent --offline --no-audit --no-fund --cache "$work/npm-cache" "$1" > "$work/out" 2>&1) || { cat "$work/out" >&2; fail "npm does not install it"; }
  else
    mkdir -p "$place/node_modules/tapedeck"
    tar -xzf "$1" --strip-components 1 -C "$place/node_modules/tapedeck"
  fi
  cat > "$place/run.mjs" <<'JAVASCRIPT'
import { readFileSync } from "node:fs"
import { Player } from "tapedeck"
import { Trace } from "tapedeck/trace"

const player = new Player({ preset: "standard", record: { engine: "none" } })
player.receive({ name: "load", request: 1, item: 1, "start.anchor": "defaultPosition", autoplay: true, opens: true }, 0)
console.log("recorded", new Trace(player.takeTrace({ end: true }), { name: "recorded" }).replay().verdict)
console.log("golden", new Trace(readFileSync(process.argv[2]), { name: "golden" }).replay().verdict)
JAVASCRIPT
  expect npm 0 "golden ok" node "$place/run.mjs" "$work/inputs/http-stall.trace.jsonl"
  grep -qx "recorded ok" "$work/out" || fail "npm: a recorded trace does not replay"
  echo "npm: installed without a network, replays"
}

try_wheel() {
  local name place
  name=$(basename "$1" .whl)
  place=$work/$name
  python3 -m zipfile --list "$1" | sed 1d | awk '$1 !~ /\/$/ { print $1 }' > "$work/listing"
  lists "$name" "$work/listing" 'tapedeck/[A-Za-z_0-9]+\.(py|pyi)' tapedeck/py.typed 'tapedeck/_[a-z_]+\.abi3\.so' tapedeck/simulations.wasm \
    "tapedeck-$version\.dist-info/(METADATA|WHEEL|RECORD|top_level\.txt|licenses/LICENSE|sboms/.*)"
  python3 -m venv "$place"
  "$place/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: "$1" || fail "pip does not install $name"
  cat > "$place/run.py" <<'PYTHON'
import sys
import tapedeck
from tapedeck import Player, Trace

player = Player("standard", record=True)
player.receive("load", at=0, item=1, autoplay=True, opens=True)
print("version", tapedeck.__version__)
print("recorded", Trace(player.take_trace(end=True)).replay()["verdict"])
print("golden", Trace(sys.argv[1]).replay()["verdict"])
PYTHON
  expect "$name" 0 "golden ok" "$place/bin/python" -I "$place/run.py" "$work/inputs/http-stall.trace.jsonl"
  grep -qx "recorded ok" "$work/out" && grep -qx "version $version" "$work/out" || fail "$name: another version, or a recorded trace does not replay"
  echo "$name: installed, replays"
}

try_c() {
  local place=$work/c name kind flags modules
  unpack "$1" "$place/sdk" 'include/tapedeck\.h' 'include/tapedeck/[a-z]+\.h' 'lib/libtapedeck(-trace)?\.(a|so)' 'lib/libtapedeck(-trace)?\.so\.[0-9.]+' \
    'lib/pkgconfig/tapedeck(-trace)?\.pc' 'lib/cmake/TapeDeck/TapeDeckConfig(Version)?\.cmake' \
    share/doc/libtapedeck/{LICENSE,NOTICE,CHANGELOG,examples/{player,trace}.c}
  described() { PKG_CONFIG_LIBDIR=$place/sdk/lib/pkgconfig pkg-config "$@"; }
  [[ $(described --modversion tapedeck) == "$version" ]] || fail "c: pkg-config has version $(described --modversion tapedeck)"
  for name in player trace; do
    modules=(tapedeck)
    [[ $name == player ]] || modules=(tapedeck-trace tapedeck)
    for kind in shared static; do
      read -ra flags <<< "$(described --cflags --libs "${modules[@]}")"
      [[ $kind == shared ]] || flags=("-I$(described --variable=includedir tapedeck)" "$place"/sdk/lib/libtapedeck{-trace,}.a)
      "${CC:-cc}" "$place/sdk/share/doc/libtapedeck/examples/$name.c" "${flags[@]}" "-Wl,-rpath,$place/sdk/lib" -o "$place/$name-$kind" ||
        fail "c: $name.c is not compiled with the $kind library"
      expect c 0 "" "$place/$name-$kind" "$work/inputs/http-stall.trace.jsonl"
    done
  done
  echo "c: two examples compiled with pkg-config, shared and static"
}
