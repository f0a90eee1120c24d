#!/usr/bin/env python3
"""`docket desk` in a real browser, on a phone and on a laptop: disputes from an empty archive to a slip, drafts through a
killed browser and a killed desk, scripts in every field, pages of other sites.

    browser_test.py PROGRAM SOURCE_DIR

Exit status 77: there is no browser; nothing was tested.
"""
import base64
import functools
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PROGRAM, SOURCE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
sys.path[:0] = [str(SOURCE / "tests/report"), str(SOURCE / "tests/desk")]
from desk_process import DeskProcess, made_certificate  # noqa: E402
from in_a_browser import InABrowser, browser, run_tests  # noqa: E402

PLACE = pathlib.Path(tempfile.mkdtemp(prefix="docket-desk-"))
PHONE, TABLET, LAPTOP = (360, 740), (768, 1024), (1280, 800)

# For each dispute: the lines below the header, the question, a wrong and a right claim.
DISPUTES = {
    "yugioh": {
        "cards": "tests/games/catalogues/yugioh.json", "players": ("Gus", "Hana"),
        "lines": ['P1 registers hand', '  = 2 "Lantern Fox"', 'P2 registers hand 1 cards',
                  'P2 moves ? to "spell zone" slot 0 down as set', "== turn P1", '-- "main 1"',
                  'plays "Lantern Fox" #1 to "monster zone" slot 0 up turned attack as "normal summon"',
                  'moves "Lantern Fox" #2 to "monster zone" slot 1 up turned attack as "special summon"', "-- chain",
                  'uses "Lantern Fox" #1 ability 2 as ignition link 1', "-- end chain", "-- chain",
                  'uses "Lantern Fox" #2 ability 2 as ignition link 1'],
        "finding": "ygo.hard.use", "stat": ("Lantern Fox", "ATK"), "act": "P1 draws 1",
        "wrong": "legal({last})", "right": "not legal({last})", "cite": "ygo.hard.use"},
    "l5r-celestial": {
        "cards": "tests/typed/quiet-debt.json", "players": ("Ines", "Marek"),
        "lines": ['P1 registers home', '  = "House of the Quiet Debt"', '  = "Envoy of the High Hall"', 'P2 registers home',
                  '  = "Gate Captain"', "== turn P1", "-- straighten", "-- events", "-- action",
                  'uses "Envoy of the High Hall" ability 1 as Open targeting "Gate Captain"',
                  '  + bonus Force -2 on "Gate Captain" until turn'],
        "starts": ['P1 starts 6 "Family Honor"', 'P2 starts 4 "Family Honor"'],
        "finding": "l5r.triggered.mandatory", "stat": ("Gate Captain", "Force"), "act": 'uses "Envoy of the High Hall" ability 1 as Open targeting "Gate Captain"',
        "wrong": "legal(4) and legal({last})", "right": 'broke(4, "l5r.triggered.mandatory")',
        "cite": "l5r.triggered.mandatory"},
    "huntik": {
        "cards": "tests/games/catalogues/huntik.json", "players": ("Kaya", "Leif"),
        "lines": ["P1 registers deck", '  = "Lane Watcher"', "P2 registers deck", '  = "Moss Reeve"',
                  'P1 moves "Lane Watcher" to field up', 'P1 registers "legendary heroes"', '  = 4 "Morning Warden"'],
        "finding": "ms.deck.legendary", "stat": ("Lane Watcher", "Attack"), "act": "P1 draws 1",
        "wrong": "legal({last})", "right": 'broke({last}, "ms.deck.legendary")', "cite": "ms.deck.legendary"},
    "marvel-champions": {
        "cards": "tests/games/catalogues/marvel-champions.json", "players": ("Ines", "Jory"),
        "lines": ["P1 registers deck", '  = "Night Courier"', '  = 2 "Last Call"', "P2 registers deck", '  = "Bright Anvil"',
                  'moves "Night Courier" to P1 "play area" up turned ready',
                  'P1 draws "Last Call" #2, "Last Call" #3 from deck to hand by nobody', "== round", "-- phase player",
                  "-- turn P1", 'P1 plays "Last Call" #2 to discard', 'P1 plays "Last Call" #3 to discard'],
        "finding": "mc.max.period", "stat": ("Night Courier", "attack"), "act": "P1 draws 1",
        "wrong": "legal({last})", "right": "not legal({last})", "cite": "mc.max.period"},
    # Its document has no limits and no requirements: the dispute is about the types of a card, and there are no findings.
    "grand-archive": {
        "cards": "tests/games/catalogues/grand-archive.json", "players": ("Mirela", "Noor"),
        "lines": ['P1 registers "main deck"', '  = "Sun Herald"', '  = "Copper Charm"', 'P2 registers "main deck"',
                  '  = "Moon Squire"', "== turn P1", "-- main", 'P1 moves "Sun Herald" to field up turned awake',
                  'P1 moves "Copper Charm" to field up turned awake', "P1 begins",
                  '  + set-type "Unique Champion" on "Sun Herald" from "Copper Charm" until turn'],
        "finding": None, "stat": ("Sun Herald", "power"), "act": "P1 draws 1",
        "wrong": 'type(#1, "Ally")', "right": 'type(#1, "Champion") and supertype(#1, "Unique")', "cite": "ga.type.set"},
}
# In the page: traces that a script would leave if it ran.
MARK = "window.hacked === undefined && document.querySelectorAll('main img, main script, main iframe').length === 0"


