#!/usr/bin/env python3
"""People's duels, with the cards of a database: what docket verify finds in them.

  verdicts.py DOCKET REAL

REAL is the folder data/real of the shared data; if it is missing, the exit status is 77. The program that ran the duels
allowed every act in them, so each certain finding was reviewed and is listed here with its rule. With the older database half
of the cards are unknown, and there may be no more findings than with all of them.
"""
import json
import lzma
import pathlib
import subprocess
import sys
import tempfile

LOOKED_AT = {}  # (game, event): the clause by which it is illegal, although the program allowed it


def answers(docket, archive, *words):
    """The items of a command that answers a list."""
    done = subprocess.run([docket, "--archive", archive, "--json", *words], capture_output=True, text=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return [line["item"] for line in lines if "item" in line]


def found(docket, real, database):
    """The number of verified games, and their certain findings."""
    with tempfile.TemporaryDirectory() as folder:
        cards = pathlib.Path(folder) / "cards.cdb"
        cards.write_bytes(lzma.decompress((real / "cards" / database).read_bytes()))
        archive = folder + "/archive"
        stored = answers(docket, archive, "import", "--cards", str(cards), str(real / "edopro"))
        assert all(item["status"] == "stored" for item in stored), [i for i in stored if i["status"] != "stored"]
        games = answers(docket, archive, "verify", "--all", "--again")
        findings = {}
        for game in games:
            for finding in (one["finding"] for one in game["legality"]["findings"]):
                if finding["grade"] == "certain":
                    findings[game["game"], finding["event"]] = finding["clause"]
        return len(games), findings


def main():
    docket, real = sys.argv[1], pathlib.Path(sys.argv[2])
    if not real.is_dir():
        print(f"NOT TESTED: the files of people are not at {real}")
        return 77
    bad = False
    for database in ("made-4747.cdb.xz", "cards.cdb.xz"):
        games, findings = found(docket, real, database)
        print(f"{database}: {games} games, {len(findings)} findings")
        bad = bad or games != 91
        for (game, event), clause in sorted(findings.items()):
            if LOOKED_AT.get((game, event)) != clause:
                print(f"  {game} at event {event}: [{clause}], which nobody looked at")
                bad = True
    return 1 if bad else 0


sys.exit(main())
