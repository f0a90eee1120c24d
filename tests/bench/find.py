#!/usr/bin/env python3
"""Times searches of a large archive of many short games, a few of which have one card: how long indexing takes and how many
bytes a game has in the index; how long `docket find` takes to find the first hit and all of them, with the index and by folding
the games that it leaves; and `docket verify --all --again` for comparison with a search that folds every game. Wall seconds,
one job, the best of several rounds.

    tests/bench/find.py build/release/tools/docket [--games 100000] [--with-card 100] [--rounds 5]

DOCKET_FIND_GAMES also sets the number of games."""
import argparse
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time

from reach import CARD, RARE_PLAYER, SECOND, beginnings, files
from timing import quietly, timed


def with_second_card(text, folder):
    """The cards, and a copy of the first one with another title."""
    begin = text.index(f'{{"key": "{CARD}"')
    end = text.index('{"key": "', begin + 1)
    second = text[begin:end].replace(f'"{CARD}"', f'"{SECOND}"')
    file = folder / "cards.json"
    file.write_text(text[:end] + second + text[end:])
    return file


def first_line(*words):
    """Seconds until a command has written a whole line."""
    began = time.monotonic()
    child = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    child.stdout.readline()
    seconds = time.monotonic() - began
    child.stdout.close()
    child.kill()
    child.wait()
    return seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--games", type=int, default=int(os.environ.get("DOCKET_FIND_GAMES", "100000")))
    parser.add_argument("--with-card", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    program = given.program.resolve()
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        games, cards = beginnings(program, folder)
        archive = folder / "archive"
        words = ["import", "--archive", archive, "--cards", with_second_card(cards, folder),
                 *files(games, given.games, given.with_card, folder)]
        print("| what | first hit, s | all, s | games opened |\n|---|---|---|---|", flush=True)
        print(f"| import | | {timed(program, *words)[0]:.2f} | {given.games} |", flush=True)
        of_archive = ["--archive", archive, "--jobs", 1]
        print(f"| index | | {timed(program, 'index', *of_archive)[0]:.2f} | {given.games} |", flush=True)
        size = json.loads(quietly(program, "index", *of_archive, "--json"))["answer"]
        print(f"| {size['bytes'] / given.games:.0f} bytes of index for a game, {size['rows']} rows | | | |", flush=True)
        clause = "ygo.summon.normal"
        for what, asked in [("a card, first appearance", ["--card", SECOND]),
                            ("a state, by card", [f'any(in anywhere, title "{SECOND}")']),
                            ("a clause", ["--clause", clause]),
                            ("games of a player", ["--player", RARE_PLAYER]),
                            ("games of an unknown player", ["--player", "unknown"]),
                            ("a state, no index", ["count(in anywhere) > 1000"])]:
            find = [program, "find", *asked, *of_archive]
            opened = re.search(r"(\d+) games? searched", quietly(*find)).group(1)
            first = min(first_line(*find) for _ in range(given.rounds))
            every = min(timed(*find)[0] for _ in range(given.rounds))
            print(f"| {what} | {first:.3f} | {every:.2f} | {opened} |", flush=True)
        verify = min(timed(program, "verify", "--all", "--again", *of_archive)[0] for _ in range(given.rounds))
        print(f"| verify --all --again | | {verify:.2f} | {given.games} |", flush=True)


if __name__ == "__main__":
    main()
