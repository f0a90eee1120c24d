"""`docket desk` as a separate process, and sessions with it over HTTP, encrypted or not."""
import http.client
import json
import pathlib
import signal
import subprocess
import tempfile
import urllib.parse


def made_certificate(place):
    """A key and a self-signed certificate for desk.test and 127.0.0.1, in a subfolder."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=place))
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", "/CN=desk.test", "-addext", "subjectAltName=DNS:desk.test,DNS:localhost,IP:127.0.0.1",
                    "-keyout", folder / "key.pem", "-out", folder / "chain.pem"], check=True, capture_output=True)
    return folder / "chain.pem", folder / "key.pem"


class DeskProcess:
    def __init__(self, program, archive, *words, tls=None):
        self.program, self.archive, self.words, self.tls = program, archive, words, tls
        self.process = None
        self.start()

    def start(self, port=0):
        self.process = subprocess.Popen(
            [self.program, "desk", "--json", "--port", str(port), "--archive", self.archive, *self.words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self._read()

    def _read(self):
        told = json.loads(self.process.stdout.readline())["item"]
        self.address, self.port, self.link = told["address"], told["port"], told["link"]
        self.host = urllib.parse.urlsplit(self.address).netloc

    def new_link(self):
        """Requests a link like a person, by pressing Enter."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        self._read()
        return self.link

    def kill(self):
        self.process.kill()
        self._end()

    def close(self, sent=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(sent)
        return self._end()

    def _end(self):
        status = self.process.wait(timeout=30)
        self.process.stdin.close()
        self.process.stdout.close()
        return status

    def connect(self):
        if self.tls is None:
            return http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=30, context=self.tls)

    def invite(self, name, role="judge", *words):
        """The link that opens the desk."""
        ran = subprocess.run([self.program, "desk", "invite", name, "--role", role, "--json", "--archive", self.archive,
                              *words], capture_output=True, text=True)
        if ran.returncode != 0:
            raise AssertionError(ran.stderr)
        return json.loads(ran.stdout)["answer"]["link"]

    def request(self, method, path, fields=None, body=None, host=None):
        """Sends a request unchanged, and returns the status, the head and the body of the answer."""
        connection = self.connect()
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            connection.putheader("Host", host or self.host)
            for name, value in (fields or {}).items():
                connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders()
            if body is not None:
                connection.send(body)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def session(self):
        return Session(self, self.new_link().split("#")[1])

    def session_of(self, name, role="judge", **fields):
        return Session(self, self.invite(name, role).split("#")[1], **fields)


class Session:
    """`fields`: further header fields of each request; a page has one that identifies it to pens."""

    def __init__(self, desk, token, **fields):
        self.desk = desk
        own = {name.replace("_", "-"): value for name, value in fields.items()}
        self.fields = {"Origin": desk.address.rstrip("/"), "Content-Type": "application/json", **own}
        status, head, body = desk.request("POST", "/enter", self.fields, json.dumps({"token": token}).encode())
        if status != 200:
            raise AssertionError(f"{status}: {body}")
        self.fields |= {"Cookie": head["Set-Cookie"].split(";")[0], "X-Docket-Key": json.loads(body)["key"]}

    def send(self, name, data, **fields):
        """The status and the answer; a field that is None is omitted."""
        own = {name: value for name, value in (self.fields | {one.replace("_", "-"): value for one, value in fields.items()}).items()
               if value is not None}
        body = data if isinstance(data, bytes) else json.dumps(data).encode()
        status, _, told = self.desk.request("POST", f"/api/{name}", own, body)
        return status, told

    def ask(self, name, data):
        status, told = self.send(name, data)
        if status != 200:
            raise AssertionError(f"{name}: {status}: {told}")
        return json.loads(told)

    def follow(self, subject):
        """The messages to a page that follows a table, one by one."""
        connection = self.desk.connect()
        body = json.dumps(subject).encode()
        connection.request("POST", "/api/follow", body, {"Host": self.desk.host, **self.fields})
        answer = connection.getresponse()
        if answer.status != 200:
            connection.close()
            raise AssertionError(f"follow: {answer.status}: {answer.read()}")
        try:
            while line := answer.readline():
                if line.startswith(b"data: "):
                    yield json.loads(line.removeprefix(b"data: "))
        finally:
            connection.close()

    def items(self, name, data=None):
        return [line["item"] for line in self.ask(name, data or {})["lines"] if "item" in line]

    def upload(self, kind, path, draft=0):
        status, told = self.send("upload", path.read_bytes(), **{"Content-Type": "application/octet-stream"},
                                 X_Docket_Kind=kind, X_Docket_File=urllib.parse.quote(path.name),
                                 X_Docket_Draft=str(draft))
        if status != 200:
            raise AssertionError(f"upload: {status}: {told}")
        return json.loads(told)
