# Runs the examples of docs/json.md with the installed program and libraries; shared by both tests of an installation.
# Sourced by bash; needs `source` (the checkout) and a function `fail`, and runs in a writable folder whose docket-archive
# has the game samples/l5r-paragon.
# shellcheck shell=bash

# block LANGUAGE NUMBER: prints that block of the page.
block() {
  awk -v start="\`\`\`$1 tested" -v number="$2" '/^```/ { inside = !inside && $0 == start && ++seen == number; next } inside' \
    "${source:?}/docs/json.md"
}

# compile FILE PROGRAM: compiles with the flags from pkg-config.
compile() {
  local flags
  read -ra flags <<< "$(pkg-config --cflags --libs docket)"
  "${CC:-cc}" -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror "$1" "${flags[@]}" -pthread -o "$2"
}

example_in_c() {
  block c 1 > example.c
  compile example.c example
  ./example > example.out
  diff <(block text 3) example.out || fail "the example in C says something else"
}

example_in_python() {
  block python 1 > example.py
  python3 example.py > python.out
  diff <(block text 1) python.out || fail "the example in Python says something else"
}

# The plot, by the first python3 with pandas and matplotlib: Debian's, if another one is first on the path.
example_with_pandas() {
  local python
  for python in python3 /usr/bin/python3; do
    "$python" -c 'import matplotlib, pandas' 2> /dev/null || continue
    block python 2 > plotted.py
    "$python" plotted.py > plotted.out || fail "the example with pandas fails"
    diff <(block text 2) plotted.out || fail "the example with pandas says something else"
    grep -q '<svg' at-home.svg || fail "the example with pandas plots nothing"
    return 0
  done
  echo "ATTENTION: there is no python3-pandas or no python3-matplotlib: the example with pandas was not run"
}
