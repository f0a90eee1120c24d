// A pattern: words as cards print them, in the language of wordings.
//
//   pattern   = sequence { "|" sequence }
//   sequence  = { item }
//   item      = "(" pattern ")"        one of several
//             | "[" pattern "]"        it may appear there
//             | "{" pattern "}"        it may appear there, also several times
//             | "<" [name ":"] what ">"  a phrase of the document, or one of
//                                        number, title (a quoted one), word, name (words with capital letters),
//                                        own title, own name (its own title or words of it), own name's,
//                                        bold (words in bold, up to a mark), italic (words in italics), reminder (those
//                                        in parentheses)
//             | "..."                    any words, as few as possible
//             | word | mark              itself, in upper or lower case
//             | "\" mark                 a mark that has a meaning here: \( \[ \< \| \{
//
// Patterns are matched by matcher.h.
// Invariant: a pattern is a tree of bounded depth; no phrase is within itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/wordings/printed_words.h"

namespace docket::wordings {

struct Pattern {
  enum class Kind : std::uint8_t {
    word,      ///< that word or mark
    sequence,  ///< all parts, one after the other
    choice,    ///< one of its parts: the first with which the rest of the pattern matches
    optional,
    repeated,
    gap,     ///< any words
    phrase,  ///< a phrase of the document
    number,
    title,      ///< a quoted title
    own,        ///< the card's own title
    any,        ///< one word, whatever it is
    name,       ///< words that begin with a capital letter
    own_name,   ///< the card's own title, or words of it that stand for the card
    own_names,  ///< the same with "'s"
    bold,       ///< words in bold, without the marks between them
    italic,     ///< words in italics that are not reminder text
    reminder,   ///< reminder text: italics in parentheses
  };
  Kind kind = Kind::sequence;
  WordNumber word = kOtherWord;
  std::uint32_t phrase = 0;
  std::string what;  ///< the name of the phrase
  std::string name;  ///< the document's name for the matched words; empty: none
  std::vector<Pattern> parts;
  std::vector<WordNumber> needs;  ///< of a whole pattern: words without which it matches nowhere
};

/// Reads a pattern and adds its words to the vocabulary. Phrases are not bound yet. Throws BadInput with the column of
/// the error.
[[nodiscard]] Pattern parsePattern(std::string_view text, Vocabulary& vocabulary);

}  // namespace docket::wordings
