// Certain answers in the view of a seat or a spectator are true in the whole game; answers that depend on a card that
// the viewer does not know are undecided, in every command.
#include "tests/tools/one_question.h"

namespace docket::test::seat_question_test {
namespace {

class SeatAnswers : public OneQuestion {};

/// Certain answers of a view must not contradict the whole game.
void expectNothingOtherwise(const std::map<std::string, std::string>& whole,
                            const std::map<std::string, std::string>& seen, const std::string& unknown,
                            const std::string& where) {
  for (const auto& [of, value] : seen) {
    if (value == unknown) continue;
    EXPECT_EQ(value, whole.at(of)) << where << ": " << of;
  }
}

TEST_P(SeatAnswers, ThatAreCertainHoldInTheWholeGame) {
  const auto rulings_in = [](const TempDirectory& place, const Made& game, std::map<std::string, std::string>& legal) {
    std::map<std::string, std::string> rulings;
    const Json all = Json::of(run({"verify", game.id, "--json", "--archive", place.archive()}).out).items().front();
    for (const Json& one : all["rulings"]["given"].items()) rulings[one["event"].text()] = one["outcome"].text();
    for (std::size_t event = 1; event <= game.events; ++event) {
      if (event % 8 != 1) continue;
      std::vector<std::string> asked{"ask", game.id, "--json", "--archive", place.archive()};
      for (std::size_t i = event; i < event + 8 && i <= game.events; ++i) asked.push_back(fmt::format("legal({})", i));
      const Json answers = Json::of(run(asked).out)["answers"];
      for (std::size_t i = 0; i < answers.items().size(); ++i) {
        const Json& answer = answers.items()[i];
        const bool known = answer["presence"].text() == "known";
        legal[std::to_string(event + i)] = known ? answer["value"].text() : answer["presence"].text();
      }
      const Ran why = run({"explain", game.id, "legal", std::to_string(event), "--json", "--archive", place.archive()});
      EXPECT_EQ(answers.items().front()["grade"].text(), Json::of(why.out)["grade"].text())
          << game.id << " event " << event;
    }
    return rulings;
  };
  const Made& game = games_.front();
  std::map<std::string, std::string> legal;
  const auto rulings = rulings_in(place_, game, legal);
  for (const std::string seat : {"P1", "P2", "spectator"}) {
    const TempDirectory seen;
    const Ran view = docket({"export", game.id, "--seat", seat});
    const Ran taken =
        run({"import", seen.file("seen.jsonl", view.out), "--cards", cards_, "--archive", seen.archive()});
    ASSERT_EQ(taken.status, 0) << taken.err;
    std::map<std::string, std::string> seen_legal;
    const auto seen_rulings = rulings_in(seen, game, seen_legal);
    expectNothingOtherwise(rulings, seen_rulings, "undecided", game.id + " as seen by " + seat);
    expectNothingOtherwise(legal, seen_legal, "unknown", game.id + " as seen by " + seat);
  }
}

INSTANTIATE_TEST_SUITE_P(Rulesets, SeatAnswers, testing::ValuesIn(generate::rulesetsWithScripts()),
                         [](const auto& of) { return generate::asTestName(of.param); });

}  // namespace
}  // namespace docket::test::seat_question_test
