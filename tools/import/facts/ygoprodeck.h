// Cards of Yu-Gi-Oh! as YGOPRODeck's interface answers them.
// Internal to tools/import/facts.
#pragma once

#include "tools/import/facts/line.h"

namespace docket::facts {

CardFacts duelCard(const FactObject& card);

}  // namespace docket::facts
