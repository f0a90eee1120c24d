#!/usr/bin/env python3
"""Attacks on `docket desk` over plain HTTP: without a session, with a wrong, used or guessed link, from another host or
origin, with forged, replayed, oversized and slow requests. After all of them the archive has no game and the desk answers.

    attacks_test.py PROGRAM SOURCE_DIR
"""
import configparser
import http.client
import json
import os
import pathlib
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, SOURCE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
sys.path.insert(0, str(SOURCE / "tests/desk"))
from desk_process import DeskProcess, Session  # noqa: E402

PLACE = pathlib.Path(tempfile.mkdtemp(prefix="docket-desk-"))
NEW_DRAFT = {"ruleset": "yugioh", "id": "attack"}


def docket(desk, *words, stdin=None):
    return subprocess.run([PROGRAM, *map(str, words), "--archive", desk.archive], capture_output=True, text=True, input=stdin)


class Attacks(unittest.TestCase):
    def setUp(self):
        self.desk = DeskProcess(PROGRAM, pathlib.Path(tempfile.mkdtemp(dir=PLACE)) / "archive")
        self.token = self.desk.link.split("#")[1]

    def tearDown(self):
        if self.desk.process.poll() is None:
            session = self.desk.session()
            self.assertEqual(session.ask("drafts", {})["drafts"], [])
            self.assertEqual(session.items("games"), [])
            self.assertEqual(self.desk.close(), 0)

    def enter(self, token, **fields):
        own = {"Origin": self.desk.address.rstrip("/"), "Content-Type": "application/json"} | fields
        return self.desk.request("POST", "/enter", own, json.dumps({"token": token}).encode())

    def test_a_link_opens_once(self):
        self.assertEqual(self.enter(self.token)[0], 200)
        self.assertEqual(self.enter(self.token)[0], 401)

    def test_a_newer_link_revokes_an_older_one(self):
        newer = self.desk.new_link().split("#")[1]
        self.assertEqual(self.enter(self.token)[0], 401)
        self.assertEqual(self.enter(newer)[0], 200)

    def test_guesses_are_refused_and_rate_limited(self):
        statuses = {self.enter(f"{guess:064x}")[0] for guess in range(40)}
        self.assertLessEqual(statuses, {401, 429})
        self.assertEqual(self.enter(self.token)[0], 401, "a guesser's next guess was right")
        self.desk.close()  # a desk that is started again lets the person at the terminal in
        self.desk.start()

    def test_the_token_is_in_no_page_or_process_argument(self):
        session = Session(self.desk, self.token)
        session.ask("rulesets", {})
        status, _, body = self.desk.request("GET", "/")
        self.assertEqual(status, 200)
        self.assertNotIn(self.token.encode(), body)
        for process in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                self.assertNotIn(self.token.encode(), process.read_bytes(), process)
            except OSError:
                pass

    def test_no_data_without_both_parts_of_a_session(self):
        session, other = Session(self.desk, self.token), self.desk.session()
        for name in ("new-draft", "drafts", "games", "board", "rule", "upload"):
            kind = "application/octet-stream" if name == "upload" else "application/json"
            for fields in ({"Cookie": None}, {"X-Docket-Key": None}, {"Cookie": None, "X-Docket-Key": None},
                           {"X-Docket-Key": "0" * 64}, {"X-Docket-Key": other.fields["X-Docket-Key"]},
                           {"Cookie": other.fields["Cookie"]}, {"Cookie": session.fields["Cookie"].upper()},
                           {"Cookie": session.fields["Cookie"].replace("docket-desk-", "docket-desk-1")}):
                status, told = session.send(name, NEW_DRAFT, **({"Content-Type": kind} | fields))
                self.assertEqual(status, 401, (name, fields, told))

    def test_other_hosts_and_origins_are_refused(self):
        session = Session(self.desk, self.token)
        own = session.fields
        body = json.dumps(NEW_DRAFT).encode()
        for host in ("evil.example", f"evil.example:{self.desk.port}", "127.0.0.1", "127.0.0.1:1", f"127.0.0.2:{self.desk.port}",
                     f"127.0.0.1:{self.desk.port}.evil.example"):
            for method, path in (("GET", "/"), ("POST", "/enter"), ("POST", "/api/new-draft")):
                self.assertEqual(self.desk.request(method, path, own, body if method == "POST" else None, host=host)[0], 421, host)
        for origin in (None, "null", "http://evil.example", "http://127.0.0.1", f"https://127.0.0.1:{self.desk.port}",
                       f"http://127.0.0.1:{self.desk.port + 1}", f"http://localhost:{self.desk.port}",
                       f"http://127.0.0.1:{self.desk.port}/", f"http://127.0.0.1:{self.desk.port}.evil.example",
                       f"http://127.0.0.1:{self.desk.port}, http://127.0.0.1:{self.desk.port}"):
            self.assertEqual(session.send("new-draft", NEW_DRAFT, Origin=origin)[0], 403, origin)
            self.assertEqual(self.enter("0" * 64, **({"Origin": origin} if origin else {"Origin": ""}))[0], 403, origin)

    def test_only_a_post_of_json_changes_anything(self):
        session = Session(self.desk, self.token)
        for method in ("GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "QUERY"):
            for path in ("/api/new-draft", "/api/games", "/enter"):
                self.assertIn(self.desk.request(method, path, session.fields)[0], (400, 405), (method, path))
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/json; charset=utf-8", "", None):
            self.assertEqual(session.send("new-draft", NEW_DRAFT, Content_Type=kind)[0], 415, kind)
        for body in (b"", b"[]", b"{", b"null", b"1", b"\xff\xfe", b'{"ruleset":1}', b'{"ruleset":"yugioh","players":"x"}',
                     b"[" * 5000, b'{"ruleset":"../../x"}'):
            status, told = session.send("edit", body)
            self.assertEqual(status, 400, (body[:40], told))

    def test_no_file_of_the_machine_is_served(self):
        session = Session(self.desk, self.token)
        secret = PLACE / "secret.ydk"
        secret.write_text("#main\n89631139\n")
        for path in ("/../../etc/passwd", "/%2e%2e/etc/passwd", "/api/../desk.css", "/api/", "/api/nothing", "/desk.html", "//", "/api//games"):
            self.assertIn(self.desk.request("GET", path)[0], (400, 404, 405), path)
        for catalogue in (str(secret), "/etc/passwd", "../secret.ydk", "--archive=/tmp"):
            status, told = session.send("new-draft", {"ruleset": "yugioh", "catalogue": catalogue})
            self.assertEqual(status, 400, told)
        for name in ("../../escaped.txt", "/etc/cron.d/x", "..", ".bashrc", "a" * 500, "\\..\\x"):
            session.send("upload", b"no game", **{"Content-Type": "application/octet-stream"}, X_Docket_Kind="game",
                         X_Docket_File=name)
        self.assertEqual([one for one in PLACE.rglob("*escaped*")], [])
        told = session.ask("new-draft", {"text": f'game "x"\nP1 "a"\nP2 "b"\nruleset "yugioh"\nP1 deck "{secret}"\n\n'})
        self.assertIn("is not a file of this draft", json.dumps(told))
        session.ask("discard", {"draft": told["draft"]})
        for game in ("--help", "-h", "--archive=/tmp", "x --archive /tmp", "x\0y"):
            self.assertEqual(session.send("log", {"game": game})[0], 400, game)
            self.assertNotEqual(session.ask("rulings", {"game": game})["status"], 0, game)

    def test_oversized_requests_are_refused_before_they_are_read(self):
        session = Session(self.desk, self.token)
        for name, most in (("games", 64 << 10), ("new-draft", 3 << 20)):
            self.assertEqual(session.send(name, b"x" * (most + 1))[0], 413, name)
        head = "".join(f"{name}: {value}\r\n" for name, value in session.fields.items())
        for size in ("Content-Length: 99999999999999", "Transfer-Encoding: chunked"):
            with socket.create_connection(("127.0.0.1", self.desk.port), timeout=30) as one:
                one.sendall(f"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{self.desk.port}\r\n{head}{size}\r\n\r\n".encode())
                if size.startswith("Transfer"):
                    one.sendall(b"100000\r\n" + b"x" * 0x100000)
                self.assertIn(b" 413 ", one.recv(65536), size)
        # A stranger sends nothing at all.
        strange = {"Origin": self.desk.address.rstrip("/"), "Content-Type": "application/json"}
        self.assertEqual(self.desk.request("POST", "/api/upload", strange | {"Content-Type": "application/octet-stream"},
                                           b"x" * 100_000)[0], 401)
        self.assertEqual(self.desk.request("POST", "/enter", strange, b"x" * 2_000)[0], 413)
        for line in (b"GET /" + b"a" * 200_000, b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 100_000):
            with socket.create_connection(("127.0.0.1", self.desk.port), timeout=30) as one:
                try:
                    one.sendall(line)
                    one.shutdown(socket.SHUT_WR)
                    while one.recv(65536):
                        pass
                except OSError:
                    pass
            self.assertEqual(self.desk.request("GET", "/")[0], 200)

    def test_slow_and_many_connections_do_not_block_others(self):
        session = Session(self.desk, self.token)
        held = []
        try:
            for number in range(400):
                try:
                    one = socket.create_connection(("127.0.0.1", self.desk.port), timeout=2)
                except (TimeoutError, ConnectionError):
                    break
                one.sendall(b"POST /enter HTTP/1.1\r\nHost: 127" if number % 2 else b"")
                held.append(one)
            self.assertGreater(len(held), 200)
            begun = time.monotonic()
            self.assertEqual(session.ask("drafts", {})["drafts"], [])
            self.assertLess(time.monotonic() - begun, 5)
        finally:
            for one in held:
                one.close()

    def test_a_session_is_rate_limited(self):
        session = Session(self.desk, self.token)
        statuses = [session.send("drafts", {})[0] for _ in range(1_000)]
        self.assertIn(429, statuses)
        self.assertLessEqual(set(statuses), {200, 429})

    def test_every_response_has_the_strict_policy(self):
        for method, path in (("GET", "/"), ("GET", "/desk.js"), ("GET", "/nothing"), ("POST", "/enter"), ("POST", "/api/games"), ("PUT", "/")):
            status, head, _ = self.desk.request(method, path, {}, b"" if method == "POST" else None)
            policy = head["Content-Security-Policy"]
            for part in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'"):
                self.assertIn(part, policy, (method, path, status))
            self.assertNotIn("unsafe", policy)
            self.assertEqual((head["X-Content-Type-Options"], head["Cache-Control"], head["Referrer-Policy"]),
                             ("nosniff", "no-store", "no-referrer"))
            self.assertNotIn("Access-Control-Allow-Origin", head)
        _, head, _ = self.enter(self.token)
        for part in ("HttpOnly", "SameSite=Strict", "Path=/"):
            self.assertIn(part, head["Set-Cookie"])


class OneWriter(unittest.TestCase):
    def setUp(self):
        self.desk = DeskProcess(PROGRAM, pathlib.Path(tempfile.mkdtemp(dir=PLACE)) / "archive")
        self.addCleanup(self.desk.close)

    def refused(self, *words, stdin=None):
        ran = docket(self.desk, *words, stdin=stdin)
        self.assertEqual(ran.returncode, 4, (words, ran.stdout, ran.stderr))
        self.assertIn("docket desk is running on it", ran.stderr)
        self.assertIn(self.desk.address, ran.stderr)

    def test_other_recorders_are_refused_and_pointed_to_the_desk(self):
        self.refused("import", SOURCE / "tests/typed/friday-12.txt", "--cards", SOURCE / "tests/games/catalogues/yugioh.json")
        self.refused("record", stdin='{"game":{"id":"a","ruleset":"yugioh","players":[{},{}]}}\n')
        self.refused("cards", "import", SOURCE / "tests/games/catalogues/yugioh.json")
        session = self.desk.session()
        session.upload("cards", SOURCE / "tests/games/catalogues/yugioh.json")
        session.ask("new-draft", {"text": (SOURCE / "tests/typed/friday-12.txt").read_text()})
        session.ask("record", {"draft": 1})
        self.refused("rule", "friday/12", "--at", "20", "--claim", "legal(20)", "--judge", "J")
        self.assertEqual(docket(self.desk, "games").returncode, 0)
        self.assertIn(docket(self.desk, "verify", "--all").returncode, (0, 1))
        self.assertEqual(docket(self.desk, "backup", PLACE / "backup").returncode, 0)
        self.assertEqual(self.desk.close(), 0)
        self.assertIn(docket(self.desk, "rule", "friday/12", "--at", "20", "--claim", "legal(20)", "--judge", "J").returncode, (0, 1))

    def test_typing_at_a_terminal_is_refused_and_pointed_to_the_desk(self):
        child, terminal = pty.fork()
        if child == 0:
            os.execv(PROGRAM, [PROGRAM, "type", str(PLACE / "typed.txt"), "--archive", str(self.desk.archive)])
        said = b""
        try:
            while got := os.read(terminal, 4096):
                said += got
        except OSError:  # it has ended
            pass
        os.close(terminal)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 4, said)
        self.assertIn(b"docket desk is running on it", said)
        self.assertFalse((PLACE / "typed.txt").exists())

    def test_a_second_desk_is_refused_and_pointed_to_the_first(self):
        ran = docket(self.desk, "desk", "--port", "0", "--for", "1")
        self.assertEqual(ran.returncode, 4)
        self.assertIn(self.desk.address, ran.stderr)

    def test_a_killed_desk_leaves_no_lock(self):
        self.desk.kill()
        ran = docket(self.desk, "cards", "import", SOURCE / "tests/games/catalogues/yugioh.json")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.desk.start()

    def test_it_stops_on_a_signal(self):
        held = socket.create_connection(("127.0.0.1", self.desk.port), timeout=10)
        held.sendall(b"GET / HTTP/1.1\r\nHost: 127")
        begun = time.monotonic()
        self.assertEqual(self.desk.close(signal.SIGINT), 0)
        self.assertLess(time.monotonic() - begun, 10)
        held.close()

    def test_acknowledged_changes_survive_a_killed_desk(self):
        session = self.desk.session()
        session.upload("cards", SOURCE / "tests/games/catalogues/yugioh.json")
        told = session.ask("new-draft", {"text": (SOURCE / "tests/typed/friday-12.txt").read_text()})
        draft, lines = told["draft"], len(told["lines"])
        for number in range(20):
            told = session.ask("edit", {"draft": draft, "version": told["version"], "first": lines - 1 + number, "count": 0,
                                        "lines": [f"; line {number}"]})
            if number % 5 == 4:
                self.desk.kill()
                self.desk.start()
                session = self.desk.session()
                again = session.ask("draft", {"draft": draft})
                self.assertEqual(again["version"], told["version"])
                self.assertIn(f"; line {number}", [line["text"] for line in again["lines"]])
        session.ask("record", {"draft": draft})
        session.ask("rule", {"game": "friday/12", "at": "20", "claim": "not legal(20)", "judge": "Erin"})
        self.desk.kill()
        self.desk.start()
        session = self.desk.session()
        [told] = session.items("rulings", {"game": "friday/12"})
        self.assertEqual([one["judge"] for one in told["rulings"]], ["Erin", "Erin"])
        self.assertEqual(session.ask("drafts", {})["drafts"], [])


