# Parts are made in a folder of their own, then copied below PREFIX with a list of what belongs to them; for Tools/install.

# Usage: listed FILE; the lines of a list of installed files that stay below PREFIX. Somebody may have written something else into it.
listed() {
  [[ -f $1 ]] || return 0
  grep -vE '^/|(^|/)\.\.(/|$)|^$' "$1" || true
}

# Usage: place STAGED TARGET PART; copies a part, and removes what an earlier version of it had and this one has not.
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

# Usage: remove TARGET PART; what its list names, and the folders that are empty then.
remove() {
  local target=$1 list=share/tapedeck/installed-$2 file folder
  [[ -f $target/$list ]] || return 1
  { listed "$target/$list"; echo "$list"; } | while IFS= read -r file; do
    rm -f "$target/$file"
    folder=$(dirname "$file")
    while [[ $folder != . ]] && rmdir "$target/$folder" 2> /dev/null; do folder=$(dirname "$folder"); done
  done
}
