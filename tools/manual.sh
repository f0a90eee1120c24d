#!/bin/sh
# Writes the manual: a page for docket and one for each of its commands, made of what `docket help` prints.
#   manual.sh DOCKET DIR
# It writes the pages itself in the words of man(7): the help of a command is laid out for a terminal already, so it is
# kept as it is, and only its heads are marked. docket.1 is written last: if it exists, all pages do.
set -eu
docket=$1 into=$2

# A line as it is: no escapes, no request at its beginning.
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
