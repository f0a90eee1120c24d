#!/usr/bin/env python3
"""The pages that the program writes, in a real browser, by keyboard only, at any width. `docket report`: its boards are those
of `docket replay`, its explanations those of `docket explain`; it opens at the dispute; an accessibility checker finds
nothing; a hostile game does no harm. `docket coverage`: the checkbox leaves the clauses that no game exercises, without a
script.

    browser_test.py PROGRAM SOURCE_DIR SHARED_DIR [TEST...]

Exit status 77: there is no browser; nothing was tested.
"""
import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from in_a_browser import DESK, SIZES, InABrowser, run_tests

PROGRAM, SOURCE, SHARED = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
PLACE = pathlib.Path(tempfile.mkdtemp(prefix="docket-report-"))
DISPUTE = "samples/l5r-paragon"
# Games of four rulesets, each with a dispute or a finding.
LOOKED_AT = (DISPUTE, "samples/yugioh-use-or-activate", "samples/huntik-drowned-orchard", "samples/marvel-champions-maximums")


# The board that the page shows, as plain data.
BOARD = """
const text = (of) => of === null ? null : of.textContent.trim();
const cards = {};
for (const card of document.querySelectorAll('#board .card:not(.elsewhere)')) {
  cards[text(card.querySelector(':scope > .name small'))] = Object.fromEntries(
    [...card.querySelectorAll(':scope > .stats > .stat')].map((stat) => [stat.dataset.stat, text(stat.querySelector('b'))]));
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
    """A command's JSON answer or list of items, whether or not it found a difference."""
    ran = subprocess.run([PROGRAM, *words, "--json", "--archive", PLACE / "archive"], capture_output=True, text=True)
    if ran.returncode > 1:
        raise AssertionError(ran.stderr)
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    return lines[0]["answer"] if "answer" in lines[0] else [line["item"] for line in lines if "item" in line]


def shown(amount):
    return "?" if amount is None else str(amount).replace("-", "\u2212")


def cards_on(board):
    """The stats of each card of a board of `docket replay --json` that the page shows as a card."""
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


def cards_in(catalogue):
    """The cards of a catalogue, whose lines may end in comments."""
    lines = [line for line in catalogue.read_text().splitlines() if not line.lstrip().startswith("//")]
    return json.loads("\n".join(lines))["cards"]


def thousand_events():
    """Games of at least a thousand events, of two rulesets, in the archive; their names."""
    names = []
    for ruleset in ("yugioh", "l5r-celestial"):
        script = (SOURCE / f"tools/generate/plays/{ruleset}.play.json").read_text()
        # Many turns, with every act that occurs.
        longer, changed = re.subn(r'("turns": \{.*?"least": )\d+(, "most": )\d+(, "moves": )\d+', r"\g<1>40\g<2>40\g<3>6", script)
        assert changed == 1, ruleset
        play, games = PLACE / f"{ruleset}.play.json", PLACE / f"{ruleset}.jsonl"
        play.write_text(longer)
        docket("generate", ruleset, "--games", "1", "--seed", "3", "--play", play, "-o", games)
        docket("import", "--cards", f"{games}.cards.json", games)
        names.append(json.loads(games.read_text().splitlines()[0])["game"]["id"])
    return names


