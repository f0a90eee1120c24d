// The names that a ruleset gives to features of cards: characteristics other than types and keywords, and attributes of
// types.
#pragma once

#include <string_view>
#include <vector>

#include "engine/rules/catalogue.h"

namespace docket {

/// The names of the attributes that the ruleset's types have.
std::vector<std::string_view> attributeNames(const Ruleset& ruleset);

/// The characteristics that the ruleset lists, and the states of a card, which can be asked for in the same way.
std::vector<std::string_view> characteristicNames(const Ruleset& ruleset);

/// A listed characteristic as printed; empty if the card has none.
std::string_view printedCharacteristic(const Definition& definition, std::string_view name);
/// True if the card's catalogue does not know its characteristic of that name.
bool isUnsaid(const Definition& definition, std::string_view name);

}  // namespace docket
