#!/usr/bin/env python3
"""`docket desk` for several people, over HTTP: invitations, roles, sessions that are revoked, one writer at a table,
encryption, a reverse proxy. After the attacks nothing is recorded and the desk answers.

    people_test.py PROGRAM SOURCE_DIR
"""
import json
import pathlib
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PROGRAM, SOURCE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
sys.path.insert(0, str(SOURCE / "tests/desk"))
from desk_process import DeskProcess, Session, made_certificate  # noqa: E402

PLACE = pathlib.Path(tempfile.mkdtemp(prefix="docket-desk-"))
CARDS = SOURCE / "tests/games/catalogues/yugioh.json"
TRANSCRIPT = (SOURCE / "tests/typed/friday-12.txt").read_text()
NEW_DRAFT = {"ruleset": "yugioh", "id": "attack"}
RULING = {"game": "friday/12", "at": "20", "claim": "not legal(20)", "judge": "Mallory"}
# All requests of a page; the test reads which of them each role may make.
REQUESTS = ("drafts", "new-draft", "draft", "edit", "undo", "redo", "use-catalogue", "discard", "record", "offers", "board", "ask",
            "explain", "moves", "games", "live", "rulesets", "catalogues", "log", "rulings", "slip", "rule", "certify", "add-line",
            "branch", "compare", "upload", "follow", "take-over")
JUDGES_ONLY = ("rule", "certify", "branch")


def docket(desk, *words):
    return subprocess.run([PROGRAM, *map(str, words), "--archive", desk.archive], capture_output=True, text=True)


class WithADesk(unittest.TestCase):
    words, tls = (), None

    def setUp(self):
        self.desk = DeskProcess(PROGRAM, pathlib.Path(tempfile.mkdtemp(dir=PLACE)) / "archive", *self.words, tls=self.tls)
        self.addCleanup(self.desk.close)

    def recorded(self, session):
        """The game friday/12, with the ruling of its transcript."""
        session.upload("cards", CARDS)
        draft = session.ask("new-draft", {"text": TRANSCRIPT})["draft"]
        session.ask("record", {"draft": draft})

    def rulings(self, session):
        [told] = session.items("rulings", {"game": "friday/12"})
        return told["rulings"]


