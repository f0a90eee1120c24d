// The words of a message that a walk has visited once each, in the order in which a copy of the message would have them
// (store/rows/message_walk.h). Each pointer then leads forward, into these words, and can be followed by its offset.
// For a message that was not walked, the library is used.
// Invariant: the words do not change while this exists.
#pragma once

#include <cstdint>

namespace docket {

struct WalkedWords {
  const std::uint8_t* end = nullptr;  ///< the end of the words; null: the message was not walked
};

}  // namespace docket
