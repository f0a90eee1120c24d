#!/usr/bin/env bash
# Checks every ruleset, catalogue, play script, wordings and record of the tree against its schema; documents with one
# mistake each must be refused, as Docket refuses them.
#   documents.sh PYTHON SOURCE
set -euo pipefail
python=$1 source=$2
cd "$source"
hold() { "$python" tests/schemas/hold.py docs/schemas "$@"; }
hold document ruleset engine/rulesets/*.json tools/import/hearthstone/hearthstone.json tests/*/*/ruleset.json
hold document catalogue tools/generate/plays/*.cards.json tests/games/catalogues/*.json tests/conformance/*/cards.json
hold document play tools/generate/plays/*.play.json
hold document wordings engine/rulesets/wordings/*.json
hold lines record tests/games/*.jsonl

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
i=0
# shellcheck disable=SC2016  # "$schema" is a member
for mistake in \
  '{"name": "r"}' \
  '{"version": "1", "clausses": []}' \
  '{"version": "1", "clauses": [{"gist": "it has no id"}]}' \
  '{"version": "1", "zones": [{"name": "hand", "kind": "heap"}]}' \
  '{"version": "1", "zones": [{"name": "hand", "several": true}]}' \
  '{"version": "1", "limits": [{"name": "l", "max": 2147483648}]}' \
  '{"version": "1", "limits": [{"name": "l", "designator": "Battle"}]}' \
  '{"version": "1", "limits": [{"name": "l", "counted": "plays", "format": "limited"}]}' \
  '{"version": "1", "orientations": ["up", "up"]}' \
  '{"version": "1", "wins": {}}' \
  '{"$schema": 7, "version": "1"}'; do
  i=$((i + 1))
  echo "$mistake" > "$place/$i.json"
done
hold refuses ruleset "$place"/*.json
# Members with their default values may be written.
echo '{"version": "1", "zones": [{"name": "hand", "several": false}], "limits": [{"name": "l", "everyAbility": true,
  "designator": "Battle"}]}' > "$place/good"
hold document ruleset "$place/good"
