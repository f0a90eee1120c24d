// Each recorded duel, imported and folded, against the memory of the engine that played it, after every step.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/fold/reduce.h"
#include "engine/query/stats/amounts.h"
#include "engine/query/stats/stats.h"
#include "tests/edopro/duels.h"
#include "tests/witness/comparison.h"
#include "tools/import/edopro/container.h"
#include "tools/import/edopro/file_import.h"
#include "tools/import/edopro/messages.h"

namespace docket::edopro {

using witness::Comparison;

namespace {

/// The zones that the truth names by a letter.
struct ZoneLetters {
  ZoneIndex monster, spell, grave, banished, hand, deck, extra;
  explicit ZoneLetters(const Ruleset& ruleset)
      : monster(ruleset.zone("monster zone")),
        spell(ruleset.zone("spell zone")),
        grave(ruleset.zone("graveyard")),
        banished(ruleset.zone("banished")),
        hand(ruleset.zone("hand")),
        deck(ruleset.zone("deck")),
        extra(ruleset.zone("extra deck")) {}
};

/// Replays one duel and compares it with the engine's data at each step.
class DuelReplay {
 public:
  DuelReplay(const std::string& name, const Rules& rules, Comparison& comparison)
      : rules_(rules),
        zones_(rules.ruleset),
        comparison_(comparison),
        truth_(readTruth(name)),
        file_(replayFile(name)),
        packets_(readReplay(file_, name)),
        imported_(importReplay(file_, name, rules)),
        state_(initialState(imported_.recording.header(), rules)) {}

  void run() {
    // If a packet has several lines, the last one counts; its changes came after the refresh.
    for (std::size_t i = 0; i < truth_.steps.size(); ++i) {
      const TrueStep& step = truth_.steps[i];
      for (const std::string& slot : step.gone) board_.erase(slot);
      const bool again = i != 0 && truth_.steps[i - 1].packet == step.packet;
      if (!again) changed_late_.clear();
      for (const auto& [slot, card] : step.set) {
        board_[slot] = card;
        if (again) changed_late_.insert(slot);
      }
      if (step.whole) sizes_ = step;
      if (i + 1 < truth_.steps.size() && truth_.steps[i + 1].packet == step.packet) continue;
      foldTo(step.packet);
      where_ = fmt::format("duel {} packet {}", truth_.name, step.packet);
      compare();
    }
  }

 private:
  void foldTo(std::size_t packet) {
    Step changed;
    while (event_ < imported_.recording.size() &&
           (*imported_.recording.event(event_ + 1)).getContext().getSource() <= packet) {
      ++event_;
      reduce(state_, rules_, event_, *imported_.recording.event(event_), changed);
    }
    // Which monsters the file reported with this step.
    refreshed_.clear();
    for (; packet_ <= packet && packet_ < packets_.packets.size(); ++packet_) {
      const Packet& one = packets_.packets[packet_];
      const auto message = static_cast<Message>(one.message);
      if (message != Message::update_data && message != Message::update_card) {
        refreshed_.clear();
        continue;
      }
      Bytes bytes(one.body, truth_.name, "the body");
      const Refresh refresh = readRefresh(bytes, message);
      if (refresh.place != kMonsterZone) continue;
      for (std::uint32_t sequence = 0; sequence < 7; ++sequence) {
        if (message == Message::update_data || sequence == refresh.sequence) {
          refreshed_.insert(fmt::format("{}m{}", refresh.player, sequence));
        }
      }
    }
  }

  void compare() {
    std::map<std::string, CardIndex> cards;
    std::map<std::pair<ZoneIndex, Seat>, std::int64_t> sizes;
    for (CardIndex index = 0; index < state_.cards.size(); ++index) {
      const Card& card = state_.cards[index];
      if (!card.exists()) continue;
      ++sizes[{card.zone, card.zone_player}];
      if (const std::string slot = slotOf(card, index); !slot.empty()) cards.emplace(slot, index);
    }
    for (const auto& [slot, card] : cards) comparison_.equal("slot", where_ + " " + slot, true, board_.contains(slot));
    for (const auto& [slot, card] : board_) {
      const auto found = cards.find(slot);
      comparison_.equal("slot", where_ + " " + slot, found != cards.end(), true);
      if (found != cards.end()) compareCard(slot, card, found->second);
    }
    for (std::uint8_t player = 0; player < 2; ++player) {
      const auto seat = static_cast<Seat>(player + 1);
      comparison_.equal("hand size", where_, sizes[std::pair(zones_.hand, seat)], sizes_.hand[player]);
      comparison_.equal("deck size", where_, sizes[std::pair(zones_.deck, seat)], sizes_.deck[player]);
      comparison_.equal("extra deck size", where_, sizes[std::pair(zones_.extra, seat)], sizes_.extra[player]);
      const EntityValue* life = state_.valueOf(entityOf(EntityKind::player, seat), rules_.ruleset.value("life"));
      comparison_.equal("life points", where_, life == nullptr ? -1 : life->amount, sizes_.life[player]);
    }
    const PeriodNow& turn = state_.periods[rules_.ruleset.period("turn")];
    comparison_.equal("turn", where_, std::int64_t{turn.count}, sizes_.turn);
  }

