"""Archives of card games, read from Python: games, the table at any point, findings, verdicts.

    from docket import Archive

    with Archive("docket-archive") as archive:
        for game in archive.games(player="Alex Ng"):
            print(game.id, len(game), [card.title for card in game.at("T3").cards() if card.zone == "hand"])

Events, states and cards are objects. Everything else is the commands' --json answers as dicts and lists (docs/json.md and
the schemas of Docket); an object's `json` is the same.
A failure raises a kind of Error. Nothing here changes an archive.

An archive and its games are for one thread at a time; different archives, even of the same directory, are independent.
"""

from __future__ import annotations

import ctypes
import json
import os
from dataclasses import dataclass, field
from typing import Any, Iterator, Mapping, Optional, Sequence, Union

from docket import _library

__all__ = ["Answer", "Archive", "BadInput", "Card", "DamagedArchive", "EnvironmentFailed", "Error", "Event", "Game", "Hit",
           "State", "find", "version"]

Json = Any
Point = Union[str, int]


class Error(Exception):
    """An error from Docket: its message and its parts, each None if unknown."""

    status: int = 0

    def __init__(self, message: str, file: Optional[str] = None, line: Optional[int] = None,
                 column: Optional[int] = None, next: Optional[str] = None) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.next = next


class BadInput(Error):
    """A wrong request or document."""

    status = 2


class DamagedArchive(Error):
    """The archive is damaged; its other games are still readable."""

    status = 3


class EnvironmentFailed(Error):
    """A failure of the environment: no permission, out of memory, a full disk."""

    status = 4


class Answer(dict):
    """A command's JSON answer; `differs` is true if its exit status was 1."""

    differs: bool = False


def version() -> str:
    """The version of the library."""
    return _library.docket.docket_version().decode()


def _failed(status: int) -> Error:
    kind = {2: BadInput, 3: DamagedArchive}.get(status, EnvironmentFailed)
    return kind(_library.docket.docket_message().decode())


def _encoded(words: Sequence[str]) -> "ctypes.Array[ctypes.c_char_p]":
    for word in words:
        if not isinstance(word, str):
            raise TypeError(f"expected a str, not {type(word).__name__}: {word!r}")
        if "\0" in word:
            raise BadInput(f"a text cannot hold a zero byte: {word!r}")
    return (ctypes.c_char_p * max(len(words), 1))(*(word.encode() for word in words))


def _lines(status: int, text: "ctypes.c_void_p") -> "tuple[int, list[Json]]":
    """The lines that a function gave, read; what failed is raised."""
    try:
        raw = ctypes.string_at(text).decode() if text.value else ""
    finally:
        _library.docket.docket_free(text)
    lines = [json.loads(line) for line in raw.splitlines()]
    if status >= 2:
        raise _error(status, lines)
    return status, lines


def _error(status: int, lines: "list[Json]") -> Error:
    told = lines[-1].get("error") if lines else None
    if told is None:
        return _failed(status)
    kind = {2: BadInput, 3: DamagedArchive}.get(status, EnvironmentFailed)
    return kind(told["message"], told["file"], told["line"], told["column"], told["next"])


def _answer(status: int, lines: "list[Json]") -> Answer:
    answer = Answer(lines[0]["answer"])
    answer.differs = status == 1
    return answer


def _options(options: Mapping[str, Any]) -> "list[str]":
    """player="Alex Ng" as --player "Alex Ng", why_not=True as --why-not, act=["a", "b"] as --act a --act b."""
    words: "list[str]" = []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(option)
            continue
        for one in value if isinstance(value, (list, tuple)) else [value]:
            words += [option, str(one)]
    return words


