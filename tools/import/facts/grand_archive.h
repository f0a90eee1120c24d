// Cards of Grand Archive from the API of its index, and from gabrary, which has the same fields in Python's notation.
// Internal to tools/import/facts.
#pragma once

#include "tools/import/facts/line.h"

namespace docket::facts {

CardFacts archiveCard(const FactObject& card);

}  // namespace docket::facts
