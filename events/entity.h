// Entities as text: "#57" a card, "P1" a player, "place 3", "unit 2", "game".
// Invariant: entityOf(entityText(e)) == e for every entity that has a text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace docket {

/// The kind of an entity: the top four bits of its number in the record.
enum class EntityKind : std::uint8_t { card = 0, player = 1, place = 2, unit = 3, game = 4 };

/// The largest number within a kind.
inline constexpr std::uint32_t kMaxEntityNumber = (1U << 28) - 1;

/// An entity of the record. Number 0 of kind card is "#0", no card.
[[nodiscard]] constexpr std::uint32_t entity(EntityKind kind, std::uint32_t number) {
  return static_cast<std::uint32_t>(kind) << 28U | (number & kMaxEntityNumber);
}
/// The bits of the kind; values above EntityKind::game are invalid.
[[nodiscard]] constexpr std::uint32_t entityKindBits(std::uint32_t entity) { return entity >> 28U; }
[[nodiscard]] constexpr std::uint32_t entityNumber(std::uint32_t entity) { return entity & kMaxEntityNumber; }

/// The text of an entity; empty if it is invalid (an unknown kind, a game with a number).
[[nodiscard]] std::optional<std::string> entityText(std::uint32_t entity);
/// The entity that a text names; empty for any other text ("#057" and "p1" among them).
[[nodiscard]] std::optional<std::uint32_t> entityOf(std::string_view text);

}  // namespace docket