class Invitations(WithADesk):
    def test_a_link_opens_once_and_names_its_person(self):
        token = self.desk.invite("Erin").split("#")[1]
        session = Session(self.desk, token)
        self.assertEqual((session.ask("who", {})["name"], session.ask("who", {})["role"]), ("Erin", "judge"))
        with self.assertRaisesRegex(AssertionError, "401"):
            Session(self.desk, token)

    def test_a_link_opened_twice_at_once_admits_one_person(self):
        for _ in range(2):
            token = self.desk.invite("Erin").split("#")[1]
            came = []

            def enter(token=token, came=came):
                try:
                    came.append(Session(self.desk, token))
                except AssertionError:
                    pass

            threads = [threading.Thread(target=enter) for _ in range(4)]
            for one in threads:
                one.start()
            for one in threads:
                one.join()
            self.assertEqual(len(came), 1)

    def test_no_token_or_key_is_stored(self):
        token = self.desk.invite("Erin").split("#")[1]
        session = Session(self.desk, token)
        kept = (self.desk.archive / "desk/accounts.json").read_text()
        self.assertIn("Erin", kept)
        for secret in (token, session.fields["X-Docket-Key"], session.fields["Cookie"].split("=")[1]):
            self.assertNotIn(secret, kept)
        self.assertEqual((self.desk.archive / "desk/accounts.json").stat().st_mode & 0o077, 0)

    def test_a_session_survives_a_restart_but_not_its_revocation(self):
        session = self.desk.session_of("Erin")
        port = self.desk.port
        self.desk.kill()
        self.desk.start(port=port)
        self.assertEqual(session.ask("who", {})["name"], "Erin")
        self.assertEqual(docket(self.desk, "desk", "revoke", "Erin").returncode, 0)
        time.sleep(1)
        self.assertEqual(session.send("who", {})[0], 401)
        self.assertEqual(docket(self.desk, "desk", "revoke", "Erin").returncode, 2)

    def test_a_revoked_session_stops_following_its_table(self):
        session = self.desk.session_of("Erin")
        session.ask("new-draft", NEW_DRAFT)
        told = session.follow({"draft": 1})
        self.assertFalse(next(told)["over"])
        docket(self.desk, "desk", "revoke", "Erin")
        self.assertEqual(list(told), [])

    def test_a_revoked_invitation_opens_nothing(self):
        token = self.desk.invite("Erin").split("#")[1]
        docket(self.desk, "desk", "revoke", "Erin")
        with self.assertRaisesRegex(AssertionError, "401"):
            Session(self.desk, token)

    def test_leaving_ends_the_session(self):
        session = self.desk.session_of("Erin")
        session.ask("leave", {})
        self.assertEqual(session.send("who", {})[0], 401)
        listed = docket(self.desk, "desk", "sessions")
        self.assertIn("There are no invitations and no sessions", listed.stdout)

    def test_the_sessions_are_listed_with_their_people(self):
        self.desk.session_of("Erin")
        self.desk.invite("Sam", "scribe")
        listed = [json.loads(line) for line in docket(self.desk, "desk", "sessions", "--json").stdout.splitlines()]
        self.assertEqual(sorted((one["item"]["name"], one["item"]["role"], one["item"]["kind"]) for one in listed if "item" in one),
                         [("Erin", "judge", "session"), ("Sam", "scribe", "invitation")])

    def test_invalid_requests_are_refused(self):
        for words, said in ((("invite", "X", "--role", "king"), "expected judge, scribe or viewer"), (("invite", ""), "a name has"),
                            (("invite", "x" * 101), "a name has"), (("invite",), "expected the name"),
                            (("invite", "X", "--minutes", "0"), "expected a number"), (("revoke", "nobody"), "no invitation or session has that name")):
            ran = docket(self.desk, "desk", *words)
            self.assertEqual(ran.returncode, 2, words)
            self.assertIn(said, ran.stderr)

    def test_inviting_requires_a_running_desk(self):
        self.desk.close()
        ran = docket(self.desk, "desk", "invite", "Erin")
        self.assertEqual(ran.returncode, 4)
        self.assertIn("start docket desk first", ran.stderr)

    def test_a_damaged_people_file_admits_nobody(self):
        session = self.desk.session_of("Erin")
        (self.desk.archive / "desk/accounts.json").write_text('{"invitations": [')
        ran = docket(self.desk, "desk", "sessions")
        self.assertEqual(ran.returncode, 4)
        self.assertIn("remove it and invite everybody again", ran.stderr)
        (self.desk.archive / "desk/accounts.json").unlink()
        time.sleep(1)
        self.assertEqual(session.send("who", {})[0], 401)
        self.assertEqual(self.desk.session().ask("drafts", {})["drafts"], [])


