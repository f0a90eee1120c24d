#!/usr/bin/env python3
"""Halls that record and an archive that receives, over a real broker; each is killed (kill -9) in an order given by a seed.

  kill_rounds.py DOCKET [--rounds N] [--halls N] [--nodes 1|3] [--seed N] [--workers N] [--keep FOLDER]

A round kills a hall, the relay, the program that talks to the broker, or a node of the broker, and starts it again; with
three nodes, each in a network namespace (as root), a round may also cut the link of a node. After the relay was killed the
archive has every event with a receipt; in the end it has every event once and in order: its heads are those of the halls.
Without a broker it reports that and is skipped (exit status 77).
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time

import broker as brokers
import cluster as clusters

ARCHIVE = "circuit.example/archive"


def lines_of(text):
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


class Docket:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, *words, status=(0,)):
        ran = subprocess.run([self.program, *words], cwd=self.folder, capture_output=True, text=True, check=False)
        if ran.returncode not in status:
            raise RuntimeError(f"docket {' '.join(words)}: {ran.returncode}\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}")
        return ran.stdout

    def games(self, archive):
        """The number of events and the head of each game."""
        if not (self.folder / archive / "ARCHIVE").exists():
            return {}
        items = [line["item"] for line in lines_of(self.run("games", "--archive", archive, "--json")) if "item" in line]
        return {item["game"]: item["events"] for item in items}

    def head(self, archive, game):
        return lines_of(self.run("export", game, "--archive", archive))[-1]["end"]["head"]



class Hall:
    """A `docket record` that gets an event every few milliseconds, and can be killed and started again."""

    def __init__(self, docket, name, urls, games):
        self.docket, self.name = docket, name
        self.urls = [word for url in urls for word in ("--relay", url)]
        self.games = [f"{name}/{i}" for i in range(1, games + 1)]
        self.kept, self.stuck = {}, {}
        self.running, self.stopping = None, False
        docket.run("keys", "new", name, "-o", f"{name}.key")

    def start(self):
        self.stopping = False
        counts = self.docket.games(self.name)
        self.running = subprocess.Popen(
            [self.docket.program, "record", "--archive", self.name, *self.urls, "--key", f"{self.name}.key",
             "--to", "archive.key.pub", "--wait", "300"],
            cwd=self.docket.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=open(self.docket.folder / f"{self.name}.err", "a"), text=True)
        self.threads = [threading.Thread(target=self.feed, args=(self.running, counts)),
                        threading.Thread(target=self.hear, args=(self.running,))]
        for thread in self.threads:
            thread.start()

    def feed(self, process, counts):
        try:
            for game in self.games:
                if game not in counts:
                    process.stdin.write(json.dumps({"game": {"id": game, "ruleset": "yugioh",
                                                             "players": [{"name": "A"}, {"name": "B"}]}}) + "\n")
            number = 0
            while not self.stopping:
                number += 1
                for game in self.games:
                    event = {"game": game, "note": f"{self.name} {number}"}
                    if number % 3 == 0:
                        event = {"game": game, "valueChanged": {"subject": "P1", "value": "life", "how": "lost",
                                                                "amount": number}}
                    process.stdin.write(json.dumps(event) + "\n")
                process.stdin.flush()
                time.sleep(0.02)
            for game in self.games:
                process.stdin.write(json.dumps({"seal": game}) + "\n")
            process.stdin.close()
        except (BrokenPipeError, ValueError):
            pass  # killed

    def hear(self, process):
        for line in process.stdout:
            try:
                item = json.loads(line).get("item", {})
            except json.JSONDecodeError:
                continue  # cut short by the kill
            if "relay" in item:
                game = item["relay"]["game"]
                self.kept[game] = max(self.kept.get(game, 0), item["relay"]["kept"])
                if item["relay"]["why"]:
                    self.stuck[game] = item["relay"]["why"]

    def kill(self):
        self.stopping = True
        self.running.kill()
        self.running.wait()
        for thread in self.threads:
            thread.join()

    def finish(self):
        """Ends the input and waits until everything is stored; returns the exit status."""
        self.stopping = True
        for thread in self.threads:
            thread.join()
        return self.running.wait()


class OneNode:
    """A broker of one node, with the same names as a cluster."""

    def __init__(self, folder):
        self.node = brokers.Broker(folder)
        self.node.wait = lambda: None
        self.nodes = [self.node]

    def start(self):
        self.node.start()

    def urls(self):
        return [self.node.url]

    def end(self):
        self.node.end()


class Relay:
    def __init__(self, docket, urls, halls):
        self.words = [docket.program, "relay", *urls, "--archive", "circuit", "--key", "archive.key", "--json"]
        for hall in halls:
            self.words += ["--hall", f"{hall.name}.key.pub"]
        self.docket, self.running = docket, None

    def start(self):
        self.running = subprocess.Popen(self.words, cwd=self.docket.folder, stdin=subprocess.DEVNULL,
                                        stdout=open(self.docket.folder / "relay.out", "a"),
                                        stderr=open(self.docket.folder / "relay.err", "a"))

    def kill(self):
        if self.running.poll() is not None:
            raise RuntimeError("docket relay has ended by itself; relay.err says why")
        self.running.kill()
        self.running.wait()

    def kill_courier(self):
        """The program that talks to the broker for this relay only."""
        children = pathlib.Path(f"/proc/{self.running.pid}/task/{self.running.pid}/children").read_text().split()
        for child in children:
            subprocess.run(["kill", "-9", child], check=False)

    def stop(self):
        self.running.terminate()
        if self.running.wait() != 0:
            raise RuntimeError("docket relay does not end with exit status 0")


def lost(docket, halls):
    """The events with a receipt that are missing in the archive."""
    counts = docket.games("circuit")
    return {game: kept for hall in halls for game, kept in hall.kept.items() if counts.get(game, 0) < kept}


def trouble(what, dice, docket, halls, relay, broker):
    """Runs one round; returns what went wrong."""
    if what == "hall":
        hall = dice.choice(halls)
        hall.kill()
        hall.start()
    elif what == "relay":
        relay.kill()
        missing = lost(docket, halls)
        relay.start()
        if missing:
            return f"events with a receipt are lost: {missing}"
    elif what == "courier":
        relay.kill_courier()
    elif what == "node":
        node = dice.choice(broker.nodes)
        node.kill()
        time.sleep(dice.uniform(0, 3))
        node.start()
        node.wait()
    else:
        node = dice.choice(broker.nodes)
        node.cut()
        time.sleep(dice.uniform(1, 12))
        node.mend()
    return ""


def play(docket, broker, options):
    dice = random.Random(options.seed)
    docket.run("keys", "new", ARCHIVE, "-o", "archive.key")
    halls = [Hall(docket, f"hall-{i}", broker.urls(), games=3) for i in range(1, options.halls + 1)]
    relay = Relay(docket, broker.urls(), halls)
    relay.start()
    for hall in halls:
        hall.start()
    kills = {"hall": 0, "relay": 0, "courier": 0, "node": 0, "link": 0}
    for number in range(1, options.rounds + 1):
        time.sleep(dice.uniform(0.2, 1.5))
        what = dice.choices(list(kills), weights=(5, 5, 3, 2, 2 if options.nodes > 1 else 0))[0]
        kills[what] += 1
        wrong = trouble(what, dice, docket, halls, relay, broker)
        if wrong:
            raise RuntimeError(f"round {number}: {wrong}")
        if options.rounds > 20 and number % 10 == 0:
            print(f"  after {number} rounds: receipts for {sum(sum(hall.kept.values()) for hall in halls)} events",
                  flush=True)
    for hall in halls:
        if hall.finish() != 0:
            raise RuntimeError(f"{hall.name}: not everything is kept: {hall.stuck}")
    relay.stop()
    return halls, kills


def compare(docket, halls):
    """Compares the games of the archive with those of the halls; returns the number of events."""
    events = 0
    there = docket.games("circuit")
    for hall in halls:
        for game, count in docket.games(hall.name).items():
            if there.get(game) != count:
                raise RuntimeError(f"{game}: {count} events in the hall, {there.get(game)} at the archive")
            if docket.head(hall.name, game) != docket.head("circuit", game):
                raise RuntimeError(f"{game}: another record at the archive")
            if hall.kept.get(game) != count:
                raise RuntimeError(f"{game}: {count} events, and receipts for {hall.kept.get(game)}")
            events += count
    docket.run("check", "--archive", "circuit")
    return events


def share_work(program, folder, broker, workers):
    """A regression by workers; returns rows of the table. Fails unless the report equals that of one process."""
    import shared_work  # pylint: disable=import-outside-toplevel,cyclic-import
    folder.mkdir()
    options = shared_work.options_of([program, "--games", "1000", "--workers", str(workers), "--per", "25",
                                      "--recheck", "20"])
    rows = shared_work.regressions(Docket(program, folder), broker.urls(), options)
    return [("games of a regression", options.games), ("workers that shared it", workers),
            ("kill -9 of a worker in the middle", rows[0]["killed"]), ("ranges with a result", rows[0]["ranges"]),
            ("reports that differ from that of one process", 0)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("docket")
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--halls", type=int, default=2)
    parser.add_argument("--nodes", type=int, choices=(1, 3), default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=0, help="then run a regression with that many workers, one of them killed")
    parser.add_argument("--keep", help="keep everything in this folder")
    options = parser.parse_args()
    program = pathlib.Path(options.docket).resolve()
    if not brokers.is_installed() or not (program.parent / "docket-amqp").exists():
        print("SKIPPED: there is no rabbitmq-server, or docket-amqp was not built: the relay was NOT tried on a broker")
        return 77
    if options.nodes > 1 and not clusters.is_possible():
        print("SKIPPED: three nodes need root and the command ip: the relay was NOT tried on a cluster")
        return 77
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(options.keep or place).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        broker = OneNode(folder / "broker") if options.nodes == 1 else clusters.Cluster(folder / "broker")
        try:
            broker.start()
            docket = Docket(str(program), folder)
            halls, kills = play(docket, broker, options)
            events = compare(docket, halls)
            shared = share_work(str(program), folder / "shared", broker, options.workers) if options.workers else []
        finally:
            broker.end()
    rows = [("nodes of the broker", options.nodes), ("halls, of three games each", options.halls),
            *((f"kill -9 of the {what}" if what != "link" else "links cut", count) for what, count in kills.items()),
            ("events recorded in the halls", events), ("of them at the archive, in order, once", events),
            ("events with a receipt that were lost", 0), *shared]
    for what, count in rows:
        print(f"{what:<46}{count:>10}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
