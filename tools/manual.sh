#!/bin/sh
# Writes the manual: a page for docket and one for each of its commands, from the output of `docket help`.
#   manual.sh DOCKET DIR
# It writes man(7) itself: the help of a command is already laid out for a terminal, so it is kept, and only its headings
# are marked. docket.1 is written last: if it exists, all pages do.
set -eu
docket=$1 into=$2

# Prints a line literally: no escapes, no request at its beginning.
plain() { sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^\([.']\)/\\\\\&\1/"; }

page() { # NAME SUMMARY, the text on standard input
  printf '.TH "%s" 1 "" "docket %s" "User commands"\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n' \
    "$(echo "$1" | tr 'a-z' 'A-Z')" "$VERSION" "$1" "$2"
  plain
  printf '.fi\n'
}

commands=$("$docket" help | sed -n '/^Play and record:/,/^"docket help/s/^  \([a-z-][a-z-]*\)  *[a-z].*/\1/p')
[ -n "$commands" ]
for command in $commands; do
  "$docket" help "$command" >"$into/help.text"
  summary=$(sed -n '1s/^docket [a-z-]* - //p' "$into/help.text")
  { sed 1,2d "$into/help.text" | page "docket-$command" "$summary"
    printf '.SH "SEE ALSO"\n.BR docket (1)\n'; } >"$into/docket-$command.1"
done
rm -f "$into/help.text"
{ "$docket" help | sed 1,3d | page docket "replay and audit of card games"
  printf '.SH "SEE ALSO"\n'
  for command in $commands; do printf '.BR docket\\-%s (1)\n' "$(echo "$command" | sed 's/-/\\-/g')"; done; } >"$into/docket.1.part"
mv "$into/docket.1.part" "$into/docket.1"
