#include "engine/query/recorded_names.h"

#include <fmt/format.h>

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>

#include "events/entity.h"
#include "events/nearest.h"

namespace docket {
namespace {

std::string wrongPeriod(const Ruleset& ruleset, std::string_view kind, std::string_view name) {
  const PeriodIndex index = ruleset.period(kind);
  if (index == kUnbound || name.empty()) return {};
  const auto& known = ruleset.periods[index].names;
  if (known.empty() || ranges::contains(known, name)) return {};
  return fmt::format("the ruleset has no {} \"{}\"{}", kind, name, didYouMean(name, known));
}

/// What is wrong with the name of a value of players, or of the game; nothing where the ruleset lists none of theirs.
std::string wrongValue(const Ruleset& ruleset, std::string_view name, bool of_game) {
  const bool lists = of_game ? ranges::any_of(ruleset.values, &Value::of_game) : !ruleset.values.empty();
  if (!lists || name.empty() || ruleset.value(name) != kUnbound) return {};
  const auto known = ruleset.values | ranges::views::transform(&Value::name) | ranges::to_vector;
  return fmt::format("{} no value \"{}\" in the ruleset{}", of_game ? "the game has" : "players have", name,
                     didYouMean(name, known));
}

}  // namespace

std::string unknownName(const Ruleset& ruleset, const Names& names, schema::Event::Reader event) {
  if (event.isBegan()) {
    const auto began = event.getBegan();
    return wrongPeriod(ruleset, names.text(began.getPeriod()), names.text(began.getName()));
  }
  if (event.isValueChanged()) {
    const auto changed = event.getValueChanged();
    const EntityKind of = kindOf(changed.getSubject());
    if (of != EntityKind::player && of != EntityKind::game) return {};
    return wrongValue(ruleset, names.text(changed.getValue()), of == EntityKind::game);
  }
  if (event.isCorrected() && event.getCorrected().hasReplacement()) {
    return unknownName(ruleset, names, event.getCorrected().getReplacement());
  }
  return {};
}

}  // namespace docket
