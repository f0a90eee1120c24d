#!/usr/bin/env bash
# From a fresh clone to a settled dispute: installs what is missing, builds the program, and shows its main job on the
# games in tests/games. Can be run again at any time: it keeps the build and makes a new archive.
# DOCKET=PROGRAM: uses that program; installs and builds nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. .ci/steps.sh

docket=${DOCKET:-build/release/tools/docket}
here=build/quickstart

build() {
  cmake --preset release >build/release.configure.log 2>&1 || { cat build/release.configure.log; return 1; }
  cmake --build --preset release -j "$(cores)" --target docket
}

# show STATUS ARGUMENT...: runs a command of the program and shows it with its output. Exits if its status is not
# STATUS: 0 agrees, 1 differs, 2 usage or bad input, 3 damaged archive, 4 environment.
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
  export DOCKET_ARCHIVE=$here/archive
  local cards=tests/games/catalogues
  say "" "Two recorded games and an older version of one are imported into an archive."
  show 0 import --cards "$cards/l5r-celestial.json" --cards "$cards/yugioh.json" tests/games/l5r-paragon*.jsonl \
    tests/games/yugioh-use-or-activate.jsonl
  show 0 games
  say "" "A dispute in the first: what is the Champion's Personal Honor after event 30?"
  show 0 replay samples/l5r-paragon --at 30
  show 0 explain samples/l5r-paragon '#2' 'Personal Honor' --at 30
  say "" "The same under the rules before 6 June 2011:"
  show 0 explain samples/l5r-paragon-2010 '#2' 'Personal Honor' --at 30
  if [ -d ../shared/data/games/edopro ]; then
    say "" "Real duels, recorded by a simulator:"
    show 0 import --json --cards ../shared/data/games/edopro/cards.jsonl ../shared/data/games/edopro/060[1-3].yrpX
    show 0 verify 0601 0602 0603
  fi
  say "" "Two rulings were given in the disputed game. Are they right? (Exit status 1: one is not.)"
  show 1 verify samples/l5r-paragon
}

mkdir -p build
if [ -z "${DOCKET:-}" ]; then
  step "Debian packages" install_packages build
  step "the docket program" build
fi
step "the main job" demonstrate
say "" "finished in $SECONDS s"