class AtTheDesk(InABrowser):
    words = ()       # that the desk is started with
    by_keys = False  # whether text is typed key by key

    def setUp(self):
        super().setUp()
        self.desk = DeskProcess(PROGRAM, pathlib.Path(tempfile.mkdtemp(dir=PLACE)) / "archive", *self.words)
        self.addCleanup(self.desk.close)

    def enter(self, link=None):
        self.browser.go("about:blank")
        self.browser.go(link or self.desk.link)
        self.shown("start")

    def shown(self, section):
        self.wait("return document.getElementById(arguments[0])?.hidden === false", lambda is_shown: is_shown is True, section)

    def text(self, selector):
        return self.browser.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def says(self, selector, words):
        return self.wait("return document.querySelector(arguments[0])?.textContent ?? ''", lambda said: words in said, selector)

    def click(self, selector):
        self.wait("return document.querySelector(arguments[0]) !== null", bool, selector)
        self.browser.run("document.querySelector(arguments[0]).click()", selector)

    def press_button(self, words, within="main"):
        found = """[...document.querySelectorAll(`${arguments[0]} button`)].find((one) => one.textContent === arguments[1]
          && one.getClientRects().length !== 0)"""
        self.wait(f"return {found} !== undefined", bool, within, words)
        self.browser.run(f"{found}.click()", within, words)

    def press_button_that_begins(self, words, within):
        self.browser.run("""[...document.querySelectorAll(`${arguments[0]} button`)]
          .find((one) => one.textContent.startsWith(arguments[1])).click()""", within, words)

    def write(self, words):
        if self.by_keys:
            self.browser.press(*words)
        else:
            self.browser.write(words)

    def fill(self, selector, words):
        """Types into a field like a person."""
        self.browser.run("const field = document.querySelector(arguments[0]); field.focus(); field.select?.();", selector)
        self.browser.press("Backspace")
        self.write(words)

    def choose(self, selector, value):
        self.wait("return [...document.querySelector(arguments[0]).options].some(({ value }) => value === arguments[1])", bool,
                  selector, value)
        self.browser.run("""const field = document.querySelector(arguments[0]); field.value = arguments[1];
          field.dispatchEvent(new Event('change', { bubbles: true }));""", selector, value)

    def drop(self, path):
        """Drops a file on the place for opening files."""
        bytes_of = base64.b64encode(path.read_bytes()).decode()
        self.browser.run("""const bytes = Uint8Array.from(atob(arguments[1]), (one) => one.charCodeAt(0));
          const data = new DataTransfer(); data.items.add(new File([bytes], arguments[0]));
          if (arguments[2]) {
            const input = document.getElementById('cards-file'); input.files = data.files;
            input.dispatchEvent(new Event('change'));
          } else document.getElementById('drop').dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));""",
                         path.name, bytes_of, path.suffix == ".json")

    def lines(self):
        return self.browser.run("return [...document.querySelectorAll('#line-list .text')].map((one) => one.textContent)")

    def type_line(self, line):
        self.browser.run("document.getElementById('typed').focus()")
        self.write(line)
        self.browser.press("Enter")

    def typed_is_saved(self, line):
        self.wait("return [...document.querySelectorAll('#line-list .text')].map((one) => one.textContent)",
                  lambda lines: line in lines)

    def begin_draft(self, ruleset, cards, players, name):
        self.drop(SOURCE / cards)
        self.wait("return document.getElementById('new-ruleset').value", lambda chosen: chosen == ruleset)
        self.wait("return document.getElementById('new-catalogue').value", lambda chosen: chosen != "")
        for number, player in enumerate(players, 1):
            self.fill(f"#new-p{number}", player)
        self.fill("#new-id", name)
        self.browser.press("Enter")
        self.shown("table")
        self.says("#table-kind", "Draft")
        self.wait("return document.activeElement.id", lambda focused: focused == "typed")

    def ruled(self, session, decision):
        """Records a decision, right or wrong."""
        self.assertIn(session.ask("rule", decision)["status"], (0, 1), decision)

    def fits_here(self, where):
        wide = self.browser.run("return [document.documentElement.scrollWidth, window.innerWidth]")
        self.assertLessEqual(wide[0], wide[1], where)

    def in_sight(self, selector):
        """Nothing covers the element of a selector: neither a phone's bar nor the end of the window."""
        self.wait("""const one = document.querySelector(arguments[0]); const { left, right, top, bottom } = one.getBoundingClientRect();
          return [top + 1, bottom - 1].every((y) => { const there = document.elementFromPoint((left + right) / 2, y);
            return there !== null && (one.contains(there) || there.contains(one)); });""", bool, selector)

    def archive_is_shown(self):
        """The path of the archive's first page."""
        return self.wait("return document.readyState === 'complete' ? location.pathname : ''", lambda path: path.startswith("/pages/"))

    def link_in_archive(self, words):
        """The address of a link in the archive's list of games; the list is read again until the game is there."""
        games = self.browser.run("return new URL('games/index.html', location.href).href")
        for _ in range(100):
            self.browser.go(games)
            found = self.browser.run("""return [...document.querySelectorAll('main a')]
              .find((one) => one.textContent.includes(arguments[0]))?.href ?? ''""", words)
            if found:
                return found
            time.sleep(.1)
        self.fail(f"the archive does not list {words}")

    def show(self, pane):
        self.click(f"#panes [data-of={pane}]")


