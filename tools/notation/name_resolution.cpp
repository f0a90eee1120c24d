#include "tools/notation/name_resolution.h"

#include <fmt/format.h>

#include <algorithm>

#include "events/nearest.h"

namespace docket::notation {
namespace {

bool isZone(const FieldShape& field) { return field.name == "zone" || field.name == "from" || field.name == "to"; }

}  // namespace

Seat playerOfTurn(const State& state, const Ruleset& ruleset) {
  Seat player = 0;
  EventNumber began = 0;
  for (std::size_t i = 0; i < ruleset.periods.size(); ++i) {
    const PeriodNow& now = state.periods[i];
    if (!now.open || now.player == 0 || now.began < began) continue;
    player = now.player;
    began = now.began;
  }
  return player;
}

Seat ownerUnsaid(const Ruleset& ruleset, std::string_view zone, Seat who) {
  const ZoneIndex index = ruleset.zone(zone);
  return index != kUnbound && ruleset.zones[index].owner == schema::Zone::Owner::SHARED ? Seat{0} : who;
}

std::vector<std::string_view> knownNames(const Ruleset& ruleset, const FieldShape& field) {
  std::vector<std::string_view> names;
  const auto add = [&](const auto& table) {
    for (const auto& each : table) names.push_back(each.name);
  };
  if (field.value.mark != Mark::name) return names;
  if (isZone(field)) add(ruleset.zones);
  if (field.name == "period" || field.name == "until") add(ruleset.periods);
  if (field.name == "value" || field.name == "reading") add(ruleset.values);
  if (field.name == "reading") add(ruleset.stats);
  if (field.name == "orientation") names.assign(ruleset.orientations.begin(), ruleset.orientations.end());
  return names;
}

std::string slipIn(const Ruleset& ruleset, const FieldShape& field, std::string_view name) {
  auto known = knownNames(ruleset, field);
  if (std::find(known.begin(), known.end(), name) != known.end()) return {};
  const bool must_be_known = isZone(field) || field.name == "period";
  if (!must_be_known || known.empty()) return didYouMean(name, known);
  if (field.name == "period") {
    for (const Period& period : ruleset.periods) known.insert(known.end(), period.names.begin(), period.names.end());
  }
  const std::string nearest = didYouMean(name, known);
  return nearest.empty() ? fmt::format(" (there are {})", fmt::join(known, ", ")) : nearest;
}

Titles::Titles(const Catalogue& catalogue) {
  for (const auto& definition : catalogue.definitions()) {
    const auto [place, fresh] = by_title_.emplace(definition->title, definition.get());
    if (!fresh) place->second = nullptr;
  }
}

std::optional<std::string> Titles::key(std::string_view title) const {
  if (title.empty()) return std::nullopt;
  if (by_title_.empty()) return std::string(title);
  const auto found = by_title_.find(title);
  if (found == by_title_.end() || found->second == nullptr) return std::nullopt;
  return found->second->key;
}

std::string Titles::nearest(std::string_view title) const {
  std::vector<std::string_view> titles;
  titles.reserve(by_title_.size());
  for (const auto& [each, definition] : by_title_) titles.push_back(each);
  return didYouMean(title, titles);
}

}  // namespace docket::notation
