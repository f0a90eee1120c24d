// The expected results of docket find, computed by a plain loop: each game is folded event by event, and each
// question is evaluated after every event. Also random questions about games of a ruleset.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "engine/fold/running_state.h"
#include "events/errors.h"
#include "events/game_id.h"
#include "store/naming.h"
#include "tests/tools/run.h"
#include "tools/explain/observed_answer.h"
#include "tools/game/game_loader.h"
#include "tools/game/open_game_record.h"
#include "tools/words/turn_labels.h"

namespace docket::find::test {

/// Game, event, whether it is certain.
using Found = std::set<std::tuple<std::string, EventNumber, bool>>;

/// The points of a game that are in effect at its end, and at which each question is true or may be.
inline void addFound(const OpenGame& game, const std::vector<std::string>& questions, std::vector<Found>& found) {
  using expression::Reason;
  const Path in_effect = game.pathTo(game.last());
  std::vector<std::optional<expression::Expression>> asked;
  for (const std::string& question : questions) {
    try {
      asked.emplace_back(
          expression::parseCondition(question, {.ruleset = game.rules().ruleset, .names = &game.names()}));
    } catch (const BadInput&) {
      asked.emplace_back();
    }
  }
  RunningState running(game.header(), game.rules());
  const TurnLabels no_labels;
  const auto visit = [&](EventNumber number) {
    const Words words(running.state(), game.rules(), game.header(), no_labels);
    const OpenGameRecord record(game, number);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      if (!asked[i]) continue;
      const auto value = answerSeen(*asked[i], words, record, [&]() -> const Names& { return game.names(); }).value;
      bool is_nothing_there = !value.reasons().empty();
      for (const Reason& reason : value.reasons()) {
        is_nothing_there = is_nothing_there &&
                           (reason.kind == Reason::Kind::no_such_card || reason.kind == Reason::Kind::no_such_player ||
                            reason.kind == Reason::Kind::no_such_event || reason.kind == Reason::Kind::no_such_title);
      }
      const bool is_true = value.isKnown() && value.number != 0;
      if (!is_true && (!value.isUnknown() || is_nothing_there)) continue;
      found[i].emplace(std::string(game.id()), number, is_true && value.grade == expression::Grade::exact);
    }
  };
  visit(0);
  game.events().forEach(1, game.last(), [&](EventNumber number, const HeldEvent& event) {
    running.add(number, event, game.events());
    if (in_effect.covers(number)) visit(number);
  });
}

/// The answer of docket find, with a point for each event of a run. Adds to `left_out` how many games the index left
/// out.
inline Found foundByCommand(const std::string& archive, const std::string& question,
                            const std::vector<std::string>& options = {}, std::uint64_t* left_out = nullptr) {
  std::vector<std::string> typed{"find", "--archive", archive, "--json", question};
  typed.insert(typed.end(), options.begin(), options.end());
  const auto ran = docket::test::run(typed);
  // A name that no game has is refused; the plain loop then finds nothing.
  EXPECT_TRUE(ran.status == 0 || ran.status == 2) << question << "\n" << ran.err;
  Found found;
  simdjson::dom::parser parser;
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    const simdjson::dom::element whole = parser.parse(line);
    simdjson::dom::element item;
    simdjson::dom::array left_out_here;
    if (left_out != nullptr && whole["end"]["sums"]["leftOut"].get(left_out_here) == simdjson::SUCCESS) {
      for (const simdjson::dom::element one : left_out_here) *left_out += std::uint64_t(one["games"]);
    }
    if (whole["item"].get(item) != simdjson::SUCCESS) continue;
    const auto first = static_cast<EventNumber>(std::uint64_t(item["event"]));
    const auto last = static_cast<EventNumber>(std::uint64_t(item["last"]));
    for (EventNumber event = first; event <= last; ++event)
      found.emplace(std::string(std::string_view(item["game"])), event, bool(item["certain"]));
  }
  return found;
}

/// Points of a run that are not on the path to the end are removed: a run goes past events that a judge took back.
inline void keepEffective(Found& found, const std::map<std::string, Path>& paths) {
  std::erase_if(found, [&](const auto& one) {
    const auto& [game, event, certain] = one;
    return event != 0 && !paths.at(game).covers(event);
  });
}

/// Makes questions from the names of a ruleset and of cards.
class RandomQuestions {
 public:
  RandomQuestions(const Ruleset& ruleset, const Catalogue& catalogue, std::uint64_t seed)
      : ruleset_(ruleset), random_(seed) {
    std::set<std::string> keywords, titles;
    for (const auto& definition : catalogue.definitions()) {
      keywords.insert(definition->keywords.begin(), definition->keywords.end());
      if (definition->title.find('"') == std::string::npos) titles.insert(definition->title);
    }
    keywords_.assign(keywords.begin(), keywords.end());
    titles_.assign(titles.begin(), titles.end());
  }

  std::string next() { return condition(2); }

