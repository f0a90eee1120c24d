// A card's text box, compiled: abilities, triggered and continuous traits, with conditions, costs, targets and effects
// as expressions (schemas/card.capnp defines the fields). Read by limits.h, computed.h (continuous traits) and
// obligations.h (triggered ones).
// Invariant: every expression here was typed against the catalogue's ruleset.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/rules/ruleset.h"
#include "engine/rules/text_box.h"
#include "schemas/card.capnp.h"

namespace docket {

/// A limit on an ability or a card: which of the ruleset's limits, its parameter, and what it is shared with.
struct LimitOf {
  LimitIndex limit;
  std::int32_t max;
  std::string group;    ///< abilities of the same title with the same group share it; empty: this ability alone
  std::uint32_t title;  ///< the title under which it is counted (the Catalogue's number for it)
};

struct Trigger {
  std::string name;
  EventKind on;
  Condition if_{};
  bool before = false;
};

/// A restriction on a use, or a condition under which it may happen against a requirement of the rules.
struct AbilityCondition {
  Condition that{};
  bool permits = false;
  schema::Act::Requirement::What permitted{};
};

struct Cost {
  EventKind on;
  Condition amount{}, card{}, can{};
};

struct Target {
  Condition that{}, count{};
};

/// True if an effect is a continuous change, and thus a kind of ledger entry.
[[nodiscard]] constexpr bool isChange(schema::Effect::What what) {
  return what < schema::Effect::What::DRAW || what == schema::Effect::What::SET_SUBTYPE;
}
[[nodiscard]] constexpr schema::Change::Kind changeOf(schema::Effect::What what) {
  if (what == schema::Effect::What::SET_SUBTYPE) return schema::Change::Kind::SET_SUBTYPE;
  return static_cast<schema::Change::Kind>(what);  // the enumerants agree at the start
}
/// The kind of effect that makes a recorded change; empty if no effect of a document makes such a change.
[[nodiscard]] constexpr std::optional<schema::Effect::What> effectOf(schema::Change::Kind kind) {
  if (kind == schema::Change::Kind::SET_SUBTYPE) return schema::Effect::What::SET_SUBTYPE;
  if (kind >= schema::Change::Kind::COPY) return {};
  return static_cast<schema::Effect::What>(kind);
}

/// True if an effect changes a stat: adds to it, sets it or bounds it.
[[nodiscard]] constexpr bool changesStat(schema::Effect::What what) {
  using What = schema::Effect::What;
  return what == What::BONUS || what == What::SET || what == What::MINIMUM || what == What::MAXIMUM ||
         what == What::SET_BASE;
}

struct Effect {
  using What = schema::Effect::What;
  What what{};
  Condition to{}, amount{}, most{}, if_{};
  /// True: `most` caps the result, over all effects with such a cap; false: it caps this change only.
  bool caps_value = false;
  std::string name;
  StatIndex stat = kUnbound;  ///< of `name`, if it is one
  schema::Change::Last last{};
  PeriodIndex until = kUnbound;
  std::vector<std::string> keywords;

  /// True if it is a continuous change, recorded in the ledger; false if it is done at once, as an event.
  [[nodiscard]] bool isChange() const { return docket::isChange(what); }
};

struct Ability {
  using Kind = schema::Ability::Kind;
  std::string name, designator, event;
  std::vector<std::string> zones;
  std::vector<LimitOf> limits{};
  std::int32_t description;
  schema::Ability::Kind kind{};
  std::vector<std::string> keywords{};     ///< its own keywords: the bold words before its designator
  std::vector<std::string> designators{};  ///< the designators as which it can be used and counts
  Trigger trigger{};
  std::vector<AbilityCondition> conditions{};
  std::vector<Cost> costs{};
  std::vector<Target> targets{};
  std::vector<Effect> effects{};
  bool optional = false;
  std::uint16_t copies = 1;
  bool doubtful = false;  ///< it may have limits that are not in `limits`
  schema::Ability::Works face{};
};

/// Compiles the effects of a trait that the rules define by name, as a continuous trait. Throws BadInput.
std::shared_ptr<const Ability> compileNamedTrait(schema::NamedTrait::Reader from, const Ruleset& ruleset);

/// Compiles an ability's text except its limits. Throws BadInput; `where` is its place for messages. `self`: the type
/// of `this` in it: a card, or a player for an ability that players have.
Ability compileAbility(schema::Ability::Reader from, const Ruleset& ruleset, const std::string& where,
                       expression::Type self = expression::Type::card);

/// An ability known only from a text box: its keywords, its designators, and its whole text as its name.
Ability abilityInText(const TextBox::Ability& from, const Ruleset& ruleset);

}  // namespace docket
