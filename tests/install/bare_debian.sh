#!/usr/bin/env bash
# The Debian package on a bare Debian 12: debootstrap makes one, and in it the package is installed, tried and purged.
# It prints what it saw, and ends with status 1 at the first failure. Run by hand, as root (docs/contributing.md):
#   bare_debian.sh PACKAGE.deb SOURCE_DIR [BASE]
# BASE: a folder in which the bare system is kept for the next run; created if missing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$1 source=$(cd "$2" && pwd) base=${3:-}
place=$(mktemp -d)
root=$place/root
end() {
  umount "$root/dev/pts" "$root/proc" 2> /dev/null || true
  rm -rf --one-file-system "$place"
}
trap end EXIT

mirror=$(apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' |
  awk '$1 == "bookworm" && $2 == "main" { print $3; exit }')
[[ -n $mirror ]] || { echo "apt has no source of Debian 12 (bookworm)" >&2; exit 1; }
bare=${base:-$place/bare}
[[ -d $bare ]] || debootstrap --variant=minbase bookworm "$bare" "$mirror" > "$place/log" ||
  { tail "$place/log" >&2; exit 1; }
cp -a "$bare" "$root"
mount -t proc proc "$root/proc"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"  # for a shell at a terminal of its own
ln -sf pts/ptmx "$root/dev/ptmx"
mkdir -p "$root/checked/tests/games" "$root/checked/docs"
cp "$package" "$root/checked/docket.deb"
cp "$source/docs/json.md" "$root/checked/docs"
cp -r "$here" "$source/tests/typed" "$root/checked/tests"
cp -r "$source/tests/games/catalogues" "$source"/tests/games/*.jsonl "$root/checked/tests/games"
chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
  /bin/bash /checked/tests/install/in_bare_debian.sh
