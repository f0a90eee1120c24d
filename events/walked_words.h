// The words that a message lies in, where a walk has met each of them once, in the order in which a copy of the message
// would have them (store/rows/message_walk.h): then each pointer leads forward, to what lies within them, and can be
// followed by its offset. Of a message that nobody went through, the library is asked. Invariant: the words do not
// change while somebody has this.
#pragma once

#include <cstdint>

namespace docket {

struct WalkedWords {
  const std::uint8_t* end = nullptr;  ///< behind the last of them; null: nobody went through the message
};

}  // namespace docket
