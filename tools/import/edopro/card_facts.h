// A card as in a file of EDOPro: a line of facts read out of its scripts, or a row of its database.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace docket::edopro {

struct LimitFact {
  std::string max;  ///< a number, if a script counts
  std::string kind;
  std::string scope;       ///< "card", "card_shared", "name_player", ...; empty: no script call counts
  std::string period;      ///< "turn", "duel", "chain", "while_face_up"
  std::string slot;        ///< effects of one card with the same slot share the limit
  bool oath = false;       ///< given back when the activation is negated
  bool procedure = false;  ///< set by a procedure of the game, not by an effect in the script
};

struct EffectFact {
  std::optional<std::int64_t> description;  ///< index of its description
  std::string effect_type, event, range;    ///< in the words of the script
  std::optional<std::uint64_t> limit;       ///< index into the card's limits
};

struct CardFact {
  std::uint32_t code = 0;
  std::uint32_t alias = 0;  ///< the code of the card as which it counts; 0: none
  std::string name;
  std::optional<std::uint32_t> types;  ///< bits; else the two below
  std::string card_type, property;
  std::optional<std::int64_t> attack, defense, level;
  std::uint64_t attribute = 0, race = 0;
  std::int64_t left_scale = 0, right_scale = 0;
  bool pendulum = false;
  bool doubtful = false;
  bool unseen_limit = false;    ///< its text has a limit, and its script has none
  bool scripted = true;         ///< its script was read; false: it is unknown how records name its effects
  bool fusion_by_text = false;  ///< for a card without a script: its text Fusion Summons
  std::vector<LimitFact> limits;
  std::vector<EffectFact> effects;
};

/// Reads every line. Throws BadInput with file and line.
std::vector<CardFact> readCardFacts(std::string_view lines, const std::string& file);

}  // namespace docket::edopro
