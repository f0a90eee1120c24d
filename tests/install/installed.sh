#!/usr/bin/env bash
# What is installed: the program, a page of the manual for each command, and completion that works in bash.
#   installed.sh CMAKE BUILD_DIR
set -euo pipefail
cmake=$1 build=$2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
unset DOCKET_ARCHIVE

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

"$cmake" --install "$build" --prefix "$place" > "$place/log"
docket=$place/bin/docket
"$docket" -V | grep -q '^docket [0-9]' || fail "the program does not tell its version"

commands=$("$docket" complete -- "" | cut -f 1 | grep -v '^help$')
for command in $commands; do
  page=$place/share/man/man1/docket-$command.1
  grep -q '^Usage: docket' "$page" || fail "$command has no page, or one without its usage"
  grep -qF "docket\\-${command//-/\\-} (1)" "$place/share/man/man1/docket.1" || fail "docket.1 does not name $command"
done

cd "$place"
"$docket" generate yugioh --games 3 -o games.jsonl > games.log
"$docket" import --cards games.jsonl.cards.json games.jsonl > import.log
PATH=$place/bin:$PATH
# shellcheck disable=SC1091
. "$place/share/bash-completion/completions/docket"
offered() { # the words of a command line, the last one begun
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
  _docket
  echo "${COMPREPLY[*]}"
}
[[ $(offered docket veri) == verify ]] || fail "no command is completed: $(offered docket veri)"
[[ $(offered docket verify yugioh-1-) == "yugioh-1-1 yugioh-1-2 yugioh-1-3" ]] || fail "no game is completed"
[[ $(offered docket verify --al) == --all ]] || fail "no option is completed"
[[ $(offered docket explain yugioh-1-1 '#113') == '\#113' ]] || fail "no card is completed"
echo "installed: $(echo "$commands" | wc -l) commands with their pages, and completion"