 private:
  std::size_t below(std::size_t many) { return many == 0 ? 0 : random_() % many; }
  template <class Things>
  std::string nameOf(const Things& things) {
    return things.empty() ? std::string("none") : things[below(things.size())].name;
  }
  std::string textOf(const std::vector<std::string>& texts) {
    std::string text = texts.empty() ? std::string("none") : texts[below(texts.size())];
    std::erase(text, '\n');
    return text;
  }
  std::string player() { return below(8) == 0 ? "P3" : fmt::format("P{}", 1 + below(2)); }
  std::string zone() {
    const std::string of = below(2) == 0 ? " of " + player() : std::string();
    switch (below(4)) {
      case 0:
        return "in anywhere" + of;
      case 1:
        return "in play" + of;
      default:
        return fmt::format("in \"{}\"", nameOf(ruleset_.zones)) + of;
    }
  }
  std::string filters() {
    switch (below(6)) {
      case 0:
        return fmt::format(", keyword \"{}\"", textOf(keywords_));
      case 1:
      case 2:
        return fmt::format(", title \"{}\"", textOf(titles_));
      case 3:
        return fmt::format(", type \"{}\"", textOf(ruleset_.types));
      case 4:
        return fmt::format(", controller {}", player());
      default:
        return {};
    }
  }
  std::string comparison() {
    static constexpr std::array kOperators{"=", "!=", "<", "<=", ">", ">="};
    return kOperators[below(kOperators.size())];
  }
  std::string number() {
    switch (below(7)) {
      case 0:
        return "turn()";
      case 1:
        return fmt::format("stat(#{}, \"{}\")", 1 + below(60), nameOf(ruleset_.stats));
      case 2:
      case 3:
        return fmt::format("value({}, \"{}\")", player(), nameOf(ruleset_.values));
      default:
        return fmt::format("count({}{})", zone(), filters());
    }
  }
  std::string simple() {
    switch (below(9)) {
      case 0:
        return fmt::format("any({}{}{})", zone(), filters(), filters());
      case 1:
        return fmt::format("controller(#{}) = {}", 1 + below(60), player());
      case 2:
        return fmt::format("during(\"{}\")", nameOf(ruleset_.periods));
      case 3:
        return fmt::format("keyword(#{}, \"{}\")", 1 + below(60), textOf(keywords_));
      case 4:
        return fmt::format("zone(#{}) = \"{}\"", 1 + below(60), nameOf(ruleset_.zones));
      case 5:
        return fmt::format("legal({})", 1 + below(80));
      default:
        return fmt::format("{} {} {}", number(), comparison(),
                           below(4) == 0 ? number() : std::to_string(static_cast<int>(below(12)) - 2));
    }
  }
  std::string condition(int depth) {
    if (depth == 0 || below(3) == 0) return simple();
    switch (below(4)) {
      case 0:
        return fmt::format("({}) or ({})", condition(depth - 1), condition(depth - 1));
      case 1:
        return fmt::format("not ({})", condition(depth - 1));
      default:
        return fmt::format("({}) and ({})", condition(depth - 1), condition(depth - 1));
    }
  }

  const Ruleset& ruleset_;
  std::mt19937_64 random_;
  std::vector<std::string> keywords_, titles_;
};

struct Compared {
  std::uint64_t points = 0;    ///< points that the plain loop found
  std::uint64_t left_out = 0;  ///< games that the index left out, over all questions
};
/// Asks both, about every game of an archive that is neither a branch nor replaced.
inline Compared expectSameFound(const std::string& archive, const std::vector<std::string>& questions) {
  Compared compared;
  std::vector<Found> expected(questions.size());
  std::map<std::string, Path> paths;
  GameLoader loader(archive);
  const auto replaced = replacedRecords(loader.archive());
  for (const GameEntry& entry : loader.archive().list()) {
    if (!entry.parent.empty() || replaced.contains(entry.id)) continue;
    const OpenGame game = loader.game(exactName(entry.id));
    paths.emplace(entry.id, game.pathTo(game.last()));
    addFound(game, questions, expected);
  }
  for (std::size_t i = 0; i < questions.size(); ++i) {
    Found found = foundByCommand(archive, questions[i], {}, &compared.left_out);
    keepEffective(found, paths);
    std::vector<std::tuple<std::string, EventNumber, bool>> missed, too_many;
    std::set_difference(expected[i].begin(), expected[i].end(), found.begin(), found.end(), std::back_inserter(missed));
    std::set_difference(found.begin(), found.end(), expected[i].begin(), expected[i].end(),
                        std::back_inserter(too_many));
    const auto first = [](const auto& some) {
      if (some.empty()) return std::string("none");
      const auto& [game, event, certain] = some.front();
      return fmt::format("{} of them, {}@{} {}", some.size(), game, event, certain ? "certain" : "possible");
    };
    EXPECT_TRUE(missed.empty() && too_many.empty())
        << questions[i] << "\nmissed: " << first(missed) << "\ntoo many: " << first(too_many);
    compared.points += expected[i].size();
  }
  return compared;
}

}  // namespace docket::find::test
