// What the fields of each source of facts mean. Internal to tools/import/facts.
#pragma once

#include "tools/import/facts/line.h"

namespace docket::facts {

// The sources.
CardFacts marvelCard(const FactObject& card);
CardFacts legendCard(const FactObject& card);
CardFacts archiveCard(const FactObject& card);
CardFacts hearthstoneCard(const FactObject& card);

}  // namespace docket::facts
