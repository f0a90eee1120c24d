"""Shared by the tests of the program's pages in a real browser: the browser, its widths, waiting for a page to change,
moving through it by keyboard, the promises of every page, and an accessibility checker."""
import os
import pathlib
import shutil
import sys
import time
import unittest

from webdriver import Browser

PHONE, TABLET, DESK = (390, 844), (768, 1024), (1280, 800)
SIZES = (PHONE, TABLET, DESK)
MOST_TABS = 400
HIGHEST = 12_000  # of a page that is looked at as a whole


def checker():
    """axe-core, where check.sh put it or where DOCKET_AXE says; None if it could not be fetched."""
    named = os.environ.get("DOCKET_AXE")
    source = pathlib.Path(__file__).resolve().parents[2]
    places = [pathlib.Path(named)] if named else [source / "build/axe-core/package/axe.min.js"]
    return next((place for place in places if place.is_file()), None)


AXE = checker()


BROWSERS = []  # starting one takes seconds


def browser(number=0):
    """One of the browsers that a program's tests share, at an empty page; each has separate cookies."""
    while len(BROWSERS) <= number:
        BROWSERS.append(Browser(*DESK))
    found = BROWSERS[number]
    found.go("about:blank")
    found.complaints()
    return found


class InABrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = browser()

    def setUp(self):
        self.browser.go("about:blank")  # the page of the test before may still ask for something
        self.browser.resize(*DESK)
        self.browser.complaints()

    def wait(self, script, expected, *arguments, seconds=20):
        """Waits until a script returns the expected value; returns it."""
        ends = time.monotonic() + seconds
        while True:
            found = self.browser.run(script, *arguments)
            if expected(found):
                return found
            if time.monotonic() > ends:
                self.fail(f"after {seconds} s: {found}")
            time.sleep(.02)

    def tab_to(self, selector):
        """Moves the focus with the Tab key until it is on the element of a selector."""
        for _ in range(MOST_TABS):
            self.browser.press("Tab")
            if self.browser.run("return document.activeElement.matches(arguments[0])", selector):
                return
        self.fail(f"the keyboard does not reach {selector}")

    def quiet(self, where=None):
        self.assertEqual(self.browser.complaints(), [], where)

    def fits(self, where="the page"):
        for width, height in SIZES:
            self.browser.resize(width, height)
            wide = self.browser.run("return Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
            self.assertLessEqual(wide, width, f"at {width} pixels {where} is wider than the screen")
        self.browser.resize(*DESK)

    def accessible(self, address, before="", ready="body"):
        """Expects the checker to find nothing at any width or in dark mode, after a script has run and the element of a
        selector exists; the page must pass a minimum of rules."""
        if AXE is None:
            print("ATTENTION: there is no axe-core (check.sh fetches it by npm): the pages were not checked by it", file=sys.stderr)
            self.skipTest("no axe-core")
        passed = []
        for scheme in ("light", "dark"):
            self.browser.develop("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            for size in SIZES if scheme == "light" else (DESK,):
                self.browser.resize(*size)
                self.browser.go(address)
                self.browser.run(before)
                self.wait("return document.querySelector(arguments[0]) !== null", bool, ready)
                # As high as the page, so that what stays in sight lies over none of what is measured.
                height = self.browser.run("return document.documentElement.scrollHeight")
                self.browser.resize(size[0], min(height, HIGHEST))
                if not self.browser.run("return 'axe' in window"):
                    self.browser.develop("Runtime.evaluate", {"expression": AXE.read_text()})
                passes, violations = self.browser.run_later("""const done = arguments[0];
                  axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})
                    .then((told) => done([told.passes.length, told.violations.map((one) => [one.id, one.nodes.length,
                      one.nodes[0].target.join(' '), one.nodes[0].failureSummary])]));""")
                self.assertEqual(violations, [], f"{address}, {scheme}, {size}")
                passed.append(passes)
        self.browser.develop("Emulation.setEmulatedMedia", {"features": []})
        self.browser.resize(*DESK)
        self.assertGreater(min(passed), 15, "the checker found little to check")
        return min(passed)


def run_tests(place, words, prepare=lambda: None):
    """Runs the tests in a temporary folder; returns the exit status, 77 without a browser."""
    missing = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
    if missing:
        print(f"SKIPPED: no {' and no '.join(missing)} here: the pages were not tried in a browser")
        return 77
    try:
        prepare()
        return 0 if unittest.main(argv=[sys.argv[0], *words], exit=False, verbosity=2).result.wasSuccessful() else 1
    finally:
        for one in BROWSERS:
            one.close()
        shutil.rmtree(place, ignore_errors=True)
