// The limits and effects of a Yu-Gi-Oh! card by its script, and those of a card that was read.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/rules/wordings/card_reading.h"
#include "schemas/card.capnp.h"
#include "tests/witness/lines.h"

namespace docket::reading {

/// For each kind of limit, how many effects share each counter, sorted.
using Counters = std::map<std::string, std::vector<std::size_t>>;

struct ScriptEffect {
  std::set<std::string> kinds;  ///< as catalogues name them
  std::set<std::string> zones;  ///< empty: not given
};

struct ScriptCard {
  bool doubtful = false;
  bool counts_chains = false;  ///< by a cost that counts: limits per Chain cannot be told from others there
  std::size_t limits = 0;      ///< of any kind, scored or not
  std::string id, words;       ///< all that is printed
  Counters counters;
  std::vector<ScriptEffect> effects;  ///< one for each description
};

[[nodiscard]] ScriptCard scriptCard(const witness::Object& line);

struct TextCounters {
  Counters counters;
  Counters with_choices;  ///< if each choice of an effect is an effect
};
[[nodiscard]] TextCounters textCounters(const wordings::CardReading& reading);

}  // namespace docket::reading
