// The entities of a game as last reported by its server: their tags and cards, and what the record already contains.
// Internal to the import.
// Invariant: an entity has its reported tags, each with the latest value; a tag that was never reported is 0.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/ids.h"
#include "tools/import/hearthstone/packets.h"
#include "tools/import/hearthstone/tags.h"

namespace docket::hearthstone {

/// The numbers of a card that are recorded as observations when the server reports them.
enum class Observed : std::uint8_t { attack, health, durability, cost };
inline constexpr std::size_t kObserved = 4;

/// How many tags a card is marked with while it has them: a counter of the record each.
inline constexpr std::size_t kMarks = 12;

/// The recorded data of an entity that is a card.
struct InRecord {
  std::uint32_t number = 0;  ///< of the card; 0: it is not in the record
  std::string_view zone;     ///< where it is
  Seat player = 0;           ///< the player of that zone
  std::string card;          ///< its identity, as far as it is known
  std::uint8_t seats = 0;    ///< the players who know it
  std::uint32_t host = 0;    ///< the entity that it is attached to
  std::int64_t damage = 0;
  std::optional<std::int64_t> armor;
  bool exhausted = false;
  std::int64_t made_ready = 0;  ///< how often this turn, after it had been used
  bool unplaced = false;        ///< it came to its zone and nothing said yet at which place
  std::array<std::int64_t, kMarks> marks{};
  std::array<std::optional<std::int64_t>, kObserved> observed{};
};

class HsEntity {
 public:
  std::uint32_t id = 0;
  std::string card;  ///< empty: not known
  Seat seat = 0;     ///< of a player's entity
  bool is_game = false;
  FilePlace declared{};
  std::set<std::uint32_t> unread;  ///< tags whose value now is not known; 0: anything about it may have changed
  InRecord recorded;

  [[nodiscard]] std::int64_t operator[](GameTag tag) const;
  void set(std::uint32_t tag, std::int64_t value);

  [[nodiscard]] bool isCard() const { return seat == 0 && !is_game; }
  [[nodiscard]] CardKind kind() const;
  [[nodiscard]] TableZone zone() const;
  [[nodiscard]] Seat controller() const { return static_cast<Seat>((*this)[GameTag::controller]); }

 private:
  std::vector<Tag> tags_;  // by number
};

/// All of a game, by their ids.
using Entities = std::map<std::uint32_t, HsEntity>;

}  // namespace docket::hearthstone
