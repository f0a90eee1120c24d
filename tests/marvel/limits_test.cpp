// Limits: exactly what the simulator counted as a use is one; what it allowed is legal. The simulator counts by the
// code of a card, over all copies and players. Where the text of the card counts differently, the text decides.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find_if.hpp>

#include "engine/query/limits/applicable_limits.h"
#include "tests/marvel/games.h"
#include "tests/marvel/simulated_table.h"
#include "tests/witness/comparison.h"

namespace docket::marvel::limits_test {
namespace {

using Counted = schema::Limit::Counted;

/// The name of an act in the table.
std::string wordFor(schema::Event::Reader event) {
  if (event.isCardPlayed()) return "plays";
  if (event.isAbilityActivated()) return "abilities";
  return event.isDeckRegistered() ? "cards of decks" : "other events";
}

class LimitedGame : public SimulatedTable {
 public:
  LimitedGame(const GameRules& rules, const Object& game, std::set<std::int64_t> skipped,
              witness::Comparison& comparison)
      : SimulatedTable(rules, game, std::move(skipped)),
        comparison_(comparison),
        starter_(witness::text(game, "deck") == "starter") {}

  void line(const Object& line) { witness::text(line, "e") == "use" ? use(line) : take(line); }
  void finish() {
    for (const auto& [event, act] : counted_) {
      comparison_.equal(
          "acts under a limit", fmt::format("{} event {}: {}", name(), event, act.title),
          std::string(act.noted ? "counted" : "not counted"), std::string("counted"), [&, &of = act] {
            return std::string(of.face->isEnforced() ? "" : "the simulator enforces no limit of the card");
          });
    }
    SimulatedTable::finish();
  }

 protected:
  void judged(EventNumber number, const HeldEvent& event, const std::vector<Finding>& findings) override {
    const auto found =
        ranges::find_if(findings, [](const Finding& one) { return one.certainty == Finding::Certainty::certain; });
    if (found == findings.end() && !findings.empty()) {
      return comparison_.leave(wordFor(event), "undecided: " + causeOfDoubt(findings.front()));
    }
    const bool legal = found == findings.end();
    comparison_.equal(wordFor(event), fmt::format("{} event {}", where(), number),
                      legal ? std::string("legal") : "against " + found->clause, std::string("legal"),
                      [&] { return causeOf(*found, event); });
  }
  void folded(EventNumber number, const HeldEvent& event, const Step& step) override {
    static_cast<void>(step);
    const ActQuestion question = actQuestionOf(state(), event);
    if (!question.is_act) return;
    const bool counts =
        ranges::any_of(limitsOf(state(), rules(), question.use).limits, [&](const ApplicableLimit& one) {
          return one.limit->counted == Counted::USES || one.limit->counted == Counted::PLAYS;
        });
    if (counts) counted_[number] = {.title = titleOf(question.use.card), .face = faceOf(question.use.card)};
  }

 private:
  [[nodiscard]] const Face* faceOf(CardIndex card) const {
    const Definition* shows = card < state().cards.size() ? state().definitionOf(state().cards[card]) : nullptr;
    return shows == nullptr ? nullptr : game_rules_.face(shows->key);
  }
  [[nodiscard]] std::string titleOf(CardIndex card) const {
    const Face* face = faceOf(card);
    return face == nullptr ? "?" : fmt::format("{} {}", face->code, face->name);
  }

  [[nodiscard]] std::string causeOfDoubt(const Finding& finding) const {
    const Face* face = faceOf(finding.card);
    if (face != nullptr && !face->unread.empty()) return "words of the card are not understood";
    const bool stranger = ranges::any_of(state().cards, [&](const Card& one) {
      return one.exists() && isInPlay(one) && state().definitionOf(one) == nullptr;
    });
    return stranger ? "a card is in play that cards.jsonl does not have" : finding.clause;
  }