class Disputes(AtTheDesk):
    def settle(self, ruleset, size):
        dispute = DISPUTES[ruleset]
        self.by_keys = size == LAPTOP
        self.browser.resize(*size)
        self.enter()
        self.fits_here("the games")
        self.begin_draft(ruleset, dispute["cards"], dispute["players"], f"friday/{ruleset}")
        self.fits_here("a draft")
        if "starts" in dispute:  # above the empty line behind the header
            self.browser.press("ArrowUp")
            for line in dispute["starts"]:
                self.type_line(line)
                self.typed_is_saved(line)
            self.browser.press("ArrowDown")
        for line in dispute["lines"]:
            self.type_line(line)
            self.typed_is_saved(line)
        self.assertEqual(self.browser.run("return document.querySelectorAll('#line-list .mistaken').length"), 0, self.text("#line-list"))
        if dispute["finding"] is not None:
            self.says("#line-list .comment.bad", dispute["finding"])
        self.show("board")
        card, stat = dispute["stat"]
        self.says("#board", card)
        self.fits_here("the board")
        self.click(f"#board .stat[data-stat='{stat}']")
        self.says("#detail-body", stat)
        self.in_sight("#detail-body details[open] .why li")
        self.click("#detail-close")
        self.press_button("Record")
        self.says("#table-kind", "Recorded")
        last = self.browser.run("return [...document.querySelectorAll('#line-list .number')].at(-1).textContent")
        self.ask(dispute)
        if dispute["right"] == "not legal({last})":
            self.decide_on_an_answer(dispute, last)
        self.decide(dispute, last)
        self.look_at_the_slip()
        self.quiet()

    def ask(self, dispute):
        self.show("ask")
        self.fill("#act", dispute["act"])
        self.browser.press("Enter")
        self.wait("return document.querySelector('#answer')?.innerText ?? ''",
                  lambda said: any(word in said for word in ("legal", "ILLEGAL", "undecided")))
        self.assertNotEqual(self.browser.run("return document.querySelectorAll('#answer .why li').length"), 0)
        self.fill("#value", "count(in play)")
        self.browser.press("Enter")
        self.says("#answer", "count(in play)")
        self.fits_here("an answer")

    def decision(self):
        return self.browser.run("""return ['kind', 'decide-at', 'claim', 'cite', 'supersedes', 'note', 'judge']
          .map((id) => document.getElementById(id).value)""")

    def decide_on_an_answer(self, dispute, last):
        """Nothing but the prepared ruling of an answer is recorded."""
        self.click("#was-legal")
        self.press_button(f"Decide: not legal({last})", "#answer")
        self.assertEqual(self.decision(), ["ruling", last, f"not legal({last})", dispute["cite"], "", "", ""])
        self.click("#line-list button.line")
        self.assertEqual(self.decision()[2:], ["", "", "", "", ""])
        self.browser.run("[...document.querySelectorAll('#line-list button.line')].at(-1).click()")

    def decide(self, dispute, last):
        self.show("decide")
        wrong, right = (dispute[one].format(last=last) for one in ("wrong", "right"))
        self.fill("#claim", wrong)
        self.fill("#cite", dispute["cite"])
        self.fill("#note", "as seen")
        self.fill("#judge", "Erin")
        self.press_button("Try", "#decision")
        self.says("#decided .tag", "wrong")
        self.says("#decided", "Not recorded yet")
        self.press_button("Record", "#decision")
        self.says("#decided", "is recorded")
        self.assertEqual(self.text("#decide").count("the rules give a different result"), 1)
        self.in_sight("#decided a")
        self.says("#rulings .wrong", wrong)
        self.assertEqual(self.decision(), ["ruling", last, "", "", "", "", "Erin"])
        first = self.browser.run("return [...document.getElementById('supersedes').options].at(-1).value")
        if right == f"not {wrong}":
            self.press_button_that_begins(right, "#claims")
            self.assertEqual(self.decision(), ["ruling", last, right, dispute["cite"], first, "", ""])
            self.press_button(dispute["cite"], "#clauses")
        else:
            self.choose("#supersedes", first)
            self.assertEqual(self.decision()[:3], ["ruling", last, wrong])
            self.fill("#claim", right)
            self.fill("#cite", dispute["cite"])
        self.assertEqual(self.decision(), ["ruling", last, right, dispute["cite"], first, "", ""])
        self.fill("#judge", "Femi, head judge")
        self.press_button("Record", "#decision")
        self.says("#decided .tag", "right")
        self.says("#rulings .replaced", dispute["wrong"].format(last=last))
        self.fits_here("decisions")

    def look_at_the_slip(self):
        self.click("#rulings .right a")
        self.shown("slip")
        self.assertIn("RULING", self.says("#slip-title", "RULING"))
        self.assertIn("Femi, head judge", self.text("#slip-rows") + self.text("#signers"))
        self.fits_here("the slip")
        self.assertTrue(self.browser.print().startswith(b"%PDF"))


def _settles(ruleset, size):
    return lambda self: self.settle(ruleset, size)


# One class each, so that they can run at the same time.
for _ruleset in DISPUTES:
    _name = "DisputesOf" + "".join(part.capitalize() for part in _ruleset.split("-"))
    globals()[_name] = type(_name, (Disputes,), {
        f"test_a_dispute_of_{_ruleset.replace('-', '_')}_on_a_{_device}": _settles(_ruleset, _size)
        for _device, _size in (("phone", PHONE), ("tablet", TABLET), ("laptop", LAPTOP))})


