"""A browser driven over W3C WebDriver, with Python's standard library only."""
import base64
import http.client
import json
import re
import shutil
import subprocess
import tempfile

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the standard's key for a reference to an element
KEYS = {"Home": "\ue011", "End": "\ue010", "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Tab": "\ue004",
        "ArrowUp": "\ue013", "ArrowDown": "\ue015", "Backspace": "\ue003",
        "Enter": "\ue007", "Escape": "\ue00c"}


class Browser:
    """Headless Chromium with an empty profile, closed at the end of a `with`."""

    def __init__(self, width, height):
        self.profile = tempfile.mkdtemp(prefix="docket-browser-")
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                       text=True)
        self.session = None
        try:
            self.port = self._port()
            arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                         "--disable-background-networking", "--disable-component-update", "--disable-sync",
                         "--disable-dev-shm-usage", f"--user-data-dir={self.profile}",
                         "--host-resolver-rules=MAP *.test 127.0.0.1",
                         f"--window-size={width},{height}"]
            self.session = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": {
                "acceptInsecureCerts": True, "goog:loggingPrefs": {"browser": "ALL"}, "timeouts": {"script": 120_000},
                "goog:chromeOptions": {"binary": shutil.which("chromium"), "args": arguments}}}})["sessionId"]
            self.resize(width, height)
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.session is not None:
            self._ask("DELETE", f"/session/{self.session}")
            self.session = None
        self.driver.terminate()
        self.driver.wait()
        self.driver.stdout.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def _port(self):
        said = []
        for line in self.driver.stdout:
            said.append(line)
            if found := re.search(r"successfully on port (\d+)", line):
                return int(found[1])
        raise RuntimeError("chromedriver did not start:\n" + "".join(said))

    def _ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request(method, path, None if body is None else json.dumps(body),
                               {"Content-Type": "application/json"})
            value = json.load(connection.getresponse())["value"]
        finally:
            connection.close()
        if isinstance(value, dict) and "error" in value:
            raise RuntimeError(f"{value['error']}: {value['message']}")
        return value

    def _of_session(self, method, path, body=None):
        return self._ask(method, f"/session/{self.session}{path}", body)

    def resize(self, width, height):
        """Sets the size of the screen; narrow screens are phones."""
        self.develop("Emulation.setDeviceMetricsOverride",
                     {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})

    def develop(self, command, parameters):
        """A command of the browser's developer tools."""
        return self._of_session("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def open(self, path):
        self.go(f"file://{path}")

    def go(self, address):
        self._of_session("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        """Runs a function body in the page and returns its result."""
        return self._of_session("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def run_later(self, script, *arguments):
        """The same, for a result that the body passes to its last argument, a callback."""
        return self._of_session("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def print(self):
        """The page printed on A4, as PDF."""
        return base64.b64decode(self.develop("Page.printToPDF", {"preferCSSPageSize": True})["data"])

    def picture(self):
        """A screenshot of the visible part, as PNG."""
        return base64.b64decode(self._of_session("GET", "/screenshot"))

    def press(self, *keys):
        """Types keys into the focused element, one after another."""
        actions = []
        for key in keys:
            value = KEYS.get(key, key)
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self._of_session("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def write(self, text):
        """Inserts text at the cursor in one step, like the keyboard of a phone."""
        self.develop("Input.insertText", {"text": text})

    def cookies(self):
        """The page's cookies by name, as the standard describes them."""
        return {one["name"]: one for one in self._of_session("GET", "/cookie")}

    def complaints(self):
        """The browser's log since the last call: errors, refusals by the content security policy."""
        return self._of_session("POST", "/se/log", {"type": "browser"})
