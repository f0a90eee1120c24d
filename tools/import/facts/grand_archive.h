// Cards of Grand Archive: of the index's interface, and of gabrary, which has the same fields as Python prints them.
// Internal to tools/import/facts.
#pragma once

#include "tools/import/facts/line.h"

namespace docket::facts {

CardFacts archiveCard(const FactObject& card);

}  // namespace docket::facts