class Typing(AtTheDesk):
    def begin(self):
        self.enter()
        self.begin_draft("yugioh", DISPUTES["yugioh"]["cards"], ("Gus", "Hana"), "friday/12")

    def test_lines_are_undone_redone_joined_and_edited(self):
        self.begin()
        self.type_line("== turn P1")
        self.typed_is_saved("== turn P1")
        self.press_button("Undo")
        self.wait("return [...document.querySelectorAll('#line-list .text')].map((one) => one.textContent).join()",
                  lambda lines: "turn" not in lines)
        self.press_button("Redo")
        self.typed_is_saved("== turn P1")
        self.wait("return document.getElementById('typed').value", lambda value: value == "== turn P1")
        self.browser.press("End", "Backspace", "2", "ArrowDown")
        self.typed_is_saved("== turn P2")
        self.wait("return document.getElementById('typed').value", lambda value: value == "")
        self.browser.press("Backspace")
        self.wait("return document.getElementById('typed').value", lambda value: value == "== turn P2")

    def test_below_a_line_that_is_mended_a_new_one_is_typed(self):
        self.begin()
        for line in ("P1 registers deck 40 cards", "P2 draws 5", "P2 shuffles"):
            self.type_line(line)
            self.typed_is_saved(line)
        self.browser.press("ArrowUp", "ArrowUp")
        self.wait("return document.getElementById('typed').value", lambda value: value == "P2 draws 5")
        self.browser.press("ArrowUp")
        self.wait("return document.getElementById('typed').value", lambda value: value == "P1 registers deck 40 cards")
        self.browser.press("Home", "ArrowRight", "Backspace", "p", "Enter")
        self.type_line("P2 registers deck 40 cards")
        self.type_line("P1 shuffles")
        self.typed_is_saved("P1 shuffles")
        self.browser.press("ArrowDown")
        self.wait("return document.getElementById('typed').value", lambda value: value == "P2 draws 5")
        self.assertEqual(self.lines()[-6:], ["p1 registers deck 40 cards", "P2 registers deck 40 cards", "P1 shuffles", "P2 draws 5",
                                             "P2 shuffles", ""])

    def in_tab(self, handle):
        self.browser._of_session("POST", "/window", {"handle": handle})

    def new_tab(self, how):
        tabs = self.browser._of_session("GET", "/window/handles")
        self.browser.run("window.open(location.href, '_blank', arguments[0])", how)
        for _ in range(100):
            others = [one for one in self.browser._of_session("GET", "/window/handles") if one not in tabs]
            if others:
                self.in_tab(others[0])
                self.addCleanup(self.close_tab, others[0])
                return others[0]
            time.sleep(.05)
        return self.fail("no tab was opened")

    def close_tab(self, handle):
        self.in_tab(handle)
        self.browser._of_session("DELETE", "/window")
        self.in_tab(self.browser._of_session("GET", "/window/handles")[0])

    def test_two_tabs_overwrite_no_line_of_each_other(self):
        self.begin()
        self.type_line("== turn P1")
        self.typed_is_saved("== turn P1")
        self.write("P1 draw")
        mine = self.browser._of_session("GET", "/window")
        self.new_tab("")  # with a copy of the first one's storage, as a duplicated tab
        self.says("#watching", "Another page is typing here")
        self.click("#take-over")
        self.wait("return document.getElementById('typed').checkVisibility()", bool)
        self.type_line("P1 shuffles")
        self.typed_is_saved("P1 shuffles")
        self.in_tab(mine)
        self.typed_is_saved("P1 shuffles")
        self.click("#take-over")
        self.wait("return document.getElementById('typed').value", lambda value: value == "P1 draw")
        self.write("s 1")
        self.browser.press("Enter")
        self.typed_is_saved("P1 draws 1")
        self.assertEqual(self.lines()[-4:], ["== turn P1", "P1 shuffles", "P1 draws 1", ""])
        self.new_tab("noopener")  # by its address alone, then by another link
        self.says("#table-name", "friday/12")
        self.enter(self.desk.new_link())
        self.in_tab(mine)
        self.type_line("P2 shuffles")
        self.typed_is_saved("P2 shuffles")

    def test_words_are_completed_with_tab(self):
        self.begin()
        self.browser.run("document.getElementById('typed').focus()")
        self.browser.press(*"P1 shuf")
        self.wait("return document.querySelector('#offers').children.length", bool)
        self.browser.press("Tab")
        self.wait("return document.getElementById('typed').value", lambda value: value == "P1 shuffles ")

    def test_a_card_is_tapped_into_the_line(self):
        self.begin()
        for line in DISPUTES["yugioh"]["lines"][:8]:
            self.type_line(line)
            self.typed_is_saved(line)
        self.browser.run("document.getElementById('typed').focus()")
        self.browser.press(*"uses")
        self.wait("return document.querySelectorAll('#board .card .name').length", lambda count: count >= 2)
        self.press_button_that_begins("Lantern Fox", "#board .card")
        value = self.wait("return document.getElementById('typed').value", lambda value: "#" in value)
        self.assertRegex(value, r'^uses "Lantern Fox" #\d $')

    def test_a_whole_transcript_is_pasted(self):
        self.begin()
        text = "\n".join(DISPUTES["yugioh"]["lines"]) + "\n"
        self.browser.run("""const data = new DataTransfer(); data.setData('text/plain', arguments[0]);
          const field = document.getElementById('typed'); field.focus();
          field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true, bubbles: true }));""", text)
        self.says("#line-list .comment.bad", "ygo.hard.use")

    def test_an_unreadable_line_is_explained_and_blocks_recording(self):
        self.begin()
        self.type_line("P1 drwas banana")
        self.says("#line-list .mistaken", "P1 drwas banana")
        self.press_button("Record")
        self.says("#told", "cannot be read yet")
        self.says("#table-kind", "Draft")

    def test_a_dropped_transcript_becomes_a_draft(self):
        self.enter()
        self.fill("#new-id", "Tisch ü")
        self.browser.press("Enter")
        self.says("#new-told", "a game's name has")
        self.drop(SOURCE / "tests/typed/friday-12.txt")
        self.says("#table-kind", "Draft")
        self.says("#table-name", "friday/12")

    def test_the_keyboard_reaches_everything(self):
        self.enter()
        for selector in ("#new-ruleset", "#new-p1", "#new-id", "#new-game button", "#game-file", "#pasted", "#find-game"):
            self.tab_to(selector)
        self.begin_draft("yugioh", DISPUTES["yugioh"]["cards"], ("Gus", "Hana"), "friday/12")
        for selector in ("#typing button", "#table-acts button", "#panes button", "#line-list button"):
            self.tab_to(selector)

    def test_saved_text_survives_the_browser(self):
        self.begin()
        for line in ("== turn P1", '-- "main 1"'):
            self.type_line(line)
            self.typed_is_saved(line)
        self.browser.press(*"P1 draw")
        self.browser.go("about:blank")
        self.browser = browser(1)
        self.enter(self.desk.new_link())
        self.click("#drafts a")
        self.typed_is_saved('-- "main 1"')

    def test_saved_text_survives_the_desk(self):
        self.begin()
        lines = ["== turn P1", '-- "main 1"', "P1 shuffles"]
        for line in lines:
            self.type_line(line)
            self.typed_is_saved(line)
        self.desk.kill()
        self.type_line("P1 draws 1")
        self.says("#typed-told", "does not answer")
        self.assertEqual(self.browser.run("return document.getElementById('typed').value"), "P1 draws 1")
        self.desk.start(port=self.desk.port)
        self.enter(self.desk.link)
        self.click("#drafts a")
        for line in lines:
            self.typed_is_saved(line)

    def test_an_older_page_does_not_overwrite_a_newer_draft(self):
        self.begin()
        draft = self.browser.run("return Number(location.hash.split('/')[1])")
        session = self.desk.session_of("Erin", X_Docket_Page="e")
        told = session.ask("draft", {"draft": draft})
        edit = {"draft": draft, "version": told["version"], "first": len(told["lines"]), "count": 0, "lines": ["; typed elsewhere"]}
        self.assertEqual(session.send("edit", edit)[0], 409)
        session.ask("take-over", {"draft": draft})
        session.ask("edit", edit)
        self.says("#watching", "Erin is typing here")
        self.typed_is_saved("; typed elsewhere")
        self.assertFalse(self.browser.run("return document.getElementById('typed').checkVisibility()"))
        stale = session.send("edit", edit)
        self.assertEqual(stale[0], 409)
        self.assertIn(b"another page has changed", stale[1])


