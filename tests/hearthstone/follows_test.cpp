// Consequences compared with the record: who dies and why, payments against costs, armor before health, and fatigue.
// Each exception has a cause, and the causes are counted.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "engine/query/stats/amounts.h"
#include "tests/hearthstone/folded_game.h"
#include "tests/hearthstone/game_rules.h"

namespace docket::hearthstone::follows_test {
namespace {

struct Followed {
  std::map<std::string, std::map<std::string, std::size_t>> counts;  ///< by question, then by answer
  void count(const std::string& asked, const std::string& answer) { ++counts[asked][answer]; }
};

class FollowedGame : FoldedGame {
 public:
  FollowedGame(const RecordedGame& game, const Rules& rules, Followed& followed)
      : FoldedGame(game, rules), followed_(followed) {}

  void run() {
    fold([&](EventNumber, schema::Event::Reader event) { before(event); },
         [&](EventNumber number, schema::Event::Reader event) { after(number, event); });
    settlePayments();
  }

 private:
  /// The value of a stat: the result of the rules, or else the last observation.
  [[nodiscard]] std::optional<std::int64_t> stat(CardIndex card, std::string_view name) const {
    const AmountReading read = readAmount(state_, rules_, {.subject = card, .stat = rules_.ruleset.stat(name)});
    if (read.value.isKnown()) return read.amount();
    return read.seen ? std::optional(read.seen->amount) : std::nullopt;
  }
  [[nodiscard]] std::int64_t counters(CardIndex card, std::string_view name) const {
    return state_.countersOn(card, state_.vocabulary->names.find(name));
  }

  void before(schema::Event::Reader event) {
    if (event.isCardMoved()) died(event);
  }

  /// A minion that dies has no health left, or a text destroyed it; its damage shows which.
  void died(schema::Event::Reader event) {
    const auto moved = event.getCardMoved();
    const std::string reason = nameOf(moved.getReason(), event);
    if (reason != "died" && reason != "defeated") return;
    const CardIndex card = state_.cardOf(moved.getCard());
    const std::string zone(rules_.ruleset.zones[state_.cards[card].zone].name);
    if (zone != "board" && zone != "hero") return;
    const auto health = stat(card, "Health");
    const std::string asked = reason == "died" ? "a minion dies" : "a hero dies";
    if (!health) return followed_.count(asked, "nobody knows its health");
    const bool none = *health - counters(card, "damage") <= 0;
    followed_.count(asked, none ? "it has no health left" : "it has some left: a text destroyed it");
  }

  void after(EventNumber number, schema::Event::Reader event) {
    if (event.isCardPlayed()) plays(number, event.getCardPlayed().getCard(), event.getActor());
    if (event.isAbilityActivated() && nameOf(event.getAbilityActivated().getDesignator(), event) == "hero power")
      plays(number, event.getAbilityActivated().getCard(), event.getActor());
    if (event.isBegan()) settlePayments();
    if (event.isValueChanged()) pays(event);
    tired(event);
    if (event.isCounterPlaced()) damaged(event);
    for (auto& [act, open] : open_) {  // the cost is known once the card is, but no longer after it left the hand
      if (!open.cost) open.cost = stat(open.card, "Cost");
    }
  }

  /// A player who has to draw and cannot takes as much damage as the number of such draws so far; the loss of armor and
  /// health follows at once.
  void tired(schema::Event::Reader event) {
    std::int64_t lost = 0;
    if (event.isValueChanged()) {
      const auto changed = event.getValueChanged();
      const std::string value = nameOf(changed.getValue(), event);
      if (value == "fatigue" && changed.getHow() == schema::How::GAINED) {
        settleFatigue();
        fatigue_ = static_cast<Seat>(numberOf(changed.getSubject()));
        const EntityValue* now = state_.valueOf(changed.getSubject(), state_.valueKey(changed.getValue()));
        due_ = now == nullptr ? 0 : now->amount;
        return;
      }
      if (value == "armor" && changed.getHow() == schema::How::LOST && isHeroOf(fatigue_, changed.getSubject()))
        lost = changed.getAmount();
    } else if (event.isCounterPlaced() && nameOf(event.getCounterPlaced().getCounter(), event) == "damage" &&
               isHeroOf(fatigue_, event.getCounterPlaced().getSubject())) {
      lost = event.getCounterPlaced().getAmount();
    }
    due_ -= lost;
    if (due_ <= 0 || event.isBegan() || event.isCardPlayed()) settleFatigue();
  }
  void settleFatigue() {
    if (fatigue_ == 0) return;
    followed_.count("fatigue",
                    due_ == 0 ? "as much damage as draws that failed" : "another amount, or a text prevents it");
    fatigue_ = 0;
  }
  [[nodiscard]] bool isHeroOf(Seat player, Entity subject) const {
    const CardIndex card = state_.cardOf(numberOf(subject));
    return player != 0 && card != kNone && kindOf(subject) == EntityKind::card &&
           state_.cards[card].controller == player && rules_.ruleset.zones[state_.cards[card].zone].name == "hero";
  }

