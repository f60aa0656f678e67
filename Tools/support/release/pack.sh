# Packs trees of files into reproducible archives; for Tools/release, with $root, $version and $SOURCE_DATE_EPOCH set.

# Usage: archive FOLDER NAME FILE.tar.gz; packs the contents of FOLDER below NAME/.
archive() {
  tar --create --format=gnu --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime="@$SOURCE_DATE_EPOCH" \
    --directory "$1" --transform "s|^\.\(/\|\$\)|$2/|S" . | gzip --no-name > "$3"
}

# Usage: document NOTICE FOLDER; adds the licence, notice and changelog that accompany everything distributed.
document() {
  mkdir -p "$2"
  install -m 644 "$root/LICENSE" "$2/LICENSE"
  install -m 644 "$root/Sources/Reference.docc/Changelog.md" "$2/CHANGELOG"
  write_notice "$1" > "$2/NOTICE" || return 1
}

# Usage: debian_tree PROGRAM FOLDER; moves files to their places in Debian.
debian_tree() {
  local documents=$2/usr/share/doc/tapedeck page
  mkdir -p "$2/usr"
  cp -a "$1/." "$2/usr/"
  rm -f "$2/usr/share/tapedeck/installed-program"
  mv "$2/usr/share/zsh/site-functions" "$2/usr/share/zsh/vendor-completions"
  { cat "$documents/NOTICE"; printf '\nOn Debian systems the Apache License 2.0 is in /usr/share/common-licenses/Apache-2.0.\n'; } > "$documents/copyright"
  debian_changelog | gzip --no-name -9 > "$documents/changelog.gz"
  rm "$documents"/{LICENSE,NOTICE,CHANGELOG}
  for page in "$2"/usr/share/man/man1/*.1; do gzip --no-name -9 "$page"; done
}

debian_changelog() {
  local date
  date=$(LC_ALL=C date --utc --date "@$SOURCE_DATE_EPOCH" '+%a, %d %b %Y %H:%M:%S +0000')
  printf 'tapedeck (%s) unstable; urgency=medium\n\n  * Changes: Sources/Reference.docc/Changelog.md of the project.\n\n -- %s  %s\n' \
    "$version" "$maintainer" "$date"
}

readonly maintainer='TapeDeck contributors <tapedeck@invalid.invalid>'

# Usage: debian_package PROGRAM FILE.deb; PROGRAM is the tree of the program with FFmpeg.
debian_package() {
  local folder depends ffmpeg
  folder=$(mktemp -d)
  debian_tree "$1" "$folder"
  mkdir "$folder/debian"
  printf 'Source: tapedeck\n\nPackage: tapedeck\nArchitecture: any\n' > "$folder/debian/control"
  depends=$(package_names "$folder" usr/bin/tapedeck) && ffmpeg=$(ffmpeg_packages) || return 1
  rm -rf "$folder/debian"
  mkdir "$folder/DEBIAN"
  (cd "$folder" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) > "$folder/DEBIAN/md5sums"
  cat > "$folder/DEBIAN/control" <<CONTROL
Package: tapedeck
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: $maintainer
Installed-Size: $(du -sk --apparent-size "$folder/usr" | cut -f1)
Depends: $(printf '%s, %s' "$depends" "$ffmpeg" | sed 's/, /\n/g' | LC_ALL=C sort -u | paste -sd, | sed 's/,/, /g')
Recommends: libsdl2-2.0-0
Section: video
Priority: optional
Description: deterministic media player that records and replays its runs
 TapeDeck decides what a media player does next, without clocks, files or
 threads, and plays media with FFmpeg. Every run can be recorded as a trace,
 which replays bit for bit without the media. The command line also explains,
 compares and tests players by their traces.
CONTROL
  chmod -R u=rwX,go=rX "$folder"
  find "$folder" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz -z2 --build "$folder" "$2" > /dev/null || return 1
  rm -rf "$folder"
}
