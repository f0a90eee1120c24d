// One line of a file of facts: what is read of a card, whatever the source. Internal to tools/import/facts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/card.capnp.h"
#include "schemas/event.capnp.h"
#include "tools/import/facts/object.h"

namespace docket::facts {

struct StatFact {
  std::string_view name;
  std::int32_t amount = 0;
  schema::PrintedStat::Kind kind = schema::PrintedStat::Kind::NUMBER;
};

struct LimitFact {
  std::string_view limit;
  std::int32_t max = 0;  ///< 0: the limit's own
};

/// What a continuous trait of the card does: to whom and how much, as documents say it.
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
  std::vector<LimitFact> limits;
  std::string designator;           ///< of an ability that the rules give each card of its type; empty: none
  std::vector<EffectFact> effects;  ///< of its continuous trait
  bool read = false;                ///< no text of it can do more than stands here
};

/// What stands in a field of a stat: 5, "5", "+2", "*", "2*"; nothing where it is missing or null. A signed number is a
/// modifier; where a number comes with a sign of something else, the rest of the stat comes from elsewhere (asterisk).
std::optional<StatFact> statOf(const FactObject& card, std::string_view field, std::string_view name);

}  // namespace docket::facts
