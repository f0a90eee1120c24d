#!/usr/bin/env python3
"""The pages that the program writes, in a real browser, by keyboard alone, at any width. Of `docket report`: its boards
are those of `docket replay`, its explanations those of `docket explain`; a hostile game does nothing. Of `docket
coverage`: the box leaves what no game exercises, without a script.

    browser_test.py PROGRAM SOURCE_DIR SHARED_DIR

Exit status 77: there is no browser here, nothing was tested.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from webdriver import Browser

PROGRAM, SOURCE, SHARED = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
PLACE = pathlib.Path(tempfile.mkdtemp(prefix="docket-report-"))
DISPUTE = "samples/l5r-paragon"
PHONE, DESK = (390, 844), (1280, 800)
SIZES = (PHONE, DESK)
MOST_TABS = 400

# The board that the page shows, as plain data.
BOARD = """
const text = (of) => of === null ? null : of.textContent.trim();
const cards = {};
for (const card of document.querySelectorAll('#board .card:not(.elsewhere)')) {
  cards[text(card.querySelector(':scope > .name small'))] = Object.fromEntries(
    [...card.querySelectorAll(':scope > .stats > .stat')].map((stat) => [text(stat.querySelector('span')),
      text(stat.querySelector('b'))]));
}
const players = [...document.querySelectorAll('#board .side:has(> header > .values)')].map((side) => [
  text(side.querySelector('h3')), Object.fromEntries([...side.querySelectorAll('.value')].map((value) => [
    text(value.querySelector('span')), text(value.querySelector('b'))]))]);