class Opened(unittest.TestCase):
    """The desk as a desktop's menu starts it, with a test program instead of the browser."""
    ENTRY = SOURCE / "tools/desk/docket-desk.desktop"

    def start(self, path):
        folder = pathlib.Path(tempfile.mkdtemp(dir=PLACE))
        entry = configparser.ConfigParser(interpolation=None)
        entry.read(self.ENTRY)
        program, *words = entry["Desktop Entry"]["Exec"].split()
        self.assertEqual(program, "docket")
        process = subprocess.Popen([PROGRAM, *words, "--port", "0", "--archive", folder / "archive"], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True, env={**os.environ, "PATH": str(path)})
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stdin.close)
        self.addCleanup(process.kill)
        return process, folder / "archive/desk/open.html"

    def test_the_menu_opens_a_page_that_leads_to_the_link(self):
        folder = pathlib.Path(tempfile.mkdtemp(dir=PLACE))
        opener, pipe = folder / "xdg-open", folder / "pipe"
        os.mkfifo(pipe)
        opener.write_text(f'#!/bin/sh\nprintf "%s\\n" "$#" "$1" >{pipe}\n')
        opener.chmod(0o755)
        process, page = self.start(folder)
        self.assertEqual(pipe.read_text(), f"1\n{page}\n", "it is told nothing but the page")
        self.assertEqual(page.stat().st_mode & 0o077, 0)
        address = process.stdout.readline().split()[0]
        link = page.read_text().split("; url=")[1].split('"')[0]
        self.assertRegex(link, f"^{re.escape(address)}#[0-9a-f]{{64}}$")
        connection = http.client.HTTPConnection(address.split("/")[2], timeout=30)
        connection.request("POST", "/enter", json.dumps({"token": link.split("#")[1]}),
                           {"Origin": address.rstrip("/"), "Content-Type": "application/json"})
        self.assertEqual(connection.getresponse().status, 200)
        connection.close()
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=30), 0)
        self.assertFalse(page.exists())

    def test_without_a_program_that_opens_it_the_link_is_printed(self):
        process, _ = self.start(PLACE)
        self.assertRegex(process.stdout.readline(), r"^http://127\.0\.0\.1:\d+/#[0-9a-f]{64}  \(opens once")

    @unittest.skipIf(shutil.which("desktop-file-validate") is None, "no desktop-file-validate")
    def test_the_entry_of_the_menu_is_valid(self):
        ran = subprocess.run(["desktop-file-validate", self.ENTRY], capture_output=True, text=True)
        self.assertEqual((ran.returncode, ran.stdout), (0, ""))


