#include "engine/rules/listed_characteristics.h"

#include <range/v3/algorithm/contains.hpp>

namespace docket {

std::vector<std::string_view> attributeNames(const Ruleset& ruleset) {
  std::vector<std::string_view> names;
  for (const auto& attributes : ruleset.type_attributes) {
    for (const auto& attribute : attributes) names.emplace_back(attribute.first);
  }
  return names;
}

std::vector<std::string_view> characteristicNames(const Ruleset& ruleset) {
  std::vector<std::string_view> names(ruleset.characteristics.begin(), ruleset.characteristics.end());
  names.insert(names.end(), {"orientation", "face", "zone", "controller", "owner"});
  return names;
}

std::string_view printedCharacteristic(const Definition& definition, std::string_view name) {
  for (const auto& [printed, value] : definition.characteristics) {
    if (printed == name) return value;
  }
  return {};
}

bool isUnsaid(const Definition& definition, std::string_view name) {
  return ranges::contains(definition.unsaid_characteristics, name);
}

}  // namespace docket
