#!/usr/bin/env bash
# From a fresh clone to a dispute settled: installs what is missing, builds the program, and shows its main job on the
# games in tests/games. Can be run again at any time: what was built is kept, the archive is made anew.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. .ci/steps.sh

docket=build/release/tools/docket
here=build/quickstart

build() {
  cmake --preset release >build/release.configure.log 2>&1 || { cat build/release.configure.log; return 1; }
  cmake --build --preset release -j "$(cores)" --target docket
}

# show STATUS ARGUMENT...: one command of the program as a person would type it, with what it says. All ends where its
# exit status is not STATUS: 0 agrees, 1 differs, 2 usage or bad input, 3 damaged archive, 4 environment.
show() {
  local expected=$1 status=0
  shift
  say "" "\$ docket $*"
  "$docket" "$@" || status=$?
  if [ "$status" -ne "$expected" ]; then
    say "quickstart: this ended with exit status $status instead of $expected"
    exit 1
  fi
}

demonstrate() {
  rm -rf "$here"
  mkdir -p "$here"
  show 0 --help
}

mkdir -p build
step "Debian packages" install_packages build
step "the docket program" build
step "the main job" demonstrate
say "" "all of it took $SECONDS s"
