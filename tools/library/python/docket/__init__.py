"""Archives of card games, read from Python: games, the table at any point, findings, verdicts.

    from docket import Archive

    with Archive("docket-archive") as archive:
        for game in archive.games(player="Alex Ng"):
            print(game.id, game.state("T3")["turn"], [f["finding"]["clause"] for f in game.findings()])

What is given is what the commands answer with --json, read into dicts and lists (docs/json.md of Docket, and its schemas).
What fails is an Error of its kind. Nothing here changes an archive.

An archive and its games are used by one thread at a time; different archives, also of one directory, are independent.
"""

from __future__ import annotations

import ctypes
import json
import os
from typing import Any, Iterator, Mapping, Optional, Sequence, Union

from docket import _library

__all__ = ["Answer", "Archive", "BadInput", "DamagedArchive", "EnvironmentFailed", "Error", "Game", "version"]

Json = Any
Point = Union[str, int]


class Error(Exception):
    """What Docket said: in words as its text, and its parts, each None where it is not known."""

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
    """What was asked, or a document, is wrong."""

    status = 2


class DamagedArchive(Error):
    """The archive is damaged; its other games stay readable."""

    status = 3


class EnvironmentFailed(Error):
    """The environment: no permission, no memory, a full disk."""

    status = 4


class Answer(dict):
    """The object that a command answers; `differs` says what its exit status 1 does."""

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
        """Forgets what was opened of it; it opens again where it is asked something."""
        if self._handle is not None:
            handle, self._handle = self._handle, None
            _library.docket.docket_game_close(handle)

    @property
    def entry(self) -> Mapping[str, Json]:
        """What `docket games` answers of it: event, date, players, ruleset, events, head, ..."""
        if self._entry is None:
            self._entry = next(iter(self._archive._entries({"prefix": self.id}, self.id)), {})
        return self._entry

    @property
    def events(self) -> int:
        """How many events it has."""
        return int(self.show()["events"])

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
        """Header, counts, head, documents: `docket show`."""
        return _answer(*self._ask(["show"]))

    def log(self, **options: Any) -> "list[Json]":
        """Its transcript, an item for each event: `docket log`, with its options (to="T3", seat="P1")."""
        return [line["item"] for line in self._ask(["log", *_options(options)])[1] if "item" in line]

    def state(self, at: Point = "end", **options: Any) -> Answer:
        """The table as it stood after a point: `docket replay --at`. An int is the number of an event."""
        return _answer(*self._ask(["replay", *_options({"at": at, **options})]))

    def states(self, first: int = 0, last: Optional[int] = None, **options: Any) -> Iterator[Answer]:
        """The table after each event from `first` (0: before the first event) to `last` (None: to the end)."""
        for at in range(first, (self.events if last is None else last) + 1):
            yield self.state(at, **options)

    def ask(self, *expressions: str, at: Point = "end", **options: Any) -> Answer:
        """The values of expressions at a point, and whether acts would be legal (act="..."): `docket ask`."""
        return _answer(*self._ask(["ask", *_options({"at": at, **options}), "--", *expressions]))

    def value(self, expression: str, at: Point = "end") -> Json:
        """The value of one expression as its text; None where it is unknown."""
        answer = self.ask(expression, at=at)["answers"][0]
        return None if answer["presence"] == "unknown" else answer["value"]

    def explain(self, *subject: str, at: Point = "end", **options: Any) -> Answer:
        """Why something is what it is, as a tree: `docket explain`."""
        return _answer(*self._ask(["explain", *_options({"at": at, **options}), "--", *subject]))

    def limits(self, at: Point = "end", **options: Any) -> Answer:
        """What counts against limits: `docket limits`."""
        return _answer(*self._ask(["limits", *_options({"at": at, **options})]))

    def verify(self) -> Answer:
        """Its verdict: heads, state, observations, legality, rulings: `docket verify`."""
        status, lines = self._ask(["verify"])
        return _answer(status, [{"answer": lines[0]["item"]}])

    def findings(self) -> "list[Json]":
        """What the rules have against its events, as in `legality` of the verdict; what a judge took back too."""
        return list(self.verify()["legality"]["findings"])

    def rulings(self) -> "list[Json]":
        """The rulings that were given in it, with what became of each: `docket rulings`."""
        return list(self._ask(["rulings"])[1][0]["item"]["rulings"])


class Archive:
    """An archive, open to read. Without a path: $DOCKET_ARCHIVE, else ./docket-archive."""

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
        """Closes it. Its games cannot be asked any more."""
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
        """Its games by date and id, with the options of `docket games`: player="...", since="2011-01-01"."""
        for entry in self._entries(options):
            yield Game(self, str(entry["game"]), entry=entry)

    def game(self, id: str, under: Optional[str] = None) -> Game:
        """One of its games; `under`: under another ruleset. Raises BadInput where there is none of that id."""
        game = Game(self, id, under)
        game._open()
        return game

    def answer(self, *words: str, **options: Any) -> "list[Json]":
        """What any command that changes nothing answers: its one answer, or its items."""
        all_words = [*words, *_options(options)]
        text = ctypes.c_void_p()
        status = _library.docket.docket_answer(self._opened(), _encoded(all_words), len(all_words), ctypes.byref(text))
        _, lines = _lines(status, text)
        return [line["answer"] if "answer" in line else line["item"] for line in lines if "end" not in line]
