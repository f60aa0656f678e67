# Parts are made in separate folders, then copied below PREFIX with a list of their files; for Tools/install.

# Usage: listed FILE; the lines of a list of installed files that stay below PREFIX. The list may have been changed by others.
listed() {
  [[ -f $1 ]] || return 0
  grep -vE '^/|(^|/)\.\.(/|$)|^$' "$1" || true
}

# Usage: place STAGED TARGET PART; copies a part, and removes files of an earlier version that this one does not have.
place() {
  local staged=$1 target=$2 list=share/tapedeck/installed-$3 file
  mkdir -p "$staged/share/tapedeck" "$target"
  (cd "$staged" && find . ! -type d ! -path "./$list" | sed 's|^\./||' | LC_ALL=C sort) > "$staged/$list"
  listed "$target/$list" | while IFS= read -r file; do
    grep -qxF -e "$file" "$staged/$list" || rm -f "$target/$file"
  done
  # --remove-destination: a running program keeps its file.
  cp -a --no-preserve=ownership --remove-destination "$staged/." "$target/"
}

# Usage: remove TARGET PART; removes the files on its list, and the folders that are empty afterwards.
remove() {
  local target=$1 list=share/tapedeck/installed-$2 file folder
  [[ -f $target/$list ]] || return 1
  { listed "$target/$list"; echo "$list"; } | while IFS= read -r file; do
    rm -f "$target/$file"
    folder=$(dirname "$file")
    while [[ $folder != . ]] && rmdir "$target/$folder" 2> /dev/null; do folder=$(dirname "$folder"); done
  done
}