return {where: document.getElementById('where').textContent, cards, players: Object.fromEntries(players)};
"""


def docket(*words, status=0):
    ran = subprocess.run([PROGRAM, *words, "--archive", PLACE / "archive"], capture_output=True, text=True)
    if ran.returncode != status:
        raise AssertionError(f"docket {' '.join(map(str, words))}: status {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def answer(*words):
    """What a command says in JSON, whether or not it found a difference."""
    ran = subprocess.run([PROGRAM, *words, "--json", "--archive", PLACE / "archive"], capture_output=True, text=True)
    if ran.returncode > 1:
        raise AssertionError(ran.stderr)
    return json.loads(ran.stdout)


def shown(amount):
    return "?" if amount is None else str(amount).replace("-", "\u2212")


def cards_on(board):
    """Of a board of `docket replay --json`: the stats of each card that the page shows as a card."""
    found = {}

    def add(card):
        if card.get("underHost"):
            return
        found[f"#{card['card']}"] = {stat["name"]: shown(stat["amount"]) for stat in card["stats"]}
        for attached in card["attached"]:
            add(attached)

    for side in board["sides"]:
        for zone in side["zones"]:
            for card in zone["cards"]:
                add(card)
    return found


class Page(unittest.TestCase):
    """A page that is open in the one browser of its tests."""

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser(*DESK)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def setUp(self):
        self.browser.resize(*DESK)

    def quiet(self):
        self.assertEqual(self.browser.complaints(), [])

    def fits(self):
        for width, height in SIZES:
            self.browser.resize(width, height)
            wide = self.browser.run("return [document.documentElement.scrollWidth, document.body.scrollWidth]")
            self.assertLessEqual(max(wide), width, f"at {width} pixels the page is wider than the screen")
        self.browser.resize(*DESK)

    def tab_to(self, selector):
        """Moves the focus by the Tab key until it stands on what a selector names."""
        for _ in range(MOST_TABS):
            self.browser.press("Tab")
            if self.browser.run("return document.activeElement.matches(arguments[0])", selector):
                return
        self.fail(f"the keyboard does not reach {selector}")


class Report(Page):
    @classmethod
    def setUpClass(cls):
        docket("import", "--cards", SOURCE / "tests/games/catalogues/l5r-celestial.json",
               SOURCE / "tests/games/l5r-paragon.jsonl")
        duels = SHARED / "data/games/edopro"
        if (duels / "0001.yrpX").exists():
            docket("import", "--cards", duels / "cards.jsonl", duels / "0001.yrpX")
            cls.game = "0001"
        else:
            print("ATTENTION: there are no real duels: a sample game stands for one", file=sys.stderr)
            docket("import", "--cards", SOURCE / "tests/games/catalogues/yugioh.json",
                   SOURCE / "tests/games/yugioh-use-or-activate.jsonl")
            cls.game = "samples/yugioh-use-or-activate"
        super().setUpClass()

    def report(self, game):
        path = PLACE / (game.replace("/", "-") + ".html")
        docket("report", game, "-o", path)
        self.browser.open(path)
        return path

    def explained(self):
        """The first tree of the open detail panel: [what, value, clause, below]."""
        return self.browser.run("""
          const tree = (item) => [item.querySelector(':scope > span').textContent,
            item.querySelector(':scope > b')?.textContent ?? null, item.querySelector(':scope > cite')?.textContent ?? null,
            [...item.querySelectorAll(':scope > ul > li')].map(tree)];
          return tree(document.querySelector('#detail[open] details[open] .why > li'));""")

    def expected(self, node):
        return [node["what"], node["value"], node["clause"], [self.expected(child) for child in node["children"]]]

    def test_its_boards_are_those_of_replay(self):
        """The slider is moved by keys to three events; every stat and value is read and compared."""
        self.report(self.game)
        last = answer("replay", self.game)["of"]
        self.tab_to("#slider")
        self.browser.press("Home")
        at, compared = 0, 0
        for event in (last // 3, last * 5 // 7, last - 1):
            self.browser.press(*["ArrowRight"] * (event - at))
            at = event
            page, board = self.browser.run(BOARD), answer("replay", self.game, "--at", str(event))
            self.assertTrue(page["where"].startswith(f"Event {event} "), page["where"])
            told = cards_on(board)
            for number, stats in page["cards"].items():
                self.assertEqual(stats, told[number], f"card {number} after event {event}")
                compared += len(stats)
            with_stats = {number for number, stats in told.items() if stats}
            self.assertLessEqual(with_stats, set(page["cards"]), f"after event {event}")
            for side in board["sides"]:
                values = {value["name"]: shown(value["amount"]) for value in side["values"]}
                if values:
                    named = [of for of in page["players"] if of.startswith(f"P{side['player']}")]
                    self.assertEqual(page["players"][named[0]], values, f"after event {event}")
                    compared += len(values)
        self.assertGreaterEqual(compared, 9)
        self.fits()
        self.quiet()

    def test_an_explanation_is_opened_by_keyboard(self):
        self.report(DISPUTE)
        self.tab_to("#slider")
        self.browser.press("Home", *["ArrowRight"] * 30)
        self.tab_to("#board .stat.differs, #board .stat[data-key='c1.2']")
        card, stat, key = self.browser.run("""
          const stat = document.activeElement;
          return [stat.closest('.card').querySelector(':scope > .name small').textContent,
            stat.querySelector('span').textContent, stat.dataset.key];""")
        self.browser.press("Enter")
        told = answer("explain", DISPUTE, card, stat, "--at", "30")
        self.assertEqual(self.explained(), self.expected(told["explanation"]))
        self.browser.press("Escape")
        self.assertEqual(self.browser.run("return document.querySelector('#detail').open"), False)
        self.assertEqual(self.browser.run("return document.activeElement.dataset.key"), key)
        self.quiet()

    def test_a_value_tells_its_history(self):
        self.report(self.game)
        self.tab_to("#board .side:nth-of-type(2) .value")
        player, value = self.browser.run("""
          const value = document.activeElement;
          return [value.closest('.side').querySelector('h3').textContent, value.querySelector('span').textContent];""")
        self.browser.press("Enter")
        lines = self.browser.run("""return [...document.querySelectorAll('#detail details[open] > .why > li')].map((line) =>
          [line.querySelector('span').textContent, line.querySelector('b').textContent]);""")
        told = answer("explain", self.game, player.split()[0], value)["explanation"]["children"]
        self.assertEqual(lines, [[line["what"], line["value"]] for line in told])
        self.assertGreater(len(lines), 1)
        self.quiet()

    def test_n_and_p_go_to_what_was_found_and_ruled(self):
        self.report(DISPUTE)
        verdict = answer("verify", DISPUTE)[0]
        events = sorted({one["finding"]["event"] for one in verdict["legality"]["findings"]} |
                        {one["event"] for one in verdict["rulings"]["given"]})
        self.assertGreaterEqual(len(events), 2)
        where = "return Number(document.querySelector('#where b').textContent.replace('Event ', ''))"
        self.browser.press("Home")
        for event in events:
            self.browser.press("n")
            self.assertEqual(self.browser.run(where), event)
        self.browser.press("p")
        self.assertEqual(self.browser.run(where), events[-2])
        current = "return document.querySelector('#transcript [aria-current]').id"
        self.assertEqual(self.browser.run(current), f"e{events[-2]}")
        self.quiet()

    def test_on_paper_it_is_the_transcript_and_the_last_board(self):
        self.report(DISPUTE)
        self.browser.develop("Emulation.setEmulatedMedia", {"media": "print"})
        shows = self.browser.run("""return Object.fromEntries(['bar', 'board', 'transcript', 'findings', 'rulings', 'end']
          .map((id) => [id, document.getElementById(id).getClientRects().length !== 0]))""")
        self.browser.develop("Emulation.setEmulatedMedia", {"media": ""})
        self.assertEqual(shows, {"bar": False, "board": False, "transcript": True, "findings": True, "rulings": True,
                                 "end": True})

    def test_a_hostile_game_does_nothing(self):
        """A title and a name that are markup, marks of direction, and a title of ten thousand letters."""
        markup = "</script><script>window.harmed = 1</script><img src=x onerror='window.harmed = 2'>"
        titles = {"Hostile": markup, "Turned": "\u202egnorw si siht\u202c \u2066", "Long": "A" * 10_000}
        cards = {"name": "hostile", "version": "1", "ruleset": "l5r-celestial", "cards": [
            {"key": key, "title": title, "types": ["Personality"], "keywords": [markup[:60]],
             "stats": [{"stat": "Force", "amount": 4}]} for key, title in titles.items()]}
        events = [{"game": {"id": "hostile", "event": markup, "date": "2011-08-01", "ruleset": "l5r-celestial",
                            "rulesetVersion": "2011-06-06", "players": [{"name": markup}, {"name": "\u202eeve"}]}},
                  {"context": {"identities": [{"card": number + 1, "definition": key}
                                              for number, key in enumerate(titles)]},
                   "deckRegistered": {"player": 1, "zone": "home", "first": 1, "count": 3}},
                  {"note": markup + titles["Turned"]},
                  {"begins": [{"subject": "#3", "kind": "bonus", "name": "Force", "amount": 2, "source": 1,
                               "last": "whileSource"}], "changeBegan": True},
                  {"rulingGiven": {"judge": markup, "at": 3, "claim": "title(#3) = \"" + markup + "\"", "note": markup}}]
        (PLACE / "cards.json").write_text(json.dumps(cards))
        (PLACE / "game.jsonl").write_text("\n".join(map(json.dumps, events)))
        docket("import", "--cards", PLACE / "cards.json", PLACE / "game.jsonl")
        self.report("hostile")
        self.browser.press("Home", "ArrowRight", "ArrowRight", "ArrowRight")
        self.fits()
        for key in ("c0", "c2.0"):
            self.browser.run("document.querySelector(`[data-key='${arguments[0]}']`).click()", key)
            self.fits()
            self.browser.press("Escape")
        self.assertEqual(self.browser.run("return window.harmed ?? null"), None)
        self.assertEqual(self.browser.run("return document.querySelectorAll('img, iframe, script:not([type])').length"), 1)
        widest = self.browser.run("return Math.max(...[...document.querySelectorAll('main *')].map((one) => "
                                  "one.getBoundingClientRect().height))")
        self.assertLess(widest, 4000, "a long title makes the page grow")
        self.assertIn("<script>", self.browser.run("return document.querySelector('h1').textContent"))
        self.quiet()


class Coverage(Page):
    # What is said of each row of a table that can be seen.
    ROWS = """return [...document.querySelectorAll('.cover tbody tr')].filter((row) => row.getClientRects().length !== 0)
      .map((row) => row.querySelector('.tag').textContent);"""

    @classmethod
    def setUpClass(cls):
        docket("import", "--cards", SOURCE / "tests/games/catalogues/l5r-celestial.json",
               SOURCE / "tests/games/l5r-paragon.jsonl")
        docket("import", "--cards", SOURCE / "tests/games/catalogues/yugioh.json",
               SOURCE / "tests/games/yugioh-use-or-activate.jsonl")
        docket("coverage", "--prefix", "samples/", "-o", PLACE / "coverage.html")
        super().setUpClass()

    def setUp(self):
        super().setUp()
        self.browser.open(PLACE / "coverage.html")

    def test_its_box_leaves_what_no_game_exercises(self):
        told = answer("coverage", "--prefix", "samples/")
        clauses = [clause["exercised"] for rules in told for clause in rules["clauses"]]
        rows = self.browser.run(self.ROWS)
        self.assertEqual(len(rows), sum(len(rules[of]) for rules in told for of in ("clauses", "limits", "cards")))
        self.assertEqual(set(rows), {"exercised", "NEVER"})
        self.assertGreater(rows.count("NEVER"), clauses.count(False))
        self.tab_to("#never-only")
        self.browser.press(" ")
        self.assertEqual(self.browser.run(self.ROWS), ["NEVER"] * rows.count("NEVER"))
        self.fits()
        self.browser.press(" ")
        self.assertEqual(self.browser.run(self.ROWS), rows)
        self.fits()
        self.quiet()

    def test_its_links_lead_to_the_tables(self):
        self.tab_to(".summary a[href='#r2-limits']")
        self.browser.press("Enter")
        place = self.browser.run("""return [document.activeElement.id,
          document.getElementById('r2-limits').getBoundingClientRect().top,
          document.querySelector('#never-only + label').getBoundingClientRect().bottom];""")
        self.assertEqual(place[0], "r2-limits")
        self.assertGreaterEqual(place[1], place[2], "the heading is hidden below the box")
        self.quiet()


def main():
    missing = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
    if missing:
        print(f"SKIPPED: no {' and no '.join(missing)} here: the page was not tried in a browser")
        return 77
    try:
        return 0 if unittest.main(argv=sys.argv[:1], exit=False, verbosity=2).result.wasSuccessful() else 1
    finally:
        shutil.rmtree(PLACE, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
