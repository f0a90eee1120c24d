"""The Python module over the installed library: errors as exceptions, handles that are closed, options, notebooks' loops."""
import os
import signal
import unittest

from docket import Archive, BadInput, EnvironmentFailed, Error, version

GAME = "samples/l5r-paragon"


class OfAModule(unittest.TestCase):
    def setUp(self):
        self.archive = Archive("docket-archive")
        self.game = self.archive.game(GAME)

    def tearDown(self):
        self.archive.close()

    def test_states_are_those_of_the_command(self):
        states = list(self.game.states(5, 8))
        self.assertEqual([state["event"] for state in states], [5, 6, 7, 8])
        self.assertEqual(states[0], self.game.state(5))
        self.assertEqual(len(list(self.game.states())), self.game.events + 1)
        seen = self.game.state("end", seat="P1")
        self.assertEqual(seen["viewer"], 1)
        self.assertNotIn("fingerprint", seen)

    def test_answers_say_whether_they_differ(self):
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

    def test_rules_can_be_others(self):
        under = self.archive.game(GAME, under="l5r-celestial@2009-06-01")
        self.assertEqual(under.state()["ruleset"]["version"], "2009-06-01")

    def test_errors_are_exceptions_with_their_parts(self):
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

    def test_a_closed_archive_says_so(self):
        self.archive.close()
        self.archive.close()
        with self.assertRaises(ValueError):
            self.game.show()
        with self.assertRaises(ValueError):
            next(self.archive.games())

    def test_a_process_that_died_is_an_error_and_the_next_question_is_answered(self):
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
        except OSError:  # it ended meanwhile
            return None


if __name__ == "__main__":
    unittest.main()