  /// Why the simulator allowed an act that the words forbid. Each is a fact of the simulator's own data.
  [[nodiscard]] std::string causeOf(const Finding& finding, schema::Event::Reader event) const {
    if (event.isDeckRegistered()) {
      const Face* face = game_rules_.face(event.getContext().getIdentities()[0].getDefinition().cStr());
      if (face->deck_limit == 0) return "the simulator does not have this limit of the card";
      return starter_ ? "the simulator's own starter deck has the copies" : "";
    }
    if (!finding.is<Finding::LimitExceeded>()) return "";
    const Face* face = faceOf(finding.card);
    const bool other_printing = ranges::all_of(finding.rests_on, [&](EventNumber earlier) {
      const Face* before = faceOf(cardOf(earlier));
      return before != nullptr && before->code != face->code && before->name == face->name;
    });
    if (other_printing) return "the simulator counts by code: the title is there as another printing";
    const bool of_uses = event.isCardPlayed() || event.isAbilityActivated();
    if (of_uses && !face->isEnforced()) return "the simulator enforces no limit of the card";
    const bool of_copies = event.isCardMoved() || event.isCardAttached() || event.isControlChanged();
    if (of_copies && face->max_per_unit == 0) return "the simulator does not have this limit of the card";
    // In the record, every card under another is attached; the words mean only cards in play.
    const bool lies_under = event.isCardAttached() && !isInPlay(state().cards[finding.card]);
    return lies_under ? "it lies under its host: a limit on attached copies cannot leave out such cards" : "";
  }
  /// The card that an event is about which a finding rests on.
  [[nodiscard]] CardIndex cardOf(EventNumber number) const {
    const HeldEvent event = recording().event(number);
    if (event->isCardPlayed()) return state().cardOf(event->getCardPlayed().getCard());
    if (event->isAbilityActivated()) return state().cardOf(event->getAbilityActivated().getCard());
    if (event->isCardMoved()) return state().cardOf(event->getCardMoved().getCard());
    return event->isCardAttached() ? state().cardOf(event->getCardAttached().getCard()) : kNone;
  }

  void use(const Object& line) {
    const std::int64_t by = witness::numberIfThere(line, "by").value_or(-1);
    const std::int64_t number = witness::number(line, "c");
    const Face& face = *game_rules_.face(witness::text(line, "k"));
    // A use is also noted for its player if the simulator counts by players too.
    const auto key = std::tuple(number, by, witness::text(line, "ab"), state().event);
    if (last_use_ == key) return;
    last_use_ = key;
    comparison_.equal("uses", fmt::format("{}: {} {}", where(), face.code, face.name), standing(number, by),
                      std::string("counted"), [&] { return causeOf(face, witness::text(line, "ab")); });
  }

  [[nodiscard]] static std::string causeOf(const Face& face, const std::string& ability) {
    const std::size_t place = face.ability(ability);
    if (place < face.abilities.size() && face.abilities[place].type == "Constant")
      return "\"the first each phase\" is a constant text, and no limit";
    return face.hasWords() ? "" : "the text of the card has no words of a limit";
  }

  /// The limits of the act that resolves under the simulator's number `by`.
  [[nodiscard]] std::string standing(std::int64_t card, std::int64_t by) {
    const RecordedAct* act = this->act(by);
    if (act == nullptr || act->card != card) return "no act";
    std::string of_ability = standing(act->event);
    if (of_ability != "no limit") return of_ability;
    const RecordedAct* play = this->play(card);
    return play == nullptr ? of_ability : standing(play->event);
  }
  [[nodiscard]] std::string standing(EventNumber number) {
    const HeldEvent event = recording().event(number);
    const UseQuestion question = actQuestionOf(state(), event).use;
    std::string is = "no limit";
    for (const ApplicableLimit& limit : limitsOf(state(), rules(), question).limits) {
      const bool counted = ranges::contains(readUsedCount(state(), rules(), limit, question).used_by, number);
      is = counted ? "counted" : "not counted";
      if (!counted) return is;
    }
    if (is == "counted") counted_.at(number).noted = true;
    return is;
  }

  witness::Comparison& comparison_;
  bool starter_;
  std::tuple<std::int64_t, std::int64_t, std::string, EventNumber> last_use_{-1, -1, {}, 0};
  struct CountedAct {
    std::string title;
    const Face* face = nullptr;
    bool noted = false;  ///< the simulator counted it too
  };
  std::map<EventNumber, CountedAct> counted_;  ///< the acts that a limit of the record counts
};

TEST(SimulatedLimits, MatchTheSimulatorsCountsAndPermissions) {
  SKIP_WITHOUT_GAMES();
  witness::Comparison comparison;
  const std::size_t games = playEachGame<LimitedGame>(GameRules::get(), comparison);
  fmt::print("{} games\n", games);
  comparison.print();
  EXPECT_GT(comparison.fields().at("uses").equal, games);
  EXPECT_GT(comparison.fields().at("abilities").equal, games * 10);
}

}  // namespace
}  // namespace docket::marvel::limits_test
