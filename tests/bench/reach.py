#!/usr/bin/env python3
"""Times queries about one card in a large archive: `docket regress` of a change of that card's limit, over many short games a
few of which have the card, both without the games that the change cannot affect and with all of them folded; and `docket
verify --all`, the first time, when nothing has changed, and with --again. Then `docket regress` of a change of the rules that
affects few games, over whole games of Legend of the Five Rings: the first time, when their footprints are computed, and with
stored footprints; and `docket coverage`. Wall and CPU seconds, one job, the best of several rounds.

    tests/bench/reach.py build/release/tools/docket [--games 100000] [--with-card 100] [--whole 2000] [--rounds 5]"""
import argparse
import pathlib
import re
import tempfile

from timing import generated, quietly, timed

EVENTS = 24  # of each game: its beginning
FILE_GAMES = 20_000
CARD, SECOND = "Tallow Sprite", "Tallow Sprite II"
RARE_PLAYER = "Rare Player"
LIMIT = '"limit": "once-per-turn"'


def beginnings(program, folder):
    """The first events of generated games, and their cards."""
    file = folder / "games.jsonl"
    quietly(program, "generate", "yugioh", "--games", 600, "--seed", 2, "-o", file)
    games = []
    for line in file.read_text().splitlines(keepends=True):
        if line.startswith('{"game":'):
            games.append([line])
        elif len(games[-1]) <= EVENTS:
            games[-1].append(line)
    return games, (folder / "games.jsonl.cards.json").read_text()


def catalogues(text, folder):
    """The cards with a second printing of one, and the same with another limit on that printing."""
    begin = text.index(f'{{"key": "{CARD}"')
    end = text.index('{"key": "', begin + 1)
    card = text[begin:end]
    second = card.replace(f'"key": "{CARD}"', f'"key": "{SECOND}"', 1)
    changed = second.replace(LIMIT, LIMIT + ', "max": 2', 1)
    assert second != card and changed != second
    before, after = folder / "before.json", folder / "after.json"
    before.write_text(text[:end] + second + text[end:])
    after.write_text((text[:end] + changed + text[end:]).replace('"version": "1"', '"version": "2"', 1))
    return before, after


def files(games, count, with_card, folder):
    """Files of `count` games; `with_card` of them have the second printing and RARE_PLAYER."""
    every = max(1, count // with_card)
    for first in range(0, count, FILE_GAMES):
        path = folder / f"part-{first}.jsonl"
        with path.open("w") as out:
            for number in range(first, min(first + FILE_GAMES, count)):
                game = games[number % len(games)]
                head = re.sub(r'"id":"[^"]*"', f'"id":"k-{number:07}"', game[0], count=1)
                body = "".join(game[1:])
                if number % every == 0:
                    head = head.replace('"Player 1"', f'"{RARE_PLAYER}"', 1)
                    body = body.replace(f'"definition":"{CARD}"', f'"definition":"{SECOND}"')
                out.write(head + body)
        yield path


def show(what, runs):
    print(f"| {what} | {min(one[0] for one in runs):.2f} | {min(one[1] for one in runs):.2f} |", flush=True)


def changed_rules(program, folder):
    """The rules of Legend of the Five Rings, but with another count of the copies of a trait, which few games have."""
    shown = quietly(program, "rules", "list", "--json")
    digest = re.search(r'"name":"l5r-celestial","version":"2011-06-06".*?"digest":"([0-9a-f]+)"', shown).group(1)
    file = folder / "copies.json"
    file.write_text(f"""{{"name": "l5r-celestial", "version": "2026-01-01", "from": "2026-01-01",
      "extends": {{"name": "l5r-celestial", "version": "2011-06-06", "digest": "{digest}"}},
      "granting": {{"traitCopies": "each"}}}}""")
    return file


def whole_games(program, folder, count, rounds):
    file, cards = generated(program, folder, "l5r-celestial", count)
    archive = folder / "whole"
    quietly(program, "import", "--archive", archive, "--cards", cards, file)
    of_archive = ["--archive", archive, "--jobs", 1]
    regress = ["regress", "--to", changed_rules(program, folder), *of_archive]
    coverage = ["coverage", *of_archive]
    show(f"regress of a rule, {count} whole games, footprints taken", [timed(program, *regress)])
    for what, words in [("the same, footprints kept", regress), ("the same, --again", [*regress, "--again"]),
                        ("coverage, footprints kept", coverage), ("coverage --again", [*coverage, "--again"]),
                        ("verify --all --again", ["verify", "--all", "--again", *of_archive])]:
        show(what, [timed(program, *words) for _ in range(rounds)])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--with-card", type=int, default=100)
    parser.add_argument("--whole", type=int, default=2_000)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    program = given.program.resolve()
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        games, cards = beginnings(program, folder)
        before, after = catalogues(cards, folder)
        archive = folder / "archive"
        wall, processor, _ = timed(program, "import", "--archive", archive, "--cards", before,
                              *files(games, given.games, given.with_card, folder))
        print(f"| what | wall, s | processor, s |\n|---|---|---|\n| import | {wall:.2f} | {processor:.2f} |", flush=True)
        regress = ["regress", "--to-cards", after, "--archive", archive, "--jobs", 1]
        verify = ["verify", "--all", "--archive", archive, "--jobs", 1]
        wall, processor, _ = timed(program, *verify)
        print(f"| verify --all, the first time, kept | {wall:.2f} | {processor:.2f} |", flush=True)
        for what, words in [("verify --all, nothing changed", verify), ("verify --all --again", [*verify, "--again"]),
                            ("regress, games left out", regress), ("regress --again", [*regress, "--again"])]:
            show(what, [timed(program, *words) for _ in range(given.rounds)])
        whole_games(program, folder, given.whole, given.rounds)


if __name__ == "__main__":
    main()
