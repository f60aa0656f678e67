# Systems that contain only what the trial needs; for Tools/support/check-release, with $root and $work set.

# Usage: run_in ROOT COMMAND ARGUMENT…; runs a command with ROOT as its whole file system, and a separate environment.
run_in() {
  local where=$1 spaces=(--mount --propagation private)
  shift
  ((EUID == 0)) || spaces+=(--user --map-root-user)
  # shellcheck disable=SC2016
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    unshare "${spaces[@]}" bash -c 'mount --rbind /proc "$1/proc" && exec chroot "$@"' bash "$where" "$@"
}

# Usage: debian_root FOLDER DEPENDS PACKAGE…; a Debian system with what DEPENDS names, and PACKAGE.
debian_root() {
  local packages
  mkdir -p "$1"
  packages=$(python3 "$root/Tools/support/release/root.py" "$@") || return 1
  mkdir -p "$1/inputs"
  cp "$work"/inputs/* "$1/inputs/"
  # Programs write to it, and chroot has no devices.
  touch "$1/dev/null" && chmod 666 "$1/dev/null"
  echo "$packages packages"
}
