# Completion of docket for bash: it asks the program itself (docket help complete).
_docket() {
  local words=("${COMP_WORDS[@]:1:COMP_CWORD}") word about
  COMPREPLY=()
  while IFS=$'\t' read -r word about; do
    COMPREPLY+=("$(printf '%q' "$word")")
  done < <("${COMP_WORDS[0]}" complete -- "${words[@]}" 2>/dev/null)
}
complete -o default -F _docket docket
