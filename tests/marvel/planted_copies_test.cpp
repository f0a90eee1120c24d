// Each card that came into play, or was attached, under a maximum of copies: another copy, for the same player or host
// and for another one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "tests/marvel/games.h"
#include "tests/marvel/hypothetical_table.h"
#include "tests/marvel/simulated_table.h"

namespace docket::marvel::planted_copies_test {
namespace {

struct Counts {
  std::map<std::string, std::size_t> illegal, legal;
};

class CopiedGame : public SimulatedTable {
 public:
  CopiedGame(const GameRules& rules, const Object& game, std::set<std::int64_t> skipped, Counts& counts)
      : SimulatedTable(rules, game, std::move(skipped)), counts_(counts) {}

  void line(const Object& line) { take(line); }

 protected:
  void folded(EventNumber number, const HeldEvent& event, const Step&) override {
    if (event->isCardMoved()) return cameIntoPlay(number, event->getCardMoved().getCard());
    if (event->isCardAttached()) attached(number, event->getCardAttached().getCard());
  }

 private:
  [[nodiscard]] bool has(const Card& card, std::string_view limit) const {
    const Definition* definition = state().definitionOf(card);
    const Face* face = definition == nullptr ? nullptr : game_rules_.face(definition->key);
    return face != nullptr &&
           ranges::any_of(face->limits, [&](const PrintedLimit& one) { return one.limit.ends_with(limit); });
  }
  [[nodiscard]] bool sameTitle(const Card& one, const Card& other) const {
    const Definition* first = state().definitionOf(one);
    const Definition* second = state().definitionOf(other);
    return first != nullptr && second != nullptr && first->title == second->title;
  }
  /// Another copy that is not in play; null if there is none.
  [[nodiscard]] const Card* copyOf(const Card& card) const {
    for (const Card& one : state().cards) {
      if (&one != &card && one.exists() && !isInPlay(one) && sameTitle(one, card)) return &one;
    }
    return nullptr;
  }

  void cameIntoPlay(EventNumber number, std::uint32_t moved) {
    const Card& card = state().cards[state().cardOf(moved)];
    if (!isInPlay(card) || card.arrived != number || card.controller == 0 || !has(card, "max-per-player")) return;
    const Card* copy = copyOf(card);
    if (copy == nullptr || card.zone_player == 0) return;
    const std::string_view zone = rules().ruleset.zones[card.zone].name;
    const auto played = [&](Seat seat) {
      return HypotheticalTable(state(), rules()).played(copy->number, seat, seat, zone);
    };
    expectIllegal(played(card.controller), number, card, "another copy under the same player's control");
    for (Seat seat = 1; seat <= players(); ++seat) {
      const bool has_one = ranges::any_of(state().cards, [&](const Card& one) {
        return one.exists() && isInPlay(one) && one.controller == seat && sameTitle(one, card);
      });
      if (!has_one) return expectLegal(played(seat), card, "a copy under the control of a player who has none");
    }
  }

  void attached(EventNumber number, std::uint32_t moved) {
    const Card& card = state().cards[state().cardOf(moved)];
    if (!isInPlay(card) || !has(card, "-per-element")) return;
    const Card* copy = copyOf(card);
    if (copy == nullptr) return;
    const auto onto = [&](const Card& host) {
      return HypotheticalTable(state(), rules()).attached(copy->number, host.number);
    };
    expectIllegal(onto(state().cards[card.host]), number, card, "another copy on the same host");
    for (const Card& host : state().cards) {
      if (!host.exists() || !isInPlay(host) || &host == &card) continue;
      const bool has_one = ranges::any_of(state().cards, [&](const Card& one) {
        return one.exists() && one.host != kNone && &state().cards[one.host] == &host && sameTitle(one, card);
      });
      if (!has_one) return expectLegal(onto(host), card, "a copy on a host that has none");
    }
  }

  [[nodiscard]] std::string at(const Card& card, const std::string& what) const {
    return fmt::format("{}: {}, {}", where(), state().definitionOf(card)->title, what);
  }
  void expectIllegal(const std::vector<Finding>& findings, EventNumber number, const Card& card,
                     const std::string& what) {
    ++counts_.illegal[what];
    const Finding* found = beyondLimit(findings);
    ASSERT_NE(found, nullptr) << at(card, what) << ": not found";
    EXPECT_EQ(found->certainty, Finding::Certainty::certain) << at(card, what);
    EXPECT_TRUE(ranges::contains(found->rests_on, number))
        << at(card, what) << ": the finding does not rest on the first copy";
  }
  void expectLegal(const std::vector<Finding>& findings, const Card& card, const std::string& what) {
    ++counts_.legal[what];
    const Finding* found = beyondLimit(findings);
    EXPECT_TRUE(found == nullptr || found->certainty == Finding::Certainty::undecided)
        << at(card, what) << ": a false alarm, " << found->clause;
  }

  Counts& counts_;
};

TEST(PlantedCopies, AreFoundOnlyIfTheTextForbidsThem) {
  SKIP_WITHOUT_GAMES();
  Counts counts;
  playEachGame<CopiedGame>(GameRules::get(), counts);
  for (const auto& [what, count] : counts.illegal) fmt::print("{:6} illegal  {}\n", count, what);
  for (const auto& [what, count] : counts.legal) fmt::print("{:6} legal    {}\n", count, what);
  EXPECT_EQ(counts.illegal.size(), 2U);
  EXPECT_EQ(counts.legal.size(), 2U);
}

}  // namespace
}  // namespace docket::marvel::planted_copies_test
