#!/usr/bin/env bash
# The part of bare_debian.sh inside the bare system, where /checked has the package and the needed files of the checkout.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
source=/checked
place=$(mktemp -d)
cd "$place"

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
saw() { echo "saw: $*"; }
apt() { apt-get -qq -y "$@" > "$place/apt.log" 2>&1 || { tail -n 20 "$place/apt.log"; fail "apt-get $*"; }; }

apt update
apt install /checked/docket.deb
docket -V | grep -q '^docket [0-9]' || fail "the program does not tell its version"
saw "$(docket -V) runs, installed with $(grep -c '^Setting up' apt.log) packages"
dpkg -L docket > files

# A game typed by a judge, and a sample, in a separate archive.
docket import --cards $source/tests/games/catalogues/yugioh.json $source/tests/typed/friday-12.txt > import.out 2> /dev/null
docket import --cards $source/tests/games/catalogues/l5r-celestial.json $source/tests/games/l5r-paragon.jsonl \
  > import.out 2> /dev/null
[[ $(docket log friday/12 | docket import --archive again --cards $source/tests/games/catalogues/yugioh.json - 2> /dev/null) == \
  stored* ]] || fail "what docket log prints is not read again"
docket verify samples/l5r-paragon > verify.out && fail "a wrong ruling is exit status 1"
saw "$(docket games | grep -c '/') games imported, the transcript read back, a wrong ruling found"

. $source/tests/install/examples.sh
command -v python3 > /dev/null || fail "python3 was recommended and is not there"
example_in_python
saw "the Python module: the example of docs/json.md"

apt install --no-install-recommends man-db bash-completion zsh gcc libc6-dev pkg-config
for command in $(docket complete -- "" | cut -f 1 | grep -v '^help$'); do
  man -w "docket-$command" > /dev/null || fail "no page of the manual for $command"
done
man docket-verify | grep -q 'docket verify' || fail "the page of the manual is not shown"
saw "the manual: a page for docket and each of $(docket complete -- "" | grep -vc '^help') commands"

# Found like bash does: by the name of the command, when Tab is pressed.
offered=$(bash -c '. /usr/share/bash-completion/bash_completion
  _completion_loader docket || true
  COMP_WORDS=(docket verify fri) COMP_CWORD=2
  $(complete -p docket | sed "s/.*-F \([^ ]*\).*/\1/")
  echo "${COMPREPLY[*]}"')
[[ $offered == friday/12* ]] || fail "bash completes \"docket verify fri\" by \"$offered\""
saw "bash completes a game"
offered=$(timeout 60 zsh -f "$source/tests/install/completed_by_zsh.zsh" "docket verify fri")
[[ $offered == *friday/12* ]] || fail "zsh completes \"docket verify fri\" by \"$offered\""
saw "zsh completes a game"

example_in_c
saw "the C library: the example of docs/json.md, compiled by pkg-config"

sums() { (cd docket-archive && find . -type f | sort | xargs sha256sum); }
sums > sums.before
apt purge docket
while read -r path; do
  if [[ -e $path || -L $path ]] && ! dpkg -S "$path" > /dev/null 2>&1; then fail "$path is left after the purge"; fi
done < files
hash -r
if command -v docket > /dev/null; then fail "the program is left after the purge"; fi
sums | diff sums.before - || fail "the purge changed the archive"
saw "purged: nothing of its $(wc -l < files) paths is left, and the archive is as it was"
