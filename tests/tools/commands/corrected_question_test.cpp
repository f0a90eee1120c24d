// Commands agree about games with corrections: generated games of every ruleset, in which their illegal events and
// some others are corrected at the end, to something else or to nothing. verify counts what ask and explain answer
// after the corrections; before them, they answer about the original record.
#include <algorithm>

#include "tests/tools/one_question.h"

namespace docket::test::corrected_question_test {
namespace {

class CorrectedQuestion : public OneQuestion {
 protected:
  struct CorrectedGame {
    Made game;
    std::size_t recorded = 0;                      ///< events; behind them a correction each
    std::map<std::size_t, std::size_t> corrected;  ///< the events, and by which
    std::set<std::size_t> nothing;                 ///< those in whose place nothing happened
    std::set<std::size_t> rewound;                 ///< events that a judge took back: these are not corrected
  };

  [[nodiscard]] CorrectedGame correct(const Made& game) const {
    const auto lines = linesIn(game.lines);
    CorrectedGame made{.game = {.id = game.id + "/corrected", .lines = game.lines, .events = game.events},
                       .recorded = game.events};
    const std::string id = "\"id\":\"" + game.id;
    made.game.lines.insert(made.game.lines.find(id) + id.size(), "/corrected");
    if (made.game.lines.find("\n{\"end\"") != std::string::npos) {
      made.game.lines.erase(made.game.lines.rfind("\n{\"end\"") + 1);
    }
    const auto illegal = findings(game);
    for (std::size_t event = 1; event <= game.events; ++event) {
      const Json back = Json::of(lines[event])["rewound"];
      if (back.isNull() && back.members().empty()) continue;
      for (std::size_t gone = std::stoul(back["to"].text()) + 1; gone < event; ++gone) made.rewound.insert(gone);
    }
    for (std::size_t event = 2; event <= game.events && made.corrected.size() < 8; ++event) {
      const std::string what = payloadOf(lines[event]);
      if (what.empty() || made.rewound.contains(event) || (!illegal.contains(event) && event % 9 != 0)) continue;
      const std::string instead = likeIt(lines, event);
      if (instead.empty() && event % 2 == 0) continue;
      ++made.game.events;
      made.corrected[event] = made.game.events;
      made.game.lines += fmt::format(R"({{"corrected":{{"event":{}{}}}}})", event,
                                     instead.empty() ? std::string() : ",\"replacement\":" + instead) +
                         "\n";
      if (instead.empty()) made.nothing.insert(event);
    }
    const Ran ran = run(
        {"import", place_.file("corrected.jsonl", made.game.lines), "--cards", cards_, "--archive", place_.archive()});
    EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
    return made;
  }
  /// The findings of verify: those that count, and those against the record that no longer count.
  [[nodiscard]] std::pair<std::map<std::size_t, Against>, std::map<std::size_t, Against>> against(
      const CorrectedGame& of) const {
    std::map<std::size_t, Against> counts, gone;
    const Json verdict = verified(of.game);
    for (const Json& one : verdict["legality"]["findings"].items()) {
      const std::size_t event = std::stoul(one["finding"]["event"].text());
      const bool replaced = !one["replacedBy"].isNull();
      EXPECT_EQ(replaced, of.corrected.contains(event) && one["takenBack"].text() == "false") << one.written();
      auto& list = one["takenBack"].text() == "true" ? gone : counts;
      list[event].emplace(one["finding"]["clause"].text(), one["finding"]["grade"].text());
    }
    return {counts, gone};
  }

  /// The findings that verify counts against the events of a game.
  [[nodiscard]] std::map<std::size_t, Against> countedOf(const Made& game) const {
    std::map<std::size_t, Against> counts;
    const Json verdict = verified(game);
    for (const Json& one : verdict["legality"]["findings"].items()) {
      if (one["takenBack"].text() == "true") continue;
      counts[std::stoul(one["finding"]["event"].text())].emplace(one["finding"]["clause"].text(),
                                                                 one["finding"]["grade"].text());
    }
    return counts;
  }
  /// True if event `event` is corrected by an event after `without`, so that the record without that correction still
  /// replaces it.
  [[nodiscard]] static bool replaced(const CorrectedGame& made, std::size_t event, std::size_t without) {
    const auto corrected = made.corrected.find(event);
    return corrected != made.corrected.end() && corrected->second > without;
  }

