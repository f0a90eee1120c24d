// The fuzz target for pairings: any input is refused with BadInput, which names the place, or read; then each row is
// found again by its own keys.
#pragma once

#include <kj/debug.h>

#include <string_view>

#include "events/errors.h"
#include "tools/import/pairings.h"

namespace docket {

/// The bytes as a table. Returns whether they are one.
inline bool takePairings(std::string_view bytes) {
  try {
    const Pairings table(bytes, "fuzz");
    for (const PairingRow& row : table.rows()) {
      KJ_REQUIRE(!row.about.empty() && row.line != 0);
      for (const std::string& about : row.about) static_cast<void>(table.rowOf({.id = about, .file = about}));
    }
  } catch (const BadInput& refused) {
    KJ_REQUIRE(std::string_view(refused.what()).starts_with("fuzz"), refused.what());
    return false;
  }
  return true;
}

}  // namespace docket