class Asking(AtTheDesk):
    def open_duel(self):
        """A draft with two foxes in play."""
        self.enter()
        session = self.desk.session()
        session.upload("cards", SOURCE / DISPUTES["yugioh"]["cards"])
        text = "\n".join(['game "friday/12"', 'P1 "Gus"', 'P2 "Hana"', 'ruleset "yugioh"', "", *DISPUTES["yugioh"]["lines"][:10]]) + "\n"
        session.ask("new-draft", {"text": text})
        session.ask("record", {"draft": 1})
        self.browser.run("location.hash = '#game/friday%2F12'")
        self.says("#table-kind", "Recorded")
        self.wait("return document.querySelectorAll('#board .card').length", bool)
        return session

    def test_a_card_shows_its_moves_and_explains_a_tapped_one(self):
        self.open_duel()
        self.press_button_that_begins("Lantern Fox", "#board .card")
        self.press_button("Moves", "#detail-acts")
        self.says("#answer .moves", "legal")
        count = self.browser.run("return document.querySelectorAll('#answer .moves .offers button').length")
        self.assertGreater(count, 0)
        self.click("#answer .moves .offers button")
        self.says("#answer h3", "uses")
        self.press_button("Insert into the line", "#answer")
        self.assertRegex(self.browser.run("return document.getElementById('typed').value"), r'uses "Lantern Fox"')
        self.quiet()

    def test_moves_are_those_of_the_command_line(self):
        session = self.open_duel()
        told = session.ask("moves", {"game": "friday/12", "all": True})["moves"]
        self.show("ask")
        self.press_button("What may be done now?", "#ask")
        counts = f'{told["legal"]} legal, {told["undecided"]} undecided, {told["illegal"]} illegal'
        self.says("#answer .moves", counts)
        if told["illegal"]:
            self.press_button("Show illegal acts too", "#answer")
            self.says("#answer .moves .wrong .tag", "ILLEGAL")

    def test_an_expression_is_tapped_together(self):
        self.open_duel()
        self.show("ask")
        for typed, taken, value in (("cou", "count(", "count("), ("", "in", "count(in "), ("", '"monster zone"', 'count(in "monster zone" '),
                                    ("", ",", 'count(in "monster zone", '), ("titl", "title", 'count(in "monster zone", title '),
                                    ("", '"Lantern Fox"', 'count(in "monster zone", title "Lantern Fox" '),
                                    ("", ")", 'count(in "monster zone", title "Lantern Fox") ')):
            self.browser.run("document.getElementById('value').focus()")
            self.browser.press(*typed)
            self.wait("""return [...document.querySelectorAll('#value-offers button')]
              .some((one) => one.firstElementChild.textContent === arguments[0])""", bool, taken)
            self.browser.run("""[...document.querySelectorAll('#value-offers button')]
              .find((one) => one.firstElementChild.textContent === arguments[0]).click()""", taken)
            self.wait("return document.getElementById('value').value",
                      lambda found, value=value: found.replace("  ", " ").replace("( ", "(") == value)
        self.browser.press("Enter")
        self.says("#answer h3", ": 2")

    def test_clauses_of_an_answer_are_cited_and_others_completed(self):
        self.open_duel()
        self.browser.run("[...document.querySelectorAll('#line-list button.line')].at(-1).click()")
        self.click("#was-legal")
        self.press_button("Decide: legal(9)", "#answer")
        self.assertIn("ygo.hard.use", self.browser.run("return document.getElementById('cite').value"))
        self.fill("#cite", "ygo.hard.use negated")
        self.wait("return [...document.querySelectorAll('#cite-offers button')].map((one) => one.textContent).join()",
                  lambda offers: "ygo.hard.activate" in offers)
        self.press_button_that_begins("ygo.hard.activate", "#cite-offers")
        self.assertEqual(self.browser.run("return document.getElementById('cite').value"), "ygo.hard.use ygo.hard.activate ")
        self.quiet()

    def test_a_rewind_goes_back_to_before_the_chosen_line_and_says_what_it_undoes(self):
        self.open_duel()
        self.show("decide")
        self.choose("#kind", "rewind")
        self.assertEqual(self.browser.run("return document.getElementById('decide-at').value"), "8")
        self.fill("#judge", "Erin")
        self.fill("#note", "Too many.")
        self.press_button("Try", "#decision")
        self.says("#decided", "the game continues after event 8 (")
        self.says("#decided", "and event 9 (Gus uses Lantern Fox")
        self.press_button("Record", "#decision")
        self.says("#rulings li", "is undone")
        self.assertNotIn('"Erin"', self.text("#rulings"))
        self.assertEqual(self.text("#rulings").count("Too many."), 1)
        self.assertEqual(self.text("#claims"), "")
        self.quiet()

    def test_a_branch_is_created_and_compared(self):
        self.open_duel()
        self.show("decide")
        self.choose("#kind", "branch")
        self.fill("#decide-at", "8")
        self.press_button("Record", "#decision")
        self.says("#decided h3", "friday/12/branch-1")
        self.press_button("Compare", "#decided")
        self.says("#decided h3", "friday/12/branch-1 and friday/12")
        self.says("#decided", "They are the same up to event 7.")
        self.browser.run("location.hash = '#game/friday%2F12%2Fbranch-1'")
        self.says("#table-name", "branch-1")
        self.press_button("Compare with its parent")
        self.says("#decided h3", "friday/12/branch-1 and friday/12")
        self.fits_here("a comparison")
        self.quiet()


