"""The fixtures of the line "growth": games in which many events affect nothing in play.

A ruleset with a field, a stat and a value, and a catalogue with one plain card and 300 banners, each with a separate
continuous trait that gives every plain card of its owner a bonus. A game begins with its cards in play, and then player 1
gains and loses a point many times: no trait, total or rule reads points. The cost of such an event is the difference
between two archives, one of games that end before the points and one of games with them, so that the setup does not count;
setting up 300 traits takes as long as a million points, hence the number of points.

    what grows           cards in play       traits in play    events of points      games
    cards                50, 500, 5,000      1                 1,200,000             1
    traits               350                 1, 30, 300        1,200,000             1
    events               50                  1                 300, 3,000, 30,000    4,000, 400, 40
"""
import json

from timing import quietly, timed

RULESET = {
    "name": "growth", "version": "1", "from": "2026-01-01", "game": "Growth",
    "clauses": [{"id": "growth.sum", "gist": "Bonuses add up.", "without": "They do not."}],
    "zones": [{"name": "deck", "kind": "pile"}, {"name": "field", "inPlay": True}],
    "periods": [{"name": "turn"}],
    "stats": [{"name": "Might"}],
    "values": [{"name": "points", "start": 0}],
    "types": [{"name": "Troop", "stats": ["Might"]}, {"name": "Banner"}],
    "calculation": {"computed": True, "sumClause": "growth.sum"},
}


POINTS = 1_200_000


def catalogue():
    banners = [{"key": f"Banner {n}", "title": f"Banner {n}", "types": ["Banner"],
                "abilities": [{"name": f"wave {n}", "kind": "continuous",
                               "effects": [{"what": "bonus", "name": "Might", "amount": str(n + 1),
                                            "to": "cards(in play, type \"Troop\", controller me)"}]}]}
               for n in range(300)]
    troop = {"key": "Troop", "title": "Troop", "types": ["Troop"], "stats": [{"stat": "Might", "amount": 1}]}
    return {"name": "growth cards", "version": "1", "ruleset": "growth", "cards": [troop, *banners]}


def game(number, cards, traits, points):
    keys = ["Troop"] * (cards - traits) + [f"Banner {n}" for n in range(traits)]
    yield {"game": {"id": f"g-{number}", "players": [{"name": "Player 1"}, {"name": "Player 2"}], "ruleset": "growth",
                    "rulesetVersion": "1"}}
    yield {"deckRegistered": {"player": 1, "zone": "deck", "first": 1, "count": cards},
           "context": {"identities": [{"card": n + 1, "definition": key} for n, key in enumerate(keys)]}}
    yield {"began": {"period": "turn", "player": 1}}
    for card in range(1, cards + 1):
        yield {"cardMoved": {"card": card, "player": 1, "zone": "field", "face": "up"}}
    for point in range(points):
        yield {"valueChanged": {"subject": "P1", "value": "points", "how": "gained" if point % 2 == 0 else "lost",
                                "amount": 1}}


def archive(program, folder, cards, traits, points, games):
    """An archive of that many such games."""
    rules, texts = folder / "growth.json", folder / "growth-cards.json"
    rules.write_text(json.dumps(RULESET))
    texts.write_text(json.dumps(catalogue()))
    made = folder / f"growth-{cards}-{traits}-{points}-{games}"
    file = folder / f"{made.name}.jsonl"
    with file.open("w") as out:
        for number in range(games):
            out.writelines(json.dumps(line) + "\n" for line in game(number, cards, traits, points))
    quietly(program, "import", "--archive", made, "--ruleset", rules, "--cards", texts, file)
    file.unlink()
    return made


def cost(program, folder, cards, traits, points, games, rounds):
    """CPU microseconds per event that changes points."""
    archives = [archive(program, folder, cards, traits, many, games) for many in (points, 0)]
    best = [min(timed(program, "verify", "--all", "--again", "--archive", one, "--jobs", 1)[1] for _ in range(rounds))
            for one in archives]
    return 1e6 * (best[0] - best[1]) / (games * points)


FIXTURES = {
    "cards in play": [(cards, 1, POINTS, 1) for cards in (50, 500, 5000)],
    "continuous traits": [(350, traits, POINTS, 1) for traits in (1, 30, 300)],
    "events": [(50, 1, points, POINTS // points) for points in (300, 3000, 30_000)],
}
