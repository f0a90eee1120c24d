# Completion of docket for bash: it asks the program itself (docket help complete).

# _docket_word WORD: the word without its quotation marks and backslashes, the last mark missing perhaps, in $word.
_docket_word() {
  word=$1
  case $word in
    [\'\"]*)
      local mark=${word:0:1}
      word=${word:1}
      word=${word%"$mark"}
      ;;
    *) word=${word//\\/} ;;
  esac
}

_docket() {
  local words=() word about begun=${COMP_WORDS[COMP_CWORD]}
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    _docket_word "$word"
    words+=("$word")
  done
  COMPREPLY=()
  while IFS=$'\t' read -r word about; do
    # Behind a quotation mark bash itself quotes; elsewhere a blank or a # has to be.
    [[ $begun == [\'\"]* ]] || word=$(printf '%q' "$word")
    COMPREPLY+=("$word")
  done < <("${COMP_WORDS[0]}" complete -- "${words[@]}" 2>/dev/null)
}
complete -o default -F _docket docket