class People(AtTheDesk):
    """Two browsers at one game."""

    def in_other(self, other, act):
        """Does something in another browser."""
        self.browser = other
        try:
            return act()
        finally:
            del self.browser

    def draft_of(self, name):
        self.enter(self.desk.invite(name))
        self.click("#drafts a")
        self.says("#table-kind", "Draft")

    def test_one_types_and_the_other_follows_and_takes_over(self):
        self.enter(self.desk.invite("Erin"))
        self.says("#who-name", "Erin")
        self.begin_draft("yugioh", DISPUTES["yugioh"]["cards"], ("Gus", "Hana"), "friday/12")
        other = browser(1)
        self.in_other(other, lambda: self.draft_of("Femi"))
        self.in_other(other, lambda: self.says("#watching", "Erin is typing here"))
        self.type_line("== turn P1")
        self.in_other(other, lambda: self.typed_is_saved("== turn P1"))
        self.in_other(other, lambda: self.click("#take-over"))
        self.says("#watching", "Femi is typing here")
        self.in_other(other, lambda: self.wait("return document.getElementById('typed').checkVisibility()", bool))
        self.in_other(other, lambda: self.type_line('-- "main 1"'))
        self.typed_is_saved('-- "main 1"')
        self.click("#take-over")
        self.wait("return document.getElementById('typed').checkVisibility()", bool)
        self.type_line('-- "main 2"')
        self.in_other(other, lambda: self.typed_is_saved('-- "main 2"'))
        self.assertEqual(self.lines(), self.in_other(other, self.lines))
        self.browser.press(*"P1 draw")  # is lost with this browser, nothing else
        self.browser.go("about:blank")
        self.in_other(other, lambda: self.wait("return document.getElementById('typed').checkVisibility()", bool))
        self.in_other(other, lambda: self.press_button("Record"))
        self.in_other(other, lambda: self.says("#table-kind", "Recorded"))
        self.in_other(other, self.quiet)

    def test_a_recorded_draft_becomes_the_game_for_everyone(self):
        self.enter(self.desk.invite("Erin"))
        self.begin_draft("yugioh", DISPUTES["yugioh"]["cards"], ("Gus", "Hana"), "friday/12")
        self.type_line("== turn P1")
        self.typed_is_saved("== turn P1")
        other = browser(1)
        self.in_other(other, lambda: self.draft_of("Femi"))
        self.press_button("Record")
        self.in_other(other, lambda: self.says("#table-kind", "Recorded"))
        self.show("decide")
        self.assertEqual(self.browser.run("return document.getElementById('judge').value"), "Erin")
        self.fill("#claim", "turn() = 1")
        self.press_button("Record", "#decision")
        self.in_other(other, lambda: self.wait("return document.querySelector('#rulings')?.textContent ?? ''",
                                               lambda said: "turn() = 1" in said and "Erin" in said))

    def test_a_scribe_cannot_rule_and_a_viewer_sees_only_the_archive(self):
        self.enter(self.desk.invite("Sam", "scribe"))
        self.begin_draft("yugioh", DISPUTES["yugioh"]["cards"], ("Gus", "Hana"), "friday/12")
        self.assertFalse(self.browser.run("return document.querySelector('#panes [data-of=decide]').checkVisibility()"))
        self.browser.go("about:blank")
        self.browser.go(self.desk.invite("Vera", "viewer"))
        self.wait("return document.querySelector('h1')?.textContent ?? ''", lambda title: title != "" and "desk" not in title.lower())
        self.says("footer", "This shows what a spectator could see")

    def test_people_who_leave_or_are_revoked_see_a_closed_desk(self):
        self.enter(self.desk.invite("Erin"))
        self.begin_draft("yugioh", DISPUTES["yugioh"]["cards"], ("Gus", "Hana"), "friday/12")
        subprocess.run([PROGRAM, "desk", "revoke", "Erin", "--archive", self.desk.archive], check=True, capture_output=True)
        self.shown("door")
        self.enter(self.desk.invite("Erin"))
        self.click("#leave")
        self.shown("door")
        self.browser.complaints()


