#!/usr/bin/env python3
"""How fast the desk is in a browser, with a game of 1,000 events: the time to first paint, until the table can be used, and
from a tap to its answer. Prints milliseconds: the median and the slowest. Run it on an idle machine.

    speed.py PROGRAM SOURCE_DIR
"""
import pathlib
import shutil
import statistics
import sys
import tempfile
import time

PROGRAM, SOURCE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
sys.path[:0] = [str(SOURCE / "tests/report"), str(SOURCE / "tests/desk")]
from desk_process import DeskProcess  # noqa: E402
from webdriver import Browser  # noqa: E402

EVENTS, LOADS, TAPS = 1000, 7, 40
BEGIN = ['game "long"', 'P1 "Gus"', 'P2 "Hana"', 'ruleset "yugioh"', "", "P1 registers hand", '  = 8 "Lantern Fox"',
         "P2 registers hand 8 cards"]
# A tap has been answered when the page shows the change.
TAP = """const [selector, answer] = arguments, done = arguments[arguments.length - 1];
  const target = [...document.querySelectorAll(selector)].at(-1), place = document.querySelector(answer);
  place.scrollIntoView();
  const begun = performance.now();
  new MutationObserver((_, watching) => { watching.disconnect(); requestAnimationFrame(() => done(performance.now() - begun)); })
    .observe(place, { childList: true, subtree: true, characterData: true });
  target.click();"""


def transcript():
    lines, events = list(BEGIN), 2
    turn = 0
    while events < EVENTS:
        turn += 1
        player, field = turn % 2 + 1, turn % 5
        lines += [f"== turn P{player}", '-- "main 1"']
        events += 2
        for card in range(1, 9):
            here = "hand" if turn % 2 == 0 else '"monster zone"' if card <= 5 else '"spell zone"'
            slot = "" if here == "hand" else f" slot {(card - 1) % 5}"
            lines.append(f'P1 moves "Lantern Fox" #{card} to {here}{slot}{" up" if slot else ""}')
            events += 1
            if events >= EVENTS:
                break
    return "\n".join(lines) + "\n"


def report(what, times):
    print(f"{what:58} {statistics.median(times):7.0f} {max(times):7.0f}")


def main():
    place = pathlib.Path(tempfile.mkdtemp(prefix="docket-desk-"))
    desk = DeskProcess(PROGRAM, place / "archive")
    try:
        session = desk.session()
        session.upload("cards", SOURCE / "tests/games/catalogues/yugioh.json")
        draft = session.ask("new-draft", {"text": transcript()})
        mistakes = [line for line in draft["lines"] if line["mistake"] is not None]
        if mistakes:
            raise SystemExit(mistakes[0])
        session.ask("record", {"draft": draft["draft"]})
        with Browser(1280, 800) as browser:
            browser.go(desk.new_link())
            time.sleep(1)
            loads = {}
            for how in ("in a tab where the desk is", "in a tab of another site, for which the browser starts a process"):
                paints, shown = loads[how] = [], []
                for _ in range(LOADS):
                    if "another" in how:
                        browser.go("about:blank")
                        browser.go(f"{desk.address}#game/long")
                    else:
                        browser.run("location.hash = '#game/long'; location.reload()")
                    time.sleep(.3)
                    while not browser.run("return performance.getEntriesByName('docket-table').length"):
                        time.sleep(.05)
                    paints.append(browser.run("return performance.getEntriesByName('first-contentful-paint')[0].startTime"))
                    shown.append(browser.run("return performance.getEntriesByName('docket-table')[0].startTime"))
            events = browser.run("return [...document.querySelectorAll('#line-list .number')].at(-1).textContent")
            print(f"a game of {events} events; milliseconds{'':27} median slowest")
            for how, (paints, shown) in loads.items():
                print(how)
                report("  first paint", paints)
                report("  the lines and the board are there", shown)
            taps = {"a line: its board": ("#line-list li:nth-last-child({}) .line", "#board"),
                    "a number of a card: its explanation": ("#board .card .stat", "#detail-body"),
                    "Was it legal?": ("#was-legal", "#answer"), "What may be done now?": ("#what-may", "#answer")}
            for what, (selector, answer) in taps.items():
                times = []
                for number in range(TAPS):
                    times.append(browser.run_later(TAP, selector.format(5 + 20 * number), answer))
                    time.sleep(.12)
                report(what, times)
                browser.run("document.getElementById('detail').close()")
    finally:
        desk.close()
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main()
