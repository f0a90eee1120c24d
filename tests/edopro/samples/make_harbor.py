#!/usr/bin/env python3
"""Makes harbor.yrpX, a replay in EDOPro's format with the cards of own-cards.sql: make_harbor.py > harbor.yrpX

Made up for the docs: Ana activates a second "Harbor Signal" in one turn, which its text does not let her.
"""
import lzma
import struct
import sys

FOX, GOLEM, SIGNAL, PIT, DRAKE = 90000001, 90000002, 90000003, 90000004, 90000007
DECK, HAND, MONSTER, SPELL, GRAVE = 1, 2, 4, 8, 0x10
FACE_UP_ATTACK, FACE_UP, FACE_DOWN = 1, 5, 10
PROPERTIES = b"\x5d\0\0\0\1"


def packet(number, body=b""):
    return struct.pack("<BI", number, len(body)) + body


def at(player, place, sequence, position):
    return struct.pack("<BBII", player, place, sequence, position)


def draw(player, *codes):
    cards = b"".join(struct.pack("<II", code, FACE_DOWN) for code in codes)
    return packet(90, struct.pack("<BI", player, len(codes)) + cards)


def move(code, before, after, reason):
    return packet(50, struct.pack("<I", code) + before + after + struct.pack("<I", reason))


def chain(code, place, sequence, drawn):
    """An activation of the first player that resolves immediately: that many cards are drawn."""
    activated = struct.pack("<I", code) + at(0, place, sequence, FACE_UP_ATTACK)
    activated += struct.pack("<BBIQI", 0, place, sequence, code << 20, 1)
    link = b"\1"
    return packet(70, activated) + packet(71, link) + packet(72, link) + draw(0, *drawn) + packet(73, link) + packet(74)


def signal(drawn):
    activated = move(SIGNAL, at(0, HAND, 0, FACE_DOWN), at(0, SPELL, 0, FACE_UP), 0)
    resolved = chain(SIGNAL, SPELL, 0, drawn)
    return activated + resolved + move(SIGNAL, at(0, SPELL, 0, FACE_UP), at(0, GRAVE, 0, FACE_UP), 0x400)


def sides():
    return b"".join(struct.pack("<I", 1) + name.encode("utf-16le").ljust(40, b"\0") for name in ("Ana", "Bo"))


def file(magic, body, compressed):
    flags = 0x330 | (1 if compressed else 0)
    head = struct.pack("<6I", magic, 0x000B0029, flags, 1793491200, len(body), 0) + PROPERTIES + b"\0\0\0"
    if compressed:  # without the 13 bytes of an .lzma file, and with the two bytes that clients leave behind
        filters = [{"id": lzma.FILTER_LZMA1, "dict_size": 1 << 24}]
        body = lzma.compress(body, lzma.FORMAT_ALONE, filters=filters)[13:] + b"\0\0"
    return head + struct.pack("<Q", 1) + bytes(32) + body


def codes(cards):
    return struct.pack("<I", len(cards)) + b"".join(struct.pack("<I", card) for card in cards)


def main():
    options = struct.pack("<Q", 0x2E800)  # Master Rule 5
    top_first = [FOX, SIGNAL, SIGNAL, GOLEM, PIT, DRAKE, GOLEM, FOX]
    other = [GOLEM] * 8
    duel = sides() + options
    duel += packet(4, struct.pack("<BIIHHHH", 0, 8000, 8000, len(top_first), 0, len(other), 0))
    duel += draw(0, *top_first[:3]) + draw(1, *other[:3])
    duel += packet(40, b"\0") + b"".join(packet(41, struct.pack("<H", phase)) for phase in (1, 2, 4))
    duel += move(FOX, at(0, HAND, 0, FACE_DOWN), at(0, MONSTER, 2, FACE_UP_ATTACK), 0x10)
    duel += packet(60, struct.pack("<I", FOX) + at(0, MONSTER, 2, FACE_UP_ATTACK)) + packet(61)
    duel += chain(FOX, MONSTER, 2, [GOLEM])
    duel += signal([PIT, DRAKE]) + signal([GOLEM, FOX])
    duel += packet(5, b"\0\0\0")
    answers = sides() + struct.pack("<III", 8000, 3, 1) + options
    answers += codes(top_first) + codes([]) + codes(other) + codes([]) + codes([])
    duel += packet(231, file(0x31707279, answers, False))
    sys.stdout.buffer.write(file(0x58707279, duel, True))


main()
