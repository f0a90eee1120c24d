// The uses that the simulator holds, in the round and in the current phase, are those of the record's limits, at
// each question: a use lasts until its period ends.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <map>
#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/set_algorithm.hpp>
#include <set>

#include "engine/query/limits/applicable_limits.h"
#include "tests/marvel/games.h"
#include "tests/marvel/simulated_table.h"
#include "tests/witness/comparison.h"

namespace docket::marvel::notes_test {
namespace {

using Notes = std::set<std::string>;

class NotedGame : public SimulatedTable {
 public:
  NotedGame(const GameRules& rules, const Object& game, std::set<std::int64_t> skipped, witness::Comparison& comparison)
      : SimulatedTable(rules, game, std::move(skipped)), comparison_(comparison) {}

  void line(const Object& line) {
    if (witness::text(line, "e") != "T") {
      take(line);
      return follow(line);
    }
    simdjson::dom::object whole, notes;
    if (line["w"].get(whole) == simdjson::SUCCESS && whole["lim"].get(notes) == simdjson::SUCCESS) {
      for (const char* period : {"round", "phase"}) should_[period] = notesOf(notes, period);
    }
    for (const auto& [period, should] : should_) {
      const InForce is = used(period);
      comparison_.equal(fmt::format("used in the {}", period), where(), words(is.used), words(should),
                        [&, &wanted = should] { return causeOf(is, wanted); });
    }
  }

 private:
  /// The uses that count for limits of a period, by the record.
  struct InForce {
    Notes used;
    Notes under_way;   ///< of these, the acts being performed now
    Notes given_back;  ///< not of these: what would be used if no use had been given back
  };
  static std::string words(const Notes& notes) { return fmt::format("{}", fmt::join(notes, " ")); }

  static std::string causeOf(const InForce& is, const Notes& should) {
    Notes with = is.used;
    with.insert(is.given_back.begin(), is.given_back.end());
    std::erase_if(with, [&](const std::string& one) { return is.under_way.contains(one) && !should.contains(one); });
    if (with != should) return "";
    return ranges::includes(should, is.used) ? "a card that leaves play is another one when it returns"
                                             : "the simulator notes a use when its cost is paid";
  }

  /// Notes which acts are under way.
  void follow(const Object& line) {
    const std::string kind = witness::text(line, "e");
    const std::string message = kind == "m" ? witness::text(line, "m") : "";
    if (kind == "ab") {
      if (const RecordedAct* begun = act(witness::number(line, "a"))) under_way_.insert(begun->event);
    } else if (kind == "abx") {
      if (const RecordedAct* ended = act(witness::number(line, "a"))) under_way_.erase(ended->event);
    } else if (message == "play" || message == "played") {
      const RecordedAct* played = play(witness::number(line, "played_face"));
      if (played != nullptr && message == "play") under_way_.insert(played->event);
      if (played != nullptr && message == "played") under_way_.erase(played->event);
    }
  }

  /// Those of abilities and plays that the words limit for that period; the simulator has each in both lists.
  [[nodiscard]] Notes notesOf(const Object& notes, const std::string& period) const {
    Notes found;
    for (const simdjson::dom::element one : notes[period].get_array()) {
      const std::string note(one.get_string().value());
      const Face* face = game_rules_.face(note.substr(0, note.find('#')));
      if (face == nullptr) continue;
      const std::size_t place = face->limitedAbility(note.substr(note.find('#') + 1));
      const bool of_ability = place < face->abilities.size() && !face->abilities[place].limits.empty();
      const auto& words = of_ability ? face->abilities[place].limits : face->limits;
      if (words.empty() || words.front().period != period) continue;
      found.insert(of_ability ? fmt::format("{}#{}", face->code, place) : face->code);
    }
    return found;
  }

  [[nodiscard]] InForce used(const std::string& period) const {
    const PeriodIndex index = rules().ruleset.period(period);
    InForce is;
    for (const Use& use : state().uses) {
      const UseQuestion question = questionOf(state(), use);
      for (const ApplicableLimit& limit : limitsOf(state(), rules(), question).limits) {
        if (limit.limit->within != Within::period || limit.limit->period != index) continue;
        const UsedCount count = readUsedCount(state(), rules(), limit, question);
        const std::string& code = state().definitions->named[use.definition]->key;
        if (const Face* face = game_rules_.face(code); face == nullptr || !face->isEnforced()) continue;
        const std::string note = use.ability == 0 ? code : fmt::format("{}#{}", code, use.ability - 1);
        const bool all_under_way =
            ranges::all_of(count.used_by, [&](EventNumber one) { return under_way_.contains(one); });
        if (count.used > 0) is.used.insert(note);
        if (count.used > 0 && all_under_way) is.under_way.insert(note);
        if (count.used == 0 && !count.given_back.empty()) is.given_back.insert(note);
      }
    }
    return is;
  }

  witness::Comparison& comparison_;
  std::map<std::string, Notes> should_;
  std::set<EventNumber> under_way_;
};

TEST(SimulatedNotes, AreTheRecordedUses) {
  SKIP_WITHOUT_GAMES();
  witness::Comparison comparison;
  const std::size_t games = playEachGame<NotedGame>(GameRules::get(), comparison);
  fmt::print("{} games\n", games);
  comparison.print();
  EXPECT_GT(comparison.fields().at("used in the round").equal, games * 10);
}

}  // namespace
}  // namespace docket::marvel::notes_test
