# Installs the command line: the program, the viewer's page, manual pages and completions; for Tools/install and Tools/release, with $root
# set.

# The viewer's page is the same in all programs.
viewer_is_built=false
# The alternative is debug, which compiles faster.
configuration=release
# A program without FFmpeg. Traits change how everything is built, so it has a separate build folder.
readonly lean_flags=(--disable-default-traits --scratch-path .build/lean -debug-info-format none)

# Usage: build_program FLAG…; prints where the programs are. The build shows its output on a terminal, elsewhere only when it fails.
build_program() {
  local flags=(-c "$configuration" "$@") product log
  log=$(mktemp)
  for product in tapedeck generate-manual; do
    if [[ -t 2 ]]; then
      (cd "$root" && swift build "${flags[@]}" --product "$product") >&2 || return 1
    else
      (cd "$root" && swift build "${flags[@]}" --product "$product") > "$log" 2>&1 || { cat "$log" >&2; return 1; }
    fi
  done
  rm -f "$log"
  (cd "$root" && swift build "${flags[@]}" --show-bin-path)
}

# Usage: make_manual PROGRAMS FOLDER; one page for tapedeck and one for each of its commands. The plug-in of the argument parser does the
# same with the same program, but first builds every product of the package, and makes pages for all of them.
make_manual() {
  local programs=$1 folder=$2 raw page name date
  raw=$(mktemp -d)
  # The same sources produce the same pages.
  date=$(git -C "$root" log -1 --format=%cs 2> /dev/null) || date=
  "$programs/generate-manual" "$programs/tapedeck" --multi-page ${date:+--date "$date"} --output-directory "$raw" || return 1
  rm -f "$raw/tapedeck.help.1"
  for page in "$raw"/tapedeck.*.1; do
    name=$(basename "$page" .1)
    printf '%s\t%s\n' "${name//./-}" "$(sed -n 's/^\.Nd "\(.*\)"$/\1/p' "$page")"
  done > "$raw/commands"
  for page in "$raw"/*.1; do
    name=$(basename "$page" .1)
    awk -v commands="$raw/commands" -f "$root/Tools/support/install/manual.awk" "$page" > "$folder/${name//./-}.1" || return 1
  done
  rm -rf "$raw"
}

# Usage: write_completions PROGRAM SHELL; the script of the argument parser has defects, which check-install would notice.
write_completions() {
  local script
  script=$("$1" --generate-completion-script "$2") || return 1
  sed -E -f "$root/Tools/support/install/completions-$2.sed" <<< "$script"
}

# Usage: stage_program TARGET FLAG…; puts all files of the program below TARGET.
stage_program() {
  local target=$1 programs viewer=$root/.build/viewer/viewer.html
  programs=$(build_program "${@:2}") || return 1
  mkdir -p "$target"/{bin,share/tapedeck,share/man/man1} \
    "$target"/share/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d}
  install -m 755 "$programs/tapedeck" "$target/bin/" || return 1
  make_manual "$programs" "$target/share/man/man1" || return 1
  write_completions "$programs/tapedeck" bash > "$target/share/bash-completion/completions/tapedeck" || return 1
  write_completions "$programs/tapedeck" zsh > "$target/share/zsh/site-functions/_tapedeck" || return 1
  write_completions "$programs/tapedeck" fish > "$target/share/fish/vendor_completions.d/tapedeck.fish" || return 1
  "$programs/tapedeck" words --schema > "$target/share/tapedeck/scenario.schema.json" || return 1
  if ! command -v node > /dev/null; then
    echo "install: 'tapedeck view' will have no page: building it needs node. Install it and run this again" >&2
    return
  fi
  $viewer_is_built || "$root/Tools/viewer" > /dev/null || return 1
  viewer_is_built=true
  install -m 644 "$viewer" "$target/share/tapedeck/" || return 1
}

# What is missing to build the viewer's page as small as it is released.
lacking_for_viewer() {
  local program lacking=()
  for program in node esbuild wasm-opt; do command -v "$program" > /dev/null || lacking+=("$program"); done
  echo "${lacking[*]}"
}

# Usage: print_hints PREFIX; the settings that the shell still needs.
print_hints() {
  local prefix=$1 said=false
  hint() {
    $said || printf '\nAdd to ~/.profile, and open a new shell:\n'
    said=true
    printf '  %s\n' "$1"
  }
  [[ :$PATH: == *":$prefix/bin:"* ]] || hint "export PATH=$(printf '%q' "$prefix/bin"):\$PATH"
  # man finds the pages beside the folders of PATH, unless MANPATH is set.
  if [[ -n ${MANPATH:-} && :$MANPATH: != *":$prefix/share/man:"* ]]; then
    hint "export MANPATH=$(printf '%q' "$prefix/share/man"):\$MANPATH"
  elif ! command -v man > /dev/null; then
    printf '\nThere is no man here to read the pages: apt-get install man-db\n'
  fi
  # Without XDG_DATA_DIRS, bash looks in /usr/local, but fish does not.
  case $prefix in
    /usr | "$HOME/.local") ;;
    /usr/local) [[ -n ${XDG_DATA_DIRS:-} ]] || ! command -v fish > /dev/null || hint "export XDG_DATA_DIRS=/usr/local/share:/usr/share  # completions of fish" ;;
    *) hint "export XDG_DATA_DIRS=$(printf '%q' "$prefix/share"):\${XDG_DATA_DIRS:-/usr/local/share:/usr/share}  # completions of bash and fish" ;;
  esac
  # Where zsh looks depends on who built it: Debian's does not look in /usr/share/zsh/site-functions.
  if command -v zsh > /dev/null && ! zsh -f -c 'print -l $fpath' | grep -xF "$prefix/share/zsh/site-functions" > /dev/null; then
    printf '\nzsh completes after this line in ~/.zshrc, before compinit:\n  fpath=(%q $fpath)\n' "$prefix/share/zsh/site-functions"
  fi
}
