// The canonical words of a struct, written to where they are wanted. Each event of a game that is verified goes this
// way, so no message is made for it. Internal to the public forms.
// Invariant: the bytes are those of canonicalWords() (document.h), of the struct without the pointers that are left
// out.
#pragma once

#include <capnp/any.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "events/walked_words.h"

namespace docket {

/// Pointers that are passed by as if they pointed to nothing: so what is hidden in an event is left out of its words,
/// and no copy of the event is made that is without it.
class LeftOut {
 public:
  /// Adds a pointer of a struct by its number, where the struct has one of that number (an older one may not). All are
  /// of one struct or of one list of structs, in the order in which they lie there.
  void add(capnp::AnyStruct::Reader holder, std::size_t pointer);
  /// Whether the pointer that lies at a place is one of them.
  [[nodiscard]] bool has(const std::uint8_t* place) const {
    const std::size_t word = (reinterpret_cast<std::uintptr_t>(place) - first_) / sizeof(capnp::word);
    return word / kBits < words_.size() && (words_[word / kBits] >> (word % kBits) & 1U) != 0;
  }

 private:
  static constexpr std::size_t kBits = 64;

  std::uintptr_t first_ = 0;          // where the first of them lies
  std::vector<std::uint64_t> words_;  // of each word from there on, a bit
};

/// Appends the canonical words of a message that has the struct as its root. `walked`: the words that the struct lies
/// in, where somebody went through them. Throws kj::Exception where the struct is malformed, or holds what is neither a
/// struct nor a list.
void appendCanonicalWords(capnp::AnyStruct::Reader from, std::vector<std::uint8_t>& to, const LeftOut& left_out = {},
                          WalkedWords walked = {});

}  // namespace docket
