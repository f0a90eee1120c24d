#!/usr/bin/env bash
# A million events to Parquet and to CSV, timed, and read back by the three readers. Run by hand, for figures.
#   million.sh PROGRAM SOURCE [FOLDER]    FOLDER: where it works; by default a temporary folder
set -euo pipefail
docket=$(realpath "$1") source=$(realpath "$2")
place=${3:-$(mktemp -d)}
[ -n "${3-}" ] || trap 'rm -rf "$place"' EXIT
cd "$place"
export DOCKET_ARCHIVE=$place/archive
"$docket" generate yugioh --games 9200 --seed 5 --planted 10 -o games.jsonl > /dev/null
"$docket" import --cards games.jsonl.cards.json games.jsonl > /dev/null 2>&1
TIMEFORMAT='%R s, %U s of the processor'
time "$docket" export --columns tables
time "$docket" export --columns sheets --csv
"$docket" index > /dev/null
time node --max-old-space-size=4096 "$source/tests/columns/readers.mjs" "$docket" "$source" "$place"
