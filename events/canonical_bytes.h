// Writes the canonical words of a struct directly to a buffer. Verification uses it for every event of a game, so it
// builds no message. Internal to the public forms.
// Invariant: the bytes are those of canonicalWords() (document.h) for the struct without the omitted pointers.
#pragma once

#include <capnp/any.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "events/walked_words.h"

namespace docket {

/// Pointers that are treated as null, so that hidden data in an event is left out of its words without copying the
/// event.
class OmittedPointers {
 public:
  /// Adds a pointer of a struct by its number, if the struct has one of that number (an older one may not). All
  /// pointers must be in one struct or in one list of structs, and be added in order of their position.
  void add(capnp::AnyStruct::Reader holder, std::size_t pointer);
  /// True if the pointer at a position is one of them.
  [[nodiscard]] bool has(const std::uint8_t* place) const {
    const std::size_t word = (reinterpret_cast<std::uintptr_t>(place) - first_) / sizeof(capnp::word);
    return word / kBits < words_.size() && (words_[word / kBits] >> (word % kBits) & 1U) != 0;
  }

 private:
  static constexpr std::size_t kBits = 64;

  std::uintptr_t first_ = 0;          // the position of the first one
  std::vector<std::uint64_t> words_;  // a bit for each word from there on
};

/// Appends the canonical words of a message with the struct as its root. `walked`: the words of the struct, if they
/// were validated. Throws kj::Exception if the struct is malformed, or holds anything other than structs and lists.
void appendCanonicalWords(capnp::AnyStruct::Reader from, std::vector<std::uint8_t>& to,
                          const OmittedPointers& left_out = {}, WalkedWords walked = {});

}  // namespace docket
