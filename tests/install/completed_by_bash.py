#!/usr/bin/env python3
"""Completes a command line in bash: types it into a shell in a pseudoterminal and presses Tab.

    completed_by_bash.py COMPLETION_FILE COMMAND_LINE...
"""
import os
import pty
import select
import shlex
import sys
import time

SECONDS = 20


class Shell:
    def __init__(self, completion):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.environ |= {"TERM": "dumb", "INPUTRC": "/dev/null", "PS1": ""}
            os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])
        # Ctrl-G prints the current line.
        self.write(f". {shlex.quote(completion)}; bind 'set enable-bracketed-paste off'; "
                   r"""bind -x '"\C-g": echo "[$READLINE_LINE]"'; echo asked''here""" + "\n")
        self.until("askedhere")

    def write(self, text):
        os.write(self.terminal, text.encode())

    def until(self, wanted):
        said, ends = "", time.monotonic() + SECONDS
        while wanted not in said:
            if not select.select([self.terminal], [], [], max(0, ends - time.monotonic()))[0]:
                sys.exit(f"no {wanted!r} in {said!r}")
            said += os.read(self.terminal, 4096).decode()
        return said

    def completed(self, line):
        self.write(f"{line}\t\a")
        said = self.until("]")
        self.write("\x15")
        return said[said.rindex("[") + 1:said.rindex("]")]


def main():
    shell = Shell(sys.argv[1])
    for line in sys.argv[2:]:
        print(shell.completed(line))
    os.close(shell.terminal)
    os.waitpid(shell.process, 0)


main()