class Report(InABrowser):
    @classmethod
    def setUpClass(cls):
        for cards, game in (("l5r-celestial", "l5r-paragon"), ("yugioh", "yugioh-use-or-activate"),
                            ("huntik", "huntik-drowned-orchard"), ("marvel-champions", "marvel-champions-maximums")):
            docket("import", "--cards", SOURCE / f"tests/games/catalogues/{cards}.json", SOURCE / f"tests/games/{game}.jsonl")
        duels = SHARED / "data/games/edopro"
        if (duels / "0001.yrpX").exists():
            docket("import", "--ruleset", "yugioh", "--cards", duels / "cards.jsonl", duels / "0001.yrpX")
            cls.game = "0001"
        else:
            print("ATTENTION: there are no real duels: a sample game stands for one", file=sys.stderr)
            cls.game = "samples/yugioh-use-or-activate"
        super().setUpClass()

    def report(self, game, *options):
        path = PLACE / (game.replace("/", "-") + ".html")
        docket("report", game, *options, "-o", path)
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

    def test_its_boards_equal_those_of_replay(self):
        """Moves the slider by keys to three events, and compares every stat and value."""
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
            stat.dataset.stat, stat.dataset.key];""")
        self.browser.press("Enter")
        told = answer("explain", DISPUTE, card, stat, "--at", "30")
        self.assertEqual(self.explained(), self.expected(told["explanation"]))
        self.browser.press("Escape")
        self.assertEqual(self.browser.run("return document.querySelector('#detail').open"), False)
        self.assertEqual(self.browser.run("return document.activeElement.dataset.key"), key)
        self.quiet()

    def test_a_pile_shows_its_topmost_card_first(self):
        path = PLACE / "pile.txt"
        path.write_text('game "pile/1"\ndate "2026-10-10"\nP1 "Gus"\nP2 "Hana"\nruleset "yugioh"\nP1 registers hand\n'
                        '  = 2 "Lantern Fox"\n  = "Iron Bell"\n== turn P1\nP1 sends "Iron Bell" to graveyard\n'
                        'P1 sends "Lantern Fox" to graveyard\n')
        docket("import", "--cards", SOURCE / "tests/games/catalogues/yugioh.json", path)
        self.report("pile/1")
        self.browser.press("End")
        pile = self.browser.run("""
          const place = [...document.querySelectorAll('.place.pile')].find((one) => one.textContent.startsWith('graveyard 2'));
          place.querySelector('h4 button').click();
          return [place.textContent, [...document.querySelectorAll('#detail .pile-cards li span')].map((one) => one.textContent)];""")
        self.assertIn("Lantern Fox", pile[0])
        self.assertEqual(pile[1], ["Lantern Fox", "Iron Bell"])

    def test_a_value_shows_its_history(self):
        self.report(self.game)
        self.browser.press("End")
        self.tab_to("#board .side .value")
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

    def test_n_and_p_go_to_findings_and_rulings(self):
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

    # -- one look

    def standing(self):
        """The last ruling of DISPUTE's verdict that was not replaced."""
        rulings = answer("verify", DISPUTE)[0]["rulings"]["given"]
        replaced = {one["supersedes"] for one in rulings if one["supersedes"]}
        return [one for one in rulings if one["event"] not in replaced][-1]

    def at_address(self, address):
        """Waits until the page has caught up."""
        self.wait("return location.hash", lambda at: at == address)

    def test_it_opens_on_the_dispute_with_the_verdict_first(self):
        ruling = self.standing()
        self.report(DISPUTE)
        at = self.browser.run("return document.querySelector('#where b').textContent")
        self.assertEqual(at, f"Event {ruling['at']}")
        self.at_address(f"#e{ruling['at']}")
        first = self.browser.run("""const title = document.querySelector('h2');
          return [title.id, title.textContent, title.closest('header') !== null, title.getBoundingClientRect().bottom];""")
        self.assertEqual(first[0], "verdict-title")
        self.assertIn({"upheld": "right", "overturned": "wrong"}.get(ruling["outcome"], "undecided"), first[1].lower())
        self.assertTrue(first[2])
        self.assertLess(first[3], DESK[1])
        self.quiet()

    def test_only_the_cards_of_the_dispute_are_marked(self):
        ruling = self.standing()
        self.report(DISPUTE)
        marked = self.browser.run("""return [...document.querySelectorAll('#board .disputed > small, #board .disputed > .name > small')]
          .map((one) => one.textContent)""")
        claimed = set(re.findall(r"#\d+", ruling["claim"]))
        self.assertGreaterEqual(len(claimed), 1)
        self.assertEqual(set(marked), claimed)
        self.assertEqual(self.browser.run("return document.querySelectorAll('#board .new').length"), 0)
        self.browser.press("ArrowRight")
        self.quiet()

    def test_the_address_follows_the_step(self):
        path = self.report(DISPUTE)
        self.browser.press("Home", "ArrowRight", "ArrowRight", "ArrowRight")
        self.at_address("#e3")
        self.assertEqual(self.browser.run("return document.querySelector('#where a').getAttribute('href')"), "#e3")
        self.browser.open(pathlib.Path(f"{path}#e12"))
        self.assertEqual(self.browser.run("return document.querySelector('#where b').textContent"), "Event 12")
        self.quiet()

    def test_a_replaced_ruling_is_not_red(self):
        docket("import", "--cards", SOURCE / "tests/games/catalogues/l5r-celestial.json", self.superseding())
        self.report("superseding")
        red, colours = self.browser.run("""
          const probe = document.createElement('i');
          document.body.append(probe);
          probe.style.color = 'var(--bad)';
          const red = getComputedStyle(probe).color;
          probe.remove();
          const of = (selector, property) => [...document.querySelectorAll(selector)].map((one) => getComputedStyle(one)[property]);
          return [red, [...of('.replaced, .replaced .tag', 'color'), ...of('#line .replaced', 'stroke'),
            ...of('#line .replaced', 'fill'), ...of('#verdict', 'borderInlineStartColor')]];""")
        self.assertGreaterEqual(len(colours), 6)
        self.assertNotIn(red, colours)
        self.quiet()

    def superseding(self):
        """The sample with its last ruling given again, first wrong, then right, so that the wrong one is replaced."""
        lines = (SOURCE / "tests/games/l5r-paragon.jsonl").read_text().splitlines()
        header = json.loads(lines[0])
        header["game"]["id"] = "superseding"
        events = [json.loads(line) for line in lines[1:]]
        events = events[:next(at for at, event in enumerate(events) if "rulingGiven" in event)]
        last = len(events)
        events.append({"rulingGiven": {"judge": "Ann", "at": last, "claim": "1 = 2"}})
        events.append({"rulingGiven": {"judge": "Ben", "at": last, "claim": "1 = 1", "supersedes": last + 1}})
        path = PLACE / "superseding.jsonl"
        path.write_text("\n".join(map(json.dumps, [header, *events])))
        return path

    def test_the_question_mark_shows_the_keys(self):
        self.report(DISPUTE)
        self.browser.press("?")
        shown = self.browser.run("""const keys = document.querySelector('#keys');
          return [keys.open, [...keys.querySelectorAll('kbd')].map((key) => key.textContent)];""")
        self.assertTrue(shown[0])
        for key in ("←", "→", "Home", "End", "n", "p", "d", "/", "?"):
            self.assertIn(key, shown[1])
        flags, letters = self.browser.run("""return [document.querySelectorAll('#flags path.flag').length,
          Object.fromEntries([...document.querySelectorAll('#letters dl > div')].map((row) => [...row.children].map((one) => one.textContent)))]""")
        self.assertEqual(flags, 5)
        self.assertIn("Force", letters.values())
        drawn = self.browser.run("""return [...document.querySelectorAll('#board .stat abbr[title]:not(.sure)')]
          .map((one) => [one.textContent, one.title])""")
        self.assertGreater(len(drawn), 3)
        for short, name in drawn:
            self.assertEqual(letters[short], name)
        self.browser.press("Escape")
        self.assertFalse(self.browser.run("return document.querySelector('#keys').open"))
        self.tab_to("#keys-open")
        self.browser.press("Enter")
        self.assertTrue(self.browser.run("return document.querySelector('#keys').open"))
        self.quiet()

    def test_a_step_on_a_phone_shows_the_board_without_cut_lines(self):
        for game in LOOKED_AT:
            self.browser.resize(*SIZES[0])
            self.report(game)
            where = """const [board, bar] = ['board', 'bar'].map((id) => document.getElementById(id).getBoundingClientRect());
              return [board.top, board.bottom, bar.top, window.innerHeight];"""
            self.browser.run("window.scrollTo(0, document.documentElement.scrollHeight)")
            for button in ("back", "next", "next"):
                self.browser.run("document.getElementById(arguments[0]).click()", button)
                top, bottom, bar, height = self.wait(where, lambda found: found[0] < found[3] / 2 and found[1] > found[3] / 4)
                self.assertLess(top, bar)
            for step in range(12):
                self.browser.run("document.getElementById(arguments[0]).click()", "back" if step < 6 else "next")
                cut = self.browser.run("""return [...document.querySelectorAll('#where, #where *')].filter((one) =>
                  one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline'
                  || one.scrollHeight > one.clientHeight + 3 && getComputedStyle(one).overflowY !== 'visible')
                  .map((one) => one.textContent)""")
                self.assertEqual(cut, [], game)
            # What the bar covers at the end of the page can be scrolled out of it.
            self.browser.run("window.scrollTo(0, document.documentElement.scrollHeight)")
            self.wait("""return [document.querySelector('main').lastElementChild, document.getElementById('record')]
              .map((one) => one.getBoundingClientRect().bottom - document.getElementById('bar').getBoundingClientRect().top)[1]""",
                      lambda below: below <= 1)
        self.quiet()

    def test_a_link_to_a_part_of_the_page_scrolls_to_it(self):
        """The part is below the bar, although much of the page above it was never laid out."""
        for game in LOOKED_AT:
            for size in SIZES:
                self.browser.resize(*size)
                path = self.report(game)
                for part in ("rulings", "findings", "grades"):
                    self.browser.open(path)
                    self.browser.run("document.querySelector(`.facts a[href='#${arguments[0]}']`).click()", part)
                    self.wait("""const bar = document.getElementById('bar').getBoundingClientRect();
                      const part = document.getElementById(arguments[0]).getBoundingClientRect();
                      const [from, to] = bar.top > 0 ? [0, bar.top] : [bar.bottom, window.innerHeight];
                      return [part.top - from, to - part.top];""", lambda room: room[0] >= -1 and room[1] > 24, part, seconds=5)

    def test_a_grade_is_never_wrapped(self):
        for game in LOOKED_AT:
            self.report(game)
            for size in SIZES:
                self.browser.resize(*size)
                broken = self.browser.run("""return [...document.querySelectorAll('.grade')].filter((one) =>
                  one.getClientRects().length > 1 || one.getBoundingClientRect().height > 30).map((one) => one.outerHTML)""")
                self.assertEqual(broken, [], f"{game} at {size}")

    def test_search_filters_the_lines(self):
        self.report(DISPUTE)
        lines = """return [...document.querySelectorAll('.turn li[id]')].filter((line) => line.getClientRects().length !== 0 &&
          line.closest('.turn').getClientRects().length !== 0).map((line) => [line.id, line.textContent.toLowerCase()]);"""
        every = self.browser.run(lines)
        self.browser.press("/", *"ruling")
        found = self.browser.run(lines)
        self.assertEqual([one for one in found], [one for one in every if "ruling" in one[1]])
        self.assertGreater(len(every), len(found))
        self.assertGreater(len(found), 0)
        self.assertIn(str(len(found)), self.browser.run("return document.querySelector('#found').textContent"))
        self.browser.press("Enter")
        self.assertEqual(self.browser.run("return document.querySelector('#transcript [aria-current]').id"), found[0][0])
        self.browser.press("Escape")
        self.assertEqual(self.browser.run(lines), every)
        self.quiet()

    def test_the_notation_is_shown_on_request(self):
        self.report(DISPUTE)
        seen = "return document.querySelector('#e10 .noted').getClientRects().length"
        self.assertEqual(self.browser.run(seen), 0)
        said = self.browser.run("return document.querySelector('#e10 p').textContent")
        self.assertNotRegex(said, r'["{}]|#\d')
        self.tab_to("#notation")
        self.browser.press(" ")
        self.assertEqual(self.browser.run(seen), 1)
        logged = {int(line.split()[0]): line.split(None, 1)[1] for line in docket("log", DISPUTE).splitlines()
                  if line.strip() and line.split()[0].isdigit()}
        noted = self.browser.run("return document.querySelector('#e10 .noted').textContent.split('\\n')[0]")
        self.assertEqual(noted, logged[10].split(" ;")[0].strip())
        self.quiet()

    def test_a_card_shows_its_text_on_hover_and_focus(self):
        self.report(DISPUTE)
        texts = {card["title"]: card.get("text") for card in cards_in(SOURCE / "tests/games/catalogues/l5r-celestial.json")}
        self.tab_to("#board .card > .name")
        told = self.browser.run("""const box = document.querySelector('#card-words');
          return [box.hidden, box.textContent, document.activeElement.getAttribute('aria-describedby'),
            document.activeElement.querySelector('span').textContent];""")
        self.assertFalse(told[0])
        self.assertEqual(told[2], "card-words")
        self.assertIn(told[3], texts)
        self.assertTrue(told[1].startswith(told[3]), told[1])
        if texts[told[3]]:
            self.assertIn(re.sub(r"[*_]", "", texts[told[3]]).split("\n")[0], told[1])
        self.browser.press("Escape")
        self.assertTrue(self.browser.run("return document.querySelector('#card-words').hidden"))
        self.quiet()

    def test_both_players_are_visible(self):
        for game in LOOKED_AT:
            self.report(game)
            self.browser.run("document.querySelector('main').scrollIntoView()")
            tops = self.browser.run("""return [...document.querySelectorAll('#board .side:has(> header > .values > .value), #board .side')]
              .filter((side) => /^P[12]/.test(side.getAttribute('aria-label') ?? ''))
              .map((side) => [side.getBoundingClientRect().top, side.getBoundingClientRect().bottom,
                document.querySelector('#bar').getBoundingClientRect().bottom]);""")
            self.assertEqual(len(tops), 2, game)
            for top, bottom, bar in tops:
                self.assertGreaterEqual(top, bar - 1, game)
                self.assertLessEqual(bottom, DESK[1] + 1, game)

    def test_the_players_values_are_drawn_from_zero(self):
        self.report(self.game)
        drawn = self.browser.run("""const line = document.querySelector('#line');
          return [line.querySelectorAll('.course').length, line.getAttribute('aria-label'),
            Number(/M0 ([\\d.]+)/.exec(line.querySelector('.zero').getAttribute('d'))[1]),
            [...line.querySelectorAll('.course')].map((one) => Number(/^M[\\d.]+ ([\\d.]+)/.exec(one.getAttribute('d'))[1]))];""")
        self.assertEqual(drawn[0], 2)
        self.assertRegex(drawn[1], r"life of P1.*; life of P2")
        for start in drawn[3]:
            self.assertLess(start, drawn[2] - 10, "the axis does not begin at zero")
        self.quiet()

    def test_a_traced_expression_is_drawn_with_links_to_its_events(self):
        expression = 'stat(#2, "Personal Honor")'
        steps = answer("trace", DISPUTE, expression)["steps"]
        path = self.report(DISPUTE, "--trace", expression)
        self.assertGreater(len(steps), 1)
        drawn = self.browser.run("""return [document.querySelector('#traced-plot svg').getAttribute('aria-label'),
          [...document.querySelectorAll('#traced tbody tr')].map((row) => row.querySelector('b').textContent)];""")
        self.assertTrue(drawn[0].startswith(expression), drawn[0])
        self.assertEqual(drawn[1], [step["value"] for step in steps])
        self.browser.run("document.querySelector('#traced tbody tr:last-child a').click();")
        self.assertIn(f"Event {steps[-1]['event']} ", self.browser.run("return document.getElementById('where').textContent;"))
        self.quiet()
        self.accessible(f"file://{path}")

    def test_labels_do_not_overlap_lines_and_empty_charts_take_no_space(self):
        for game in LOOKED_AT:
            self.report(game)
            for size in SIZES:
                self.browser.resize(*size)
                height, ends, labels = self.wait("""const line = document.querySelector('#line');
                  if (line.viewBox.baseVal.width !== line.clientWidth) return null;
                  const end = (one) => Number(/[V ]([\\d.]+)H[\\d.]+$/.exec(one.getAttribute('d'))[1]);
                  return [line.clientHeight, [...line.querySelectorAll('.course')].map(end),
                    [...line.querySelectorAll("text[class^=of]")].map((one) => one.getBBox()).map((box) => [box.y + 2, box.y + box.height - 2])];""",
                                                  lambda drawn: drawn is not None)
                self.assertEqual(len(ends), len(labels))
                for end in ends:
                    self.assertFalse([label for label in labels if label[0] < end < label[1]], f"{game} at {size}: {end}, {labels}")
                for one, other in itertools.combinations(labels, 2):
                    self.assertFalse(one[0] < other[1] and other[0] < one[1], f"{game} at {size}: {labels}")
                self.assertEqual(height > 60, bool(ends), f"{game} at {size}")
        self.quiet()

    def test_controls_are_at_least_24_pixels(self):
        for game in LOOKED_AT:
            self.report(game)
            for size in SIZES:
                self.browser.resize(*size)
                targets = "button, summary, input, label, .turn li > a, .facts a" + (", a[href]:not(.skip)" if size == SIZES[0] else "")
                small = self.browser.run("""return [...document.querySelectorAll(arguments[0])].filter((one) => one.getClientRects().length !== 0)
                  .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect().width, one.getBoundingClientRect().height])
                  .filter(([, width, height]) => width < 23.9 || height < 23.9);""", targets)
                self.assertEqual(small, [], f"{game} at {size}")

    def test_an_accessibility_checker_reports_nothing(self):
        for game in LOOKED_AT:
            self.accessible(f"file://{self.report(game)}")
        self.accessible(f"file://{self.report(DISPUTE)}", "document.getElementById('keys-open').click()")

    # -- on paper

    def test_in_print_it_has_verdict_relevant_boards_and_transcript(self):
        ruling = self.standing()
        self.report(DISPUTE)
        self.browser.develop("Emulation.setEmulatedMedia", {"media": "print"})
        shows = self.browser.run("""window.dispatchEvent(new Event('beforeprint'));
          const shows = Object.fromEntries(['verdict', 'bar', 'board', 'paper', 'transcript', 'findings', 'rulings']
            .map((id) => [id, document.getElementById(id).getClientRects().length !== 0]));
          return [shows, [...document.querySelectorAll('#paper h2')].map((title) => title.textContent)];""")
        self.browser.develop("Emulation.setEmulatedMedia", {"media": ""})
        self.assertEqual(shows[0], {"verdict": True, "bar": False, "board": False, "paper": True, "transcript": True,
                                    "findings": True, "rulings": True})
        self.assertTrue(shows[1][0].startswith(f"The board at event {ruling['at']}"), shows[1])
        self.assertEqual(shows[1][-1], "The board at the end")

    def test_a_thousand_events_are_six_pages_and_less_than_a_megabyte(self):
        for game in thousand_events():
            path = self.report(game)
            pages = len(re.findall(rb"/Type\s*/Page[^s]", self.browser.print()))
            print(f"{game}: {answer('replay', game)['of']} events, {path.stat().st_size} bytes, {pages} pages printed",
                  file=sys.stderr)
            self.assertLessEqual(pages, 6, game)
            self.assertLess(path.stat().st_size, 1_000_000, game)

    def test_a_hostile_game_runs_no_script(self):
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


class Coverage(InABrowser):
    # The text of each visible row of a table.
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

    def test_its_filter_shows_what_no_game_exercises(self):
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


if __name__ == "__main__":
    sys.exit(run_tests(PLACE, sys.argv[4:]))
