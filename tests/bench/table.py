#!/usr/bin/env python3
"""Measures every line of the table of docs/performance.md with one command, and writes it there.

    tests/bench/table.py build/release/tools/docket build/release/tests/bench/docket-workload [--peers ../shared/bench]
        [--duels ../shared/data/games/edopro] [--games 2000] [--rounds 5] [--only verify,growth,...] [--write]

Each figure is the best of the rounds, in CPU time of one core unless the line says "wall". The neutral workload is timed in
the same rounds as the program of SQLite (`fold-sqlite.cpp` of the peers). Without --write the table is printed. Nothing else
should run: on a shared machine every figure is larger, and only ratios within one run can be compared."""
import argparse
import json
import pathlib
import subprocess
import tempfile

import growth
from timing import RULESETS, archives, events_in, generated, quietly, timed

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BEGIN, END = "<!-- The table: tests/bench/table.py --write -->", "<!-- The table ends -->"


class Bench:
    def __init__(self, given, folder):
        self.given, self.folder = given, folder
        self.program, self.workload = given.program.resolve(), given.workload.resolve()
        self.rows = []
        self.sqlite, self.short = None, None

    def row(self, what, floor, aim, measured):
        self.rows.append((what, floor, aim, measured))
        print(f"| {what} | {floor} | {aim} | {measured} |", flush=True)

    def best(self, *words, which=1):
        """The minimum of the rounds: index 0 is wall time, 1 CPU time."""
        return min(timed(self.program, *words)[which] for _ in range(self.given.rounds))

    def verify_cost(self, archive, *more):
        events = events_in(self.program, archive)
        return 1e6 * self.best("verify", "--all", "--again", "--archive", archive, "--jobs", 1, *more) / events

    def verify_beside(self, archive):
        """The same, with the time of SQLite's program in the same rounds in parentheses: the speed of the machine."""
        events = events_in(self.program, archive)
        ours, theirs = [], []
        for _ in range(self.given.rounds):
            ours.append(timed(self.program, "verify", "--all", "--again", "--archive", archive, "--jobs", 1)[1])
            theirs.append(self.yardstick())
        return f"{1e6 * min(ours) / events:.2f} ({min(theirs):.3f})"

    def yardstick(self):
        """The current time of SQLite's program to read and fold an event of the neutral workload, in μs."""
        games, each = 300, 300
        if self.short is None:
            self.short = self.neutral_games(games, each)
        lines = self.lines(self.peer(), self.short)
        return 1e6 * self.least(lines, self.reading(lines)) / (games * each)

    def peer(self):
        if self.sqlite is None:
            self.sqlite = self.folder / "fold-sqlite"
            peers = self.given.peers.resolve()
            subprocess.run(["g++", "-O2", "-std=c++17", f"-I{peers}", "-o", self.sqlite, peers / "fold-sqlite.cpp",
                            "-lsqlite3"], check=True)
        return self.sqlite

    def neutral_games(self, games, each):
        base = self.folder / f"w{each}-{games}"
        subprocess.run(["node", self.given.peers.resolve() / "workload.mjs", "--games", str(games), "--events", str(each),
                        "--out", base], check=True, capture_output=True)
        return base

    @staticmethod
    def least(lines, variant, field="seconds"):
        return min(line[field] for line in lines if line["variant"] == variant)

    @staticmethod
    def reading(theirs):
        """SQLite's name for reading and folding one row per event."""
        return next(line["variant"] for line in theirs
                    if "row an event" in line["variant"] or line["variant"] == "read+fold")

    # -- the lines

    def verify(self):
        for name, archive, events in archives(self.program, self.folder, self.given.games, self.given.duels):
            self.row(f"`verify`, {name}, {events} events, μs per event", "2.5", "1.2", self.verify_beside(archive))
            self.row(f"`verify --json`, {name}: the same in words", "", "", f"{self.verify_cost(archive, '--json'):.2f}")

    def documents(self):
        for name in ("tidepool", "railyard"):
            at = ROOT / "tests/conformance" / name
            file, cards = generated(self.program, self.folder, name, self.given.games, at)
            archive = self.folder / name
            quietly(self.program, "import", "--archive", archive, "--ruleset", at / "ruleset.json", "--cards", cards, file)
            self.row(f"`verify`, {name}, {self.given.games} generated, μs per event", "4", "2", self.verify_beside(archive))

    def growth(self):
        for what, fixtures in growth.FIXTURES.items():
            costs = [growth.cost(self.program, self.folder, *fixture, self.given.rounds) for fixture in fixtures]
            self.row(f"growth with {what}: μs per event that touches none, and the largest by the smallest",
                     "1.5x", "1.0x",
                     f"{', '.join(f'{one:.2f}' for one in costs)}: {max(costs) / max(min(costs), 0.01):.2f}x")

    def coverage(self):
        games = self.given.games
        for ruleset in RULESETS:
            folder = self.folder / "coverage"
            folder.mkdir(exist_ok=True)
            file, cards = generated(self.program, folder, ruleset, games)
            archive = folder / ruleset
            quietly(self.program, "import", "--archive", archive, "--cards", cards, file)
            cost = 1e6 * self.best("coverage", "--again", "--archive", archive, "--jobs", 1) / events_in(self.program, archive)
            self.row(f"`coverage` vs. `verify`, {ruleset}, {games} generated", "1.5x", "1.1x",
                     f"{cost / self.verify_cost(archive):.1f}x ({cost:.2f} μs per event)")

    def neutral(self):
        for each, total in ((300, 300_000), (3000, 300_000), (30_000, 300_000), (300, 3_000_000)):
            base = self.neutral_games(total // each, each)
            ours, theirs = [], []
            for _ in range(self.given.rounds if total < 1_000_000 else 2):
                theirs += self.lines(self.peer(), base)
                ours += self.lines(self.workload, base)
            self.compare(each, total, ours, theirs)
            for file in self.folder.glob(f"{base.name}*"):
                file.unlink()

    def lines(self, program, base):
        said = subprocess.run([program, base, self.folder], capture_output=True, text=True, check=True).stdout
        return [json.loads(line) for line in said.splitlines() if line.startswith("{")]

    def compare(self, each, total, ours, theirs):
        hashes = {line["hash"] for line in ours + theirs if "hash" in line}
        if len(hashes) != 1:
            raise SystemExit(f"the programs do not agree: {hashes}")
        at = f"{total // each} games of {each}"
        least, peer = self.least, self.least(theirs, self.reading(theirs))
        self.row(f"replay vs. SQLite with a row per event, one thread, {at}", "1.0x", "2.0x",
                 f"{peer / least(ours, 'read+fold'):.2f}x ({1e6 * least(ours, 'read+fold') / total:.3f} μs and "
                 f"{1e6 * peer / total:.3f})")
        self.row(f"verify, likewise, {at}", "0.5x", "1.0x",
                 f"{peer / least(ours, 'verify: heads, judge, fold, digest'):.2f}x")
        if each == 30_000:
            p50 = least(ours, "state at k from keyframes", "state_at_k_us_p50")
            self.row("state at event k of 30,000, p50, ms", "0.15", "0.05", f"{p50 / 1000:.3f}")
        if each == 300:
            stored = [line["disk_bytes_per_event"] for line in ours if line["variant"].startswith("import tx/10k")]
            self.row(f"bytes per event, sealed, neutral workload, {at}", "8", "4", f"{min(stored):.1f}")
            took = min(line["seconds"] for line in ours if line["variant"].startswith("import tx/10k"))
            self.row(f"import in memory to archive, {at}, wall", "700 k/s", "2 M/s", f"{total / took / 1000:.0f} k/s")

    def files(self):
        games = self.given.games
        file, cards = generated(self.program, self.folder, "yugioh", games)
        self.imports("JSON Lines", ["--cards", cards, file])
        if self.given.duels:
            archive, events = self.imports(".yrpX", ["--ruleset", "yugioh", *sorted(self.given.duels.glob("*.yrpX"))])
            timed(self.program, "verify", "--all", "--archive", archive)
            held = sum(one.stat().st_size for one in archive.rglob("*") if one.is_file())
            self.row("bytes per event, real duels, all that the archive holds after `verify`", "15", "8",
                     f"{held / events:.1f}")

    def imports(self, what, words):
        took = []
        for number in range(self.given.rounds):
            archive = self.folder / f"import-{what.strip('.').replace(' ', '-')}-{number}"
            took.append(timed(self.program, "import", "--archive", archive, *words)[0])
        events = events_in(self.program, archive)
        self.row(f"import, {what}, {events} events, wall", "150 k/s", "400 k/s" if what[0] == "J" else "300 k/s",
                 f"{events / min(took) / 1000:.0f} k/s")
        return archive, events

    def cores(self):
        file, cards = generated(self.program, self.folder, "yugioh", 1000)
        short = self.folder / "short"
        quietly(self.program, "import", "--archive", short, "--cards", cards, file)
        long = growth.archive(self.program, self.folder, 50, 1, 30_000, 10)
        for what, archive, floor in (("1,000 short games", short, "1.8"), ("10 games of 30,000 events", long, "1.6")):
            one, two = (self.best("verify", "--all", "--again", "--archive", archive, "--jobs", jobs, which=0)
                        for jobs in (1, 2))
            self.row(f"two cores vs. one, `verify`, {what}, wall", f"{floor}x", "1.9x", f"{one / two:.2f}x")


LINES = ["verify", "documents", "growth", "coverage", "neutral", "files", "cores"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("workload", type=pathlib.Path)
    parser.add_argument("--peers", type=pathlib.Path, default=ROOT.parent / "shared/bench")
    parser.add_argument("--duels", type=pathlib.Path)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default=",".join(LINES), help="these lines; with --write the others stay as they are")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        bench = Bench(given, pathlib.Path(made))
        for line in given.only.split(","):
            getattr(bench, line)()
    if given.write:
        page = ROOT / "docs/performance.md"
        text = page.read_text()
        before, after = text.index(BEGIN), text.index(END)
        rows = {line.split(" | ")[0]: line for line in text[before:after].splitlines() if line.startswith("| ")}
        new = {f"| {row[0]}": f"| {' | '.join(row)} |" for row in bench.rows}
        head = ["| what | floor | aim | measured |", "| --- | --- | --- | --- |"]
        lines = [line for what, line in ({**rows, **new} if given.only != ",".join(LINES) else new).items()
                 if line not in head]
        page.write_text(text[:before] + BEGIN + "\n\n" + "\n".join([*head, *lines]) + "\n\n" + text[after:])


if __name__ == "__main__":
    main()