  struct OpenPayment {
    CardIndex card;
    std::optional<std::int64_t> cost;
    std::int64_t paid = 0;
    Seat player;
    bool hidden = false;  ///< the card was hidden until it was played
  };

  void plays(EventNumber number, std::uint32_t card, Seat player) {
    settlePayments();
    const CardIndex index = state_.cardOf(card);
    open_[number] = {.card = index,
                     .cost = stat(index, "Cost"),
                     .player = player,
                     .hidden = state_.definitionOf(state_.cards[index]) == nullptr};
  }

  void pays(schema::Event::Reader event) {
    const auto changed = event.getValueChanged();
    const std::string value = nameOf(changed.getValue(), event);
    const auto causes = event.getContext().getCauses();
    const auto now = value == "temporary mana" ? temporary(changed.getSubject()) : 0;
    const auto was = std::exchange(temporary_[changed.getSubject()],
                                   value == "temporary mana" ? now : temporary_[changed.getSubject()]);
    if (causes.size() == 0) return;
    const auto open = open_.find(causes[0]);
    if (open == open_.end() || changed.getSubject() != entityOf(EntityKind::player, open->second.player)) return;
    if (state_.cards[open->second.card].arrived > causes[0]) return;  // paid is before it leaves the hand
    if (value == "mana used" && changed.getHow() == schema::How::GAINED) open->second.paid += changed.getAmount();
    if (value == "temporary mana" && now < was) open->second.paid += was - now;
  }
  [[nodiscard]] std::int64_t temporary(Entity player) const {
    const EntityValue* found = state_.valueOf(player, state_.valueKey(state_.vocabulary->names.find("temporary mana")));
    return found == nullptr ? 0 : found->amount;
  }

  void settlePayments() {
    for (const auto& [number, open] : open_) {
      const std::string asked = "mana paid for a play or a hero power";
      if (!open.cost) {
        followed_.count(asked, "nobody knows what it costs");
      } else if (*open.cost == open.paid) {
        followed_.count(asked, "it is what it costs");
      } else {
        const char* const why = open.hidden      ? "another: it was hidden, and what it cost in the hand nobody saw"
                                : open.paid == 0 ? "nothing: a text pays it, or in health"
                                                 : "another";
        followed_.count(asked, why);
        if (open.paid != 0 && !open.hidden)
          odd_.push_back(fmt::format("{} event {}: {} paid, {} cost", name_, number, open.paid, *open.cost));
      }
    }
    open_.clear();
  }

  void damaged(schema::Event::Reader event) {
    const auto placed = event.getCounterPlaced();
    if (nameOf(placed.getCounter(), event) != "damage") return;
    const CardIndex card = state_.cardOf(placed.getSubject());
    if (card == kNone || rules_.ruleset.zones[state_.cards[card].zone].name != "hero") return;
    const HeldEvent first = imported_.recording.event(1);  // of a game that was under way: this was not dealt in it
    if (event.getContext().getSource() == (*first).getContext().getSource()) return;
    const EntityValue* armor = state_.valueOf(card, state_.valueKey(state_.vocabulary->names.find("armor")));
    const bool left = armor != nullptr && armor->amount > 0;
    const auto causes = event.getContext().getCauses();
    const bool came_with_it = causes.size() != 0 && state_.cards[card].arrived >= causes[0];
    followed_.count("damage to a hero", !left          ? "when no armor was left"
                                        : came_with_it ? "of the hero whose place he takes"
                                                       : "while armor was left");
    if (left && !came_with_it) odd_.push_back(fmt::format("{} event {}: {} armor", name_, state_.event, armor->amount));
  }

 public:
  std::vector<std::string> odd_;

 private:
  Followed& followed_;
  std::map<EventNumber, OpenPayment> open_;
  std::map<Entity, std::int64_t> temporary_;
  Seat fatigue_ = 0;  ///< the player to whom fatigue damage is due
  std::int64_t due_ = 0;
};

TEST(AutomaticEvents, MatchTheRecord) {
  SKIP_WITHOUT_GAMES();
  Followed followed;
  std::vector<std::string> odd;
  for (const RecordedGame& game : recordedGames()) {
    if (!game.isDuel()) continue;
    FollowedGame one(game, GameRules::get().rules(), followed);
    one.run();
    odd.insert(odd.end(), one.odd_.begin(), one.odd_.end());
  }
  for (const auto& [asked, answers] : followed.counts) {
    fmt::print("{}\n", asked);
    for (const auto& [answer, count] : answers) fmt::print("    {:>6}  {}\n", count, answer);
  }
  for (const std::string& one : odd) fmt::print("odd: {}\n", one);
  EXPECT_EQ(followed.counts["damage to a hero"]["while armor was left"], 0U);
  EXPECT_EQ(followed.counts["mana paid for a play or a hero power"]["another"], 0U);
  EXPECT_EQ(followed.counts["a hero dies"].size(), 1U) << "a hero who dies has no health left";
  EXPECT_EQ(followed.counts["fatigue"].size(), 1U) << "the damage is the number of failed draws";
  EXPECT_GT(followed.counts["a minion dies"]["it has no health left"], 500U);
}

}  // namespace
}  // namespace docket::hearthstone::follows_test
