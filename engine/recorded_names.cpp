#include "engine/recorded_names.h"

#include <fmt/format.h>

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

std::string wrongValue(const Ruleset& ruleset, std::string_view name) {
  if (ruleset.values.empty() || name.empty() || ruleset.value(name) != kUnbound) return {};
  const auto known = ruleset.values | ranges::views::transform(&Value::name) | ranges::to_vector;
  return fmt::format("players have no value \"{}\" in the ruleset{}", name, didYouMean(name, known));
}

}  // namespace

std::string unknownName(const Ruleset& ruleset, const Names& names, schema::Event::Reader event) {
  if (event.isBegan()) {
    const auto began = event.getBegan();
    return wrongPeriod(ruleset, names.text(began.getPeriod()), names.text(began.getName()));
  }
  if (event.isValueChanged()) {
    const auto changed = event.getValueChanged();
    const bool of_player = kindOf(changed.getSubject()) == EntityKind::player;
    return of_player ? wrongValue(ruleset, names.text(changed.getValue())) : std::string{};
  }
  return {};
}

}  // namespace docket
