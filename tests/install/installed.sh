#!/usr/bin/env bash
# What is installed: the program, a page of the manual for each command, completion that works in bash, the C library with
# what pkg-config knows of it, and the Python module; the examples of docs/library.md are run over them.
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

# The library: what its page shows, and what no caller should do.
block() { # LANGUAGE NUMBER: that block of the page
  awk -v start="\`\`\`$1 tested" -v number="$2" '/^```/ { inside = !inside && $0 == start && ++seen == number; next } inside' \
    "$source/docs/library.md"
}
"$docket" import --archive "$place/docket-archive" --cards "$source/tests/games/catalogues/l5r-celestial.json" \
  "$source/tests/games/l5r-paragon.jsonl" > import.log
PKG_CONFIG_PATH=$(dirname "$(find "$place" -name docket.pc)")
LD_LIBRARY_PATH=$(dirname "$(find "$place" -name libdocket.so)")
PYTHONPATH=$(dirname "$(find "$place" -path '*/docket/__init__.py')" | xargs dirname)
export PKG_CONFIG_PATH LD_LIBRARY_PATH PYTHONPATH
read -ra flags <<< "$(pkg-config --cflags --libs docket)"
compile() { "${CC:-cc}" -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror "$1" "${flags[@]}" -pthread -o "$2"; }
block c 1 > example.c
compile example.c example
./example > example.out
diff <(block text 2) example.out || fail "the example in C says something else"
compile "$source/tests/install/hostile.c" hostile
./hostile "$place/docket-archive" samples/l5r-paragon || fail "a hostile caller does harm"
exported=$(nm -D --defined-only "$LD_LIBRARY_PATH/libdocket.so" | awk '{ print $3 }' | grep -v '^docket_[a-z_]*$' || true)
[[ -z $exported ]] || fail "the library exports more than its functions: $exported"
readelf -d "$LD_LIBRARY_PATH/libdocket.so" | grep -q 'SONAME.*libdocket\.so\.0' || fail "the library has no versioned name"
if command -v python3 > /dev/null; then
  block python 1 > example.py
  python3 example.py > python.out
  diff <(block text 1) python.out ||
    fail "the example in Python says something else"
  python3 "$source/tests/install/module.py" || fail "the Python module does not hold"
fi
echo "installed: $(echo "$commands" | wc -l) commands with their pages, completion, the library in C and Python"
