// Cards of Yu-Gi-Oh! from YGOPRODeck's API.
// Internal to tools/import/facts.
#pragma once

#include "tools/import/facts/line.h"

namespace docket::facts {

CardFacts duelCard(const FactObject& card);

}  // namespace docket::facts
