// An archive of generated games of every ruleset with planted mistakes, about which tests ask several commands.
// Invariant: the games and their plants are the same in each run.
#pragma once

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <map>
#include <set>
#include <sstream>

#include "events/json/jsonl.h"
#include "tests/generate/documents.h"
#include "tests/tools/json.h"
#include "tests/tools/run.h"

namespace docket::test {

/// The findings against an event: the clause and how certain it is.
using Against = std::multiset<std::pair<std::string, std::string>>;

inline Against againstOf(const Json& findings) {
  Against found;
  for (const Json& one : findings.items()) found.emplace(one["clause"].text(), one["grade"].text());
  return found;
}

/// The answer of `ask`: false if a finding is certain, unknown if none is.
inline std::string legality(const Against& against) {
  if (against.empty()) return "true";
  for (const auto& [clause, grade] : against) {
    if (grade == "certain") return "false";
  }
  return "unknown";
}

class OneQuestion : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const generate::Documents documents(GetParam());
    for (std::uint32_t number = 1; number <= 3; ++number) {
      const auto made =
          generate::makeGame(documents.summary, documents.play.root(), {.seed = 17, .planted_percent = 20}, number);
      std::ostringstream text;
      writeJsonLines(made.recording, text);
      games_.push_back({made.recording.header().getId().cStr(), text.str(), made.recording.size()});
    }
    cards_ = place_.file("cards.json", generate::sampleText(GetParam() + ".cards.json"));
    for (const Made& game : games_) {
      const Ran ran =
          run({"import", place_.file("game.jsonl", game.lines), "--cards", cards_, "--archive", place_.archive()});
      ASSERT_EQ(ran.status, 0) << ran.err;
    }
  }

  struct Made {
    std::string id, lines;
    std::size_t events;
  };

  [[nodiscard]] Ran docket(std::vector<std::string> typed) const {
    return test::runOn(place_.archive(), std::move(typed));
  }
  /// The answers to expressions, after an event.
  [[nodiscard]] std::vector<Json> ask(const Made& game, std::size_t at,
                                      const std::vector<std::string>& questions) const {
    std::vector<std::string> typed{"ask", game.id, "--at", std::to_string(at), "--json"};
    typed.insert(typed.end(), questions.begin(), questions.end());
    const Ran ran = docket(typed);
    EXPECT_NE(ran.status, 2) << ran.err;
    return Json::of(ran.out)["answers"].items();
  }
  /// The answers to more questions than a command takes.
  [[nodiscard]] std::vector<Json> askAll(const Made& game, std::size_t at,
                                         const std::vector<std::string>& questions) const {
    constexpr std::size_t kAtOnce = 90;
    std::vector<Json> answers;
    for (std::size_t i = 0; i < questions.size(); i += kAtOnce) {
      const auto begin = questions.begin() + static_cast<std::ptrdiff_t>(i);
      const auto end = questions.begin() + static_cast<std::ptrdiff_t>(std::min(i + kAtOnce, questions.size()));
      for (Json& one : ask(game, at, {begin, end})) answers.push_back(std::move(one));
    }
    return answers;
  }
  [[nodiscard]] Json verified(const Made& game) const {
    return Json::of(docket({"verify", game.id, "--json"}).out).items().front();
  }
  /// The findings of `docket verify`, by their events.
  [[nodiscard]] std::map<std::size_t, Against> findings(const Made& game) const {
    std::map<std::size_t, Against> found;
    const Json all = verified(game);
    for (const Json& one : all["legality"]["findings"].items()) {
      const Json& finding = one["finding"];
      found[std::stoul(finding["event"].text())].emplace(finding["clause"].text(), finding["grade"].text());
    }
    return found;
  }

  TempDirectory place_;
  std::string cards_;
  std::vector<Made> games_;
};

}  // namespace docket::test
