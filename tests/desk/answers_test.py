#!/usr/bin/env python3
"""The desk's answers over HTTP: the same as those of the program's commands, and the completions of an expression.

    answers_test.py PROGRAM SOURCE_DIR
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SOURCE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
sys.path.insert(0, str(SOURCE / "tests/desk"))
from desk_process import DeskProcess  # noqa: E402

PLACE = pathlib.Path(tempfile.mkdtemp(prefix="docket-desk-"))
GAME = "friday/12"
# The beginning, some offers that must be there, and some that must not.
BEGINNINGS = (
    ("", ("count(", "stat(", "not", "P1", "turn("), (")", ",", "and")),
    ("cou", ("count(", "counters(", "countDifferent("), ("stat(", "P1")),
    ("count(", ("in",), ("P1", "stat(")),
    ("count(in ", ("play", "anywhere", "hand", '"monster zone"'), ("P1", "in")),
    ("count(in m", (), ("play", "hand")),
    ("count(in play", ("play",), ("hand",)),
    ("count(in play ", ("of", ",", ")", "and"), ("P1", "hand")),
    ("count(in play of ", ("P1", "P2"), ("play",)),
    ("count(in play, ", ("title", "controller", "not", "face up"), ("in", "P1")),
    ("count(in play, title ", ('"Lantern Fox"',), ("P1",)),
    ("count(in play, controller ", ("P1", "P2"), ('"Lantern Fox"',)),
    ("count(in play, face ", ("up", "down"), ("P1",)),
    ('count(in play, title "Lantern Fox"', (")", "and"), ('"Lantern Fox"',)),
    ("stat(#1 ", (",",), (")",)),
    ('count(in play, title "Lantern Fox" ', (")", ",", "and", "or"), ("of", "P1")),
    ('stat("Lantern Fox [a]", ', ('"ATK"', '"DEF"'), ("P1", '"Lantern Fox"')),
    ('stat(#1, "A', ('"ATK"',), ('"DEF"',)),
    ("stat(#", ("#",), ("P1",)),
    ("value(", ("P1", "P2", "game"), ("in",)),
    ('value(P1, "', ('"life"',), ('"ATK"',)),
    ("legal(20) and ", ("legal(", "not"), ("and",)),
    ("legal(20) a", ("and",), ("or", "arrived(")),
    ("not (cou", ("count(",), ("stat(",)),
    ('broke(20, "ygo.hard', ('"ygo.hard.use"',), ("P1",)),
    ("if turn() = 1 ", ("then", "and"), ("turn(",)),
    ("max(3, ", ("count(", "min("), ("in",)),
    ("keyword(", ("P1",), ("in",)),
    ('"', ('"',), ("count(",)),
    ("\\", (), ()), ("((((", ("count(",), ()), ("))))", (), ()), (",,,,", (), ()), ("'", (), ("count(",)), ("é", (), ()), ("count(" * 200, ("in",), ()),
)


class Api(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.desk = DeskProcess(PROGRAM, PLACE / "archive")
        cls.session = cls.desk.session()
        cls.session.upload("cards", SOURCE / "tests/games/catalogues/yugioh.json")
        cls.session.ask("new-draft", {"text": (SOURCE / "tests/typed/friday-12.txt").read_text()})
        cls.session.ask("record", {"draft": 1})

    @classmethod
    def tearDownClass(cls):
        cls.desk.close()

    def docket(self, *words):
        ran = subprocess.run([PROGRAM, *map(str, words), "--json", "--archive", self.desk.archive], capture_output=True, text=True)
        return json.loads(ran.stdout)["answer"]

    def test_expressions_are_completed(self):
        for begun, offered, not_offered in BEGINNINGS:
            answer = self.session.ask("offers", {"game": GAME, "at": 20, "begun": begun, "expression": True})
            texts = [one["text"] for one in answer["offers"]]
            for text in offered:
                self.assertTrue(any(one == text or (text in ("#", '"') and one.startswith(text)) for one in texts), (begun, text, texts))
            for text in not_offered:
                self.assertNotIn(text, texts, begun)

    def test_an_expression_of_completions_is_valid(self):
        """Taking the first completion each time gives an expression that can be read, or an unfinished one."""
        for first in ("count(", "stat(", "value(", "legal(", "controller(", "any(", "title(", "type(", "zone(", "keyword("):
            begun = first
            for _ in range(12):
                answer = self.session.ask("offers", {"game": GAME, "at": 20, "begun": begun, "expression": True})
                if not answer["offers"] or begun.endswith(") "):
                    break
                closing = [one["text"] for one in answer["offers"] if one["text"] == ")"]
                taken = (closing or [answer["offers"][0]["text"]])[0]
                if taken == "in" and "in " in begun:
                    break
                begun = begun[:answer["from"]] + taken + ("" if taken.endswith("(") else " ")
            if begun.endswith(") ") and begun.count("(") == begun.count(")"):
                self.assertEqual(len(self.session.ask("ask", {"game": GAME, "at": 20, "expressions": [begun]})["answers"]), 1, begun)

    def test_moves_equal_those_of_the_command(self):
        for card in (None, "#15"):
            for every in (False, True):
                told = self.session.ask("moves", {"game": GAME, "at": 19, "all": every, **({"card": card} if card else {})})
                said = self.docket("moves", GAME, *([card] if card else []), "--at", 19, *(["--all"] if every else []))
                self.assertEqual(told["moves"], said["moves"])
                self.assertGreater(told["moves"]["tried"], 0)
        self.assertEqual(self.session.ask("moves", {"game": GAME, "at": 19, "player": "P2"})["moves"]["player"], 2)
        self.assertEqual(self.session.send("moves", {"game": GAME, "at": 19, "card": "Nobody"})[0], 400)

    def test_moves_of_a_draft_equal_those_of_its_game(self):
        text = (SOURCE / "tests/typed/friday-12.txt").read_text().replace("friday/12", "friday/14")
        draft = self.session.ask("new-draft", {"text": text})["draft"]
        told = self.session.ask("moves", {"draft": draft, "at": 19, "all": True})["moves"]
        self.assertEqual(told, self.session.ask("moves", {"game": GAME, "at": 19, "all": True})["moves"])
        self.session.ask("discard", {"draft": draft})

    def test_a_branch_is_created_and_compared(self):
        ran = self.session.ask("branch", {"game": GAME, "without": "20"})
        made = [line["answer"] for line in ran["lines"] if "answer" in line]
        self.assertEqual((made[0]["parent"], made[0]["at"]), (GAME, 19))
        log = self.session.ask("log", {"game": made[0]["game"]})
        self.assertEqual((log["parent"], log["partedAt"]), (GAME, 19))
        [told] = [line["answer"] for line in self.session.ask("compare", {"game": made[0]["game"]})["lines"] if "answer" in line]
        self.assertEqual(told, self.docket("diff", made[0]["game"]))
        self.assertIsNone(self.session.ask("log", {"game": GAME})["parent"])
        for wrong in ({"without": "999"}, {"edit": "20"}, {"add": "after x: y"}, {"at": "nowhere"}, {}):
            ran = self.session.ask("branch", {"game": GAME, **wrong})
            self.assertEqual(ran["status"], 2, (wrong, ran))

    def test_the_archive_has_a_game_as_soon_as_it_is_recorded(self):
        with tempfile.TemporaryDirectory(dir=PLACE) as folder:
            desk = DeskProcess(PROGRAM, pathlib.Path(folder) / "archive")
            self.addCleanup(desk.close)
            session = desk.session()
            pages = session.ask("who", {})["pages"]
            text = (SOURCE / "tests/typed/friday-12.txt").read_text()
            for number, game in enumerate((GAME, "friday/13", "friday/14"), 1):
                draft = session.ask("new-draft", {"text": text.replace(GAME, game)})["draft"]
                session.ask("record", {"draft": draft})
                for page in ("index.html", "games/index.html"):
                    _, _, body = desk.request("GET", pages + page, {"Cookie": session.fields["Cookie"]})
                    self.assertNotIn("not read yet", body.decode(), (game, page))
                self.assertEqual(body.decode().count('<th scope="row">'), number, "the rows of the list of games")
            desk.close()

    def test_a_draft_has_a_name_that_a_game_can_have(self):
        told = self.session.ask("new-draft", {"ruleset": "yugioh", "id": " Round 3  Table 5"})
        self.assertEqual(told["game"]["id"], "Round-3-Table-5")
        self.session.ask("discard", {"draft": told["draft"]})
        for name, said in (("Tisch \u00fc", "a game's name has"), ("a@2", "a game's name has"), (GAME, "already: choose another name")):
            status, answer = self.session.send("new-draft", {"ruleset": "yugioh", "id": name})
            self.assertEqual((status, said in json.loads(answer)["error"]["message"]), (400, True), (name, answer))

    def test_a_draft_with_the_name_of_another_game_says_what_to_do(self):
        told = self.session.ask("new-draft", {"text": (SOURCE / "tests/typed/friday-12.txt").read_text().replace("Gus", "Ida")})
        status, answer = self.session.send("record", {"draft": told["draft"]})
        self.assertEqual(status, 400)
        self.assertIn("change the name in the first line", json.loads(answer)["error"]["message"])
        self.session.ask("discard", {"draft": told["draft"]})

    def test_a_file_that_is_refused_is_called_as_its_owner_calls_it(self):
        file = PLACE / "no-game.txt"
        file.write_text("this is no game\n")
        answer = json.dumps(self.session.upload("game", file))
        self.assertIn("no-game.txt", answer)
        self.assertNotIn(str(self.desk.archive), answer)

    def test_a_file_has_the_name_that_its_owner_gave_it(self):
        for name, shown in (("Runde 3 Tisch \u00fc.txt", "Runde 3 Tisch \u00fc.txt"), ("100%20.txt", "100%20.txt"),
                            ("a\u202eb\x1b[1m.txt", "a_u{202e}b_x1b[1m.txt")):
            file = PLACE / name
            file.write_text("this is no game\n")
            [refused] = [line["item"] for line in self.session.upload("game", file)["lines"] if "item" in line]
            self.assertTrue(refused["file"].endswith(shown), refused)
        draft = self.session.ask("new-draft", {"ruleset": "yugioh"})["draft"]
        deck = PLACE / 'my "best" deck.ydk'
        deck.write_text("#main\n")
        self.assertEqual(self.session.upload("deck", deck, draft)["deck"], "deck-my _best_ deck.ydk")
        self.session.ask("discard", {"draft": draft})

    def test_a_replay_needs_no_cards_of_its_rules(self):
        with tempfile.TemporaryDirectory(dir=PLACE) as folder:
            desk = DeskProcess(PROGRAM, pathlib.Path(folder) / "archive")
            self.addCleanup(desk.close)
            session = desk.session()
            session.upload("cards", SOURCE / "tests/games/catalogues/marvel-champions.json")
            told = session.upload("game", SOURCE / "tests/edopro/samples/harbor.yrpX")
            self.assertLessEqual(told["status"], 1, told)
            self.assertEqual(session.items("games")[0]["ruleset"], "yugioh-play")
            desk.close()

    def test_live_tables_are_listed(self):
        self.assertEqual(self.session.ask("live", {})["games"], [])
        draft = self.session.ask("new-draft", {"ruleset": "yugioh", "id": "friday/15"})["draft"]
        self.assertEqual([one["game"] for one in self.session.ask("drafts", {})["drafts"]], ["friday/15"])
        self.session.ask("discard", {"draft": draft})


if __name__ == "__main__":
    try:
        passed = unittest.main(argv=[sys.argv[0], *sys.argv[3:]], exit=False, verbosity=2).result.wasSuccessful()
    finally:
        shutil.rmtree(PLACE, ignore_errors=True)
    sys.exit(0 if passed else 1)
