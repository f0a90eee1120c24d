#!/usr/bin/env python3
"""The latency of receipts: many live tables, each with one event per second, through a broker to an archive.

  many_tables.py DOCKET [--tables N] [--seconds N] [--nodes 1|3]

Prints percentiles of the time from writing a line to `docket record` until its receipt is read. Skipped with a notice
if there is no broker (exit status 77).
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

import broker as brokers
import cluster as clusters
from kill_rounds import ARCHIVE, Docket, OneNode, Relay


class NamedHall:
    def __init__(self, name):
        self.name = name


def measure(docket, broker, options):
    docket.run("keys", "new", ARCHIVE, "-o", "archive.key")
    docket.run("keys", "new", "hall-1", "-o", "hall-1.key")
    relay = Relay(docket, broker.urls(), [NamedHall("hall-1")])
    relay.start()
    urls = [word for url in broker.urls() for word in ("--relay", url)]
    hall = subprocess.Popen([docket.program, "record", "--archive", "hall-1", *urls, "--key", "hall-1.key", "--to",
                             "archive.key.pub", "--wait", "300"], cwd=docket.folder, stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    written, seconds, begun = {}, [], threading.Event()

    def hear():
        kept, known = {}, 0
        for line in hall.stdout:
            item = json.loads(line).get("item", {}).get("relay")
            if item is None:
                continue
            now, game = time.monotonic(), item["game"]
            if item["kept"] >= 1 and kept.get(game, 0) < 1:
                known += 1
                if known == options.tables:
                    begun.set()
            for number in range(kept.get(game, 0) + 1, item["kept"] + 1):
                if (game, number) in written:
                    seconds.append(now - written[game, number])
            kept[game] = max(kept.get(game, 0), item["kept"])

    ear = threading.Thread(target=hear, daemon=True)
    ear.start()
    games = [f"table/{i}" for i in range(1, options.tables + 1)]
    for game in games:  # all tables begin; this is not measured
        hall.stdin.write(json.dumps({"game": {"id": game, "ruleset": "yugioh", "players": [{}, {}]}}) + "\n")
        hall.stdin.write(json.dumps({"game": game, "note": "it begins"}) + "\n")
    hall.stdin.flush()
    if not begun.wait(600):
        raise RuntimeError("the tables do not begin")
    start = time.monotonic()
    for second in range(options.seconds):
        for i, game in enumerate(games):
            due = start + second + i / len(games)
            time.sleep(max(0, due - time.monotonic()))
            written[game, second + 2] = time.monotonic()
            hall.stdin.write(json.dumps({"game": game, "valueChanged": {"subject": "P1", "value": "life", "how": "lost",
                                                                        "amount": second}}) + "\n")
            hall.stdin.flush()
    took = time.monotonic() - start
    hall.stdin.close()
    status = hall.wait()
    ear.join()
    relay.stop()
    return sorted(seconds), took, status


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("docket")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--nodes", type=int, choices=(1, 3), default=1)
    options = parser.parse_args()
    if not brokers.is_installed() or (options.nodes > 1 and not clusters.is_possible()):
        print("SKIPPED: there is no rabbitmq-server, or no right to make network namespaces")
        return 77
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        broker = OneNode(folder / "broker") if options.nodes == 1 else clusters.Cluster(folder / "broker")
        try:
            broker.start()
            docket = Docket(str(pathlib.Path(options.docket).resolve()), folder)
            seconds, took, status = measure(docket, broker, options)
        finally:
            broker.end()
    events = options.tables * options.seconds
    at = [seconds[min(len(seconds) - 1, int(len(seconds) * share))] for share in (0.5, 0.99, 0.999)]
    print(f"{options.tables} tables, {events} events in {took:.1f} s by {options.nodes} nodes: receipts p50 {at[0]:.3f} s, "
          f"p99 {at[1]:.3f} s, p999 {at[2]:.3f} s, longest {seconds[-1]:.3f} s; {events - len(seconds)} missing")
    return 0 if status == 0 and len(seconds) == events else 1


if __name__ == "__main__":
    sys.exit(main())
