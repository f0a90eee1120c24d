// The claims of rulings, read: games of one set of rules say the same few hundred again and again.
// Invariant: what it gives is what parsing the text gives, and it has a bound: what it has room for no more is
// forgotten, and read again.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "engine/rules/expression/expression.h"
#include "tools/game/gives_names.h"

namespace docket {

/// Those that were read under one ruleset. Several threads may ask at once.
class ClaimTexts {
 public:
  /// A claim, read with the names of its game. Throws BadInput where it is no condition.
  [[nodiscard]] std::shared_ptr<const expression::Expression> read(std::string_view claim, const Ruleset& ruleset,
                                                                   const GivesNames& names) const;

 private:
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::shared_ptr<const expression::Expression>, std::less<>> known_;
};

}  // namespace docket