@dataclass(frozen=True)
class Event:
    """A recorded event."""

    number: int
    kind: str  # "cardMoved": docs/record_format.md has all kinds
    fields: Mapping[str, Json]  # what that kind has: {"card": 5, "zone": "home"}
    actor: int  # the seat of who did it; 0: no player
    group: int  # the first of the events that happen at the same time; 0: it happens alone
    causes: "tuple[int, ...]"
    turn: int  # how many turns had begun
    text: str  # its line in the transcript
    findings: "tuple[Mapping[str, Json], ...]"  # the rules that it breaks
    json: Mapping[str, Json] = field(repr=False)  # as `docket export` writes it

    # Which members of an exported event are no kind of it.
    _COMMON = frozenset({"n", "actor", "group", "context", "begins"})

    @classmethod
    def _of(cls, line: Mapping[str, Json], said: Mapping[str, Json]) -> "Event":
        kind = next(name for name in line if name not in cls._COMMON)
        fields = line[kind] if isinstance(line[kind], dict) else {kind: line[kind]}
        return cls(number=line["n"], kind=kind, fields=fields, actor=line.get("actor", 0), group=line.get("group", 0),
                   causes=tuple(line.get("context", {}).get("causes", ())), turn=said["turn"], text=said["text"],
                   findings=tuple(said["findings"]), json=line)


@dataclass(frozen=True)
class Card:
    """A card at a point of a game."""

    number: int  # a shuffle gives it another
    title: Optional[str]  # None: unknown, or it has none
    zone: str
    player: int  # whose zone it is; 0: shared
    owner: int
    controller: int
    face: str  # "up" or "down"
    orientation: str
    host: Optional[str]  # what it is attached to: "#2"
    stats: Mapping[str, Optional[int]]  # by name; None: unknown, or it has none
    counters: Mapping[str, int]
    json: Mapping[str, Json] = field(repr=False)


class State:
    """The state of the game after an event."""

    def __init__(self, json: Mapping[str, Json]) -> None:
        self.json = json

    def __repr__(self) -> str:
        return f"State({self.json['game']!r} after event {self.event})"

    @property
    def event(self) -> int:
        """The number of the event after which it is; 0: the start."""
        return int(self.json["event"])

    @property
    def turn(self) -> int:
        """How many turns had begun."""
        return int(self.json["turn"])

    @property
    def moment(self) -> str:
        """The periods under way: "turn 3, action phase"."""
        return str(self.json["moment"])

    @property
    def grade(self) -> str:
        """EXACT, UNVERIFIED or DIVERGED."""
        return str(self.json["grade"])

    def cards(self) -> "list[Card]":
        """The cards that the state shows, including attached ones. For a hidden pile, only count() gives the number."""
        shown: "list[Card]" = []
        zones = {card["card"]: (zone["zone"], side["player"]) for side, zone, card in self._in_zones()}
        for side, zone, card in self._in_zones():
            if "underHost" not in card:
                _add(shown, card, (zone["zone"], side["player"]), zones)
        return shown

    def card(self, number: int) -> Optional[Card]:
        """The card with a number; None if the state does not show it."""
        return next((card for card in self.cards() if card.number == number), None)

    def count(self, player: int, zone: str) -> int:
        """The number of cards in a zone of a player (0: a shared zone), shown or not."""
        for side in self.json["sides"]:
            for one in side["zones"]:
                if side["player"] == player and one["zone"] == zone:
                    return int(one["count"])
        raise KeyError(zone)

    def values(self, player: int) -> "dict[str, Optional[int]]":
        """The values of a player by name; None if unknown or absent."""
        for side in self.json["sides"]:
            if side["player"] == player:
                return _amounts(side["values"])
        raise KeyError(player)

    def _in_zones(self) -> "Iterator[tuple[Json, Json, Json]]":
        for side in self.json["sides"]:
            for zone in side["zones"]:
                for card in zone["cards"]:
                    yield side, zone, card


def _amounts(readings: Sequence[Mapping[str, Json]]) -> "dict[str, Optional[int]]":
    return {reading["name"]: reading["amount"] for reading in readings}


def _add(shown: "list[Card]", card: Mapping[str, Json], place: "tuple[str, int]",
         zones: "Mapping[int, tuple[str, int]]") -> None:
    """A card and those attached to it, each in the zone in which it is."""
    zone, player = zones.get(card["card"], place)
    shown.append(Card(number=card["card"], title=card["title"], zone=zone, player=player, owner=card["owner"],
                      controller=card["controller"], face=card["face"], orientation=card["orientation"],
                      host=card.get("host"), stats=_amounts(card.get("stats", ())),
                      counters={one["name"]: one["amount"] for one in card.get("counters", ())}, json=card))
    for attached in card.get("attached", ()):
        _add(shown, attached, (zone, player), zones)


