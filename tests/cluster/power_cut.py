#!/usr/bin/python3
"""Power cuts at all nodes of the broker at once: confirmed messages, and halls whose disk is destroyed afterwards.

  power_cut.py DOCKET [--rounds N] [--nodes 1|3] [--seed N]

The nodes' disks drop unsynced data (power_cut_fs.py). Messages that a quorum queue has confirmed must survive each cut. A
control publishes to a stream, which does not sync before it confirms: it must lose some messages, otherwise the test proves
nothing. Then halls record, their disks are destroyed, the power is cut, and the archive must get every event that was
reported as sent. Then the archive is on such a disk too, and its power is cut along with that of the brokers while halls
record: no event with a receipt may be missing. In a control, the disk claims to have synced but has not. Needs root and
Debian's rabbitmq-server, python3-fuse and python3-pika; skipped with a notice otherwise (77).
"""
import argparse
import json
import pathlib
import random
import shutil
import sys
import tempfile
import threading
import time

import broker as brokers
import cluster as clusters
import power_cut_fs
from kill_rounds import ARCHIVE, Docket, Hall, OneNode, Relay, compare, lost

try:
    import pika
except ImportError:
    pika = None

QUEUES = {"quorum": {"x-queue-type": "quorum", "x-single-active-consumer": True, "x-delivery-limit": 20},
          "stream": {"x-queue-type": "stream"}}


class Nodes:
    """The broker, each node with a disk whose power can be cut."""

    def __init__(self, folder, count):
        self.broker = OneNode(folder) if count == 1 else clusters.Cluster(folder)
        self.disks = []
        for node in self.broker.nodes:
            self.disks.append(power_cut_fs.PowerCutDisk(node.folder / "mnesia"))
            self.disks[-1].mount()

    def start(self):
        self.broker.start()
        time.sleep(power_cut_fs.WRITTEN_BACK + 1)  # what nodes write at their start without syncing is on the disk

    def kill(self):
        for node in self.broker.nodes:
            node.kill()

    def cut_power(self):
        """Cuts the power of all nodes at once."""
        self.kill()
        for disk in self.disks:
            disk.cut_power()
        self.start()

    def urls(self):
        return self.broker.urls()

    def end(self):
        try:
            self.broker.end()
        finally:
            for disk in self.disks:
                disk.unmount()


def connect(url, patience=120):
    until = time.time() + patience
    while True:
        try:
            return pika.BlockingConnection(pika.URLParameters(url + "?heartbeat=10&blocked_connection_timeout=30"))
        except Exception:  # pylint: disable=broad-except
            if time.time() > until:
                raise
            time.sleep(1)


def open_channel(url, name, kind, patience=120):
    """A channel with the queue declared; after a power cut the nodes need a moment to agree."""
    until = time.time() + patience
    while True:
        try:
            connection = connect(url, patience)
            channel = connection.channel()
            channel.queue_declare(name, durable=True, arguments=QUEUES[kind])
            return connection, channel
        except pika.exceptions.AMQPError:
            if time.time() > until:
                raise
            time.sleep(1)


class Publisher(threading.Thread):
    """Publishes confirmed messages one by one until the connection breaks."""

    def __init__(self, url, name, kind):
        super().__init__()
        self.connection, self.channel = open_channel(url, name, kind)
        self.channel.confirm_delivery()
        self.name_of_queue, self.confirmed = name, set()
        self.number = 0

    def run(self):
        try:
            while True:
                self.number += 1
                self.channel.basic_publish("", self.name_of_queue, str(self.number).encode() + b" " + b"x" * 300,
                                           pika.BasicProperties(delivery_mode=2))
                self.confirmed.add(self.number)
        except Exception:  # pylint: disable=broad-except
            pass  # the power was cut


def there(url, name, kind, confirmed):
    """The numbers of the messages in a queue; those that do not arrive within a minute count as lost."""
    connection, channel = open_channel(url, name, kind)
    channel.basic_qos(prefetch_count=500)
    arguments = {"x-stream-offset": "first"} if kind == "stream" else {}
    found = set()
    for method, _, body in channel.consume(name, arguments=arguments, inactivity_timeout=60):
        if method is None:
            break
        found.add(int(body.split()[0]))
        channel.basic_ack(method.delivery_tag)
        if confirmed <= found:
            break
    connection.close()
    return found


def cut_messages(nodes, kind, rounds, dice):
    """The number of confirmed messages, and the number of lost ones."""
    confirmed, missed = 0, 0
    for number in range(rounds):
        name = f"{kind}-{number}"
        publisher = Publisher(nodes.urls()[number % len(nodes.urls())], name, kind)
        time.sleep(power_cut_fs.WRITTEN_BACK + 1)  # RabbitMQ does not sync the definition of a queue: it is permanent
        publisher.start()
        time.sleep(dice.uniform(1, 4))
        nodes.cut_power()
        publisher.join()
        missing = publisher.confirmed - there(nodes.urls()[0], name, kind, publisher.confirmed)
        confirmed += len(publisher.confirmed)
        missed += len(missing)
    return confirmed, missed


class DoomedHall(Hall):
    """A hall that remembers which events it reported as sent."""

    def __init__(self, *arguments):
        self.sent = {}
        super().__init__(*arguments)

    def hear(self, process):
        for line in process.stdout:
            try:
                item = json.loads(line).get("item", {}).get("relay")
            except json.JSONDecodeError:
                continue
            if item is not None:
                self.sent[item["game"]] = max(self.sent.get(item["game"], 0), item["sent"])
                self.kept[item["game"]] = max(self.kept.get(item["game"], 0), item["kept"])


