#!/usr/bin/env python3
"""The cost of real rules: `docket verify` (and `docket coverage`) over generated games of every shipped ruleset, and over
real duels if their folder is given; CPU time of one core, the best of several rounds in which the programs take turns. Prints
a table in Markdown; docs/performance.md says where the time goes.

    tests/bench/rulesets.py build/release/tools/docket [OTHER_PROGRAM...] [--games 2000] [--rounds 5] [--duels DIR] [--coverage]

The first program makes the games and the archives; each program reads all of them. Compare figures only within one run."""
import argparse
import pathlib
import tempfile

from timing import archives, quietly, timed

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", nargs="+", type=pathlib.Path)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--duels", type=pathlib.Path)
    parser.add_argument("--coverage", action="store_true", help="docket coverage too, which takes long")
    given = parser.parse_args()
    programs = [program.resolve() for program in given.programs]
    with tempfile.TemporaryDirectory() as made:
        verbs = [["verify", "--all"], ["coverage", "--again"]] if given.coverage else [["verify", "--all"]]
        # Makes a program that stores its results fold every game anyway.
        again = {program: ["--again"] if "--again" in quietly(program, "help", "verify") else [] for program in programs}
        columns = ["games", "program", *(f"{verb[0]}, μs/event" for verb in verbs)]
        print(f"| {' | '.join(columns)} |\n{'|---' * len(columns)}|", flush=True)
        for name, archive, events in archives(programs[0], pathlib.Path(made), given.games, given.duels):
            best = {}
            for _ in range(given.rounds):
                for program in programs:
                    for verb in verbs:
                        more = again[program] if verb[0] == "verify" else []
                        _, took, _ = timed(program, *verb, *more, "--archive", archive, "--jobs", 1)
                        best[program, verb[0]] = min(best.get((program, verb[0]), took), took)
            for program in programs:
                figures = " | ".join(f"{1e6 * best[program, verb[0]] / events:.2f}" for verb in verbs)
                print(f"| {name}: {events} events | {program.name} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
