// Finds the sentences of a text box that refer back to the one before, and are one trait with it.
// The words that do so, and the nouns that they can mean, are the ruleset's.
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

  /// Whether a sentence has a word that refers back to the one before it: one for which it names nothing itself.
  [[nodiscard]] bool isTied(const MarkedText& sentence) const;

  /// Whether a text, in small letters, names something itself that a later word can mean.
  [[nodiscard]] bool names(std::string_view text, std::string_view word) const;

 private:
  /// An opening of a sentence that names its subject, "While this ..., he": its first words, and the word after
  /// the comma.
  struct OwnOpening {
    std::string begins, word;
  };
  /// A noun, and the later words that can mean it: "Personality ... he, his".
  struct Noun {
    std::string noun;
    std::vector<std::string> words;
  };

  [[nodiscard]] bool namesItsOwn(std::string_view text) const;
  /// True if a word refers to something that its own sentence has named.
  [[nodiscard]] bool isForNamed(std::string_view word) const;
  /// Whether a noun that ends at `end` is part of words that refer back, "that Personality", or of a longer noun.
  [[nodiscard]] bool isPartOfMore(std::string_view text, std::size_t end, std::string_view noun) const;

  std::vector<std::string> words_;  ///< that refer back
  std::vector<OwnOpening> own_;
  std::vector<Noun> nouns_;
};

}  // namespace docket
