"""The Python module on the installed library: exceptions, closed handles, options, loops as in notebooks."""
import os
import signal
import unittest

from docket import Archive, BadInput, EnvironmentFailed, Error, State, find, version

GAME = "samples/l5r-paragon"


class OfAModule(unittest.TestCase):
    def setUp(self):
        self.archive = Archive("docket-archive")
        self.game = self.archive.game(GAME)

    def tearDown(self):
        self.archive.close()

    def test_states_equal_those_of_the_command(self):
        states = list(self.game.states(5, 8))
        self.assertEqual([state["event"] for state in states], [5, 6, 7, 8])
        self.assertEqual(states[0], self.game.state(5))
        self.assertEqual(len(list(self.game.states())), len(self.game) + 1)
        seen = self.game.state("end", seat="P1")
        self.assertEqual(seen["viewer"], 1)
        self.assertNotIn("fingerprint", seen)

    def test_answers_report_whether_they_differ(self):
        self.assertTrue(self.game.verify().differs)
        self.assertFalse(self.game.explain("#2", "controller").differs)
        self.assertEqual(self.game.value("1 + 1"), "2")
        self.assertEqual(self.game.ask("1 = 1", at=3)["event"], 3)
        self.assertEqual(len(self.game.log(to="5")), 5)
        self.assertEqual(self.game.entry["game"], GAME)
        self.assertEqual([game.id for game in self.archive.games(player="Aiko")], [GAME])
        self.assertEqual(list(self.archive.games(player="Nobody")), [])
        self.assertEqual(self.archive.answer("rulings", GAME)[0]["rulings"], self.game.rulings())
        self.assertRegex(version(), r"^\d+\.\d+\.\d+$")

    def test_events_are_objects(self):
        events = self.game.events()
        self.assertEqual([event.number for event in events], list(range(1, len(self.game) + 1)))
        kinds = {}
        for event in events:
            kinds[event.kind] = kinds.get(event.kind, 0) + 1
        self.assertEqual(kinds, self.game.show()["kinds"])
        drawn = events[8]
        self.assertEqual((drawn.kind, drawn.actor, drawn.fields["to"]), ("cardsDrawn", 1, "hand"))
        self.assertEqual(drawn.text, self.game.log()[8]["text"])
        self.assertEqual(drawn.turn, 0)
        caused = [event for event in events if event.causes]
        self.assertTrue(caused)
        self.assertTrue(all(cause < event.number for event in caused for cause in event.causes))
        self.assertEqual([event.number for event in events if event.findings],
                         sorted({f["finding"]["event"] for f in self.game.findings() if not f["takenBack"]}))
        self.assertNotEqual(self.game.events(seat="P2")[8].text, drawn.text)

    def test_hits_are_objects(self):
        asked = "count(in play of P2) >= 2"
        hits = self.archive.find(asked, ruleset="l5r-celestial")
        self.assertEqual([hit.json for hit in hits], self.archive.answer("find", asked, ruleset="l5r-celestial"))
        self.assertTrue(hits)
        for hit in hits:
            self.assertEqual((hit.game.id, hit.kind, hit.why == ()), (GAME, "state", hit.certain))
            self.assertEqual(hit.game.value(asked, hit.event), "true")
            self.assertEqual(hit.at().event, hit.event)
        self.assertEqual([hit.event for hit in self.archive.find(asked, ruleset="l5r-celestial", first=True)],
                         [hits[0].event])
        rulings = find(ruling="wrong", undone=True, archive="docket-archive")
        self.assertEqual([(hit.kind, hit.event) for hit in rulings],
                         [("ruling", r["event"]) for r in self.game.rulings() if r["outcome"] == "overturned"])
        self.assertEqual(find("-1 = 1", archive=self.archive), [])
        with self.assertRaises(BadInput):
            self.archive.find("count(in plai) > 1")

    def test_states_have_cards_and_values(self):
        for point in (0, 20, 30, "end"):
            state = self.game.at(point)
            self.assertEqual(state.json, self.game.state(point))
            shown = state.cards()
            self.assertEqual(len({card.number for card in shown}), len(shown))
            self.assertEqual(str(sum(card.zone == "home" for card in shown)), self.game.value("count(in home)", point))
            for card in shown:
                self.assertEqual(f"P{card.controller}", self.game.value(f"controller(#{card.number})", point).split()[0])
                self.assertEqual(state.card(card.number), card)
            self.assertEqual(str(state.values(1)["Family Honor"]), self.game.value('value(P1, "Family Honor")', point))
        champion = self.game.at(30).card(2)
        self.assertEqual((champion.title, champion.stats["Force"]), ("Unbowed Champion", int(self.game.value('stat(#2, "Force")', 30))))
        self.assertEqual(self.game.at(20).count(1, "fate deck"), 1)
        self.assertIsNone(self.game.at(20).card(999))
        with self.assertRaises(KeyError):
            self.game.at(20).values(3)

    def test_attached_cards_are_cards_too(self):
        def card(number, **more):
            return {"card": number, "title": None, "slot": -1, "face": "up", "orientation": "straight", "owner": 1,
                    "controller": 1, "attached": [], **more}

        blade = card(3, host="#2", stats=[{"name": "Force", "amount": 2}], counters=[{"name": "wound", "amount": 1}])
        elsewhere = card(4, host="#2")
        home = [card(2, attached=[blade, elsewhere])]
        province = [card(4, underHost=True)]
        state = State({"sides": [{"player": 1, "zones": [{"zone": "home", "count": 2, "cards": home},
                                                         {"zone": "province", "count": 1, "cards": province}]}]})
        self.assertEqual([(card.number, card.zone, card.host) for card in state.cards()],
                         [(2, "home", None), (3, "home", "#2"), (4, "province", "#2")])
        self.assertEqual((state.card(3).stats, state.card(3).counters), ({"Force": 2}, {"wound": 1}))
        self.assertEqual(state.count(1, "home"), 2)

    def test_other_rules_can_be_used(self):
        under = self.archive.game(GAME, under="l5r-celestial@2009-06-01")
        self.assertEqual(under.state()["ruleset"]["version"], "2009-06-01")

    def test_errors_are_exceptions_with_fields(self):
        with self.assertRaises(BadInput) as caught:
            self.game.ask("stat(#2, 'Farce')")
        self.assertIsInstance(caught.exception, Error)
        self.assertEqual(caught.exception.status, 2)
        self.assertTrue(str(caught.exception))
        for wrong in ("no\0text", "\ud800"):
            with self.assertRaises((BadInput, UnicodeEncodeError)):
                self.archive.game(wrong)
        with self.assertRaises(TypeError):
            self.archive.game(7)
        with self.assertRaises(BadInput):
            self.archive.answer("merge", "x")
        with self.assertRaises(BadInput):
            Archive("nowhere")
        self.assertEqual(self.game.value("1 + 1"), "2")

    def test_a_closed_archive_raises(self):
        self.archive.close()
        self.archive.close()
        with self.assertRaises(ValueError):
            self.game.show()
        with self.assertRaises(ValueError):
            next(self.archive.games())

    def test_a_dead_process_raises_and_is_restarted(self):
        mine = [int(pid) for pid in os.listdir("/proc") if pid.isdigit() and self.parent_of(pid) == os.getpid()]
        self.assertTrue(mine)
        for pid in mine:
            os.kill(pid, signal.SIGKILL)
        with self.assertRaises(EnvironmentFailed):
            self.game.show()
        self.assertEqual(self.game.value("1 + 1"), "2")

    @staticmethod
    def parent_of(pid):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
                return int(stat.read().rsplit(")", 1)[1].split()[1])
        except OSError:  # it ended in the meantime
            return None


if __name__ == "__main__":
    unittest.main()
