// The facts of one card, whatever the source. Internal to tools/import/facts.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/card.capnp.h"
#include "schemas/event.capnp.h"
#include "tools/import/facts/object.h"

namespace docket::facts {

using StatKind = schema::PrintedStat::Kind;

struct StatFact {
  std::string_view name;
  std::int32_t amount = 0;
  schema::PrintedStat::Kind kind = schema::PrintedStat::Kind::NUMBER;
};

struct TextFact {
  std::string field, words;  ///< the name of the field in wordings: "text", "pendulum"
};

struct LimitFact {
  std::string_view limit;
  std::int32_t max = 0;  ///< 0: that of the limit
};

/// An effect of a continuous trait of the card: on whom and how much, as in documents.
struct EffectFact {
  schema::Effect::What what = schema::Effect::What::BONUS;
  std::string_view stat;
  std::string amount;
  std::string_view to;
  std::string_view only_if{};
};

struct CardFacts {
  std::string key, title, version, set, number;
  std::vector<std::string> types, subtypes, supertypes, keywords;
  std::vector<StatFact> stats;
  std::vector<std::string_view> unsaid;  ///< stats that the card may have but the source does not give
  std::vector<std::pair<std::string_view, std::string>> characteristics;
  std::vector<std::string_view> unsaid_characteristics;  ///< the same for characteristics
  std::vector<TextFact> texts;
  bool text_unsaid = false;  ///< the source does not give its text
  std::string alias;         ///< the key of the card as which it counts
  std::string copy_of;       ///< the key of the card that this is a further printing of: it has that card's facts
  std::vector<LimitFact> limits;
  std::string designator;  ///< the designator of an ability that the rules give each card of its type; empty: none
  std::vector<EffectFact> effects;  ///< the effects of its continuous trait
  bool read = false;                ///< its texts have no effect besides these
};

/// The value of a stat field: 5, "5", "+2", "*", "2*"; empty if it is missing, null or empty. A signed number is a
/// modifier; if a number has another sign with it, the rest of the stat comes from elsewhere (asterisk).
std::optional<StatFact> statOf(const FactObject& card, std::string_view field, std::string_view name);

/// A field of a source that has a stat, and the name of the stat in the ruleset.
struct StatField {
  std::string_view field, name;
};
/// The stats that each card of a type has.
struct StatsOfType {
  std::string_view type;
  std::initializer_list<std::string_view> stats;
};

/// Reads the stats of a card. A stat of its types is absent if its field is null or empty, and unrecorded if the field
/// is missing, because a source writes the stats of all cards of a type.
void takeStats(const FactObject& card, std::span<const StatField> fields, std::span<const StatsOfType> of_types,
               CardFacts& facts);
/// Reads the stats whose field has a value; the others are those of the card's type.
void takeStats(const FactObject& card, std::span<const StatField> fields, CardFacts& facts);

}  // namespace docket::facts
