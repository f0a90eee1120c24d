#include "engine/query/stats/modifiers.h"

#include <algorithm>
#include <limits>

namespace docket {
namespace {

using schema::Change;

/// The place of an entry among those of its source: traits have a lower one, modifiers this one and their stat's.
constexpr std::uint16_t kFirstModifier = 0xFFC0;

class ModifierCollector {
 public:
  ModifierCollector(StateReader& reader, std::vector<Entry>& entries) : reader_(reader), entries_(entries) {}

  void gather() {
    for (const CardIndex i : reader_.attachedCards()) {
      const Card& card = reader_.bearer(i);
      if (!reader_.isCard(card.host)) continue;
      // A face-down card in play cannot be read; a record that only says that it was attached reveals it.
      if (card.face != Facing::up && reader_.ruleset().zones[card.zone].in_play) continue;
      ofCard(i);
    }
  }

 private:
  void ofCard(CardIndex index) {
    const Card& card = reader_.bearer(index);
    const Definition* definition = reader_.definitionOfBearer(index);
    if (definition == nullptr && isBrought(index, kUnbound)) return;
    for (std::size_t i = 0; i < reader_.ruleset().stats.size(); ++i) {
      const auto stat = static_cast<StatIndex>(i);
      const bool unknown = definition == nullptr || definition->stats[i].unsaid;
      const bool modifies =
          unknown ? mayModify(card.host, stat) : definition->stats[i].kind == schema::PrintedStat::Kind::MODIFIER;
      if (modifies && !isBrought(index, stat)) add(index, stat, unknown);
    }
  }

  /// True if an unidentified card could modify a stat of its host: one that is printed on the host.
  [[nodiscard]] bool mayModify(CardIndex host, StatIndex stat) {
    const Definition* definition = reader_.definitionOf(host);
    return definition != nullptr && definition->stats[stat].kind != schema::PrintedStat::Kind::ABSENT;
  }

  /// True if the record has the modifiers of an attached card: with the event that attached it, or waiting for that.
  /// `stat`: this one; kUnbound: any.
  [[nodiscard]] bool isBrought(CardIndex index, StatIndex stat) {
    const Card& card = reader_.bearer(index);
    return reader_.hasRecordedBonus(card.host, stat, [&](const Entry& entry) {
      const bool waited = entry.event < card.attached_at && entry.last == Change::Last::WHILE_ATTACHED;
      return entry.source == index && (entry.event == card.attached_at || waited);
    });
  }

  void add(CardIndex index, StatIndex stat, bool unknown) {
    const StatReading reading = reader_.stat(index, stat);
    if (!unknown && reading.kind == StatReading::Kind::absent) return;
    const auto amount = static_cast<std::int32_t>(std::clamp<std::int64_t>(
        reading.amount, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
    const Card& card = reader_.bearer(index);
    entries_.push_back({.event = card.attached_at,
                        .index = static_cast<std::uint16_t>(kFirstModifier + stat),
                        .kind = Change::Kind::BONUS,
                        .last = Change::Last::WHILE_ATTACHED,
                        .computed = true,
                        .doubtful = unknown || reading.doubtful != kNone,
                        .subject = card.host,
                        .stat_or_name = stat,
                        .amount = amount,
                        .stated_amount = amount,
                        .source = index});
  }

  StateReader& reader_;
  std::vector<Entry>& entries_;
};

}  // namespace

std::vector<Entry> modifiers(StateReader& reader) {
  std::vector<Entry> entries;
  if (reader.ruleset().modifiers_to_host) ModifierCollector(reader, entries).gather();
  if (!entries.empty()) reader.ruleset().note(RuleField::attachment_modifiers);
  return entries;
}

bool isModifier(const Entry& entry) { return entry.computed && entry.index >= kFirstModifier; }

}  // namespace docket
