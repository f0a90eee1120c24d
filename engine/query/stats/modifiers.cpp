#include "engine/query/stats/modifiers.h"

#include <algorithm>
#include <limits>

#include "engine/query/stats/stats.h"

namespace docket {
namespace {

using schema::Change;

/// The place of an entry among those of its source: traits have a lower one, modifiers this one and their stat's.
constexpr std::uint16_t kFirstModifier = 0xFFC0;

class ModifierCollector {
 public:
  ModifierCollector(const State& state, const Rules& rules, Modifiers& entries)
      : state_(state), rules_(rules), entries_(entries) {}

  void gather() {
    for (const CardIndex i : state_.sets.attached()) {
      const Card& card = state_.cards[i];
      if (!state_.isCard(card.host)) continue;
      // A face-down card in play cannot be read; a record that only says that it was attached reveals it.
      if (card.face != Facing::up && rules_.ruleset.zones[card.zone].in_play) continue;
      ofCard(i);
    }
  }

 private:
  void ofCard(CardIndex index) {
    const Card& card = state_.cards[index];
    const Definition* definition = state_.definitionOf(card);
    if (definition == nullptr && isBrought(index, kUnbound)) return;
    for (std::size_t i = 0; i < rules_.ruleset.stats.size(); ++i) {
      const auto stat = static_cast<StatIndex>(i);
      const bool unknown = definition == nullptr || definition->stats[i].unsaid;
      const bool modifies =
          unknown ? mayModify(card.host, stat) : definition->stats[i].kind == schema::PrintedStat::Kind::MODIFIER;
      if (modifies && !isBrought(index, stat)) add(index, stat, unknown);
    }
  }

  /// True if an unidentified card could modify a stat of its host: one that is printed on the host.
  [[nodiscard]] bool mayModify(CardIndex host, StatIndex stat) const {
    const Definition* definition = state_.definitionOf(state_.cards[host]);
    return definition != nullptr && definition->stats[stat].kind != schema::PrintedStat::Kind::ABSENT;
  }

  /// Whether the record has the modifiers of an attached card: with the event that attached it, or waiting for that.
  /// `stat`: this one; kUnbound: any.
  [[nodiscard]] bool isBrought(CardIndex index, StatIndex stat) const {
    const Card& card = state_.cards[index];
    for (EntryIndex i = state_.entriesAbout(card.host); i != kNone; i = state_.entries[i].next_of_subject) {
      const Entry& entry = state_.entries[i];
      if (entry.kind != Change::Kind::BONUS || entry.source != index) continue;
      if (stat != kUnbound && entry.what != stat) continue;
      const bool waited = entry.event < card.attached_at && entry.last == Change::Last::WHILE_ATTACHED;
      if (entry.event == card.attached_at || waited) return true;
    }
    return false;
  }

  void add(CardIndex index, StatIndex stat, bool unknown) {
    const StatReading reading = readStat(state_, rules_, index, stat);
    if (!unknown && reading.kind == StatReading::Kind::absent) return;
    const auto amount = static_cast<std::int32_t>(std::clamp<std::int64_t>(
        reading.amount, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
    entries_.push_back({.event = state_.cards[index].attached_at,
                        .index = static_cast<std::uint16_t>(kFirstModifier + stat),
                        .kind = Change::Kind::BONUS,
                        .last = Change::Last::WHILE_ATTACHED,
                        .computed = true,
                        .doubtful = unknown || reading.doubtful != kNone,
                        .subject = state_.cards[index].host,
                        .what = stat,
                        .amount = amount,
                        .stated_amount = amount,
                        .source = index});
  }

  const State& state_;
  const Rules& rules_;
  Modifiers& entries_;
};

}  // namespace

Modifiers modifiers(const State& state, const Rules& rules) {
  Modifiers entries;
  if (rules.ruleset.modifiers_to_host) ModifierCollector(state, rules, entries).gather();
  if (!entries.empty()) rules.ruleset.note(RuleField::attachment_modifiers);
  return entries;
}

bool isModifier(const Entry& entry) { return entry.computed && entry.index >= kFirstModifier; }

}  // namespace docket
