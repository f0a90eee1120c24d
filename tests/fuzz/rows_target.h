// The fuzz target for stored rows: opens the input as each kind of row of an archive, and reads all of it. An archive
// can come from strangers: only a kj::Exception may result.
#pragma once

#include <capnp/any.h>
#include <kj/debug.h>
#include <kj/exception.h>

#include <string_view>

#include "store/rows/mentioned_names.h"
#include "store/rows/packing.h"
#include "store/rows/rows.h"

namespace docket {

/// The bytes as a row of events that begins with event 1, and as each of the small rows. Returns whether it is one of
/// events.
inline bool takeRow(std::string_view input) {
  const auto tail = detail::decodeTail(input);
  KJ_REQUIRE(!tail || detail::encode(*tail) == input, "a tail is another");
  const auto totals = detail::decodeTotals(input);
  KJ_REQUIRE(!totals || detail::encode(*totals) == input, "totals are others");
  const auto branch_point = detail::decodeBranchPoint(input);
  KJ_REQUIRE(!branch_point || detail::encode(*branch_point) == input, "a branch point differs");
  (void)detail::decodeSecrets(input);
  (void)MentionedNames::read(input, Digest{});
  detail::OpenRow row;
  try {
    row.open(1, input);
    for (const auto event : row.events()) (void)capnp::AnyStruct::Reader(event).canonicalize();
  } catch (const kj::Exception&) {
    return false;
  }
  KJ_REQUIRE(row.holds(1) && row.holds(row.last()) && !row.holds(row.last() + 1), "it holds other events than it says");
  return true;
}

}  // namespace docket
