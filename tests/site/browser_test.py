#!/usr/bin/env python3
"""The pages of `docket site` and `docket serve` in a real browser, at three widths and by keyboard: a player's games are
searched and found, and one is followed to its ruling; a live table is watched; hostile requests do no harm.

    browser_test.py PROGRAM SOURCE_DIR

DOCKET_SITE_GAMES: the number of games in the archive (300). With more than a thousand, boards are left out.
Exit status 77: there is no browser; nothing was tested.
"""
import functools
import http.client
import http.server
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PROGRAM, SOURCE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
sys.path.insert(0, str(SOURCE / "tests/report"))
from in_a_browser import DESK, PHONE, SIZES, InABrowser, run_tests  # noqa: E402

PLACE = pathlib.Path(tempfile.mkdtemp(prefix="docket-site-"))
GAMES = int(os.environ.get("DOCKET_SITE_GAMES", "300"))
PLAYERS = [f"{first} {last}" for first in ("Aiko", "Bastien", "Chiara", "Dmitri", "Élodie", "Femi", "Greta", "Hiro")
           for last in ("Abara", "Brandt", "Castellano", "Dubois", "Eriksen")]
SOUGHT = "Élodie Castellano"
LIBRARY = SOURCE / "tests/conformance/yugioh"
BOARDS = ["--reports"] if GAMES <= 1000 else []
# In the page: the time of the first result of a search, in milliseconds since the page began to load.
NOTES_FIRST_RESULT = """new MutationObserver(() => {
  if (document.querySelector('#results li') !== null) window.firstResult ??= performance.now();
}).observe(document, {childList: true, subtree: true});"""