class Game:
    """A game of an archive, open for many questions. Made by Archive.games() and Archive.game()."""

    def __init__(self, archive: "Archive", id: str, under: Optional[str] = None,
                 entry: Optional[Mapping[str, Json]] = None) -> None:
        self._archive = archive
        self._entry = entry
        self._handle: Optional[ctypes.c_void_p] = None
        self.id = id
        self.under = under

    def __repr__(self) -> str:
        return f"Game({self.id!r})"

    def __enter__(self) -> "Game":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Releases the game's resources; the next query opens it again."""
        if self._handle is not None:
            handle, self._handle = self._handle, None
            _library.docket.docket_game_close(handle)

    @property
    def entry(self) -> Mapping[str, Json]:
        """The game's item of `docket games`: event, date, players, ruleset, events, head, ..."""
        if self._entry is None:
            self._entry = next(iter(self._archive._entries({"prefix": self.id}, self.id)), {})
        return self._entry

    def __len__(self) -> int:
        """How many events it has."""
        return int(self.show()["events"])

    def __bool__(self) -> bool:
        return True  # a game without events is a game

    def events(self, seat: Optional[str] = None) -> "list[Event]":
        """The events in order; `seat`: as a player ("P1") or a "spectator" may see them."""
        said = {item["event"]: item for item in self.log(seat=seat)}
        lines = self._ask(["export", *_options({"seat": seat})])[1]
        return [Event._of(line, said[line["n"]]) for line in lines if "n" in line]

    def at(self, point: Point = "end", **options: Any) -> State:
        """The state of the game after a point. An int is the number of an event."""
        return State(self.state(point, **options))

    def _open(self) -> ctypes.c_void_p:
        if self._handle is None:
            handle = ctypes.c_void_p()
            under = None if self.under is None else _encoded([self.under])[0]
            status = _library.docket.docket_game_open(self._archive._opened(), _encoded([self.id])[0], under,
                                                      ctypes.byref(handle))
            if status >= 2:
                raise _failed(status)
            self._handle = handle
        return self._handle

    def _ask(self, words: Sequence[str]) -> "tuple[int, list[Json]]":
        self._archive._opened()
        text = ctypes.c_void_p()
        status = _library.docket.docket_game_answer(self._open(), _encoded(words), len(words), ctypes.byref(text))
        return _lines(status, text)

    def show(self) -> Answer:
        """The game's header, counts, head and documents: `docket show`."""
        return _answer(*self._ask(["show"]))

    def log(self, **options: Any) -> "list[Json]":
        """The game's transcript, an item for each event: `docket log`, with its options (to="T3", seat="P1")."""
        return [line["item"] for line in self._ask(["log", *_options(options)])[1] if "item" in line]

    def state(self, at: Point = "end", **options: Any) -> Answer:
        """The state of the game after a point: `docket replay --at`. An int is the number of an event."""
        return _answer(*self._ask(["replay", *_options({"at": at, **options})]))

    def states(self, first: int = 0, last: Optional[int] = None, **options: Any) -> Iterator[Answer]:
        """The table after each event from `first` (0: before the first event) to `last` (None: to the end)."""
        for at in range(first, (len(self) if last is None else last) + 1):
            yield self.state(at, **options)

    def ask(self, *expressions: str, at: Point = "end", **options: Any) -> Answer:
        """The values of expressions at a point, and whether acts would be legal (act="..."): `docket ask`."""
        return _answer(*self._ask(["ask", *_options({"at": at, **options}), "--", *expressions]))

    def value(self, expression: str, at: Point = "end") -> Json:
        """The value of an expression as text; None if it is unknown."""
        answer = self.ask(expression, at=at)["answers"][0]
        return None if answer["presence"] == "unknown" else answer["value"]

    def explain(self, *subject: str, at: Point = "end", **options: Any) -> Answer:
        """Why something is what it is, as a tree: `docket explain`."""
        return _answer(*self._ask(["explain", *_options({"at": at, **options}), "--", *subject]))

    def limits(self, at: Point = "end", **options: Any) -> Answer:
        """What counts against limits: `docket limits`."""
        return _answer(*self._ask(["limits", *_options({"at": at, **options})]))

    def verify(self) -> Answer:
        """The game's verdict: heads, state, observations, legality, rulings: `docket verify`."""
        status, lines = self._ask(["verify"])
        return _answer(status, [{"answer": lines[0]["item"]}])

    def findings(self) -> "list[Json]":
        """The findings about the game's events, as in `legality` of the verdict, including those that a judge took back."""
        return list(self.verify()["legality"]["findings"])

    def rulings(self) -> "list[Json]":
        """The game's rulings with their verdicts: `docket rulings`."""
        return list(self._ask(["rulings"])[1][0]["item"]["rulings"])


