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

# The words up to the one that is completed, as they were typed, in $typed. Bash parts one at each @, = and : too, as in
# GAME@2; what stands in the line without a blank between is one word.
_docket_typed() {
  local piece rest=$COMP_LINE begun
  typed=()
  for piece in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    begun=${rest#"${rest%%[![:blank:]]*}"}
    if [[ ${#typed[@]} -gt 0 && $begun == "$rest" && -n $rest ]]; then
      typed[-1]+=$piece
    else
      typed+=("$piece")
    fi
    rest=${begun#"$piece"}
  done
}

_docket() {
  local typed words=() word about begun kept=
  _docket_typed
  for word in "${typed[@]:1}"; do
    _docket_word "$word"
    words+=("$word")
  done
  begun=${typed[-1]}
  # Of an answer bash puts what comes after the last : or =, or from the last @ on, in place of what is there.
  local signs=${COMP_WORDBREAKS//[^@=:]/}
  if [[ -n $signs && $begun != [\'\"]* ]]; then
    local last=${words[-1]##*["$signs"]}
    kept=${words[-1]%"$last"}
    kept=${kept%@}
  fi
  COMPREPLY=()
  while IFS=$'\t' read -r word about; do
    word=${word#"$kept"}
    # Behind a quotation mark bash itself quotes; elsewhere a blank or a # has to be.
    [[ $begun == [\'\"]* ]] || word=$(printf '%q' "$word")
    COMPREPLY+=("$word")
  done < <("${COMP_WORDS[0]}" complete -- "${words[@]}" 2>/dev/null)
}
complete -o default -F _docket docket
