// The possible continuations of a line at its end, noted while it is read. Internal to the reading of lines.
// Invariant: only continuations that the reader would accept there are noted.
#pragma once

#include <vector>

#include "tools/notation/phrases.h"

namespace docket::notation {

struct Expectations {
  struct Expected {
    const Part* part;
    schema::Event::Which payload;
  };
  bool verb = false;
  std::vector<Expected> parts{};
};

}  // namespace docket::notation
