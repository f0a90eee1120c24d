// Collects the mistakes in a text and reports them together, as a compiler does: they are collected one by one and
// thrown when the whole text has been read. For transcripts and JSON Lines.
// Invariant: the stored mistakes are bounded, however many the text has; all of them are counted.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "events/errors.h"

namespace docket {

/// The number of mistakes in a text whose messages are kept.
inline constexpr std::size_t kMaxMistakes = 50;

/// The mistakes in a text: thrown like any other bad input with the first mistake, and holds all of them.
template <class Mistake = BadInput>
class BadText : public BadInput {
 public:
  /// `mistakes`: at least one; `more`: the number of further ones.
  BadText(std::vector<Mistake> mistakes, std::size_t more)
      : BadInput(mistakes.front()), mistakes_(std::move(mistakes)), more_(more) {}

  [[nodiscard]] const std::vector<Mistake>& mistakes() const { return mistakes_; }
  [[nodiscard]] std::size_t more() const { return more_; }

 private:
  std::vector<Mistake> mistakes_;
  std::size_t more_;
};

/// The mistakes found so far.
template <class Mistake = BadInput>
class FoundMistakes {
 public:
  void add(const Mistake& mistake) {
    if (mistakes_.size() < kMaxMistakes) {
      mistakes_.push_back(mistake);
    } else {
      ++more_;
    }
  }
  [[nodiscard]] bool none() const { return mistakes_.empty(); }
  /// Throws a BadText if any mistake was found.
  void requireNone() const {
    if (!mistakes_.empty()) throw BadText<Mistake>(mistakes_, more_);
  }

 private:
  std::vector<Mistake> mistakes_;
  std::size_t more_ = 0;
};

}  // namespace docket