 private:
  /// The payload of an event that can be repeated elsewhere in the game; empty for others.
  static std::string payloadOf(const std::string& line) {
    static const std::set<std::string> kSuch{"abilityActivated", "cardPlayed",   "cardMoved",     "attackDeclared",
                                             "numberChosen",     "valueChanged", "counterPlaced", "cardTurned"};
    const Json event = Json::of(line);
    for (const auto& [name, value] : event.members()) {
      if (kSuch.contains(name)) return name;
    }
    return {};
  }
  /// Another event of its kind as its replacement; empty if there is none.
  static std::string likeIt(const std::vector<std::string>& lines, std::size_t event) {
    const std::string kind = payloadOf(lines[event]);
    for (std::size_t back = 1; back < event; ++back) {
      const Json other = Json::of(lines[event - back]);
      if (payloadOf(lines[event - back]) != kind || other[kind].written() == Json::of(lines[event])[kind].written()) {
        continue;
      }
      const std::string actor = other["actor"].isNull() ? "" : "\"actor\":" + other["actor"].text() + ",";
      return fmt::format("{{{}\"{}\":{}}}", actor, kind, other[kind].written());
    }
    return {};
  }
};

TEST_P(CorrectedQuestion, VerifyAskAndExplainCountTheSameFindings) {
  std::size_t replaced = 0;
  for (const Made& game : games_) {
    const CorrectedGame made = correct(game);
    const auto [counts, gone] = against(made);
    const auto as_recorded = findings(game);
    std::vector<std::string> questions;
    for (std::size_t event = 1; event <= made.recorded; ++event) questions.push_back(fmt::format("legal({})", event));
    const auto before = askAll(made.game, made.recorded, questions);
    const auto after = askAll(made.game, made.game.events, questions);
    for (std::size_t event = 1; event <= made.recorded; ++event) {
      const std::string where = fmt::format("{} event {}", made.game.id, event);
      const auto found = [&](const std::map<std::size_t, Against>& all) {
        const auto at = all.find(event);
        return at == all.end() ? Against{} : at->second;
      };
      const auto expect = [&](const Json& answer, const Against& against, bool happened) {
        const bool known = answer["presence"].text() == "known";
        // Nothing is found against it, but its legality is unknown: verify counts such events without listing them.
        const bool doubted = !known && against.empty() && !has(answer.written(), "there is no event");
        EXPECT_EQ(known ? answer["value"].text() : answer["presence"].text(),
                  !happened || doubted ? "unknown" : legality(against))
            << where;
      };
      expect(before[event - 1], found(as_recorded), true);
      const bool rewound = made.rewound.contains(event);
      expect(after[event - 1], found(rewound ? gone : counts), !made.nothing.contains(event));
      for (const auto& one : found(as_recorded)) {
        const bool still = found(counts).contains(one) && !made.corrected.contains(event);
        EXPECT_TRUE(still || found(gone).contains(one)) << where << ": a finding against the record disappeared";
      }
      const auto corrected = made.corrected.find(event);
      if (corrected == made.corrected.end()) continue;
      replaced += made.nothing.contains(event) ? 0 : 1;
      const Ran explained = docket({"explain", made.game.id, "legal", std::to_string(event), "--json"});
      EXPECT_EQ(explained.status, legality(found(counts)) == "false" ? 1 : 0) << where << explained.out;
      const auto log = Json::of(docket({"log", made.game.id, "--from", std::to_string(corrected->second), "--to",
                                        std::to_string(corrected->second), "--json"})
                                    .out)
                           .items();
      ASSERT_EQ(log.size(), 1U);
      EXPECT_EQ(againstOf(log.front()["findings"]), found(counts)) << where;
    }
  }
  EXPECT_GT(replaced, 0U);
}

/// The clauses that events certainly break, of those that count.
std::map<std::size_t, std::multiset<std::string>> certain(const std::map<std::size_t, Against>& all) {
  std::map<std::size_t, std::multiset<std::string>> clauses;
  for (const auto& [event, against] : all) {
    for (const auto& [clause, grade] : against) {
      if (grade == "certain") clauses[event].insert(clause);
    }
  }
  return clauses;
}

TEST_P(CorrectedQuestion, CoverageRegressAndBranchesCountTheSameFindingsAsVerify) {
  for (const Made& game : games_) {
    const CorrectedGame made = correct(game);
    const auto [counts, gone] = against(made);
    std::map<std::string, std::size_t> broken;  // events that judges took back are covered as recorded
    for (const auto& [event, against] : counts) {
      for (const auto& [clause, grade] : against) ++broken[clause];
    }
    for (const auto& [event, against] : gone) {
      if (!made.rewound.contains(event)) continue;
      for (const auto& [clause, grade] : against) ++broken[clause];
    }
    const Json covered = Json::of(docket({"coverage", "--prefix", made.game.id, "--json"}).out).items().front();
    for (const Json& one : covered["clauses"].items()) {
      EXPECT_EQ(one["broken"].text(), std::to_string(broken[one["clause"].text()]))
          << made.game.id << ": " << one["clause"].text();
    }
    EXPECT_EQ(docket({"regress", made.game.id, "--to", GetParam()}).status, 0) << "under the same rules";
    if (made.corrected.empty()) continue;

    // Without one of its corrections: what breaks the rules only there, or no longer does.
    const auto was_illegal = certain(findings(game));
    const auto of_illegal =
        std::ranges::find_if(made.corrected, [&](const auto& one) { return was_illegal.contains(one.first); });
    const auto [event, by] = of_illegal == made.corrected.end() ? *made.corrected.begin() : *of_illegal;
    const Made branch{.id = made.game.id + "/without", .lines = {}, .events = made.game.events};
    const Ran ran = docket({"branch", made.game.id, "--without", std::to_string(by), "--as", branch.id, "--json"});
    ASSERT_EQ(ran.status, 0) << ran.err;
    auto expected = certain(countedOf(branch));
    auto was = certain(counts);
    const Json told_judged = Json::of(ran.out);
    for (const Json& one : told_judged["judged"].items()) {
      auto& more = one["found"].text() == "true" ? was : expected;
      more[std::stoul(one["event"].text())].insert(one["explanation"]["clause"].text());
    }
    const auto kinds = [](const std::map<std::size_t, std::multiset<std::string>>& all) {
      std::map<std::size_t, std::set<std::string>> once;
      for (const auto& [number, clauses] : all) once[number].insert(clauses.begin(), clauses.end());
      return once;
    };
    EXPECT_EQ(kinds(was), kinds(expected)) << branch.id;

    const Json first = Json::of(docket({"diff", made.game.id, branch.id, "--json"}).out)["first"];
    EXPECT_EQ(first["left"]["event"].text(), std::to_string(by));
    std::set<std::string> breaks;
    for (const Json& one : first["left"]["breaks"].items()) breaks.insert(one.text());
    const auto of_replacement = kinds(certain(counts))[event];
    EXPECT_EQ(breaks, made.nothing.contains(event) ? std::set<std::string>{} : of_replacement) << made.game.id;
  }
}

TEST_P(CorrectedQuestion, AccountsCountTheSameFindingsAsVerify) {
  for (const Made& game : games_) {
    const CorrectedGame made = correct(game);
    if (made.corrected.size() < 2) continue;
    const std::size_t first = made.corrected.begin()->second;
    const auto tell = [&](const std::string& player, std::size_t without) {
      const Ran ran = docket({"branch", made.game.id, "--without", std::to_string(without), "--account", player});
      EXPECT_EQ(ran.status, 0) << ran.err;
      const std::string shared = made.game.id + "/shared/" + player;
      EXPECT_EQ(docket({"branch", made.game.id, "--at", std::to_string(without - 1), "--as", shared}).status, 0);
      auto own = certain(countedOf({.id = made.game.id + "/" + player, .lines = {}, .events = 0}));
      for (const auto& [event, clauses] : certain(countedOf({.id = shared, .lines = {}, .events = 0}))) {
        for (const std::string& clause : clauses) {
          const auto same = own[event].find(clause);
          if (same != own[event].end() && !replaced(made, event, without)) own[event].erase(same);
        }
      }
      std::erase_if(own, [](const auto& one) { return one.second.empty(); });
      return own;
    };
    const std::vector<std::map<std::size_t, std::multiset<std::string>>> expected{tell("P1", first),
                                                                                  tell("P2", first + 1)};
    const Json compared = Json::of(docket({"accounts", made.game.id, "--json"}).out);
    ASSERT_EQ(compared["accounts"].items().size(), 2U) << compared.written();
    for (std::size_t i = 0; i < 2; ++i) {
      std::map<std::size_t, std::multiset<std::string>> against;
      for (const Json& one : compared["accounts"].items()[i]["against"].items()) {
        against[std::stoul(one["event"].text())].insert(one["clause"].text());
      }
      EXPECT_EQ(against, expected[i]) << made.game.id << " as " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rulesets, CorrectedQuestion, testing::ValuesIn(generate::rulesetsWithScripts()),
                         [](const auto& of) { return generate::asTestName(of.param); });

}  // namespace
}  // namespace docket::test::corrected_question_test