class Roles(WithADesk):
    def may(self, session, name):
        kind = "application/octet-stream" if name == "upload" else "application/json"
        return session.send(name, b"[]", **{"Content-Type": kind})[0] != 403

    def test_each_role_has_its_requests(self):
        for role, allowed in (("judge", REQUESTS), ("scribe", [one for one in REQUESTS if one not in JUDGES_ONLY]), ("viewer", ())):
            session = self.desk.session_of(role, role)
            self.assertEqual([name for name in REQUESTS if self.may(session, name)], list(allowed), role)

    def test_a_judge_signs_with_the_invited_name(self):
        erin = self.desk.session_of("Erin")
        self.recorded(erin)
        self.assertIn(erin.ask("rule", RULING)["status"], (0, 1))
        self.assertEqual([one["judge"] for one in self.rulings(erin)], ["Erin", "Erin"])
        penalty = {"game": "friday/12", "penalty": "warning", "player": "P1", "judge": "Mallory"}
        self.assertEqual(erin.ask("rule", penalty)["status"], 0)
        log = json.dumps(erin.ask("log", {"game": "friday/12"}))
        self.assertNotIn("Mallory", log)

    def test_a_scribe_can_record_but_not_rule(self):
        sam = self.desk.session_of("Sam", "scribe")
        self.recorded(sam)
        self.assertEqual(sam.send("rule", RULING)[0], 403)
        self.assertEqual(len(self.rulings(sam)), 1)

    def recorders(self):
        """The author of each event of friday/12."""
        told = json.loads(docket(self.desk, "show", "friday/12", "--json").stdout)["answer"]
        return [(one["name"], one["first"], one["last"]) for one in told["recordedBy"]]

    def test_what_is_typed_has_the_names_of_those_who_typed_it(self):
        sam, erin, guest = self.desk.session_of("Sam Ode", "scribe"), self.desk.session_of("Erin Vale"), self.desk.session()
        sam.upload("cards", CARDS)
        told = sam.ask("new-draft", {"text": TRANSCRIPT})
        for session in (erin, guest, erin):
            line = {"draft": 1, "version": told["version"], "first": len(told["lines"]) - 1, "count": 0, "lines": ["; x"]}
            session.ask("edit", line)
            told = session.ask("draft", {"draft": 1})
        erin.ask("record", {"draft": 1})
        self.assertEqual(self.recorders(), [("Sam Ode", 1, 21), ("Erin Vale", 1, 21)])
        for session in (sam, sam, guest):
            self.assertEqual(session.ask("add-line", {"game": "friday/12", "line": 'note "later"'})["status"], 0)
        self.assertEqual(self.recorders(), [("Sam Ode", 1, 21), ("Erin Vale", 1, 21), ("Sam Ode", 22, 23)])
        ran = erin.ask("branch", {"game": "friday/12", "at": "20", "add": 'note "otherwise"', "stop": True})
        [made] = [line["answer"]["game"] for line in ran["lines"] if "answer" in line]
        self.assertIn("Erin Vale  (events 21 to 21)", docket(self.desk, "show", made).stdout)
        self.assertNotIn("Sam Ode", docket(self.desk, "export", "friday/12").stdout)
        self.desk.close()
        erased = json.loads(docket(self.desk, "erase-player", "Sam Ode", "--yes", "--json").stdout)["answer"]
        self.assertEqual((erased["recorded"], erased["elsewhere"], erased["rows"]), (["friday/12"], [], []))
        self.assertEqual(len(erased["files"]), 1, "that of the people of the desk")
        self.assertEqual(self.recorders(), [(None, 1, 21), ("Erin Vale", 1, 21), (None, 22, 23)])

    def page_with(self, session, path, words):
        """Waits for a page of the archive with these words: games are read in the background."""
        for _ in range(100):
            _, _, body = self.desk.request("GET", path, {"Cookie": session.fields["Cookie"]})
            if words in body.decode():
                return body.decode()
            time.sleep(.1)
        self.fail(body.decode())

    def test_a_viewer_gets_no_names_and_no_hidden_data(self):
        erin, viewer = self.desk.session_of("Erin"), self.desk.session_of("Vera", "viewer")
        self.recorded(erin)
        games = f'{viewer.ask("who", {})["pages"]}games/index.html'
        self.assertNotIn("not read yet", self.page_with(viewer, games, "</table>"))
        pages, looked = [games], {}
        while pages:
            path = pages.pop()
            if path in looked or len(looked) > 60:
                continue
            status, head, body = self.desk.request("GET", path, {"Cookie": viewer.fields["Cookie"]})
            self.assertEqual(status, 200, path)
            looked[path] = body.decode()
            if "text/html" not in head["Content-Type"]:
                continue
            folder = path.rsplit("/", 1)[0]
            for link in looked[path].split('href="')[1:]:
                link = link.split('"')[0].split("#")[0]
                if link and not link.startswith(("/", "data:", "?")):
                    parts = []
                    for part in f"{folder}/{link}".split("/"):
                        parts = parts[:-1] if part == ".." else [*parts, part]
                    pages.append("/".join(parts))
        self.assertGreater(len(looked), 5)
        everything = "".join(looked.values())
        self.assertIn("This shows what a spectator could see", everything)
        for secret in ("Gus", "Hana", "Erin"):
            self.assertNotIn(secret, everything)
        # A judge's pages have them.
        body = self.page_with(erin, f'{erin.ask("who", {})["pages"]}games/index.html', "</table>")
        self.assertIn("Gus", body)
        self.assertIn('aria-label="The desk"', body)

    def test_the_pages_of_a_session_are_private(self):
        erin, viewer = self.desk.session_of("Erin"), self.desk.session_of("Vera", "viewer")
        own = erin.ask("who", {})["pages"] + "index.html"
        self.assertEqual(self.desk.request("GET", own, {"Cookie": erin.fields["Cookie"]})[0], 200)
        for path, cookie in ((own, None), (own, viewer.fields["Cookie"]), (own, "docket-desk-1=x"),
                             (own.replace("/pages/", "/pages/0"), erin.fields["Cookie"]), ("/pages/", erin.fields["Cookie"]),
                             ("/pages//index.html", erin.fields["Cookie"]), (own.replace("index", "../../api/drafts"), viewer.fields["Cookie"])):
            status, _, body = self.desk.request("GET", path, {"Cookie": cookie} if cookie else {})
            self.assertEqual(status, 401, path)
            self.assertNotIn(b"archive", body)
        self.assertEqual(self.desk.request("POST", own, erin.fields, b"{}")[0], 405)
        self.assertEqual(self.desk.request("GET", own.replace("index.html", "../../etc/passwd"), {"Cookie": erin.fields["Cookie"]})[0], 404)