  [[nodiscard]] std::string slotOf(const Card& card, CardIndex index) const {
    const int player = card.zone_player - 1;
    if (card.zone == zones_.monster) return fmt::format("{}m{}", player, card.slot);
    if (card.zone == zones_.spell) return fmt::format("{}s{}", player, card.slot);
    if (card.zone != zones_.grave && card.zone != zones_.banished) return {};
    const auto& pile = state_.piles[state_.pile(card.zone, card.zone_player)];
    const auto place = std::find(pile.begin(), pile.end(), index) - pile.begin();
    return fmt::format("{}{}{}", player, card.zone == zones_.grave ? 'g' : 'r', place);
  }

  void compareCard(const std::string& slot, const TrueCard& should, CardIndex index) {
    const Card& card = state_.cards[index];
    const std::string where = where_ + " " + slot;
    const bool on_field = slot[1] == 'm' || slot[1] == 's';
    const Definition* definition = state_.definitionOf(card);
    comparison_.equal("card", where, definition == nullptr ? "" : definition->key, std::to_string(should.code));
    comparison_.equal("owner", where, std::uint32_t{card.owner} - 1, should.owner);
    comparison_.equal("face", where, card.face == Facing::up, (should.position & kFaceUp) != 0);
    if (on_field)
      comparison_.equal("controller", where, std::string(1, static_cast<char>('0' + card.controller - 1)),
                        slot.substr(0, 1));
    if (slot[1] == 'm') {
      comparison_.equal("position", where, rules_.ruleset.orientations[card.orientation] == "defense",
                        (should.position & kDefense) != 0);
      if (card.face == Facing::up) compareStrength(slot, should, index);
    }
    if (on_field) {
      compareCounters(where, should, index);
      compareEquip(where, should, card);
      compareMaterials(where, should, card);
    }
  }

  void compareCounters(const std::string& where, const TrueCard& should, CardIndex index) {
    std::map<std::string, std::int64_t> is;
    for (const Counter& counter : state_.counters) {
      if (counter.subject == index) is[std::string(state_.vocabulary->names.text(counter.name))] = counter.amount;
    }
    std::map<std::string, std::int64_t> expected;
    for (const auto& [kind, amount] : should.counters) expected[counterName(kind)] = amount;
    if (is.empty() && expected.empty()) return;
    const auto text = [](const auto& counters) {
      std::string all;
      for (const auto& [name, amount] : counters) all += fmt::format("{} {}; ", name, amount);
      return all;
    };
    comparison_.equal("counters", where, text(is), text(expected));
  }

  void compareEquip(const std::string& where, const TrueCard& should, const Card& card) {
    std::string is;
    if (card.host != kNone && state_.isCard(card.host) &&
        state_.vocabulary->names.text(card.attachment) == std::string_view("equip")) {
      is = slotOf(state_.cards[card.host], card.host);
    }
    // For a step or two the truth may name a monster that has left the field.
    const bool left = !should.equipped_to.empty() && should.equipped_to[1] != 'm';
    const std::string expected = left ? "" : should.equipped_to;
    if (!is.empty() || !expected.empty()) comparison_.equal("equip target", where, is, expected);
  }

  void compareMaterials(const std::string& where, const TrueCard& should, const Card& card) {
    std::multiset<std::string> is;
    std::multiset<std::string> expected;
    for (CardIndex i = card.first_attached; i != kNone; i = state_.cards[i].next_attached) {
      const Card& material = state_.cards[i];
      if (state_.vocabulary->names.text(material.attachment) != std::string_view("material")) continue;
      const Definition* definition = state_.definitionOf(material);
      is.insert(fmt::format("{} of {}", definition == nullptr ? "?" : definition->key, material.owner - 1));
    }
    for (const auto& [code, owner] : should.materials) expected.insert(fmt::format("{} of {}", code, owner));
    if (is.empty() && expected.empty()) return;
    const auto text = [](const auto& materials) {
      std::string all;
      for (const std::string& material : materials) all += material + "; ";
      return all;
    };
    comparison_.equal("materials", where, text(is), text(expected));
  }

