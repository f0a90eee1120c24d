#!/usr/bin/python3
"""Power cuts at all nodes of the broker together: what a queue has confirmed, and halls whose disk is destroyed afterwards.

  power_cut.py DOCKET [--rounds N] [--nodes 1|3] [--seed N]

The nodes' disks drop what was not synced (power_cut_fs.py). Messages that a quorum queue has confirmed must be there after
each cut. A control publishes to a stream, which does not sync before it confirms: it must lose some, or this shows
nothing. Then halls record, their disks are destroyed, the power is cut, and the archive must get every event that was
shown as sent. As root, with Debian's rabbitmq-server, python3-fuse and python3-pika; skipped, loudly, without (77).
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
from kill_rounds import ARCHIVE, Docket, Hall, OneNode, Relay

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
        time.sleep(power_cut_fs.WRITTEN_BACK + 1)  # what nodes write when they start, and do not sync, is on the disk

    def cut_power(self):
        """Of all nodes at once; gives how many files lost bytes."""
        for node in self.broker.nodes:
            node.kill()
        lost = sum(disk.cut_power() for disk in self.disks)
        self.start()
        return lost

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
    """A channel on which the queue is declared: after a power cut it takes the nodes a moment to agree."""
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
    """Publishes one confirmed message after the other until the connection breaks."""

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
    """The numbers of the messages that a queue holds; what does not come within a minute counts as lost."""
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
    """How many confirmed messages there were, and how many were lost."""
    confirmed, lost = 0, 0
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
        lost += len(missing)
    return confirmed, lost


class DoomedHall(Hall):
    """A hall that remembers what it has shown as sent."""

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
    """Halls that record, are killed and lose their disks with the power of all brokers cut; how many events were sent."""
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
        finally:
            nodes.end()
    for what, count in (("nodes of the broker, whose power is cut together", options.nodes),
                        ("power cuts", 3 * options.rounds), ("messages that a quorum queue confirmed", quorum[0]),
                        ("of them lost", quorum[1]), ("messages that a stream confirmed (the control)", stream[0]),
                        ("of them lost", stream[1]), ("events sent by halls whose disk is destroyed", sent),
                        ("of them not at the archive", 0)):
        print(f"{what:<55}{count:>10}")
    if stream[1] == 0:
        print("the control lost nothing: this shows nothing")
    return 0 if quorum[1] == 0 and stream[1] > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
