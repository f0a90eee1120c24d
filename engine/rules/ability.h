// What stands in a card's text box, compiled: abilities, triggered and continuous traits, with conditions, costs,
// targets and effects as expressions (schemas/card.capnp says what each field means). Readings of them: limits.h,
// computed.h (continuous traits), obligations.h (triggered ones).
// Invariant: every expression in here was typed against the ruleset of the catalogue.
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

/// One limit on one ability, or on a card: which of the ruleset's limits, how many, and what it is shared with.
struct LimitOf {
  LimitIndex limit;
  std::int32_t max;
  std::string group;    ///< abilities of the same title with the same group share it; empty: this ability alone
  std::uint32_t title;  ///< the title under which it is counted (Catalogue's number of it)
};

struct Trigger {
  std::string name;
  EventKind on;
  Condition if_{};
  bool before = false;
};

/// What restricts a use, and what lets it happen against a requirement of the rules.
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

/// Whether an effect is a continuous change, and which kind of entry it is in the ledger.
[[nodiscard]] constexpr bool isChange(schema::Effect::What what) {
  return what < schema::Effect::What::DRAW || what == schema::Effect::What::SET_SUBTYPE;
}
[[nodiscard]] constexpr schema::Change::Kind changeOf(schema::Effect::What what) {
  if (what == schema::Effect::What::SET_SUBTYPE) return schema::Change::Kind::SET_SUBTYPE;
  return static_cast<schema::Change::Kind>(what);  // the first of both are the same
}
/// Which effect a recorded change is one of; nothing for one that no effect of a document makes.
[[nodiscard]] constexpr std::optional<schema::Effect::What> effectOf(schema::Change::Kind kind) {
  if (kind == schema::Change::Kind::SET_SUBTYPE) return schema::Effect::What::SET_SUBTYPE;
  if (kind >= schema::Change::Kind::COPY) return {};
  return static_cast<schema::Effect::What>(kind);
}

/// Whether an effect changes a stat: what it adds to it, sets it to, or bounds it by.
[[nodiscard]] constexpr bool changesStat(schema::Effect::What what) {
  using What = schema::Effect::What;
  return what == What::BONUS || what == What::SET || what == What::MINIMUM || what == What::MAXIMUM ||
         what == What::SET_BASE;
}

struct Effect {
  using What = schema::Effect::What;
  What what{};
  Condition to{}, amount{}, most{}, if_{};
  bool most_of_value = false;  ///< `most` caps what is changed, over all that raise it so; else this change alone
  std::string name;
  StatIndex stat = kUnbound;  ///< of `name`, where it is one
  schema::Change::Last last{};
  PeriodIndex until = kUnbound;
  std::vector<std::string> keywords;

  /// Whether it is a continuous change, an entry of the ledger; else it is done and leaves an event.
  [[nodiscard]] bool isChange() const { return docket::isChange(what); }
};

struct Ability {
  using Kind = schema::Ability::Kind;
  std::string name, designator, event;
  std::vector<std::string> zones;
  std::vector<LimitOf> limits{};
  std::int32_t description;
  schema::Ability::Kind kind{};
  std::vector<std::string> keywords{};     ///< its own: the bold words before its designator
  std::vector<std::string> designators{};  ///< as which it can be used and counts
  Trigger trigger{};
  std::vector<AbilityCondition> conditions{};
  std::vector<Cost> costs{};
  std::vector<Target> targets{};
  std::vector<Effect> effects{};
  bool optional = false;
  std::uint16_t copies = 1;
  bool doubtful = false;  ///< it may have limits that are not among `limits`
  schema::Ability::Works face{};
};

/// Compiles the effects of a trait that the rules know by its name: it is a continuous one. Throws BadInput.
std::shared_ptr<const Ability> compileNamedTrait(schema::NamedTrait::Reader from, const Ruleset& ruleset);

/// Compiles the text of an ability but for its limits. Throws BadInput; `where` says what it stands in. `self`: what
/// `this` is in it, a card, or a player where players have the ability and no card.
Ability compileAbility(schema::Ability::Reader from, const Ruleset& ruleset, const std::string& where,
                       expression::Type self = expression::Type::card);

/// An ability of which there is only what stands in a text box: its keywords and designators, and all of it as its
/// name.
Ability abilityInText(const TextBox::Ability& from, const Ruleset& ruleset);

}  // namespace docket
