#!/usr/bin/env python3
"""Many games, from generation to a day's backup: the cost of each step, and a check of its result.

  many_games.py DOCKET [--games N] [--batch N] [--distinct N] [--proof-time PROGRAM]

The games are generated, imported in files of --batch games each (a file is deleted once it is imported, so the disk holds
one at a time), verified, signed, written as tiles; a game is proved; the archive is backed up. Then a day brings a
thousandth as many, which are signed, proved to continue the earlier log, and backed up separately.
--distinct: the number of batches that are generated; the others repeat these games under other ids, which makes them other
games to an archive (other salts, other heads) without the time to generate them. PROGRAM is docket-proof-time.

For each step it prints wall seconds, peak memory and bytes. A step that fails or needs more memory than MOST_MEBIBYTES
ends it with exit status 1.
"""
import argparse, json, os, pathlib, subprocess, sys, tempfile, time

MOST_MEBIBYTES = {"import": 1024, "verify": 512, "checkpoint": 512, "tiles": 512, "prove": 256, "check-proof": 256,
                  "backup": 512}


def fail(why):
    print("FAILED:", why, file=sys.stderr)
    sys.exit(1)


def size_of(path):
    if path.is_file():
        return path.stat().st_size
    return sum(one.stat().st_size for one in path.rglob("*") if one.is_file())


class Steps:
    """Runs the program's steps and remembers their costs; steps of the same name are added."""

    def __init__(self, docket, archive):
        self.docket, self.archive, self.took = docket, archive, {}

    def run(self, name, *words, of_archive=True, shown=None):
        typed = [self.docket, *map(str, words)] + (["--archive", str(self.archive)] if of_archive else [])
        begun = time.monotonic()
        with tempfile.TemporaryFile() as out:
            child = subprocess.Popen(typed, stdout=out, stderr=subprocess.STDOUT)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            seconds = time.monotonic() - begun
            out.seek(0)
            said = out.read().decode()
        if child.returncode != 0:
            fail(f"{' '.join(typed)}: exit status {child.returncode}\n{said[-2000:]}")
        memory = usage.ru_maxrss / 1024
        if memory > MOST_MEBIBYTES.get(words[0], 1024):
            fail(f"{name}: {memory:.0f} MiB of memory, at most {MOST_MEBIBYTES[words[0]]} are allowed")
        before = self.took.get(name, (0.0, 0.0))
        self.took[name] = (before[0] + seconds, max(before[1], memory))
        return said


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("docket")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--batch", type=int, default=10_000)
    parser.add_argument("--distinct", type=int, default=1_000_000)
    parser.add_argument("--proof-time")
    asked = parser.parse_args()
    os.environ.pop("DOCKET_ARCHIVE", None)
    with tempfile.TemporaryDirectory(prefix="docket-many-") as work:
        run_in(pathlib.Path(work), asked)


def batch_file(work, steps, asked, number):
    """A file of games whose ids are in no other batch; the caller deletes it after the import."""
    seed = number % asked.distinct + 1
    made = work / f"made.{seed}"
    if not made.exists():
        steps.run("generate", "generate", "yugioh", "--games", asked.batch, "--seed", seed, "-o", made, of_archive=False)
    if number < asked.distinct and asked.distinct * asked.batch >= asked.games:
        return made
    renamed = work / "renamed"
    with open(made, "rb") as games, open(renamed, "wb") as out:
        id_begins = b'"id":"yugioh-'
        for line in games:
            out.write(line.replace(id_begins, id_begins + b"%d-" % number, 1) if line.startswith(b'{"game":') else line)
    return renamed


def import_batches(work, steps, asked, numbers, name):
    stored = 0
    for number in numbers:
        games = batch_file(work, steps, asked, number)
        cards = work / "cards.json"
        if not cards.exists():
            cards.write_bytes(next(work.glob("made.*.cards.json")).read_bytes())
        said = steps.run(name, "import", "--cards", cards, games)
        if f"{asked.batch} stored, 0 unchanged, 0 refused" not in said:
            fail("not every game was stored: " + said[-300:])
        stored += asked.batch
        games.unlink()
    return stored


def run_in(work, asked):
    archive = work / "archive"
    steps = Steps(asked.docket, archive)
    stored = import_batches(work, steps, asked, range(max(asked.games // asked.batch, 1)), "import")
    sizes = {"import": size_of(archive)}

    said = steps.run("verify", "verify", "--all")
    if f"{stored} games: {stored} agree, 0 differ, 0 damaged" not in said:
        fail("not every game agrees: " + said[-300:])
    steps.run("keys", "keys", "new", "club.example/archive", "-o", work / "key", of_archive=False)
    steps.run("checkpoint", "checkpoint", "--key", work / "key", "-o", work / "signed")
    sizes["checkpoint"] = size_of(work / "signed")
    leaves = int((work / "signed").read_text().splitlines()[1])
    steps.run("tiles", "tiles", work / "tiles")
    sizes["tiles"] = size_of(work / "tiles")
    game = "yugioh-1-1" if asked.distinct * asked.batch >= asked.games else "yugioh-0-1-1"
    said = json.loads(steps.run("prove", "prove", game, "-o", work / "proof", "--json"))["answer"]
    if said["size"] != leaves or not said["newest"] or leaves < stored:
        fail(f"{leaves} leaves of {stored} games, and the proof says {said}")
    sizes["prove"] = size_of(work / "proof")
    steps.run("check-proof", "check-proof", work / "proof", "--key", work / "key.pub", of_archive=False)
    steps.run("backup", "backup", work / "backups")
    sizes["backup"] = size_of(work / "backups")

    asked.batch = max(stored // 1000, 2)  # a day's games
    asked.distinct, asked.games = 1_000_000_000, asked.batch
    day = import_batches(work, steps, asked, [999_999], "import of a day")
    sizes["import of a day"] = size_of(archive) - sizes["import"]
    steps.run("checkpoint after it", "checkpoint", "--key", work / "key", "-o", work / "signed.later")
    steps.run("prove --since", "prove", "--since", work / "signed", "-o", work / "since.proof")
    sizes["prove --since"] = size_of(work / "since.proof")
    steps.run("tiles of a day", "tiles", work / "tiles")
    sizes["tiles of a day"] = size_of(work / "tiles") - sizes["tiles"]
    steps.run("backup of a day", "backup", work / "backups")
    sizes["backup of a day"] = size_of(work / "backups") - sizes["backup"]
    tell(steps, sizes, stored, day, leaves)
    if asked.proof_time:
        print(subprocess.run([asked.proof_time, archive], check=True, capture_output=True, text=True).stdout, end="")


def tell(steps, sizes, stored, day, leaves):
    print(f"{stored} games, then {day} of a day; {leaves} leaves in the log of the first checkpoint")
    print("| step | seconds | memory, MiB | bytes |\n| --- | ---: | ---: | ---: |")
    for name, (seconds, memory) in steps.took.items():
        print(f"| {name} | {seconds:.2f} | {memory:.0f} | {sizes.get(name, '')} |")


if __name__ == "__main__":
    main()
