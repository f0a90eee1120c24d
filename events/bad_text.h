// The mistakes of a text, all told at once as a compiler does: they are found one after the other, and what was found
// is thrown when the text has been read to its end. For transcripts and for JSON Lines.
// Invariant: what is kept is bounded, however many mistakes a text has; all of them are counted.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "events/errors.h"

namespace docket {

/// Of how many mistakes of a text the messages are kept.
inline constexpr std::size_t kMostMistakes = 50;

/// What of a text cannot be read: its first mistake, as every other bad input, and all of them.
template <class Mistake = BadInput>
class BadText : public BadInput {
 public:
  /// `mistakes`: at least one; `more`: how many there are beside them.
  BadText(std::vector<Mistake> mistakes, std::size_t more)
      : BadInput(mistakes.front()), mistakes_(std::move(mistakes)), more_(more) {}

  [[nodiscard]] const std::vector<Mistake>& mistakes() const { return mistakes_; }
  [[nodiscard]] std::size_t more() const { return more_; }

 private:
  std::vector<Mistake> mistakes_;
  std::size_t more_;
};

/// The mistakes that were found so far.
template <class Mistake = BadInput>
class FoundMistakes {
 public:
  void add(const Mistake& mistake) {
    if (mistakes_.size() < kMostMistakes) {
      mistakes_.push_back(mistake);
    } else {
      ++more_;
    }
  }
  [[nodiscard]] bool none() const { return mistakes_.empty(); }
  /// Throws a BadText with what was found, if anything was.
  void requireNone() const {
    if (!mistakes_.empty()) throw BadText<Mistake>(mistakes_, more_);
  }

 private:
  std::vector<Mistake> mistakes_;
  std::size_t more_ = 0;
};

}  // namespace docket