def docket(*words, status=0):
    ran = subprocess.run([PROGRAM, *map(str, words), "--archive", PLACE / "archive"], capture_output=True, text=True)
    if ran.returncode != status:
        raise AssertionError(f"docket {' '.join(map(str, words))}: status {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def make_archive():
    """Generated games as a season of tournaments, some with mistakes; every seventh ends with a ruling."""
    made = PLACE / "made.jsonl"
    docket("generate", "yugioh", "--games", GAMES, "--seed", "5", "--planted", "5", "-o", made)
    games = []
    for line in made.read_text().splitlines():
        record = json.loads(line)
        if "game" in record:
            games.append([record])
        elif "end" not in record:  # the game continues after its end
            games[-1].append(record)
    for number, game in enumerate(games):
        one, other = PLAYERS[number % len(PLAYERS)], PLAYERS[(number * 7 + 3) % len(PLAYERS)]
        day = number // 60
        game[0]["game"] |= {"players": [{"name": one}, {"name": other if other != one else "Ines Fontaine"}],
                            "event": f"Autumn Open {day + 1}", "round": number % 60 // 10 + 1, "table": number % 10 + 1,
                            "date": f"2026-{day % 12 + 1:02}-{day // 12 % 28 + 1:02}"}
        if number % 7 == 0:
            game.append({"rulingGiven": {"judge": "Oda Whitfield", "at": 1, "claim": "count(in play) >= 0",
                                         "clauses": ["ygo.hard.use"], "note": "asked at the table"}})
    made.write_text("".join(json.dumps(record) + "\n" for game in games for record in game))
    docket("import", "--cards", f"{made}.cards.json", made)


class QuietServer(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class WebServer:
    """Any web server; here Python's serves the folder."""

    def __init__(self, folder):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(QuietServer, directory=folder))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Served:
    """`docket serve` as a separate process."""

    def __init__(self, *words):
        self.process = subprocess.Popen([PROGRAM, "serve", "--port", "0", "--json", *words, "--archive", PLACE / "archive"],
                                        stdout=subprocess.PIPE, text=True)
        told = json.loads(self.process.stdout.readline())["answer"]
        self.address, self.port = told["address"], told["port"]

    def get(self, path, method="GET", host=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.putrequest(method, path, skip_host=True)
        connection.putheader("Host", host or f"127.0.0.1:{self.port}")
        connection.endheaders()
        answer = connection.getresponse()
        body = answer.read().decode()
        connection.close()
        return answer.status, body

    def close(self, sent=signal.SIGTERM):
        self.process.send_signal(sent)
        status = self.process.wait(timeout=20)
        self.process.stdout.close()
        return status


class SitePage(InABrowser):
    def holds(self, where):
        """The promises of every page: it fits, has one first-level heading, no small targets, no errors."""
        for width, height in SIZES:
            self.browser.resize(width, height)
            small, headings, unnamed = self.browser.run("""
              const shown = (one) => one.getClientRects().length !== 0;
              const inText = (one) => ['P', 'SPAN', 'BDI', 'LI', 'TD'].includes(one.parentElement.tagName)
                && one.parentElement.textContent.trim() !== one.textContent.trim();
              const targets = [...document.querySelectorAll('a[href], button, input, summary')].filter(shown)
                .filter((one) => !one.matches('.skip') && (arguments[0] || (!inText(one) && !one.closest('.why, h1, .note'))));
              const low = targets.filter((one) => one.getBoundingClientRect().height < 23.5).map((one) => one.outerHTML);
              const tables = [...document.querySelectorAll('table.list')].filter((one) => one.caption === null);
              return [low.slice(0, 3), document.querySelectorAll('h1').length, tables.length];""", width == PHONE[0])
            self.assertEqual(small, [], f"{where} at {width}")
            self.assertEqual((headings, unnamed), (1, 0), where)
        self.fits(where)
        self.quiet(where)


class Site(SitePage):
    @classmethod
    def setUpClass(cls):
        for folder, words in (("named", ["--names", "--whole", *BOARDS]), ("nameless", [])):
            begun = time.monotonic()
            said = docket("site", PLACE / folder, *words)
            print(f"in {time.monotonic() - begun:.1f} s: {said.strip()}", file=sys.stderr)
        cls.named, cls.nameless = WebServer(PLACE / "named"), WebServer(PLACE / "nameless")
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        cls.named.close()
        cls.nameless.close()
        super().tearDownClass()

    def test_a_players_games_are_found_and_lead_to_a_ruling(self):
        """By keyboard, from the start page: searches a player, opens a game with a ruling, goes to the ruling."""
        self.browser.go(self.named.address)
        self.holds("the start")
        self.tab_to("#q")
        self.browser.press(*"elodie castell", "Enter")
        self.wait("return document.getElementById('found')?.textContent ?? ''", lambda said: "found" in said or "shown" in said)
        first = self.browser.run("return document.querySelector('#results li').innerText")
        self.assertIn(SOUGHT, first)
        self.assertIn("player", first.lower())
        self.holds("what was found")
        self.tab_to("#results a")
        self.browser.press("Enter")
        self.wait("return document.querySelector('h1').textContent", lambda said: said == SOUGHT)
        self.holds("the player's page")
        rows = self.browser.run("return document.querySelectorAll('table.list tbody tr').length")
        listed = [json.loads(line) for line in docket("games", "--player", SOUGHT, "--json").splitlines()]
        told = [line["item"] for line in listed if "item" in line]
        self.assertIn(f"{len(told)} games, ", self.browser.run("return document.querySelector('main').innerText"))
        self.assertTrue(rows == len(told) or 100 <= rows < 200, f"{rows} rows of {len(told)}")  # the others are on further pages
        href = self.browser.run("""
          const row = [...document.querySelectorAll('table.list tbody tr')].find((row) =>
            row.querySelector('[data-of=Rulings]').textContent !== '');
          return row?.querySelector('th a').getAttribute('href') ?? null;""")
        self.assertIsNotNone(href, "none of the player's games has a ruling")
        self.tab_to(f"table.list a[href='{href}']")
        self.browser.press("Enter")
        self.wait("return document.querySelector('#rulings h2')?.textContent", lambda said: said == "Rulings")
        self.assertIn(SOUGHT, self.browser.run("return document.querySelector('h1').textContent"))
        self.holds("the game's page")
        said = self.browser.run("return document.querySelector('#rulings .entries').innerText")
        self.assertIn("count(in play) >= 0", said)
        self.assertIn("Oda Whitfield", said)
        event = self.browser.run("return document.querySelector('#rulings .entries li').dataset.event")
        self.tab_to(f"#rulings a[href='#e{event}']")
        self.browser.press("Enter")
        place = self.browser.run("return document.querySelector(':target').id")
        self.assertEqual(place, f"e{event}")

    def test_a_link_to_an_event_scrolls_to_it(self):
        """At any width, even of a game with several pages, whatever was laid out before; its notation is collapsed."""
        self.browser.go(self.named.address + "rulings/index.html")
        links = self.browser.run("""return [...document.querySelectorAll('table.list tbody th a')].slice(0, 3).map((one) => one.href)""")
        self.assertEqual(len(links), 3)
        for link in links:
            for size in SIZES:
                self.browser.resize(*size)
                self.browser.go(link)
                event = link.split("#")[1]
                for _ in range(3):
                    top, bottom, height = self.wait("""const at = document.querySelector(':target')?.getBoundingClientRect();
                      return at === undefined ? null : [at.top, at.bottom, window.innerHeight];""", lambda at: at is not None)
                    self.assertGreaterEqual(top, 0, f"{link} at {size}")
                    self.assertLess(top, height - 24, f"{link} at {size}")
                    time.sleep(.1)
                folded = "return document.querySelector(`#${arguments[0]} .noted`).getClientRects().length"
                self.assertEqual(self.browser.run(folded, event), 0)
        self.browser.resize(*DESK)
        self.browser.run("document.querySelector('#notation').click()")
        self.assertEqual(self.browser.run(folded, event), 1)

    def test_a_search_is_quick_and_loads_little(self):
        """Whatever is typed, however many games there are, a search loads the page, its script, the table of words and some files."""
        self.browser.develop("Page.addScriptToEvaluateOnNewDocument", {"source": NOTES_FIRST_RESULT})
        for typed in ("elodie castell", "a", "autumn open", "games", "e d c"):
            self.browser.go(self.named.address + "search.html?q=" + typed.replace(" ", "+"))
            first = self.wait("return window.firstResult ?? null", lambda time: time is not None)
            loaded = self.browser.run("""return [...performance.getEntriesByType('navigation'),
              ...performance.getEntriesByType('resource')].map((one) => one.decodedBodySize);""")
            print(f"{GAMES} games, search of {typed!r}: {first:.0f} ms to the first result, {sum(loaded)} bytes in "
                  f"{len(loaded)} files", file=sys.stderr)
            self.assertLess(sum(loaded), 1_500_000, typed)

    def test_no_page_grows_with_the_archive(self):
        heaviest = {}
        for path in (PLACE / "named").rglob("*.*"):
            section = path.relative_to(PLACE / "named").parts[0]
            heaviest[section] = max(heaviest.get(section, 0), path.stat().st_size if path.suffix != "" else 0)
        print(f"{GAMES} games, the heaviest file of each kind:", heaviest, file=sys.stderr)
        for section in ("index.html", "events", "rounds", "players", "rulings", "findings", "penalties", "clauses", "cards",
                        "search"):
            self.assertLess(heaviest.get(section, 0), 200_000, section)

    def test_an_accessibility_checker_reports_nothing(self):
        paths = ["index.html", "search.html?q=castellano", "games/index.html", "players/index.html", "rulings/index.html"]
        # One page of a game with its ruling, and one of a player.
        for section in ("rulings", "players"):
            self.browser.go(self.named.address + f"{section}/index.html")
            paths.append(self.browser.run("""return new URL(document.querySelector('table.list tbody a').href).pathname"""))
        for path in paths:
            self.accessible(self.named.address + path.lstrip("/"))

    def test_every_kind_of_page_is_sound(self):
        for site in (self.named, self.nameless):
            for path in ("index.html", "games/index.html", "events/index.html", "players/index.html", "rulings/index.html",
                         "findings/index.html", "clauses/index.html", "cards/index.html", "search.html?q=nothing"):
                self.browser.go(site.address + path)
                self.holds(path)
            # Generated games show cards only to their players, so a spectator knows none of them.
            for section in ("events", "players", "clauses", "cards") if site is self.named else ("events", "players", "clauses"):
                self.browser.go(site.address + f"{section}/index.html")
                self.wait("return document.querySelector('table.list tbody a') !== null", bool)
                self.browser.run("document.querySelector('table.list tbody a').click()")
                self.wait("return document.querySelector('.above a')?.textContent ?? ''", lambda said: said != "")
                self.holds(f"a page of {section}")

    def test_without_names_no_player_is_found(self):
        self.browser.go(self.nameless.address + "search.html?q=Castellano")
        self.wait("return document.getElementById('found').textContent", lambda said: said == "Nothing found.")
        self.browser.go(self.nameless.address + "search.html?q=player+3")
        said = self.wait("return document.querySelector('#results li')?.innerText ?? ''", lambda said: said != "")
        self.assertIn("Player 3", said)

    def test_a_frequent_word_loads_no_huge_file(self):
        files = [one.stat().st_size for one in (PLACE / "named/search").iterdir()]
        self.assertLess(max(files), 200_000)
        self.browser.go(self.named.address + "search.html?q=games")
        self.wait("return document.getElementById('found').textContent", lambda said: "shown" in said or "found" in said)


class Serve(SitePage):
    LIVE = {"game": {"id": "table/1", "ruleset": "yugioh", "event": "Autumn Open 1", "players": [{"name": SOUGHT}, {"name": "Hiro Dubois"}]}}

    @classmethod
    def setUpClass(cls):
        cls.recorder = subprocess.Popen([PROGRAM, "record", "--archive", PLACE / "archive"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        cls.record(cls.LIVE)
        cls.record({"game": "table/1", "began": {"period": "turn", "player": 1}})
        cls.served = Served("--cases", LIBRARY)
        super().setUpClass()

    @classmethod
    def record(cls, line):
        cls.recorder.stdin.write(json.dumps(line) + "\n")
        cls.recorder.stdin.flush()
        return cls.recorder.stdout.readline()

    @classmethod
    def tearDownClass(cls):
        cls.recorder.stdin.close()
        cls.recorder.wait(timeout=30)
        cls.recorder.stdout.close()
        super().tearDownClass()
        if cls.served.close() != 0:
            raise AssertionError("docket serve did not end as it should")

    def test_a_live_table_can_be_followed(self):
        self.browser.go(self.served.address + "live/index.html")
        self.holds("the live tables")
        self.browser.run("document.querySelector('main .lines a').click()")
        self.wait("return document.getElementById('state')?.textContent ?? ''", lambda said: said.startswith("After event 1;"))
        self.record({"game": "table/1", "began": {"period": "phase", "name": "main 1"}})
        self.wait("return document.getElementById('state').textContent", lambda said: said.startswith("After event 2;"))
        self.assertIn("main 1", self.browser.run("return document.getElementById('live-board').textContent"))
        self.assertGreater(self.browser.run("return document.querySelectorAll('#live-board span').length"), 2)
        self.assertNotIn("Castellano", self.browser.run("return document.body.textContent"))
        self.holds("a live table")

    def test_the_pages_equal_those_of_the_site(self):
        """After all games are read, each path serves what a site written from the same archive has there."""
        ends = time.monotonic() + 300
        while "not read yet" in self.served.get("/index.html")[1]:
            self.assertLess(time.monotonic(), ends)
            time.sleep(.5)
        folder = PLACE / "beside"
        docket("site", folder, "--cases", LIBRARY)
        compared = rulings = 0
        for number, path in enumerate(sorted(folder.rglob("*.html"))):
            below = path.relative_to(folder)
            if below.name == "search.html" or (number % 3 != 0 and below.parts[0] != "cases"):
                continue
            status, body = self.served.get(f"/{below}")
            self.assertEqual(status, 200, below)
            # The served site also has the live tables and the boards of each game.
            main = lambda text: text[text.index("<h1>"):text.index("<footer>")]
            if below.parts[0] != "games":
                self.assertEqual(main(body), main(path.read_text()), below)
            compared += 1
            rulings += below.parts[0] == "cases"
        self.assertGreater(compared, 20)
        self.assertGreater(rulings, 2)
        for path in sorted((folder / "search").iterdir())[::5]:
            self.assertEqual(self.served.get(f"/search/{path.name}")[1], path.read_text())
        self.browser.go(self.served.address)
        self.holds("the start, served")

    def test_an_unknown_page_is_not_found(self):
        for path in ("/../../etc/passwd", "/games/../../x", "/%2e%2e/%2e%2e/etc/passwd", "/cards/", "/cards/zz/zz.html", "//",
                     "/games/index-1.html/", "/games/index-99999999999999999999.html", "/search/..", "/live/x.html",
                     "/live/x/follow", "/.docket-site-facts", "/a" * 2000):
            status, body = self.served.get(path)
            self.assertIn(status, (400, 404, 414), path)
            self.assertNotIn("root:", body)

    def test_another_host_is_refused(self):
        for host in ("evil.example", f"evil.example:{self.served.port}", "127.0.0.1", "127.0.0.1:1"):
            self.assertEqual(self.served.get("/", host=host)[0], 421, host)
        self.assertEqual(self.served.get("/", host=f"localhost:{self.served.port}")[0], 200)
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"):
            self.assertNotEqual(self.served.get("/", method=method)[0], 200, method)

    def test_hostile_clients_do_not_block_others(self):
        """Slow, many, long, endless and half requests: the page still answers."""
        held = []
        try:
            for _ in range(150):
                try:
                    one = socket.create_connection(("127.0.0.1", self.served.port), timeout=10)
                except TimeoutError:
                    break  # the system itself rejects further ones
                one.sendall(b"GET / HTTP/1.1\r\nHost: 127")
                held.append(one)
            self.assertGreater(len(held), 20)
            begun = time.monotonic()
            self.assertEqual(self.served.get("/")[0], 200)
            self.assertLess(time.monotonic() - begun, 60)
        finally:
            for one in held:
                one.close()
        host = f"Host: 127.0.0.1:{self.served.port}\r\n".encode()
        for sent in (b"GET /" + b"a" * 200_000, b"\r\n" * 10_000, b"\0" * 5_000,
                     b"GET / HTTP/1.1\r\n" + host + b"X: y\r\n" * 100_000,
                     b"GET / HTTP/1.1\r\n" + host + b"Range: bytes=" + b"0-," * 2000 + b"0-\r\n\r\n",
                     b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 99999999999\r\n\r\n" + b"x" * 100_000,
                     b"GET / HTTP/1.1\r\n" + host + b"Content-Length: -1\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n",
                     b"GET / HTTP/9.9\r\n" + host + b"\r\n"):
            with socket.create_connection(("127.0.0.1", self.served.port), timeout=60) as one:
                answer = b""
                try:
                    one.sendall(sent)
                    one.shutdown(socket.SHUT_WR)
                    while len(answer) < 1_000_000 and (got := one.recv(65536)):
                        answer += got
                except OSError:
                    pass
                self.assertLess(len(answer), 1_000_000, sent[:60])
            self.assertEqual(self.served.get("/")[0], 200, sent[:60])

    def test_idle_connections_let_a_request_through(self):
        held = []
        try:
            for _ in range(500):
                try:
                    held.append(socket.create_connection(("127.0.0.1", self.served.port), timeout=1))
                except TimeoutError:
                    break  # the system itself rejects further ones
            begun = time.monotonic()
            self.assertEqual(self.served.get("/")[0], 200)
            self.assertLess(time.monotonic() - begun, 10)
        finally:
            for one in held:
                one.close()

    def test_it_stops_on_a_signal(self):
        for sent in (signal.SIGINT, signal.SIGTERM):
            served = Served()
            held = socket.create_connection(("127.0.0.1", served.port), timeout=10)
            held.sendall(b"GET / HTTP/1.1\r\nHost: 127")
            begun = time.monotonic()
            self.assertEqual(served.close(sent), 0)
            self.assertLess(time.monotonic() - begun, 15)
            held.close()


if __name__ == "__main__":
    sys.exit(run_tests(PLACE, sys.argv[3:], make_archive))
