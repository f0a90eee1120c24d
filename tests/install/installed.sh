#!/usr/bin/env bash
# Checks the installed files: the program, a manual page for each command, completion that works in bash, the C library
# with its pkg-config file, and the Python module; the examples of docs/json.md are run with them.
#   installed.sh CMAKE BUILD_DIR SOURCE_DIR
set -euo pipefail
cmake=$1 build=$2 source=$3
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
unset DOCKET_ARCHIVE

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# As after quickstart.sh, which builds only the program: the rest is built before it is installed.
rm -f "$build"/tools/library/libdocket.so*
"$cmake" --install "$build" --prefix "$place" > "$place/log"
docket=$place/bin/docket
"$docket" -V | grep -q '^docket [0-9]' || fail "the program does not tell its version"

commands=$("$docket" complete -- "" | cut -f 1 | grep -v '^help$')
for command in $commands; do
  page=$place/share/man/man1/docket-$command.1
  grep -q '^Usage: docket' "$page" || fail "$command has no page, or one without its usage"
  grep -qF "docket\\-${command//-/\\-} (1)" "$place/share/man/man1/docket.1" || fail "docket.1 does not name $command"
done

"$docket" cases check "$place/share/docket/cases" | grep -q ' answers agree, 0 differ, 0 undecided$' ||
  fail "the library of rulings does not agree: $("$docket" cases check "$place/share/docket/cases" | tail -3)"

cd "$place"
"$docket" generate yugioh --games 3 -o games.jsonl > games.log
"$docket" import --cards games.jsonl.cards.json games.jsonl > import.log
PATH=$place/bin:$PATH
# shellcheck disable=SC1091
. "$place/share/bash-completion/completions/docket"
offered() { # the words of a command line, the last one begun
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE=$*
  _docket
  echo "${COMPREPLY[*]}"
}
[[ $(offered docket veri) == verify ]] || fail "no command is completed: $(offered docket veri)"
[[ $(offered docket verify yugioh-1-) == "yugioh-1-1 yugioh-1-2 yugioh-1-3" ]] || fail "no game is completed"
[[ $(offered docket verify --al) == --all ]] || fail "no option is completed"
[[ $(offered docket explain yugioh-1-1 '#113') == '\#113' ]] || fail "no card is completed"
[[ $(offered docket explain yugioh-1-1 "'#113") == '#113' ]] || fail "no card is completed behind a quotation mark"
[[ $(offered docket explain yugioh-1-1 '\#113') == '\#113' ]] || fail "no card is completed behind a backslash"
[[ $(offered docket cards show 'Ledger\ of\ Ti') == 'Ledger\ of\ Tides' ]] || fail "no title is completed"
[[ $(offered docket --archive docket-archive verify yugioh-1-1) == yugioh-1-1 ]] || fail "no game behind --archive"
if command -v python3 > /dev/null; then
  # A shell at a terminal, which splits a word at each @, = and : before it completes. In a separate archive, because a
  # record is replaced.
  mkdir corrected
  cd corrected
  "$docket" import --cards ../games.jsonl.cards.json ../games.jsonl > import.log
  "$docket" export yugioh-1-2 | head -n -1 > corrected.jsonl
  echo '{"note":"read again from the sheet"}' >> corrected.jsonl
  "$docket" import --cut --replaces yugioh-1-2 corrected.jsonl > import.log
  at_terminal=$(python3 "$source/tests/install/completed_by_bash.py" \
    "$place/share/bash-completion/completions/docket" "docket verify yugioh-1-2@" \
    "docket --archive=docket-archive verify yugioh-1-2@" "docket cards show 'Ledger of Ti")
  wanted=$(printf '%s \n' "docket verify yugioh-1-2@2" "docket --archive=docket-archive verify yugioh-1-2@2" \
    "docket cards show 'Ledger of Tides'")
  [[ $at_terminal == "$wanted" ]] || fail "bash at a terminal completes: $at_terminal"
  cd ..
fi

# The library: its page's examples, and mistakes of a caller.
# shellcheck source=tests/install/examples.sh
. "$source/tests/install/examples.sh"
"$docket" import --archive "$place/docket-archive" --cards "$source/tests/games/catalogues/l5r-celestial.json" \
  "$source/tests/games/l5r-paragon.jsonl" > import.log
PKG_CONFIG_PATH=$(dirname "$(find "$place" -name docket.pc)")
LD_LIBRARY_PATH=$(dirname "$(find "$place" -name libdocket.so)")
PYTHONPATH=$(dirname "$(find "$place" -path '*/docket/__init__.py')" | xargs dirname)
export PKG_CONFIG_PATH LD_LIBRARY_PATH PYTHONPATH
example_in_c
compile "$source/tests/install/hostile.c" hostile
./hostile "$place/docket-archive" samples/l5r-paragon || fail "a hostile caller does harm"
exported=$(nm -D --defined-only "$LD_LIBRARY_PATH/libdocket.so" | awk '{ print $3 }' | grep -v '^docket_[a-z_]*$' || true)
[[ -z $exported ]] || fail "the library exports more than its functions: $exported"
readelf -d "$LD_LIBRARY_PATH/libdocket.so" | grep -q 'SONAME.*libdocket\.so\.0' || fail "the library has no versioned name"
if command -v python3 > /dev/null; then
  example_in_python
  example_with_pandas
  python3 "$source/tests/install/module.py" || fail "the Python module does not hold"
fi
echo "installed: $(echo "$commands" | wc -l) commands with their pages, completion, the library in C and Python"
