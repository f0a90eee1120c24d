// Finds the sentences of a text box that refer back to the one before, and form one trait with it. The ruleset lists
// the words that refer back, and the nouns that they can mean.
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

  /// True if a sentence has a word that refers back to the sentence before it, because nothing that the word can mean
  /// precedes it in its own sentence.
  [[nodiscard]] bool isTied(const MarkedText& sentence) const;

  /// True if a text, in lower case, names something that a later word can mean.
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
  /// True if a noun that ends at `end` is part of words that refer back ("that Personality") or of a longer noun.
  [[nodiscard]] bool isPartOfLongerWords(std::string_view text, std::size_t end, std::string_view noun) const;

  std::vector<std::string> words_;  ///< the words that refer back
  std::vector<OwnOpening> own_;
  std::vector<Noun> nouns_;
};

}  // namespace docket
