# Shared by check.sh and quickstart.sh: steps with a title and their duration, and packages.
# Sourced by bash; leaves the working directory and all options alone.
# shellcheck shell=bash

# say LINE...
say() { printf '%s\n' "$@"; }

failed_steps=()

# step TITLE COMMAND...: runs the command under its title. Returns its status and remembers a failure.
step() {
  local title=$1 begun=$SECONDS status=0
  shift
  say "" "== $title"
  "$@" || status=$?
  if [ "$status" -eq 0 ]; then
    say "== done in $((SECONDS - begun)) s"
  else
    say "== FAILED after $((SECONDS - begun)) s: $title"
    failed_steps+=("$title")
  fi
  return "$status"
}

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Abbrev}' "$1" 2>/dev/null | cut -c1-2)" = ii ]; }

# install_packages KIND...: installs what .ci/packages.txt lists under these kinds and this machine lacks.
install_packages() {
  local kind name missing=()
  while read -r kind name; do
    if [[ " $* " == *" $kind "* ]] && ! is_installed "$name"; then missing+=("$name"); fi
  done <.ci/packages.txt
  if [ ${#missing[@]} -eq 0 ]; then
    say "all required Debian packages are installed"
    return 0
  fi
  if ! command -v apt-get >/dev/null; then
    say "this needs Debian 12; elsewhere, install the equivalents of ${missing[*]}"
    return 1
  fi
  if [ "$(id -u)" -ne 0 ]; then
    say "packages are missing and only root can install them; run this, then start again:"
    say "  sudo apt-get install --no-install-recommends ${missing[*]}"
    return 1
  fi
  say "installing ${missing[*]}"
  local log=build/apt-get.log
  mkdir -p build
  if ! { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"; } \
    >"$log" 2>&1 </dev/null; then
    tail -n 20 "$log"
    say "apt-get could not install them; its output is in $log"
    return 1
  fi
}

# fetch_axe: fetches the accessibility checker of the pages from npm into build/axe-core, unless it is there. Without npm
# or a registry the check is skipped with a notice.
fetch_axe() {
  local version=4.10.3 place=build/axe-core
  [ -f $place/package/axe.min.js ] && return 0
  mkdir -p $place
  if command -v npm >/dev/null && (cd $place && npm pack --silent "axe-core@$version" >npm.log 2>&1 &&
    tar -xzf "axe-core-$version.tgz" package/axe.min.js); then
    say "axe-core $version, the accessibility checker of the pages, is in $place"
  else
    say "ATTENTION: axe-core $version could not be fetched from npm: the accessibility of the pages is not checked"
  fi
}

# fetch_readers: fetches the readers of Parquet from npm into build/columns-readers, unless they are there. Without npm
# or a registry the check is skipped with a notice.
fetch_readers() {
  local place=build/columns-readers
  cmp -s tests/columns/package.json $place/package.json && [ -d $place/node_modules ] && return 0
  rm -rf $place
  mkdir -p $place
  if command -v npm >/dev/null && cp tests/columns/package.json $place/ &&
    (cd $place && npm install --silent --no-audit --no-fund >npm.log 2>&1); then
    say "three readers of Parquet are in $place"
  else
    rm -rf $place
    say "ATTENTION: the readers of Parquet could not be fetched from npm: no table is read back with them"
  fi
}

cores() { nproc 2>/dev/null || say 2; }
