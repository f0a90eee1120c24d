#!/usr/bin/env python3
"""People's real files: what docket import reports for each, as a table for the docs.

  table.py DOCKET REAL          prints the table
  table.py DOCKET REAL PAGE     exits with 1 if the page has another table between its two marks
  table.py --write DOCKET REAL PAGE

REAL is the folder data/real of the shared data; if it is missing, the exit status is 77. Only --write writes, to the page.
"""
import collections
import json
import lzma
import pathlib
import subprocess
import sys
import tempfile

BEGIN, END = "<!-- table of real files -->\n", "<!-- end of the table -->\n"


def imported(docket, archive, files):
    """The items of docket import's answer for these files."""
    done = subprocess.run([docket, "--archive", archive, "--json", "import", *files], capture_output=True, text=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return [line["item"] for line in lines if "item" in line]


def reason(item):
    """Why a file is refused, without the hint about what to import instead."""
    return item["errors"][0]["message"].split(", which is not imported: ")[0]


def row(docket, what, files):
    with tempfile.TemporaryDirectory() as folder:
        items = imported(docket, folder + "/archive", [str(file) for file in files])
    stored = [item for item in items if item["status"] == "stored"]
    refused = [item for item in items if item["status"] == "refused"]
    why = collections.Counter(reason(item) for item in refused)
    events = sum(item["events"] for item in stored)
    skipped = sum(one["count"] for item in stored for one in item["skipped"])
    reasons = "; ".join(f"{count}: {words}" for words, count in sorted(why.items()))
    return f"| {what} | {len(files)} | {len(stored)} | {events} | {skipped} | {len(refused)} | {reasons} |\n"


def table(docket, real):
    text = "| what | files | games imported | events | skipped | refused | why |\n|---|---|---|---|---|---|---|\n"
    by_version = collections.defaultdict(list)
    for line in (real / "edopro/expected.jsonl").read_text().splitlines():
        duel = json.loads(line)
        by_version[duel["version"]].append(real / "edopro" / duel["file"])
    for version, files in sorted(by_version.items()):
        text += row(docket, f"EDOPro {version}, `.yrpX`", sorted(files))
    with tempfile.TemporaryDirectory() as folder:
        for kind, words in ((".log", "Hearthstone, `Power.log`"), (".xml", "Hearthstone, HSReplay")):
            files = []
            for packed in sorted((real / "hearthstone").glob(f"*{kind}.xz")):
                file = pathlib.Path(folder) / packed.stem
                file.write_bytes(lzma.decompress(packed.read_bytes()))
                files.append(file)
            text += row(docket, words, files)
    return text


def main():
    arguments = sys.argv[1:]
    write = arguments[:1] == ["--write"]
    if write:
        arguments = arguments[1:]
    if not pathlib.Path(arguments[1]).is_dir():
        print(f"NOT TESTED: the files of people are not at {arguments[1]}")
        return 77
    made = table(arguments[0], pathlib.Path(arguments[1]))
    if len(arguments) == 2:
        print(made, end="")
        return 0
    page = pathlib.Path(arguments[2])
    before, rest = page.read_text().split(BEGIN)
    there, after = rest.split(END)
    if write:
        page.write_text(before + BEGIN + made + END + after)
        return 0
    if there != made:
        print(f"{page} has another table; tests/real_files/table.py --write makes it. It should be:\n{made}")
        return 1
    return 0


sys.exit(main())