@dataclass(frozen=True)
class Hit:
    """A point of a game, or a run of points, that find() found."""

    game: Game
    event: int  # it is the table after this event
    last: int  # it stays so up to the table after this event
    kind: str  # "state", "finding", "limit", "ruling", "penalty", "act", "card" or "game"
    certain: bool  # False: it is only possible, and `why` says what decides
    when: str  # "turn 3, action phase"
    what: str  # in words; "" for a state and a game
    why: "tuple[str, ...]"
    json: Mapping[str, Json] = field(repr=False)  # what `docket find` answers

    def at(self) -> State:
        """The state of the game at this point."""
        return self.game.at(self.event)


class Archive:
    """An archive, open for reading. Without a path: $DOCKET_ARCHIVE, else ./docket-archive."""

    def __init__(self, path: "Union[str, os.PathLike[str], None]" = None) -> None:
        self._handle: Optional[ctypes.c_void_p] = None
        handle = ctypes.c_void_p()
        named = None if path is None else _encoded([os.fspath(path)])[0]
        status = _library.docket.docket_open(named, ctypes.byref(handle))
        if status >= 2:
            raise _failed(status)
        self._handle = handle

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            self.close()

    def close(self) -> None:
        """Closes the archive. Its games can no longer be queried."""
        if self._handle is not None:
            handle, self._handle = self._handle, None
            _library.docket.docket_close(handle)

    def _opened(self) -> ctypes.c_void_p:
        if self._handle is None:
            raise ValueError("this archive was closed")
        return self._handle

    def _entries(self, options: Mapping[str, Any], only: Optional[str] = None) -> "list[Mapping[str, Json]]":
        entries: "list[Mapping[str, Json]]" = []

        def take(_: object, line: bytes, length: int) -> int:
            read = json.loads(line)
            if "item" in read and only in (None, read["item"]["game"]):
                entries.append(read["item"])
            return 0

        words = _options(options)
        status = _library.docket.docket_games(self._opened(), _encoded(words), len(words), _library.Line(take), None)
        if status >= 2:
            raise _failed(status)
        return entries

    def games(self, **options: Any) -> Iterator[Game]:
        """The archive's games by date and id, with the options of `docket games`: player="...", since="2011-01-01"."""
        for entry in self._entries(options):
            yield Game(self, str(entry["game"]), entry=entry)

    def game(self, id: str, under: Optional[str] = None) -> Game:
        """The game with an id; `under`: under another ruleset. Raises BadInput if there is no such game."""
        game = Game(self, id, under)
        game._open()
        return game

    def find(self, expression: Optional[str] = None, **options: Any) -> "list[Hit]":
        """The points at which an expression is true, or the games and points that the options select: `docket find`."""
        words = [] if expression is None else ["--", expression]
        return [Hit(game=Game(self, hit["game"], options.get("under")), event=hit["event"], last=hit["last"],
                    kind=hit["kind"], certain=hit["certain"], when=hit["when"], what=hit["what"], why=tuple(hit["why"]),
                    json=hit) for hit in self.answer("find", *_options(options), *words)]

    def answer(self, *words: str, **options: Any) -> "list[Json]":
        """The answer, or the items, of any read-only command."""
        all_words = [*words, *_options(options)]
        text = ctypes.c_void_p()
        status = _library.docket.docket_answer(self._opened(), _encoded(all_words), len(all_words), ctypes.byref(text))
        _, lines = _lines(status, text)
        return [line["answer"] if "answer" in line else line["item"] for line in lines if "end" not in line]


def find(expression: Optional[str] = None, *, archive: "Union[Archive, str, os.PathLike[str], None]" = None,
         **options: Any) -> "list[Hit]":
    """Archive.find() of an archive, or of the archive at a path, which stays open as long as its hits are used."""
    return (archive if isinstance(archive, Archive) else Archive(archive)).find(expression, **options)
