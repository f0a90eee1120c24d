# What zsh makes of a command line when Tab is pressed behind it: a shell at a terminal of its own is typed to.
#   zsh -f completed_by_zsh.zsh "docket verify fri"
zmodload zsh/zpty
zpty shell zsh -f -i || exit 1
zpty -w shell "PS1='' PS2=''; autoload -Uz compinit; compinit -u; unsetopt zle_bracketed_paste; print asked''here"
said=
until [[ $said == *askedhere* ]]; do zpty -r shell line && said+=$line || exit 1; done
zpty -w -n shell "$1"$'\t'
sleep 3
said=
while zpty -r -t shell line; do said+=$line; done
print -r -- "$said"
zpty -d shell