class OneWriter(WithADesk):
    def setUp(self):
        super().setUp()
        self.erin = self.desk.session_of("Erin", X_Docket_Page="e")
        self.femi = self.desk.session_of("Femi", X_Docket_Page="f")

    def edit(self, session, version, line):
        return session.send("edit", {"draft": 1, "version": version, "first": 4, "count": 0, "lines": [line]})

    def test_lines_of_two_writers_never_mix(self):
        told = self.erin.ask("new-draft", NEW_DRAFT)
        status, _ = self.edit(self.erin, told["version"], "; one")
        self.assertEqual(status, 200)
        version = self.erin.ask("draft", {"draft": 1})["version"]
        status, answer = self.edit(self.femi, version, "; two")
        self.assertEqual(status, 409)
        self.assertIn(b"Erin is typing here", answer)
        for name in ("discard", "record", "undo"):
            self.assertEqual(self.femi.send(name, {"draft": 1, "version": version})[0], 409, name)
        self.femi.ask("take-over", {"draft": 1})
        self.assertEqual(self.edit(self.femi, version, "; two")[0], 200)
        status, answer = self.edit(self.erin, version, "; three")
        self.assertEqual(status, 409)
        self.assertIn(b"Femi is typing here", answer)
        lines = [line["text"] for line in self.erin.ask("draft", {"draft": 1})["lines"]]
        self.assertIn("; one", lines)
        self.assertIn("; two", lines)
        self.assertNotIn("; three", lines)

    def test_followers_see_each_change_at_once(self):
        told = self.erin.ask("new-draft", NEW_DRAFT)
        mine, others = self.erin.follow({"draft": 1}), self.femi.follow({"draft": 1})
        self.assertTrue(next(mine)["pen"])
        seen = next(others)
        self.assertEqual((seen["pen"], seen["writer"]), (False, "Erin"))
        begun = time.monotonic()
        self.assertEqual(self.edit(self.erin, told["version"], "; one")[0], 200)
        seen = next(others)
        self.assertLess(time.monotonic() - begun, 2)
        self.assertFalse(seen["own"])
        self.assertTrue(next(mine)["own"])
        self.femi.ask("take-over", {"draft": 1})
        self.assertEqual((lambda one: (one["pen"], one["writer"]))(next(mine)), (False, "Femi"))
        self.assertTrue(next(others)["pen"])
        self.femi.ask("discard", {"draft": 1})
        self.assertEqual([one["over"] for one in mine], [True])
        self.assertEqual([one["over"] for one in others], [True])

    def test_a_writer_who_is_gone_releases_the_table(self):
        told = self.erin.ask("new-draft", NEW_DRAFT)
        self.assertEqual(self.edit(self.erin, told["version"], "; one")[0], 200)
        time.sleep(3.5)
        version = self.femi.ask("draft", {"draft": 1})["version"]
        self.assertEqual(self.edit(self.femi, version, "; two")[0], 200)

    def test_many_writers_lose_no_acknowledged_line(self):
        version = self.erin.ask("new-draft", NEW_DRAFT)["version"]
        acknowledged, guard = [], threading.Lock()

        def write(session, name):
            for number in range(15):
                line = f"; {name} {number}"
                for _ in range(200):
                    session.ask("take-over", {"draft": 1})
                    told = session.ask("draft", {"draft": 1})
                    status, _ = session.send("edit", {"draft": 1, "version": told["version"], "first": len(told["lines"]),
                                                      "count": 0, "lines": [line]})
                    if status == 200:
                        with guard:
                            acknowledged.append(line)
                        break
                    self.assertIn(status, (409, 429))
                    time.sleep(.05)

        threads = [threading.Thread(target=write, args=one) for one in ((self.erin, "erin"), (self.femi, "femi"))]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        self.assertEqual(len(acknowledged), 30)
        lines = [line["text"] for line in self.erin.ask("draft", {"draft": 1})["lines"]]
        self.assertEqual(sorted(line for line in lines if line.startswith("; ")), sorted(acknowledged))
        self.assertNotEqual(version, "")

    def test_too_many_followers_are_refused(self):
        self.erin.ask("new-draft", NEW_DRAFT)
        held = []
        with self.assertRaisesRegex(AssertionError, "503"):
            for _ in range(20):
                held.append(self.erin.follow({"draft": 1}))
                next(held[-1])
        self.assertEqual(len(held), 7)
        self.assertEqual(self.femi.ask("drafts", {})["drafts"][0]["draft"], 1)


