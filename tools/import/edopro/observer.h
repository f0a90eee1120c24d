// The numbers that a replay only reports (ATK, DEF, levels, attributes). Each change is recorded as an observation;
// changed ATK and DEF of a card of the catalogue also when they are reported again after another event. Until a card is
// first seen on the field its printed values hold; then, and after each change, there is an observation. Face-down
// cards are not observed, because that would reveal them.
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

  /// Reads a refresh of a face-up card in a monster zone.
  void refreshed(CardId id, const DuelCard& card, const Query& query);
  /// Reads its fighting values during damage calculation.
  void fought(CardId id, const DuelCard& card, std::int32_t attack, std::optional<std::int32_t> defense);
  /// Forgets the observations of a card.
  void forget(CardId id);
  /// Separates the following observations from the earlier ones: they are of another moment.
  void nextMoment() { group_ = 0; }

 private:
  static constexpr std::size_t kReadings = 13;
  struct WatchedStat {
    const char* name;
    Query::Field field;
    bool base = false;
    StatIndex stat = kUnbound;  ///< of the ruleset; unbound for a value in words
  };
  struct Seen {
    std::array<std::int64_t, kReadings> values{};
    std::array<EventNumber, 2> since{};  ///< for ATK and DEF: the last event before they were observed
    std::uint32_t changed = 0;           ///< a bit for ATK and DEF that ever differed from the printed ones
    std::uint32_t known = 0;             ///< a bit for each observed or printed value
  };

  Seen& seenOf(CardId id, const DuelCard& card);
  [[nodiscard]] bool printedSo(const DuelCard& card, const WatchedStat& reading, std::int64_t value) const;
  /// True if a strength is not the printed one, as for a Trap that is a monster; false if the card is unknown.
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
