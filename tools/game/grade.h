// How an answer compares with the record, in the words that all commands use.
#pragma once

#include <algorithm>
#include <string_view>

#include "engine/rules/expression/value.h"

namespace docket {

/// The grades in ascending order of severity: exact, unverified, diverged.
using Grade = expression::Grade;

/// "EXACT", "UNVERIFIED", "DIVERGED".
[[nodiscard]] constexpr std::string_view gradeWord(Grade grade) {
  switch (grade) {
    case Grade::exact:
      return "EXACT";
    case Grade::unverified:
      return "UNVERIFIED";
    case Grade::diverged:
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
[[nodiscard]] constexpr Grade worse(Grade one, Grade other) { return std::max(one, other); }

}  // namespace docket
