// The options that the engine offered at each of its requests: the options files of the shared data (their OPTIONS.md),
// read for the comparison in play_table.h.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace docket::edopro {

/// A card that is there or offered.
struct OfferedCard {
  std::uint32_t code = 0;
  std::string place;  ///< "0h3", "1m2": the controller, a letter for the zone, the place in it; empty in the hand
  std::int64_t id = -1;
  std::uint32_t position = 0;  ///< of a card on the field
};

/// An effect that can be activated.
struct OfferedEffect {
  OfferedCard card;
  std::uint64_t description = 0;
  std::int64_t mode = 0;
  std::uint32_t kind = 0;  ///< bits of the engine's effect types
};

/// A monster that can attack.
struct OfferedAttack {
  OfferedCard card;
  bool direct = false;
  std::vector<std::string> targets;  ///< places
};

/// A request at which acts of a player were offered: in a Main Phase, in a Battle Phase, or in a chain.
struct Request {
  enum class Kind : std::uint8_t { battle = 10, main = 11, chain = 16 };
  Kind kind{};
  std::size_t packet = 0;  ///< the last packet before it
  std::int64_t turn = 0;
  std::uint8_t turn_player = 0, player = 0;
  std::int64_t phase = 0;
  std::int64_t links = 0;  ///< of the chain
  std::vector<OfferedCard> summon, special, reposition, set_monster, set_spell;
  std::vector<OfferedEffect> effects;
  std::vector<OfferedAttack> attacks;
  bool to_battle = false, to_main_2 = false, to_end = false;
  std::optional<std::array<std::int64_t, 2>> normal_summons;  ///< used this turn, and allowed
  std::optional<std::pair<std::string, std::size_t>> answer;  ///< the list and the place in it
  std::vector<OfferedCard> hand, monsters, spells;            ///< what the player has then
};

/// The requests of a duel at which something could be offered, in order. Throws for a damaged file.
std::vector<Request> readRequests(const std::filesystem::path& file);

}  // namespace docket::edopro
