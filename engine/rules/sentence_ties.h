// Which sentences of a text box cannot stand alone: they refer back to the one before, and are one trait with it.
// Internal to the reading of text boxes. The words that do so are the ruleset's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/ruleset.h"
#include "engine/rules/text_marks.h"

namespace docket {

class SentenceTies {
 public:
  explicit SentenceTies(const Ruleset& ruleset);

  /// Whether a sentence has a word that refers back to the one before it. One that names whom it speaks of before a
  /// comma and goes on with a word for that refers with such words to what it has named itself.
  [[nodiscard]] bool isTied(const MarkedText& sentence) const;

 private:
  /// How a sentence opens that names whom it speaks of, "While this ..., he": what it begins with, and the word behind
  /// the comma.
  struct OwnOpening {
    std::string begins, word;
  };

  [[nodiscard]] bool namesItsOwn(std::string_view text) const;
  /// Whether a word stands for what a sentence has named itself.
  [[nodiscard]] bool isForNamed(std::string_view word) const;

  std::vector<std::string> words_;  ///< that refer back
  std::vector<OwnOpening> own_;
};

}  // namespace docket