class Encrypted(WithADesk):
    @classmethod
    def setUpClass(cls):
        chain, key = made_certificate(PLACE)
        cls.words = ("--listen", "127.0.0.1", "--name", "desk.test", "--certificate", chain, "--key", key)
        cls.tls = ssl.create_default_context(cafile=chain)

    def test_it_is_reached_by_name_without_a_shared_link(self):
        self.assertEqual(self.desk.address, f"https://desk.test:{self.desk.port}/")
        self.assertIsNone(self.desk.link)

    def test_a_session_cookie_is_bound_to_this_host(self):
        token = self.desk.invite("Erin").split("#")[1]
        _, head, _ = self.desk.request("POST", "/enter", {"Origin": self.desk.address.rstrip("/"), "Content-Type": "application/json"},
                                       json.dumps({"token": token}).encode())
        for part in ("__Host-docket-desk-", "HttpOnly", "SameSite=Strict", "Path=/", "Secure"):
            self.assertIn(part, head["Set-Cookie"])
        self.assertNotIn("Domain", head["Set-Cookie"])

    def test_other_hosts_and_origins_are_refused(self):
        session = self.desk.session_of("Erin")
        port = self.desk.port
        for host in ("desk.test", f"127.0.0.1:{port}", f"localhost:{port}", f"desk.test:{port + 1}", f"desk.test:{port}.evil.example",
                     f"evil.desk.test:{port}", ""):
            self.assertIn(self.desk.request("POST", "/api/drafts", session.fields, b"{}", host=host or "x")[0], (400, 421), host)
        for origin in (None, "null", f"http://desk.test:{port}", "https://desk.test", f"https://127.0.0.1:{port}", f"https://desk.test:{port}/",
                       f"https://evil.example, https://desk.test:{port}"):
            for name in ("new-draft", "follow"):
                self.assertEqual(session.send(name, NEW_DRAFT, Origin=origin)[0], 403, (name, origin))
        self.assertEqual(session.ask("drafts", {})["drafts"], [])

    def test_forwarding_headers_of_a_stranger_are_ignored(self):
        session = self.desk.session_of("Erin")
        forged = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "10.0.0.1"}
        self.assertEqual(session.send("drafts", {}, **forged)[0], 200)
        self.assertEqual(session.send("drafts", {}, Origin="https://evil.example", **forged)[0], 403)
        self.assertEqual(self.desk.request("GET", "/", forged, host="evil.example")[0], 421)

    def test_unencrypted_connections_are_dropped_harmlessly(self):
        session = self.desk.session_of("Erin")
        for sent in (b"GET / HTTP/1.1\r\nHost: desk.test\r\n\r\n", b"\x16\x03\x01" + b"\xff" * 500, b"\x00" * 70_000, b""):
            with socket.create_connection(("127.0.0.1", self.desk.port), timeout=15) as one:
                try:
                    one.sendall(sent)
                    if sent == b"":
                        one.shutdown(socket.SHUT_WR)
                    while got := one.recv(65536):
                        self.assertNotIn(b"HTTP/", got)
                except OSError:
                    pass
        self.assertEqual(session.ask("drafts", {})["drafts"], [])

    def test_old_protocols_are_refused(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.minimum_version = ssl.TLSVersion.TLSv1
        context.maximum_version = ssl.TLSVersion.TLSv1_1
        context.set_ciphers("ALL:@SECLEVEL=0")
        with self.assertRaises(OSError), socket.create_connection(("127.0.0.1", self.desk.port), timeout=15) as one:
            context.wrap_socket(one)

    def test_slow_and_many_connections_do_not_block_others(self):
        session = self.desk.session_of("Erin")
        held = []
        try:
            for number in range(300):
                one = socket.create_connection(("127.0.0.1", self.desk.port), timeout=5)
                one.sendall(b"\x16\x03\x01\x02\x00" if number % 2 else b"")
                held.append(one)
            begun = time.monotonic()
            self.assertEqual(session.ask("drafts", {})["drafts"], [])
            self.assertLess(time.monotonic() - begun, 5)
        finally:
            for one in held:
                one.close()

    def test_a_table_can_be_followed(self):
        session = self.desk.session_of("Erin", X_Docket_Page="e")
        told = session.ask("new-draft", NEW_DRAFT)
        follows = session.follow({"draft": 1})
        self.assertTrue(next(follows)["pen"])
        session.ask("edit", {"draft": 1, "version": told["version"], "first": 4, "count": 0, "lines": ["; x"]})
        self.assertTrue(next(follows)["own"])


class BehindAProxy(WithADesk):
    words = ("--name", "desk.test", "--behind-proxy", "127.0.0.1")
    FIELDS = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "10.0.0.7"}

    def test_a_request_of_the_proxy_counts_as_its_clients(self):
        self.assertEqual(self.desk.address, "https://desk.test/")
        session = Session(self.desk, self.desk.invite("Erin").split("#")[1], **{name.replace("-", "_"): value for name, value in self.FIELDS.items()})
        self.assertEqual(session.ask("who", {})["name"], "Erin")
        self.assertTrue(session.fields["Cookie"].startswith("__Host-"))
        self.assertEqual(session.send("who", {}, Origin="http://desk.test")[0], 403)
        self.assertEqual(session.send("who", {}, X_Forwarded_Proto="http")[0], 403)
        self.assertEqual(session.send("who", {}, X_Forwarded_Proto=None)[0], 403)
        self.assertEqual(session.send("who", {}, X_Forwarded_For=None)[0], 403)
        self.assertEqual(session.send("who", {}, X_Forwarded_Host="evil.example")[0], 421)

    def test_guesses_are_rate_limited_by_address(self):
        def guess(client):
            fields = self.FIELDS | {"X-Forwarded-For": f"1.2.3.4, {client}", "Origin": "https://desk.test", "Content-Type": "application/json"}
            return self.desk.request("GET", "/", fields)[0]
        statuses = {guess("10.0.0.8") for _ in range(300)}
        self.assertIn(429, statuses)
        self.assertEqual(guess("10.0.0.9"), 200)

    def test_only_the_proxy_is_answered(self):
        desk = DeskProcess(PROGRAM, pathlib.Path(tempfile.mkdtemp(dir=PLACE)) / "archive", "--name", "desk.test", "--behind-proxy", "10.9.9.9")
        self.addCleanup(desk.close)
        for path, method in (("/", "GET"), ("/enter", "POST"), ("/api/drafts", "POST")):
            status, _, body = desk.request(method, path, self.FIELDS, b"{}" if method == "POST" else None)
            self.assertEqual((status, body), (403, b"This server is reached by its proxy only.\n"))


