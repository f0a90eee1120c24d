#!/usr/bin/env python3
"""Replaces docket-amqp ($DOCKET_AMQP): queues are folders, named by the host of the address, without a broker.

Speaks the frames of tools/relay/frames.h. One process at a time may consume a queue.
"""
import os
import pathlib
import select
import struct
import sys
import time
import urllib.parse


def put(kind, body=b""):
    os.write(1, kind + struct.pack(">I", len(body)) + body)


class Queues:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def at(self, name):
        return self.folder / urllib.parse.quote(name, safe="")

    def add(self, name, message):
        self.at(name).mkdir(parents=True, exist_ok=True)
        new = self.at(name) / f"{time.time_ns():020}-{os.getpid()}"
        new.with_suffix(".new").write_bytes(message)
        os.rename(new.with_suffix(".new"), new)

    def messages(self, name):
        return sorted(file for file in self.at(name).glob("*") if file.suffix != ".new")


def main():
    data, handed_out, delivered, queues, consume = b"", {}, set(), None, ""
    while True:
        if select.select([0], [], [], 0.02)[0]:
            more = os.read(0, 1 << 16)
            if not more:
                return
            data += more
        while len(data) >= 5 and len(data) >= 5 + struct.unpack(">I", data[1:5])[0]:
            length = struct.unpack(">I", data[1:5])[0]
            kind, body, data = data[:1], data[5:5 + length], data[5 + length:]
            if kind == b"S":
                address, consume, _, *names = body.decode().split("\n")
                queues = Queues(urllib.parse.unquote(urllib.parse.urlsplit(address).path))
                put(b"O", b"".join(struct.pack(">II", len(queues.messages(name)), 0) for name in names if name))
            elif kind == b"P":
                number, length = struct.unpack(">QH", body[:10])
                queues.add(body[10:10 + length].decode(), body[10 + length:])
                put(b"C", struct.pack(">Q", number) + b"\1")
            elif kind == b"A":
                handed_out.pop(struct.unpack(">Q", body)[0]).unlink()
        for file in queues.messages(consume) if queues and consume else []:
            if file.name in delivered:
                continue
            delivered.add(file.name)
            message, tag = file.read_bytes(), len(delivered)
            handed_out[tag] = file
            put(b"D", struct.pack(">QQ", tag, len(message)) + b"\6tester" + message)


if __name__ == "__main__":
    sys.exit(main())
