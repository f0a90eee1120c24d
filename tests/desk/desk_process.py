"""`docket desk` as a process of its own, and sessions with it over plain HTTP."""
import http.client
import json
import signal
import subprocess
import urllib.parse


class DeskProcess:
    def __init__(self, program, archive, *words):
        self.program, self.archive, self.words = program, archive, words
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

    def new_link(self):
        """As a person asks for one: by Enter."""
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

    def request(self, method, path, fields=None, body=None, host=None):
        """Sends a request as it is given, and gives the status, the head and the body of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            connection.putheader("Host", host or f"127.0.0.1:{self.port}")
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


class Session:
    def __init__(self, desk, token):
        self.desk = desk
        self.fields = {"Origin": desk.address.rstrip("/"), "Content-Type": "application/json"}
        status, head, body = desk.request("POST", "/enter", self.fields, json.dumps({"token": token}).encode())
        if status != 200:
            raise AssertionError(f"{status}: {body}")
        self.fields |= {"Cookie": head["Set-Cookie"].split(";")[0], "X-Docket-Key": json.loads(body)["key"]}

    def send(self, name, data, **fields):
        """The status and the answer; a field that is None is left out."""
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

    def items(self, name, data=None):
        return [line["item"] for line in self.ask(name, data or {})["lines"] if "item" in line]

    def upload(self, kind, path, draft=0):
        status, told = self.send("upload", path.read_bytes(), **{"Content-Type": "application/octet-stream"},
                                 X_Docket_Kind=kind, X_Docket_File=urllib.parse.quote(path.name),
                                 X_Docket_Draft=str(draft))
        if status != 200:
            raise AssertionError(f"upload: {status}: {told}")
        return json.loads(told)
