#!/usr/bin/env python3
"""A regression shared by workers through a real broker: one of them is killed, and the report equals that of one process.

  shared_work.py DOCKET [--games N] [--copies N] [--turns N] [--ruleset NAME] [--workers N...] [--share] [--together]
                 [--nodes 1|3] [--per N] [--no-kill] [--recheck P] [--keep FOLDER]

Each worker has a separate archive, which follows that of `docket work` over HTTP, or reads that archive with --share.
Prints, for each number of workers, the CPU time of `docket work` and of all workers, including fetching, next to that of one
process with as many threads. Skipped with a notice if there is no broker (exit status 77).
"""
import argparse
import concurrent.futures
import functools
import http.server
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import broker as brokers
import cluster as clusters
from kill_rounds import Docket, OneNode

SOURCE = pathlib.Path(__file__).resolve().parents[2]
ORIGIN = "circuit.example/archive"


class Quiet(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass


class Served:
    """The folder of docket tiles --games, by HTTP."""

    def __init__(self, folder):
        handler = functools.partial(Quiet, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/copies"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self):
        self.server.shutdown()


def seconds_of(process):
    """Waits for a process; its exit status, and its processor time with that of the processes that it waited for."""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used.ru_utime + used.ru_stime


class Worker:
    def __init__(self, docket, number, urls, served, shares):
        self.name, self.docket = f"worker-{number}", docket
        archive = "corpus" if shares else f"copy-{number}"
        self.words = [docket.program, "worker", *(word for url in urls for word in ("--relay", url)), "--key",
                      f"{self.name}.key", "--from", "team.key.pub", "--archive", archive, "--jobs", "1",
                      "--documents", served.url]
        if not (docket.folder / f"{self.name}.key").exists():
            docket.run("keys", "new", self.name, "-o", f"{self.name}.key")
        self.seconds, self.is_killed, self.fetching = 0.0, False, 0.0
        if not shares:
            followed = subprocess.Popen([docket.program, "follow", served.url, "--key", "archive.key.pub", "--archive",
                                         archive], cwd=docket.folder, stdout=subprocess.DEVNULL)
            status, self.fetching = seconds_of(followed)
            if status != 0:
                raise RuntimeError(f"{self.name}: docket follow: {status}")
        self.start()

    def out(self):
        return self.docket.folder / f"{self.name}.out"

    def start(self):
        self.running = subprocess.Popen(self.words, cwd=self.docket.folder, stdout=open(self.out(), "w"),
                                        stderr=open(self.docket.folder / f"{self.name}.err", "a"))

    def ranges(self):
        return sum(line.startswith("done") for line in self.out().read_text().splitlines())

    def kill(self):
        self.running.kill()
        self.is_killed = True
        self.seconds += seconds_of(self.running)[1]

    def end(self):
        if self.is_killed:
            return
        self.running.send_signal(signal.SIGTERM)
        status, seconds = seconds_of(self.running)
        self.seconds += seconds
        if status != 0:
            raise RuntimeError(f"{self.name} does not end with exit status 0")


def import_copies(docket, games, copies):
    """Imports the same games under other ids, which is faster than generating more."""
    importing = subprocess.Popen([docket.program, "import", "--archive", "corpus", "--cards", f"{games}.cards.json", "-"],
                                 cwd=docket.folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    for copy in range(copies):
        with open(docket.folder / games, "rb") as lines:
            for line in lines:
                importing.stdin.write(line.replace(b'{"game":{"id":"', b'{"game":{"id":"%d-' % copy, 1))
    importing.stdin.close()
    if importing.wait() != 0:
        raise RuntimeError("docket import fails")


def make_corpus(docket, options):
    """An archive of made-up games with its signed checkpoint, served files, and a draft of its rules."""
    docket.run("keys", "new", ORIGIN, "-o", "archive.key")
    docket.run("keys", "new", "team", "-o", "team.key")
    play = (SOURCE / f"tools/generate/plays/{options.ruleset}.play.json").read_text()
    if options.turns:
        play = re.sub(r'"least": \d+, "most": \d+, "moves"', f'"least": {options.turns}, "most": {options.turns}, "moves"', play)
    (docket.folder / "play.json").write_text(play)
    docket.run("generate", options.ruleset, "--games", str(options.games), "--seed", "5", "--planted", "10", "--play",
               "play.json", "-o", "games.jsonl")
    import_copies(docket, "games.jsonl", options.copies)
    docket.run("checkpoint", "--archive", "corpus", "--key", "archive.key", "-o", "signed")
    (docket.folder / "served/copies").mkdir(parents=True)
    if not options.share:
        docket.run("tiles", "--archive", "corpus", "served/copies", "--games")
    rulesets = SOURCE / "engine/rulesets"
    oldest = min([*rulesets.glob(f"{options.ruleset}-[0-9]*.json"), *rulesets.glob(f"{options.ruleset}.json")])
    draft = re.sub('"version": "[^"]*"', '"version": "draft"', oldest.read_text(), count=1)
    (docket.folder / "draft.json").write_text(draft)


ASKED = ["regress", "--to", "draft.json", "--again", "--checkpoint", "signed", "--archive", "corpus"]


def alone(docket, threads):
    """The report of one process, and its CPU time."""
    with open(docket.folder / "alone.out", "w") as out:
        process = subprocess.Popen([docket.program, *ASKED, "--leaves", "0..999999999", "--jobs", str(threads)],
                                   cwd=docket.folder, stdout=out)
    began = time.monotonic()
    status, seconds = seconds_of(process)
    return (docket.folder / "alone.out").read_text(), status, seconds, time.monotonic() - began


def shared(docket, urls, served, count, options):
    """The same by that many workers, one of which is killed; the CPU times of all parts."""
    workers = [Worker(docket, number, urls, served, options.share) for number in range(1, count + 1)]
    results = docket.folder / f"results-{count}"
    shutil.rmtree(results, ignore_errors=True)
    words = [docket.program, "work", *(word for url in urls for word in ("--relay", url)), "--key", "team.key",
             *(word for worker in workers for word in ("--worker", f"{worker.name}.key.pub")), "--results", str(results),
             "--documents", "served/copies"]
    if options.per:
        words += ["--per", str(options.per)]
    if options.recheck and count > 1:
        words += ["--recheck", str(options.recheck)]
    began = time.monotonic()
    with open(docket.folder / f"shared-{count}.out", "w") as out, open(docket.folder / f"shared-{count}.err", "w") as err:
        work = subprocess.Popen([*words, *ASKED], cwd=docket.folder, stdout=out, stderr=err)
    if options.kill and count > 1:
        while workers[-1].ranges() == 0 and work.poll() is None:
            time.sleep(0.02)
        workers[-1].kill()
    status, seconds = seconds_of(work)
    took = time.monotonic() - began
    for worker in workers:
        worker.end()
    report = (docket.folder / f"shared-{count}.out").read_text()
    said = " ".join((docket.folder / f"shared-{count}.err").read_text().split())
    return {"report": report, "status": status, "said": said, "took": took, "work": seconds,
            "workers": sum(worker.seconds for worker in workers), "fetching": sum(worker.fetching for worker in workers),
            "ranges": len(list(results.glob("*.range"))), "killed": sum(worker.is_killed for worker in workers)}


def regressions(docket, urls, options):
    """A row for each number of workers. The reports are compared byte for byte."""
    if not (docket.folder / "signed").exists():  # it can be there from an earlier run, with --keep
        make_corpus(docket, options)
    served = Served(docket.folder / "served")
    rows = []
    try:
        for count in options.workers:
            with concurrent.futures.ThreadPoolExecutor() as beside:
                one_process = beside.submit(alone, docket, count)
                if not options.together:
                    one_process.result()
                done = shared(docket, urls, served, count, options)
            report, status, own, took = one_process.result()
            if (done["report"], done["status"]) != (report, status):
                raise RuntimeError(f"{count} workers: another report: {done['said']}\n{done['report'][-2000:]}")
            done["count"], done["alone"], done["alone took"] = count, own, took
            done["ratio"] = (done["work"] + done["workers"]) / own
            done["with fetching"] = (done["work"] + done["workers"] + done["fetching"]) / own
            rows.append(done)
    finally:
        served.end()
    return rows


def print_rows(rows, games):
    print(f"{games} games; seconds of processor time, and how long it took")
    names = ("workers", "killed", "ranges", "alone", "took", "work", "workers", "fetching", "ratio", "with it", "took")
    print("".join(f"{name:>9}" for name in names))
    for row in rows:
        print(f"{row['count']:>9}{row['killed']:>9}{row['ranges']:>9}{row['alone']:>9.1f}{row['alone took']:>9.1f}"
              f"{row['work']:>9.2f}{row['workers']:>9.1f}{row['fetching']:>9.1f}{row['ratio']:>9.3f}"
              f"{row['with fetching']:>9.3f}{row['took']:>9.1f}")
    for row in rows:
        print(f"  {row['count']}: {row['said']}")


def options_of(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("docket")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--copies", type=int, default=1, help="how many times to import the games, under other ids")
    parser.add_argument("--turns", type=int, help="how many turns a game has")
    parser.add_argument("--ruleset", default="yugioh")
    parser.add_argument("--share", action="store_true", help="the workers read the archive of docket work")
    parser.add_argument("--together", action="store_true", help="run one process and the workers at the same time, so "
                        "that other load on the machine affects both")
    parser.add_argument("--workers", type=int, nargs="+", default=[4])
    parser.add_argument("--nodes", type=int, choices=(1, 3), default=1)
    parser.add_argument("--per", type=int)
    parser.add_argument("--recheck", type=int)
    parser.add_argument("--no-kill", dest="kill", action="store_false")
    parser.add_argument("--keep", help="keep everything in this folder")
    return parser.parse_args(words)


def main():
    options = options_of(sys.argv[1:])
    program = pathlib.Path(options.docket).resolve()
    if not brokers.is_installed() or not (program.parent / "docket-amqp").exists():
        print("SKIPPED: there is no rabbitmq-server, or docket-amqp was not built: shared work was NOT tried on a broker")
        return 77
    if options.nodes > 1 and not clusters.is_possible():
        print("SKIPPED: three nodes need root and the command ip: shared work was NOT tried on a cluster")
        return 77
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(options.keep or place).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        at = pathlib.Path(place) / "broker"
        broker = OneNode(at) if options.nodes == 1 else clusters.Cluster(at)
        try:
            broker.start()
            rows = regressions(Docket(str(program), folder), broker.urls(), options)
        finally:
            broker.end()
    print_rows(rows, options.games * options.copies)
    return 0


if __name__ == "__main__":
    sys.exit(main())
