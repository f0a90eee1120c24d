#!/usr/bin/env python3
"""How many workers a broker and docket work can keep busy: measured message costs, and a simulation of 10 to 1,000 workers.

  simulate_workers.py DOCKET [--nodes 1|3] [--messages N] [--bytes N] [--check MILLISECONDS] [--range SECONDS]
                      [--start MILLISECONDS] [--workers N...]

Measures, through docket-amqp, how fast confirmed messages of --bytes bytes go through a quorum queue and back. Then
simulates workers that each do ranges of --range seconds: a range costs three messages (order, took, result) and --check
milliseconds of docket work, one after the other; --start is a worker's time before a range. Skipped with a notice if there
is no broker (exit status 77).
"""
import argparse
import heapq
import pathlib
import queue
import random
import struct
import subprocess
import sys
import tempfile
import threading
import time

import broker as brokers
import cluster as clusters
from kill_rounds import OneNode


class Amqp:
    """A connection to docket-amqp by its frames (tools/relay/frames.h)."""

    def __init__(self, program, url, name):
        self.running = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.frames = queue.SimpleQueue()
        # docket-amqp stops reading while its output is blocked, so another thread reads what it writes.
        threading.Thread(target=self.read, daemon=True).start()
        self.send(b"S", f"{url}\n{name}\n64\n{name}\n".encode())
        if self.receive()[0] != b"O":
            raise RuntimeError("docket-amqp does not connect")

    def send(self, kind, body):
        self.running.stdin.write(kind + struct.pack(">I", len(body)) + body)
        self.running.stdin.flush()

    def read(self):
        while len(head := self.running.stdout.read(5)) == 5:
            self.frames.put((head[:1], self.running.stdout.read(struct.unpack(">I", head[1:])[0])))

    def receive(self):
        return self.frames.get(timeout=60)

    def round_trips(self, name, messages, size):
        """Publishes, awaits confirmations, receives and acknowledges, with at most 64 messages in flight. Returns seconds."""
        name, sent, confirmed, received = name.encode(), 0, 0, 0
        began = time.monotonic()
        while received < messages or confirmed < messages:
            while sent < messages and sent - min(confirmed, received) < 64:
                self.send(b"P", struct.pack(">QH", sent, len(name)) + name + b"x" * size)
                sent += 1
            kind, body = self.receive()
            if kind == b"C":
                confirmed += 1
            elif kind == b"D":
                received += 1
                self.send(b"A", body[:8])
            else:
                raise RuntimeError(body.decode(errors="replace"))
        return time.monotonic() - began

    def end(self):
        self.running.stdin.close()
        self.running.wait()


class Server:
    """Serves one after the other."""

    def __init__(self):
        self.free_at, self.busy = 0.0, 0.0

    def serve(self, at, cost):
        self.free_at = max(self.free_at, at) + cost
        self.busy += cost
        return self.free_at


def simulate(workers, options, message, ranges_each=200):
    """The share of time in which workers fold, and in which the broker and docket work are busy."""
    dice, broker, work = random.Random(1), Server(), Server()
    events, now, folded = [], 0.0, 0.0
    orders, idle = 2 * workers, workers  # docket work has two orders out for each worker
    while now < ranges_each * options.range:
        while idle and orders:
            idle, orders, length = idle - 1, orders - 1, options.range * dice.uniform(0.7, 1.3)
            at = broker.serve(now, 2 * message)  # the order, and that it was taken
            heapq.heappush(events, (at + options.start / 1000 + length, length))
        now, length = heapq.heappop(events)
        if length:
            folded, idle = folded + length, idle + 1
            heapq.heappush(events, (work.serve(broker.serve(now, message), options.check / 1000), 0.0))
        else:
            orders += 1  # a result is checked, and the next order goes out
    return folded / (now * workers), broker.busy / now, work.busy / now


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("docket")
    parser.add_argument("--nodes", type=int, choices=(1, 3), default=1)
    parser.add_argument("--messages", type=int, default=3000)
    parser.add_argument("--bytes", type=int, default=4000)
    parser.add_argument("--check", type=float, default=20, help="milliseconds of docket work for each result")
    parser.add_argument("--start", type=float, default=150, help="milliseconds of a worker before each range")
    parser.add_argument("--range", type=float, default=60, help="seconds")
    parser.add_argument("--workers", type=int, nargs="+", default=[10, 30, 100, 300, 1000])
    options = parser.parse_args()
    program = pathlib.Path(options.docket).resolve().parent / "docket-amqp"
    if not brokers.is_installed() or not program.exists():
        print("SKIPPED: there is no rabbitmq-server, or docket-amqp was not built: nothing was measured")
        return 77
    if options.nodes > 1 and not clusters.is_possible():
        print("SKIPPED: three nodes need root and the command ip: nothing was measured")
        return 77
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        broker = OneNode(folder / "broker") if options.nodes == 1 else clusters.Cluster(folder / "broker")
        try:
            broker.start()
            connection = Amqp(str(program), broker.urls()[0], "docket.orders.measured")
            connection.round_trips("docket.orders.measured", 200, options.bytes)
            took = connection.round_trips("docket.orders.measured", options.messages, options.bytes)
            connection.end()
        finally:
            broker.end()
    message = took / options.messages
    print(f"{options.nodes} nodes: {options.messages} messages of {options.bytes} bytes, confirmed and acknowledged, in "
          f"{took:.1f} s: {1 / message:.0f} a second")
    print(f"ranges of {options.range:g} s, {options.start:g} ms to start one, {options.check:g} ms to check a result:")
    for workers in options.workers:
        folding, of_broker, of_work = simulate(workers, options, message)
        print(f"{workers:>6} workers: fold {folding:6.1%} of the time; the broker is busy {of_broker:6.1%}, docket work "
              f"{of_work:6.1%}")
    print(f"the broker is the limit from {options.range / (3 * message):.0f} workers on, docket work from "
          f"{options.range / (options.check / 1000):.0f}: then longer ranges (--per), or several jobs with keys of their own")
    return 0


if __name__ == "__main__":
    sys.exit(main())
