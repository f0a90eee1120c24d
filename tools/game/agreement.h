// How an answer compares with the record, in the words that all commands use.
#pragma once

#include <algorithm>
#include <string_view>

#include "engine/rules/expression/value.h"

namespace docket {

/// The grades in ascending order of severity: exact, unverified, diverged.
using Agreement = expression::Grade;

/// "EXACT", "UNVERIFIED", "DIVERGED".
[[nodiscard]] constexpr std::string_view agreementWord(Agreement agreement) {
  switch (agreement) {
    case Agreement::exact:
      return "EXACT";
    case Agreement::unverified:
      return "UNVERIFIED";
    case Agreement::diverged:
      return "DIVERGED";
  }
  return "UNVERIFIED";
}

/// "known", "absent", "unknown".
[[nodiscard]] constexpr std::string_view presenceWord(expression::Value::Presence presence) {
  switch (presence) {
    case expression::Value::Presence::known:
      return "known";
    case expression::Value::Presence::absent:
      return "absent";
    case expression::Value::Presence::unknown:
      return "unknown";
  }
  return "unknown";
}

/// Returns the worse of two grades.
[[nodiscard]] constexpr Agreement worse(Agreement one, Agreement other) { return std::max(one, other); }

}  // namespace docket