class Usage(unittest.TestCase):
    def test_it_listens_on_no_public_address_unencrypted(self):
        chain, key = made_certificate(PLACE)
        archive = pathlib.Path(tempfile.mkdtemp(dir=PLACE)) / "archive"
        for words, said in ((("--listen", "0.0.0.0"), "--listen needs --certificate"),
                            (("--listen", "0.0.0.0", "--name", "desk.test"), "--listen needs --certificate"),
                            (("--name", "desk.test"), "--name needs --listen"),
                            (("--listen", "0.0.0.0", "--certificate", chain, "--key", key), "--name HOST is missing"),
                            (("--certificate", chain), "go together"),
                            (("--behind-proxy", "127.0.0.1"), "--name HOST is missing"),
                            (("--behind-proxy", "127.0.0.1", "--name", "x", "--certificate", chain, "--key", key), "the proxy has the certificate"),
                            (("--name", "https://desk.test", "--behind-proxy", "127.0.0.1"), "expected the host"),
                            (("--name", "desk.test", "--behind-proxy", "proxy"), "not a network address"),
                            (("--listen", "here", "--name", "desk.test", "--certificate", chain, "--key", key), "not a network address"),
                            (("--listen", "127.0.0.1", "--name", "desk.test", "--certificate", key, "--key", key), "--certificate"),
                            (("--listen", "127.0.0.1", "--name", "desk.test", "--certificate", chain, "--key", chain), "--key")):
            ran = subprocess.run([PROGRAM, "desk", "--port", "0", "--for", "1", "--archive", archive, *words], capture_output=True, text=True)
            self.assertEqual(ran.returncode, 2, (words, ran.stderr))
            self.assertIn(said, ran.stderr)


if __name__ == "__main__":
    try:
        passed = unittest.main(argv=[sys.argv[0], *sys.argv[3:]], exit=False, verbosity=2).result.wasSuccessful()
    finally:
        shutil.rmtree(PLACE, ignore_errors=True)
    sys.exit(0 if passed else 1)
