// The result of reading a printed card: the meaning of each word, the abilities and limits that the words give, and the
// unread words.
// Invariant: reading is total. Every word of a text is covered by a wording or unread; an unread word gives nothing,
// but is never treated as meaning nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/matters.h"
#include "engine/rules/wordings/matcher.h"
#include "engine/rules/wordings/sections.h"
#include "schemas/card.capnp.h"

namespace docket::wordings {

/// Words that a wording reads.
struct WordsRead {
  std::size_t text = 0, section = 0;
  Block block{};
  const Wording* wording = nullptr;
  Fit fit;  ///< the words of the text, and what they name
};

/// A limit that words give.
struct LimitRead {
  const WordsRead* by = nullptr;
  std::string limit;     ///< its name in the ruleset
  std::string group;     ///< the group that shares it; empty: the limit has no groups
  std::int32_t max = 0;  ///< 0: the ruleset's own
  std::string title;     ///< the other title under which it is counted
};

struct AbilityRead {
  schema::Opens kind{};  ///< ability, trait or triggered
  std::size_t text = 0;
  std::vector<std::size_t> sections;    ///< in that text, in order
  std::vector<const WordsRead*> words;  ///< the words that are part of it
  std::vector<LimitRead> limits;
  bool whole = true;                 ///< every word of it is read; only then does it have effects
  std::optional<std::size_t> begun;  ///< the line of the layout that opens it, before any word is read
  bool item = false;
  std::optional<std::size_t> opener;  ///< the sentence that makes this item an ability of its own
};

/// Unread words [begin, end) of a text.
struct Unread {
  std::size_t text = 0, section = 0, begin = 0, end = 0;
};

struct CardReading {
  /// The result for a section.
  struct OfSection {
    std::vector<const WordsRead*> words;  ///< in the order in which they were read
    bool withheld = false;                ///< parts of it that are understood as a whole or not at all give nothing
    std::optional<std::size_t> ability;   ///< the ability that it belongs to
  };
  struct Text {
    std::string field, light;
    PrintedText printed;
    std::vector<Section> sections;
    std::vector<OfSection> read;  ///< for each section
    std::vector<bool> covered;    ///< for each word: it is read
    std::vector<bool> corrected;  ///< for each word: a person decided its meaning
  };
  std::vector<Text> texts;
  std::vector<std::unique_ptr<const WordsRead>> words;  ///< in the order of the texts
  std::vector<AbilityRead> abilities;
  std::vector<LimitRead> limits;  ///< on the card itself
  std::vector<Unread> unread;
  Matters matters;  ///< the matters that the unread words can be about
  std::size_t words_all = 0, words_read = 0;

  [[nodiscard]] bool whole() const { return unread.empty() && !matters.any(); }
  [[nodiscard]] const OfSection& sectionOf(const WordsRead& one) const { return texts[one.text].read[one.section]; }
};

}  // namespace docket::wordings