class Encrypted(AtTheDesk):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        chain, key = made_certificate(PLACE)
        cls.words = ("--listen", "127.0.0.1", "--name", "desk.test", "--certificate", chain, "--key", key)

    def test_an_invited_person_types_at_an_encrypted_desk(self):
        self.enter(self.desk.invite("Erin"))
        self.assertEqual(self.browser.run("return [location.origin, isSecureContext]"), [self.desk.address.rstrip("/"), True])
        self.assertEqual(self.desk.address, f"https://desk.test:{self.desk.port}/")
        cookie = self.browser.cookies()[f"__Host-docket-desk-{self.desk.port}"]
        self.assertEqual({part: cookie[part] for part in ("secure", "httpOnly", "sameSite", "path", "domain")},
                         {"secure": True, "httpOnly": True, "sameSite": "Strict", "path": "/", "domain": "desk.test"})
        self.begin_draft("yugioh", DISPUTES["yugioh"]["cards"], ("Gus", "Hana"), "friday/12")
        self.type_line("== turn P1")
        self.typed_is_saved("== turn P1")
        self.browser.run("location.reload()")
        self.typed_is_saved("== turn P1")
        self.quiet()


class Looking(AtTheDesk):
    def test_live_tables_archive_and_report_share_the_navigation(self):
        self.enter()
        session = self.desk.session_of("Erin", X_Docket_Page="e")
        session.upload("cards", SOURCE / DISPUTES["yugioh"]["cards"])
        text = (SOURCE / "tests/typed/friday-12.txt").read_text()
        session.ask("new-draft", {"text": text})
        session.ask("record", {"draft": 1})
        told = session.ask("new-draft", {"ruleset": "yugioh", "id": "friday/13"})
        session.ask("edit", {"draft": 1, "version": told["version"], "first": 4, "count": 0, "lines": ["; x"]})
        self.press_way("Live tables")
        self.says("#live-list", "friday/13")
        self.fits_here("the live tables")
        self.press_way("Archive")
        self.archive_is_shown()
        ways = "return [...document.querySelectorAll('.desk-bar a')].map((one) => one.textContent).join()"
        self.assertEqual(self.browser.run(ways), "Docket desk,Live tables,Archive")
        self.browser.go(self.link_in_archive("Gus - Hana"))
        self.assertEqual(self.browser.run(ways), "Docket desk,Live tables,Archive")
        report = self.browser.run("return [...document.querySelectorAll('a')].find((one) => /board/i.test(one.textContent))?.href ?? ''")
        self.assertNotEqual(report, "")
        self.browser.go(report)
        self.wait("return document.querySelector('#board .card') !== null", bool)
        self.assertEqual(self.browser.run(ways), "Docket desk,Live tables,Archive")
        for size in (PHONE, TABLET, LAPTOP):
            self.browser.resize(*size)
            self.fits_here("a report")
        self.press_way("Docket desk")
        self.shown("start")
        self.quiet()

    def press_way(self, words):
        self.browser.run("[...document.querySelectorAll('.desk-bar a')].find((one) => one.textContent === arguments[0]).click()", words)


