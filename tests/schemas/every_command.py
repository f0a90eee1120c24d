#!/usr/bin/env python3
"""Checks every command's JSON answer against its schema: with generated games of every shipped ruleset and the sample games,
and with errors of every exit status.

  every_command.py PROGRAM SOURCE [--keep FILE]    --keep: writes the answered lines to the file

By default it uses one generated game per ruleset and the branches of one of them. DOCKET_WHOLE=1 uses three games per
ruleset and all branches.

Exit status 1 if a line does not match, a command answered nothing, or an exit status did not occur.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

RULESETS = ["yugioh", "l5r-celestial", "grand-archive", "huntik", "marvel-champions"]
WHOLE = bool(os.environ.get("DOCKET_WHOLE"))
MADE_UP_GAMES = 3 if WHOLE else 1
# Commands without a JSON answer: they are interactive or serve pages.
WITHOUT_JSON = {"help", "type"}
# Not the newest version of its ruleset, so that two versions can be compared.
OLD, NEW = "l5r-celestial@2009-06-01", "l5r-celestial@2011-06-06"


class Commands:
    """Runs the program in a temporary folder and keeps every line that it answers."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.lines, self.statuses, self.faults = [], set(), []

    def run(self, *words, status=(0, 1), typed=""):
        """Runs a command with --json; returns the objects of its lines."""
        words = [str(word) for word in words]
        ran = subprocess.run([self.program, words[0], "--json", *words[1:]], cwd=self.folder, input=typed,
                             capture_output=True, text=True, env={**os.environ, "DOCKET_ARCHIVE": "archive"})
        shown = "docket " + " ".join(words)
        self.statuses.add(ran.returncode)
        if ran.returncode not in status:
            self.faults.append(f"{shown}: exit status {ran.returncode}: {ran.stderr[:300]}")
        try:
            read = [json.loads(line) for line in ran.stdout.splitlines()]
        except ValueError as error:
            self.faults.append(f"{shown}: no JSON: {error}: {ran.stdout[:200]}")
            return []
        self.lines += ran.stdout.splitlines()
        if not read or not {"answer", "end", "error"} & read[-1].keys():
            self.faults.append(f"{shown}: it does not end in an answer, an end or an error: {ran.stdout[-200:]}")
        return read

    def plain(self, *words):
        """Runs a command that writes a file instead of an answer."""
        ran = subprocess.run([self.program, *map(str, words)], cwd=self.folder, capture_output=True, text=True,
                             env={**os.environ, "DOCKET_ARCHIVE": "archive"})
        if ran.returncode > 1:
            self.faults.append(f"docket {' '.join(map(str, words))}: {ran.stderr[:300]}")
        return ran.stdout


def take_games(docket, source):
    """Games of every ruleset and the samples; returns their ids."""
    for name in RULESETS:
        docket.run("generate", name, "--games", MADE_UP_GAMES, "--seed", 11, "--planted", 15, "-o", f"{name}.jsonl")
        docket.run("import", "--cards", f"{name}.jsonl.cards.json", f"{name}.jsonl")
    catalogues = [word for file in sorted((source / "tests/games/catalogues").glob("*.json"))
                  for word in ("--cards", file)]
    docket.run("import", *catalogues, *sorted((source / "tests/games").glob("*.jsonl")))
    docket.run("import", *catalogues, source / "tests/games/l5r-paragon.jsonl")
    (docket.folder / "bad.jsonl").write_text('{"game":{"id":"bad","ruleset":"yugioh","players":[{}]}}\n{"drawn":1}\n')
    docket.run("import", "bad.jsonl", status=(2,))
    replaced_game(docket, source)
    game_of_every_kind(docket, source)
    return [line["item"]["game"] for line in docket.run("games") if "item" in line]


