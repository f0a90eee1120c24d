#!/usr/bin/env bash
# A day in the life of an archive, from the first table to a ruling that a third party checks: fifty tables are recorded
# live and backed up at the same time, the archive is signed, the disk is lost, the archive is restored and compared with
# the checkpoint, and the disputed ruling is certified and checked without the archive.
#
#   day_in_the_life.sh DOCKET    DOCKET: the program
#
# Exit status 0 if all results are as expected; otherwise it prints the first unexpected one.
set -euo pipefail

readonly docket=$1
readonly tables=50
work=$(mktemp -d)
readonly work
trap 'rm -rf "$work"' EXIT
cd "$work"
unset DOCKET_ARCHIVE

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
say() { echo "== $*"; }

say "$tables tables play"
"$docket" generate yugioh --games "$tables" --seed 26 -o games.jsonl > /dev/null
# The lines of a table: its header, then each event with the name of its game; the tables take turns, one line each.
awk -v dir="$work" '
  /^\{"game":/ { match($0, /"id":"[^"]*"/); id = substr($0, RSTART + 6, RLENGTH - 7); file = dir "/table." id; print > file; next }
  { sub(/^\{/, "{\"game\":\"" id "\","); print > file }' games.jsonl
paste -d '\n' table.* | sed '/^$/d' > live.jsonl
lines=$(wc -l < live.jsonl)

say "they are recorded, $lines lines, and backed up at the same time"
mkfifo feed
"$docket" record --archive archive --ruleset yugioh --cards games.jsonl.cards.json < feed > answers.jsonl &
recorder=$!
exec 3> feed
head -n "$((lines / 2))" live.jsonl >&3
until [[ $(wc -l < answers.jsonl) -ge $((lines / 2)) ]]; do sleep 0.1; done
"$docket" backup backups --archive archive > first_backup
"$docket" record --archive archive < /dev/null 2> second && fail "a second recorder was not refused"
grep -q "$recorder" second || fail "the second recorder did not report who records: $(cat second)"
tail -n "+$((lines / 2 + 1))" live.jsonl >&3
exec 3>&-
wait "$recorder" || fail "the recorder refused a line: $(grep -m 1 error answers.jsonl)"
[[ $(wc -l < answers.jsonl) -eq $((lines + 1)) ]] || fail "not every line was answered"

say "a ruling is disputed"
game=$(ls table.* | head -n 1)
game=${game#table.}
"$docket" rule "$game" --archive archive --at 20 --claim 'value(P1, "life") > 0' --judge "C. Dahl" > /dev/null
# The ruling is of this day; later it must still be the same.
"$docket" rulings "$game" --archive archive > rulings.before

say "the archive is signed, witnessed and backed up"
"$docket" keys new club.example/archive -o archive.key > /dev/null 2>&1
"$docket" keys new friend.example/witness --witness -o witness.key > /dev/null 2>&1
"$docket" checkpoint --archive archive --key archive.key -o signed > /dev/null
"$docket" cosign signed --key witness.key --log archive.key.pub -o cosigned > /dev/null
"$docket" checkpoint --archive archive --add cosigned --witness witness.key.pub -o kept.checkpoint > /dev/null
"$docket" tiles tiles --archive archive > /dev/null
"$docket" backup backups --archive archive > second_backup

say "the disk is lost, and the archive restored"
rm -rf archive
"$docket" restore backups restored > /dev/null
"$docket" check --archive restored --against kept.checkpoint --key archive.key.pub --key witness.key.pub --tiles tiles \
  > checked || fail "the restored archive: $(cat checked)"
"$docket" verify --archive restored --all > verified || fail "the restored archive: $(tail -n 3 verified)"
"$docket" rulings "$game" --archive restored | cmp - rulings.before || fail "the ruling is another one"

say "the older backup differs from what was signed"
"$docket" restore backups older --backup 1 > /dev/null
"$docket" check --archive older --against kept.checkpoint --key archive.key.pub --tiles tiles > older.checked &&
  fail "an older copy was accepted as the newest"
grep -q "rolled back" older.checked || fail "it was not said why: $(cat older.checked)"

say "the ruling is certified, and checked without the archive"
"$docket" certify "$game" --archive restored -o ruling.certificate > /dev/null
mkdir elsewhere
cp ruling.certificate archive.key.pub witness.key.pub games.jsonl.cards.json elsewhere
cd elsewhere
"$docket" check-proof ruling.certificate --key archive.key.pub --key witness.key.pub --cards games.jsonl.cards.json ||
  fail "the certificate was rejected"
say "done"