class Strangers(AtTheDesk):
    def test_no_field_runs_a_script(self):
        evil = "<img src=x onerror=window.hacked=1><script>window.hacked=1</script>\"'"
        self.enter()
        self.begin_draft("yugioh", DISPUTES["yugioh"]["cards"], (evil, evil), "friday/12")
        quoted = evil.replace("\\", "\\\\").replace('"', '\\"')
        for line in (f'event "{quoted}"', evil, "== turn P1", f'note "{quoted}"'):
            self.type_line(line)
        self.says("#line-list .mistaken", "onerror")
        self.assertTrue(self.browser.run(f"return {MARK}"))
        session = self.desk.session()
        session.ask("new-draft", {"text": f'game "evil"\nP1 "{quoted}"\nP2 "{quoted}"\nruleset "yugioh"\n\n== turn P1\n'
                                          f'note "{quoted}"\n'})
        session.ask("record", {"draft": 2})
        self.ruled(session, {"game": "evil", "at": "1", "claim": "turn() = 1", "judge": evil, "note": evil})
        self.ruled(session, {"game": "evil", "penalty": evil, "player": "P1", "judge": evil, "note": evil})
        for address in ("start", "game/evil", "slip/2/evil", "slip/3/evil", f"game/{evil}", f"slip/1/{evil}", f"draft/{evil}"):
            self.browser.run("location.hash = arguments[0]", address)
            self.wait("return document.readyState", lambda state: state == "complete")
            self.browser.run_later("setTimeout(arguments[0], 400)")
            self.assertTrue(self.browser.run(f"return {MARK}"), address)
        self.browser.run("location.hash = '#game/evil'")
        self.says("#rulings", "onerror")
        for field in ("#act", "#value"):
            self.show("ask")
            self.fill(field, evil)
            self.browser.press("Enter")
            self.says("#answer .mistake", "")
        self.assertTrue(self.browser.run(f"return {MARK}"))

    def test_a_page_of_another_port_changes_nothing(self):
        self.enter()
        session = self.desk.session()
        api = f"{self.desk.address}api/new-draft"
        page = f"""<!doctype html><title>stranger</title>
          <form id=f method=post enctype='text/plain' action='{api}'><input name='{{"ruleset":"yugioh","x":"' value='"}}'></form>
          <iframe id=frame src='{self.desk.address}'></iframe>
          <script>
          for (const mode of ['no-cors', 'cors']) for (const type of ['text/plain', 'application/json'])
            fetch('{api}', {{ method: 'POST', mode, credentials: 'include', headers: {{ 'Content-Type': type }},
              body: '{{"ruleset":"yugioh"}}' }}).catch(() => {{}});
          document.cookie = 'docket-desk-{self.desk.port}=' + '0'.repeat(64) + ';path=/';
          window.open('{self.desk.address}');
          setTimeout(() => document.getElementById('f').submit(), 500);
          </script>"""
        folder = pathlib.Path(tempfile.mkdtemp(dir=PLACE))
        (folder / "index.html").write_text(page)

        class Quiet(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.browser.go(f"http://127.0.0.1:{server.server_address[1]}/")
        self.wait("return location.href", lambda address: "new-draft" in address)
        self.assertIn("only from pages of this desk", self.text("body"))
        self.assertEqual(session.ask("drafts", {})["drafts"], [])
        self.browser.complaints()


class Accessible(AtTheDesk):
    """Runs the checker at each width and in dark mode."""

    def setUp(self):
        super().setUp()
        self.enter()
        session = self.desk.session()
        text = "\n".join(['game "friday/12"', 'P1 "Gus"', 'P2 "Hana"', 'ruleset "yugioh"', "", *DISPUTES["yugioh"]["lines"]]) + "\n"
        session.upload("cards", SOURCE / DISPUTES["yugioh"]["cards"])
        session.ask("new-draft", {"text": text})
        session.ask("new-draft", {"text": text.replace("friday/12", "friday/13")})
        session.ask("record", {"draft": 2})
        self.ruled(session, {"game": "friday/13", "at": "12", "claim": "not legal(12)", "judge": "Erin"})

    def looks(self, address, ready, before=""):
        self.accessible(f"{self.desk.address}{address}", before, ready)

    def test_the_lists_of_games_and_a_slip(self):
        for address, ready in (("#start", "#games li"), ("#live", "#live-list a"), ("#slip/13/friday%2F13", "#slip-rows dd")):
            self.looks(address, ready)

    def test_a_draft(self):
        self.looks("#draft/1", "#board .card")

    def test_a_table_at_which_another_person_types(self):
        session = self.desk.session_of("Erin", X_Docket_Page="e")
        follows = session.follow({"draft": 1})
        next(follows)
        session.ask("take-over", {"draft": 1})
        keeps = threading.Thread(target=lambda: [None for _ in follows], daemon=True)
        keeps.start()
        self.looks("#draft/1", "#watching:not([hidden])")

    def test_a_recorded_game(self):
        for pane in ("board", "ask", "decide"):
            self.looks("#game/friday%2F13", "#rulings li", f"document.querySelector('#panes [data-of={pane}]').click()")

    def test_moves_and_a_branch(self):
        self.looks("#game/friday%2F13", "#answer .moves", "document.querySelector('#panes [data-of=ask]').click();"
                   "setTimeout(() => document.getElementById('what-may').click(), 500)")
        self.looks("#game/friday%2F13", "#rulings li", "document.querySelector('#panes [data-of=decide]').click();"
                   "const kind = document.getElementById('kind'); kind.value = 'branch'; kind.dispatchEvent(new Event('change'));")

    def test_the_archive_and_a_report(self):
        self.browser.run("location.hash = '#archive'")
        first = self.archive_is_shown()
        game = self.link_in_archive("Gus - Hana")
        self.browser.go(game)
        report = self.browser.run("return [...document.querySelectorAll('a')].find((one) => /board/i.test(one.textContent)).href")
        for address, ready in ((f"{self.desk.address.rstrip('/')}{first}", ".desk-bar"), (game, ".desk-bar"), (report, "#board .card")):
            self.accessible(address, "", ready)


if __name__ == "__main__":
    if "--whole" in sys.argv and "DOCKET_WHOLE" not in os.environ:
        print("SKIPPED: set DOCKET_WHOLE=1 to try the whole desk in a browser")
        sys.exit(77)
    sys.exit(run_tests(PLACE, [word for word in sys.argv[3:] if word != "--whole"]))