def replaced_game(docket, source):
    """A game typed with mistakes, imported as typed and then corrected, so that there are two records of it."""
    cards = ("--cards", source / "tests/games/catalogues/yugioh.json")
    typed = (source / "tests/typed/friday-12.txt").read_text()
    mistaken = docket.folder / "mistaken.txt"
    mistaken.write_text(typed.replace('"spell zone"', '"spel zone"').replace("P2 resolves", "P2 resolvs"))
    errors = docket.run("import", *cards, mistaken, status=(2,))[0]["item"]["errors"]
    if len(errors) != 2 or not errors[0]["choices"]:
        docket.faults.append(f"docket import: not two mistakes with their choices: {errors}")
    file = docket.folder / "friday-12.txt"
    file.write_text(typed)
    docket.run("import", "--dry-run", *cards, file)
    docket.run("import", *cards, file)
    file.write_text(typed.replace("P2 draws 3", "P2 draws 2"))
    docket.run("import", "--replaces", "friday/12", *cards, file)
    replaced = {line["item"]["game"]: line["item"]["replacedBy"] for line in docket.run("games", "--replaced")[:-1]}
    if replaced.get("friday/12") != "friday/12@2":
        docket.faults.append(f"docket games --replaced: nothing replaces friday/12: {replaced}")


def game_of_every_kind(docket, source):
    """The game of docs/record_format.md, which has an event of each kind."""
    lines = (source / "docs/record_format.md").read_text().splitlines()
    headers = [number for number, line in enumerate(lines) if line.startswith('{"game":')] + [len(lines)]
    told = [line for line in lines[headers[0]:headers[1]] if line.startswith('{')]
    (docket.folder / "every-kind.jsonl").write_text("\n".join(told) + "\n")
    game = docket.run("import", "every-kind.jsonl")[0]["item"]["game"]
    lines = json.loads((source / "docs/schemas/record.json").read_text())["oneOf"]
    event = next(line["properties"] for line in lines if "n" in line["properties"])
    of_any = {"n", "actor", "group", "context", "begins", "nothing"}  # "nothing" occurs only in corrections
    missing = event.keys() - of_any - docket.run("show", game)[0]["answer"]["kinds"].keys()
    if missing:
        docket.faults.append(f"docs/record_format.md tells no event of the kinds {sorted(missing)}")


def all_games(docket):
    """The names of all records, including replaced ones."""
    listed = [line["item"] for line in docket.run("games", "--replaced") if "item" in line]
    return [one["game"] + ("@1" if one["replacedBy"] else "") for one in listed]


def asked_about(games):
    """With DOCKET_WHOLE all games; otherwise those that are not branches, and the branches of the first ruleset's game."""
    return [game for game in games if WHOLE or RULESETS[0] in game or not re.search("/(branch|without|P[12])$", game)]


