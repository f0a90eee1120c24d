// Differences as text and as JSON (difference.h).
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "events/json/json_writer.h"
#include "tools/verdict/difference.h"

namespace docket {

/// The names of the sides.
struct SideNames {
  std::string first, second;
};

/// Prints differences, at most 80 columns wide, by subject.
void printDifferences(std::ostream& out, const std::vector<Difference>& differences, const SideNames& names,
                      bool colour);
/// Writes the member "differences" of an object.
void writeDifferences(JsonWriter& json, const std::vector<Difference>& differences);

}  // namespace docket
