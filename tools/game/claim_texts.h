// A cache of parsed ruling claims: games with the same ruleset repeat the same few hundred.
// Invariant: the cache returns what parsing the text returns. Its size is bounded; claims that do not fit are dropped
// and parsed again.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "engine/rules/expression/expression.h"
#include "tools/game/names_of_game.h"

namespace docket {

/// The claims parsed under one ruleset. Thread-safe.
class ClaimTexts {
 public:
  /// Parses a claim with the names of its game. Throws BadInput if it is not a condition.
  [[nodiscard]] std::shared_ptr<const expression::Expression> read(std::string_view claim, const Ruleset& ruleset,
                                                                   const NamesProvider& names) const;

 private:
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::shared_ptr<const expression::Expression>, std::less<>> known_;
};

}  // namespace docket