def about_each_game(docket, games):
    """Questions about a game as it was played."""
    for game in games:
        last = docket.run("show", game)[0]["answer"]["events"]
        docket.run("log", game)
        for at in {0, last // 3, last // 2, last}:
            docket.run("replay", game, "--at", at)
            docket.run("limits", game, "--at", at)
            docket.run("moves", game, "--at", at, "--player", "P1", "--all")
        docket.run("replay", game, "--at", last // 2, "--seat", "P1")
        docket.run("moves", game, "#1", "--at", last // 2, "--seat", "P1", status=(0, 2))
        docket.run("log", game, "--seat", "spectator")
        docket.run("step", game, typed="next 3\nevent\nboard\nlog 2\nlimits\nmoves P1\nfinding\nexplain legal\nhelp\nend\nnext\n")
        docket.run("ask", game, "--at", last // 2, "1 = 1", "turn(P1)", "controller(#1)", 'zone(#2)', status=(0, 1, 2))
        docket.run("ask", game, "--at", last // 2, "1 = 2", "1 + 1", "count(in play)")
        docket.run("trace", game, "count(in play)", status=(0,))
        docket.run("find", "count(in play) > 3", "--prefix", game.split("@")[0], status=(0,))
        docket.run("ask", game, "--act", 'note "nothing"', "true", status=(0, 1, 2))
        docket.run("explain", game, "legal", last // 2)
        docket.run("explain", game, "legal", last, "--why-not", status=(0, 1, 2))
        docket.run("explain", game, "limit", "#1", status=(0, 1, 2))
        docket.run("explain", game, "#1", "controller", status=(0, 1, 2))
        docket.run("verify", game)
        docket.run("rulings", game)
        docket.run("slip", game, status=(0, 2))
        docket.run("report", game, "-o", "page.html")
        docket.run("report", game, "--seat", "P1", "-o", "page.html")
        docket.run("export", game, "-o", "record.jsonl")
        docket.run("export", game, "--seat", "spectator", "-o", "record.jsonl")
        docket.run("minimise", game, "--keep", "true")
        docket.run("precedents", game, "--ask", "count(in play)")
    for first, second in zip(games, games[1:]):
        docket.run("diff", f"{first}@3", f"{first}@end")
        docket.run("diff", first, second, status=(0, 1, 2))
        docket.run("accounts", first, second, status=(0, 1, 2))


def disputes(docket, games):
    """Rulings, penalties, branches and accounts of games, and questions about them."""
    for game in games:
        docket.run("rule", game, "--at", 3, "--claim", "1 = 1", "--judge", "Femi", "--note", "as it is")
        docket.run("rule", game, "--at", 3, "--claim", "1 = 2", "--judge", "Femi", "--cite", "no.such", status=(2,))
        clause = docket.run("rules", "show", docket.run("show", game)[0]["answer"]["ruleset"]["name"])[0]["answer"]["clauses"][0]
        given = docket.run("rule", game, "--at", 3, "--claim", "1 = 2", "--judge", "Femi", "--cite", clause["id"])
        docket.run("rule", game, "--penalty", "warning", "--player", "P1", "--judge", "Femi")
        docket.run("rule", game, "--minutes", 3, "--judge", "Femi", "--dry-run")
        docket.run("rule", game, "--minutes", 3, "--judge", "Femi")
        docket.run("rule", game, "--at", 3, "--claim", "1 = 1", "--judge", "Femi", "--dry-run")
        docket.run("rule", game, "--claim", "not legal(4)", "--supersedes", given[0]["answer"]["event"],
                   "--judge", "Dana")
        docket.run("branch", game, "--at", 5, "--add", 'note "otherwise"', "--as", f"{game}/branch")
        docket.run("branch", game, "--without", 4, "--as", f"{game}/without", status=(0, 1, 2))
        for player in ("P1", "P2"):
            docket.run("branch", game, "--at", 5, "--account", player, "--add", f'note "{player} says"',
                       status=(0, 1, 2))
        docket.run("accounts", game, "--claim", "1 = 1", status=(0, 1, 2))
        docket.run("accounts", game, status=(0, 1, 2))
        docket.run("diff", f"{game}/branch")
        docket.run("precedents", game, "--ruling", given[0]["answer"]["event"])
        docket.run("precedents", game, "--finding", 4)
        docket.run("cases", "from", game, "--ruling", given[0]["answer"]["event"], "-o", "ruling.cases", status=(0, 1, 2))
        for command in ("show", "log", "verify", "rulings"):
            docket.run(command, game)
            docket.run(command, f"{game}/branch")
    docket.run("rule", games[0], "--rewind", 3, "--judge", "Femi")
    docket.run("log", games[0])
    docket.run("verify", games[0])
    docket.run("verify", "--all")
    docket.run("verify", "--all")
    for line in docket.run("rulings")[:-1]:
        decided = line["item"]["rulings"] + line["item"]["discretion"]
        for event in [one["event"] for one in decided]:
            docket.run("slip", line["item"]["game"], "--ruling", event)


def rules_and_cards(docket, source):
    """The documents, and the rules lab."""
    docket.run("rules")
    for name in RULESETS:
        docket.run("rules", "show", name)
        cards = f"{name}.jsonl.cards.json"
        docket.run("cards", "check", cards)
        docket.run("cards", "find", "a", "--of", cards, "--most", 3)
        first = docket.run("cards", "find", "", "--of", cards, "--most", 1)
        docket.run("cards", "show", first[0]["item"]["card"]["key"], "--of", cards)
    docket.run("cards")
    docket.run("cards", "new", "--ruleset", "yugioh")
    docket.run("rules", "diff", OLD, NEW)
    docket.run("rules", "diff", OLD, OLD)
    draft = docket.folder / "draft.json"
    draft.write_text('{"name": "draft", "version": "1", "clauses": [{"id": "d.1", "gist": "x"}]}')
    docket.run("rules", "check", draft)
    docket.run("rules", "add", draft)
    draft.write_text('{"name": "draft", "version": "1", "clausses": []}')
    docket.run("rules", "check", draft, status=(2,))
    docket.run("cards", "check", draft, status=(2,))
    (docket.folder / "more.json").write_text('{"name": "more", "version": "1", "ruleset": "yugioh", "cards": []}')
    docket.run("cards", "import", "more.json")
    cases = source / "tests/conformance/yugioh"
    docket.run("cases", "check", cases)
    docket.run("cases", "check", cases, "--to", draft, status=(2,))
    docket.run("cases", "check", source / "tests/conformance/l5r", "--rules", OLD, "--to", NEW, status=(0, 1, 2))
    docket.run("cases", "find", cases, "second")
    docket.run("cases", "find", cases, "--like", f"{cases}/soft.cases:20", status=(0, 2))
    docket.run("find", "--finding", "illegal")
    docket.run("find", "--judge", "Femi")
    docket.run("find", "--outcome", "unfinished")
    docket.run("index")
    docket.run("index", "--check")
    docket.run("find", "turn() > 1", "--count")
    docket.run("player", "Aiko", status=(0, 2))
    docket.run("coverage")
    docket.run("coverage", "--ruleset", "huntik", "-o", "coverage.html")
    docket.run("regress", "--from", OLD, "--to", NEW)
    docket.run("regress", "--to", "yugioh")
    printed = docket.folder / "printed.jsonl"
    printed.write_text('{"key":"1","title":"Reed Owl","types":["Monster"],"text":"Once per turn: draw 1 card. '
                       'You can only use this effect of \\"Reed Owl\\" once per turn. It hoots at the moon."}\n')
    docket.run("cards", "read", "--ruleset", "yugioh", printed)
    docket.run("cards", "read", "--ruleset", "yugioh", printed, "--unread")
    docket.run("cards", "read", "--ruleset", "yugioh", printed, "--explain", "Reed Owl")
    deck = docket.folder / "deck.txt"
    deck.write_text("3 Reed Owl\n")
    for name in RULESETS:
        card = docket.run("cards", "find", "", "--of", f"{name}.jsonl.cards.json", "--most", 1)[0]["item"]["card"]
        deck.write_text(f"7 {card.get('title', card['key'])}\n")
        docket.run("deck", deck, "--cards", f"{name}.jsonl.cards.json", "--format", "constructed", status=(0, 1, 2))
        docket.run("deck", deck, "--cards", f"{name}.jsonl.cards.json", status=(0, 1, 2))
    docket.run("generate", source / "tests/conformance/tidepool/ruleset.json", "--cards",
               source / "tests/conformance/tidepool/cards.json", "-o", "plain.jsonl")


def archive_care(docket, games):
    """Questions about the archive: its log, its backups, other archives."""
    docket.run("keys", "new", "club.example/archive", "-o", "archive.key")
    docket.run("keys", "new", "friend.example/witness", "--witness", "-o", "witness.key")
    docket.run("keys", "show", "witness.key")
    docket.run("checkpoint", "--key", "archive.key", "-o", "signed")
    docket.run("cosign", "signed", "--key", "witness.key", "--log", "archive.key.pub", "-o", "cosigned")
    docket.run("checkpoint", "--add", "cosigned", "--witness", "witness.key.pub")
    docket.run("checkpoint", "--list")
    docket.run("tiles", "tiles")
    docket.run("tiles", "copies", "--games")
    docket.run("follow", "copies", "--key", "archive.key.pub", "--archive", "copy")
    docket.run("follow", "--archive", "copy")
    in_ranges(docket)
    docket.run("prove", games[0], "-o", "proof")
    docket.run("prove", games[0])
    docket.run("check-proof", "proof", "--key", "archive.key.pub")
    docket.run("check-proof", "proof", "--key", "witness.key.pub")
    ruled = next(game for game in games if game.startswith("yugioh"))
    docket.run("certify", ruled, "--dry-run")
    docket.run("certify", ruled, "--with-documents", "-o", "ruling.certificate")
    docket.run("check-proof", "ruling.certificate", "--key", "archive.key.pub")
    docket.run("import", "--id", "later", "--cards", "huntik.jsonl.cards.json", "--ruleset", "huntik", "one.jsonl")
    docket.run("checkpoint", "--key", "archive.key")
    docket.run("prove", "--since", "signed", "-o", "growth")
    docket.run("check-proof", "growth", "--old-checkpoint", "signed")
    docket.run("check")
    docket.run("check", "--against", "signed", "--key", "archive.key.pub", "--tiles", "tiles")
    docket.run("backup", "backups")
    docket.run("backup", "backups", "--keep", 1)
    docket.run("backup", "backups", "--list")
    docket.run("backup", "backups", "--verify")
    docket.run("restore", "backups", "restored")
    docket.run("salvage")
    docket.run("upgrade")
    (docket.folder / "pairings.csv").write_text(f"id,player 1,game of match\n{games[0]},Nobody,1\nnone,x,2\n")
    docket.run("label", "--pairings", "pairings.csv", status=(1,))
    docket.run("label", games[0], "--table", 7, "--dry-run")
    docket.run("show", games[0])
    docket.run("merge", "restored", "--dry-run")
    docket.run("merge", "restored", "--archive", "another", status=(2,))
    docket.run("import", "--archive", "another", "--id", "elsewhere", "--cards", "huntik.jsonl.cards.json", "one.jsonl")
    docket.run("merge", "restored", "--archive", "another")
    docket.run("erase-player", "Nobody of that name", "--dry-run")
    docket.run("erase-player", "Player 1", "--yes", "--archive", "another")
    docket.run("export", "--columns", "tables")
    docket.run("export", "--columns", "sheets", "--csv")
    docket.run("site", "pages")
    docket.run("site", "pages", "--event", "Winter Court", "--names", "--whole", "--reports")
    docket.run("serve", "--port", 0, "--for", 1)
    docket.run("desk", "--port", 0, "--for", 1)
    docket.run("desk", "sessions")
    docket.run("complete", "--", "verify", "")
    docket.run("schema")
    for name in [line["item"]["name"] for line in docket.run("schema") if "item" in line]:
        docket.run("schema", name)


def in_ranges(docket):
    """Questions about a range of leaves, and about all results."""
    for words in (("verify",), ("find", "turn() > 1"), ("coverage",), ("regress", "--to", NEW), ("index",)):
        about = (*words, "--checkpoint", "signed")
        docket.run(*about, "--leaves", "0..1", "--results", "results", status=(0,))
        docket.run(*about, "--merge", "results")
        docket.run(*about, "--leaves", "0..1")


def live(docket):
    """Live games, with a line that is refused."""
    lines = ['{"game":{"id":"live","ruleset":"yugioh","players":[{"name":"A"},{"name":"B"}]}}',
             '{"game":"live","began":{"period":"turn","name":"1","player":1}}',
             '{"game":"live","abilityActivated":{"player":1,"card":7}}', "nonsense",
             '{"game":"live","line":"P1 loses 2 lief"}', '{"seal":"live"}']
    docket.run("session", typed='["games"]\n["limits", "live"]\n["merge", "x"]\nno list\n["verify", "live"]\n')
    docket.run("record", typed="\n".join(lines) + "\n", status=(2,))


def relay(docket, source):
    """A hall and its archive, with folders instead of a broker's queues."""
    os.environ["DOCKET_AMQP"] = str(source / "tests/cluster/pretend_broker.py")
    broker = f"amqp://{docket.folder}/queues"
    docket.run("keys", "new", "hall-3", "-o", "hall.key")
    lines = ['{"game":{"id":"final","ruleset":"yugioh","players":[{"name":"A"},{"name":"B"}]}}',
             '{"game":"final","note":"x"}', '{"seal":"final"}']
    hall = ["--archive", "hall", "--key", "hall.key", "--to", "archive.key.pub"]
    docket.run("record", "--relay", broker, *hall, "--wait", 3, typed="\n".join(lines) + "\n", status=(1,))
    docket.run("relay", "--status", *hall, status=(1,))
    docket.run("relay", "--status", broker, "--key", "archive.key", "--hall", "hall.key.pub")
    docket.run("relay", broker, "--archive", "circuit", "--key", "archive.key", "--hall", "hall.key.pub", "--for", 8)
    docket.run("record", "--relay", broker, *hall, status=(0,))
    docket.run("relay", "--status", broker, *hall, status=(0,))


def shared_work(docket, source):
    """docket work and a worker, with folders instead of a broker's queues."""
    os.environ["DOCKET_AMQP"] = str(source / "tests/cluster/pretend_broker.py")
    broker = f"amqp://{docket.folder}/shared"
    for name in ("team", "w1"):
        docket.run("keys", "new", name, "-o", f"{name}.key")
    about = ["--relay", broker, "--key", "team.key", "--worker", "w1.key.pub", "--per", 5]
    for words in (("verify",), ("regress", "--to", NEW)):
        worker = subprocess.Popen([docket.program, "worker", "--json", "--relay", broker, "--key", "w1.key", "--from",
                                   "team.key.pub", "--archive", "archive"], cwd=docket.folder, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True)
        answer = docket.run("work", *about, *words, "--checkpoint", "signed")[-1]
        worker.terminate()
        docket.lines += worker.communicate()[0].splitlines()
        if answer.get("answer", {}).get("done", 0) == 0 or answer["answer"]["failed"]:
            docket.faults.append(f"docket work {' '.join(words)}: {answer}")


def errors(docket):
    """An error for every exit status."""
    docket.run("type", "typed.txt", status=(2,))
    docket.run("verify", "no-such-game", status=(2,))
    docket.run("verrify", status=(2,))
    docket.run("limits", status=(2,))
    docket.run("games", "--sinse", "2011", status=(2,))
    docket.run("games", "--archive", "nowhere", status=(2,))
    # Shortened tables.
    subprocess.run(["cp", "-r", "restored", "damaged"], cwd=docket.folder, check=True)
    for table in (docket.folder / "damaged").rglob("*.sst"):
        os.truncate(table, table.stat().st_size // 2)
    docket.run("games", "--archive", "damaged", status=(3,))
    docket.run("check", "--archive", "damaged", status=(3,))
    docket.run("export", "live", "-o", "/dev/full", status=(4,))


def main():
    program, source = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as place:
        docket = Commands(program, pathlib.Path(place))
        games = take_games(docket, source)
        (docket.folder / "one.jsonl").write_text(docket.plain("export", next(g for g in games if "huntik" in g)))
        disputes(docket, [game for game in games if game.endswith("-1")])
        about_each_game(docket, asked_about(all_games(docket)))
        rules_and_cards(docket, source)
        archive_care(docket, games)
        live(docket)
        relay(docket, source)
        shared_work(docket, source)
        errors(docket)
        kept = pathlib.Path(sys.argv[4]) if sys.argv[3:4] == ["--keep"] else docket.folder / "answers.jsonl"
        kept.write_text("\n".join(docket.lines) + "\n")
        held = subprocess.run([sys.executable, source / "tests/schemas/hold.py", source / "docs/schemas", "answers", kept],
                              capture_output=True, text=True)
        known = {line.split("\t")[0] for line in docket.plain("complete", "--", "").splitlines()}
    answered = {line["command"].split()[0] for line in map(json.loads, docket.lines) if "error" not in line}
    docket.faults += [f"{command}: it answered nothing" for command in sorted(known - answered - WITHOUT_JSON)]
    docket.faults += [f"nothing ended with exit status {status}" for status in range(5) if status not in docket.statuses]
    if held.returncode == 77:
        print(held.stdout, end="")
        return 77
    print("\n".join(docket.faults) + ("\n" if docket.faults else "") + held.stdout + held.stderr, end="")
    return 1 if docket.faults or held.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