class Certificates(unittest.TestCase):
    def test_a_slip_has_the_code_of_a_checkable_certificate(self):
        folder = pathlib.Path(tempfile.mkdtemp(dir=PLACE))
        (folder / "www").mkdir()
        desk = DeskProcess(PROGRAM, folder / "archive", "--certificates", folder / "www", "--published", "https://example.org/rulings")
        self.addCleanup(desk.close)
        session = desk.session()
        session.upload("cards", SOURCE / "tests/games/catalogues/yugioh.json")
        catalogue = session.items("catalogues")[0]
        session.ask("new-draft", {"text": (SOURCE / "tests/typed/friday-12.txt").read_text(),
                                  "catalogue": f'{catalogue["name"]}@{catalogue["version"]}'})
        session.ask("record", {"draft": 1})
        slip = session.ask("slip", {"game": "friday/12", "ruling": 21})
        self.assertEqual((slip["canCertify"], slip["certificate"]), (True, None))
        self.assertNotEqual(session.ask("certify", {"game": "friday/12", "ruling": 21})["status"], 0, "there is no checkpoint")
        for words in (("keys", "new", "example.org/hall", "-o", folder / "archive.key"),
                      ("checkpoint", "--key", folder / "archive.key")):
            ran = docket(desk, *words)
            self.assertEqual(ran.returncode, 0, (words, ran.stderr))
        self.assertEqual(session.ask("certify", {"game": "friday/12", "ruling": 21})["status"], 0)
        [written] = (folder / "www").iterdir()
        ran = docket(desk, "check-proof", written, "--cards", SOURCE / "tests/games/catalogues/yugioh.json")
        self.assertIn(ran.returncode, (0, 1), ran.stderr)
        code = session.ask("slip", {"game": "friday/12", "ruling": 21})["certificate"]
        self.assertEqual(code["address"], f"https://example.org/rulings/{written.name}")
        self.assertEqual({len(row) for row in code["modules"]}, {len(code["modules"])})
        self.assertLessEqual(set("".join(code["modules"])), {"0", "1"})


if __name__ == "__main__":
    try:
        passed = unittest.main(argv=[sys.argv[0], *sys.argv[3:]], exit=False, verbosity=2).result.wasSuccessful()
    finally:
        shutil.rmtree(PLACE, ignore_errors=True)
    sys.exit(0 if passed else 1)