def destroy_halls(docket, nodes, rounds, dice):
    """Halls that record, are killed and lose their disks while all brokers lose power; the number of sent events."""
    sent = 0
    for number in range(rounds):
        hall = DoomedHall(docket, f"hall-{number}", nodes.urls(), 3)
        relay = Relay(docket, nodes.urls(), [hall])
        relay.start()
        hall.start()
        time.sleep(dice.uniform(3, 6))
        relay.kill()
        time.sleep(dice.uniform(1, 3))
        hall.kill()
        shutil.rmtree(docket.folder / hall.name)
        nodes.cut_power()
        relay.start()
        until, behind = time.time() + 240, True
        while behind and time.time() < until:
            time.sleep(1)
            counts = docket.games("circuit")
            behind = {game: count for game, count in hall.sent.items() if counts.get(game, 0) < count}
        relay.stop()
        if behind:
            raise RuntimeError(f"round {number + 1}: events that were sent are lost: {behind}, and there are {counts}")
        sent += sum(hall.sent.values())
    docket.run("check", "--archive", "circuit")
    return sent


class CutArchive:
    """Halls that record, and a relay with its archive on a disk whose power is cut together with that of the brokers."""

    def __init__(self, docket, nodes, name):
        self.docket, self.nodes = docket, nodes
        docket.folder.mkdir()
        docket.run("keys", "new", ARCHIVE, "-o", "archive.key")
        self.disk = power_cut_fs.PowerCutDisk(docket.folder / "circuit")
        self.halls = [Hall(docket, f"{name}-{number}", nodes.urls(), 3) for number in (1, 2)]
        self.relay = Relay(docket, nodes.urls(), self.halls)
        self.files, self.lost = 0, 0

    def start(self):
        self.disk.mount()
        self.relay.start()
        for hall in self.halls:
            hall.start()
        time.sleep(power_cut_fs.WRITTEN_BACK + 1)  # the definitions of the queues

    def cut(self, dice, parts):
        """Cuts the power of these nodes in this order, and expects every event with a receipt to be there."""
        for part in parts:
            (self.relay if part == "archive" else self.nodes).kill()
            time.sleep(dice.uniform(0, 0.3))
        if "archive" in parts:
            self.files += self.disk.cut_power()
        if "brokers" in parts:
            self.nodes.cut_power()
        counts = self.docket.games("circuit")
        self.lost += sum(kept - counts.get(game, 0) for game, kept in lost(self.docket, self.halls).items())

    def end(self):
        for process in (self.relay, *self.halls):
            if process.running is not None and process.running.poll() is None:
                process.kill()
        self.disk.unmount()


def cut_archive(docket, nodes, rounds, dice):
    """The numbers of events, and of the archive's files that lost bytes."""
    trial = CutArchive(docket, nodes, "cut")
    try:
        trial.start()
        for number in range(rounds):
            time.sleep(dice.uniform(1, 5))
            trial.cut(dice, dice.choice((["archive", "brokers"], ["brokers", "archive"], ["archive"])))
            if trial.lost:
                raise RuntimeError(f"round {number + 1}: {trial.lost} events with a receipt are lost at the archive")
            trial.relay.start()
        for hall in trial.halls:
            if hall.finish() != 0:
                raise RuntimeError(f"{hall.name}: not everything is kept: {hall.stuck}")
        trial.relay.stop()
        return compare(docket, trial.halls), trial.files
    finally:
        trial.end()


def cut_lying_archive(docket, nodes, dice):
    """The control: events with a receipt that were lost because the archive's disk did not sync."""
    trial = CutArchive(docket, nodes, "control")
    try:
        trial.start()
        trial.disk.lie()
        time.sleep(dice.uniform(2, 4))
        trial.cut(dice, ["archive", "brokers"])
        return sum(sum(hall.kept.values()) for hall in trial.halls), trial.lost
    finally:
        trial.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("docket")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--nodes", type=int, choices=(1, 3), default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    possible = brokers.is_installed() and power_cut_fs.is_possible() and pika is not None
    if not possible or (options.nodes > 1 and not clusters.is_possible()):
        print("SKIPPED: there is no rabbitmq-server, python3-fuse or python3-pika: the power was NOT cut")
        return 77
    dice = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        nodes = Nodes(folder / "broker", options.nodes)
        try:
            nodes.start()
            quorum = cut_messages(nodes, "quorum", options.rounds, dice)
            stream = cut_messages(nodes, "stream", options.rounds, dice)
            docket = Docket(str(pathlib.Path(options.docket).resolve()), folder)
            docket.run("keys", "new", ARCHIVE, "-o", "archive.key")
            sent = destroy_halls(docket, nodes, options.rounds, dice)
            events, files = cut_archive(Docket(docket.program, folder / "cut"), nodes, options.rounds, dice)
            control = cut_lying_archive(Docket(docket.program, folder / "control"), nodes, dice)
        finally:
            nodes.end()
    for what, count in (("nodes of the broker, whose power is cut together", options.nodes),
                        ("power cuts", 4 * options.rounds + 1), ("messages that a quorum queue confirmed", quorum[0]),
                        ("of them lost", quorum[1]), ("messages that a stream confirmed (the control)", stream[0]),
                        ("of them lost", stream[1]), ("events sent by halls whose disk is destroyed", sent),
                        ("of them not at the archive", 0), ("events recorded while the archive's power is cut too", events),
                        ("files of the archive that lost what was not synced", files),
                        ("events with a receipt lost, twice or out of order", 0),
                        ("events with a receipt of a disk that lies (the control)", control[0]),
                        ("of them lost", control[1])):
        print(f"{what:<55}{count:>10}")
    if stream[1] == 0 or control[1] == 0:
        print("a control lost nothing: this shows nothing")
    return 0 if quorum[1] == 0 and stream[1] > 0 and control[1] > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