  /// The value that the record gives for a reading: what was observed last, or what is printed.
  [[nodiscard]] std::optional<std::int64_t> reading(CardIndex index, const char* stat, bool base) const {
    const NameNumber name = state_.vocabulary->names.find(stat);
    for (const Observation& seen : state_.observations) {
      if (seen.subject == index && seen.reading == name && seen.base == base) return seen.amount;
    }
    const StatReading printed = readStat(state_, rules_, index, rules_.ruleset.stat(stat));
    if (printed.kind == StatReading::Kind::unknown) return std::nullopt;
    return base ? printed.base : printed.amount;
  }

  void compareStrength(const std::string& slot, const TrueCard& should, CardIndex index) {
    const bool just_reported = refreshed_.contains(slot) && !changed_late_.contains(slot);
    const std::string where = where_ + " " + slot;
    const auto check = [&](const char* field, const char* stat, bool base, std::optional<std::int64_t> value) {
      if (!value) return;
      const auto is = reading(index, stat, base);
      if (is && is != value && !just_reported) {  // the file reports it now and then only
        comparison_.leave(field, "stale");
      } else {
        comparison_.number(field, where, is, *value);
      }
    };
    check("ATK", "ATK", false, should.attack);
    check("DEF", "DEF", false, should.defense);
    check("base ATK", "ATK", true, should.base_attack);
    check("base DEF", "DEF", true, should.base_defense);
    check("Level", "Level", false, should.level);
    check("Rank", "Rank", false, should.rank);
    compareComputed("ATK", where, index, should.attack, just_reported);
    compareComputed("DEF", where, index, should.defense, just_reported);
  }

  /// The results of the rules from the cards' texts, where they claim one, must equal the engine's. What the file has
  /// just reported is no longer in doubt for what happened before.
  void compareComputed(const std::string& stat, const std::string& where, CardIndex index,
                       std::optional<std::int64_t> value, bool just_reported) {
    if (!value) return;
    const std::string field = stat + " computed";
    const auto now = readAmount(state_, rules_, {.subject = index, .stat = rules_.ruleset.stat(stat)});
    if (just_reported) comparison_.equal(stat + " known", where, now.value.isUnknown(), false);
    const bool wrong = now.value.grade == expression::Grade::diverged;
    const bool claimed = now.value.grade == expression::Grade::exact && now.from == AmountReading::From::computed;
    if (wrong || claimed) {
      comparison_.number(field, where, now.amount(), *value);
    } else {
      comparison_.leave(field, "a text that nobody read may have changed it");
    }
  }

  Rules rules_;
  ZoneLetters zones_;
  Comparison& comparison_;
  TrueDuel truth_;
  std::vector<std::byte> file_;
  Replay packets_;
  ReadGame imported_;
  State state_;
  EventNumber event_ = 0;
  std::size_t packet_ = 0;
  std::set<std::string> refreshed_;     ///< slots
  std::set<std::string> changed_late_;  ///< slots
  std::map<std::string, TrueCard> board_;
  TrueStep sizes_;
  std::string where_;
};

void expectEqual(const std::string& set, CardsFrom from = CardsFrom::scripts) {
  const Rules rules = DuelRules::get(set, from).rules();
  Comparison comparison;
  for (const std::string& duel : duelNames(set)) DuelReplay(duel, rules, comparison).run();
  comparison.print();
  for (const auto& [field, tally] : comparison.fields()) {
    EXPECT_EQ(tally.different, 0U) << field;
    EXPECT_GT(tally.readings, 0U) << field;
  }
}

TEST(DuelState, EqualsTheEnginesIfCardTextsAreRead) {
  SKIP_WITHOUT_DUELS();
  expectEqual(kDuels, CardsFrom::texts);
}

TEST(DuelState, EqualsTheEnginesMemoryAfterEveryStep) {
  SKIP_WITHOUT_DUELS();
  expectEqual(kDuels);
}

TEST(DuelState, HasTheOwnersOfTokensAndTheEndsOfEquipment) {
  SKIP_WITHOUT_DUELS_OF(kFurtherDuels);
  expectEqual(kFurtherDuels);
}

}  // namespace
}  // namespace docket::edopro
