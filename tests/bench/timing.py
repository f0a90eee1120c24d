"""Shared by the scripts of this folder: runs commands that must succeed, and times them."""
import os
import re
import subprocess
import time

RULESETS = ["yugioh", "l5r-celestial", "grand-archive", "huntik", "marvel-champions"]


def quietly(*words):
    """Runs a command that must succeed; returns its output."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):  # 1: it found a difference, as in games with planted mistakes
        raise SystemExit(f"{' '.join(map(str, words))}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def timed(*words):
    """Likewise; returns wall seconds, CPU seconds and peak memory in MiB."""
    began = time.monotonic()
    with open(os.devnull, "w", encoding="ascii") as nowhere:
        child = subprocess.Popen([str(word) for word in words], stdout=nowhere, stderr=nowhere)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(map(str, words))}: exit {child.returncode}")
    return time.monotonic() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def events_in(program, archive):
    listed = quietly(program, "games", "--archive", archive, "--json")
    return sum(int(count) for count in re.findall(r'"events":(\d+)', listed))


def generated(program, folder, name, games, document=None):
    """A file of games of the named ruleset, or of the one in a folder with its cards; and the file of the cards."""
    file = folder / f"{name}.jsonl"
    cards = document / "cards.json" if document else folder / f"{name}.jsonl.cards.json"
    ruleset = [document / "ruleset.json", "--cards", cards] if document else [name]
    quietly(program, "generate", *ruleset, "--games", games, "--seed", 1, "-o", file)
    return file, cards


def archives(program, folder, games, duels):
    """An archive of generated games of each ruleset that ships, and one of the replays in a folder: name, archive, events."""
    for ruleset in RULESETS:
        file, cards = generated(program, folder, ruleset, games)
        archive = folder / ruleset
        quietly(program, "import", "--archive", archive, "--cards", cards, file)
        yield f"{ruleset}, {games} generated", archive, events_in(program, archive)
    if duels:
        archive = folder / "duels"
        quietly(program, "import", "--archive", archive, "--ruleset", "yugioh", *sorted(duels.glob("*.yrpX")))
        yield "yugioh, real duels", archive, events_in(program, archive)
