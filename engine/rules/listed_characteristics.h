// The names that a ruleset gives to what cards have: characteristics beside types and keywords, and attributes of
// types.
#pragma once

#include <string_view>
#include <vector>

#include "engine/rules/catalogue.h"

namespace docket {

/// The names of what the ruleset's types say something of.
std::vector<std::string_view> attributeNames(const Ruleset& ruleset);

/// The characteristics that the ruleset lists, and the states of a card, which are none but can be asked for.
std::vector<std::string_view> characteristicNames(const Ruleset& ruleset);

/// A characteristic that the ruleset lists, as it is printed; empty where the card has none.
std::string_view printedCharacteristic(const Definition& definition, std::string_view name);
/// Whether the catalogue of the card does not know what it has of that name.
bool isUnsaid(const Definition& definition, std::string_view name);

}  // namespace docket
