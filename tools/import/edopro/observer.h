// The numbers that a replay only reports (ATK, DEF, levels, attributes): observed, where they change; ATK and DEF that
// have changed, of a card that the catalogue has, also where they are reported again after something has happened.
// A card's readings are known from what is printed on it until it is first seen on the field; there, and after each
// change, the recorder's claim is an event of its own. What is face-down is not observed: the claim would reveal what
// it is.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/rules/catalogue.h"
#include "tools/import/edopro/duel_table.h"
#include "tools/import/edopro/writer.h"

namespace docket::edopro {

class Observer {
 public:
  Observer(Writer& writer, const Rules& rules);

  /// A refresh of a face-up card in a monster zone.
  void refreshed(CardId id, const DuelCard& card, const Query& query);
  /// Its fighting values during damage calculation.
  void fought(CardId id, const DuelCard& card, std::int32_t attack, std::optional<std::int32_t> defense);
  /// What was observed of a card no longer says anything of it.
  void forget(CardId id);
  /// The observations that follow are not of the same moment as those before.
  void nextMoment() { group_ = 0; }

 private:
  static constexpr std::size_t kReadings = 13;
  struct WatchedStat {
    const char* name;
    Query::Field field;
    bool base = false;
    StatIndex stat = kUnbound;  ///< of the ruleset; unbound for what is said in words
  };
  struct Seen {
    std::array<std::int64_t, kReadings> values{};
    std::array<EventNumber, 2> since{};  ///< of ATK and DEF: what had happened last when they were claimed
    std::uint32_t changed = 0;           ///< a bit for ATK and DEF that were once not as printed
    std::uint32_t known = 0;             ///< a bit for each value that was observed, or is printed
  };

  Seen& seenOf(CardId id, const DuelCard& card);
  [[nodiscard]] bool printedSo(const DuelCard& card, const WatchedStat& reading, std::int64_t value) const;
  /// Whether a strength is not the printed one, as that of a Trap that is a monster; false where nobody knows the card.
  [[nodiscard]] bool isChanged(const DuelCard& card, const WatchedStat& strength, std::int64_t value) const;
  void observe(Seen& seen, const DuelCard& card, std::size_t reading, std::int64_t value);
  [[nodiscard]] std::string words(const WatchedStat& reading, std::int64_t value) const;

  Writer& writer_;
  Rules rules_;
  std::array<WatchedStat, kReadings> readings_;
  std::vector<Seen> seen_;  ///< by card
  EventNumber group_ = 0;
};

}  // namespace docket::edopro
