// A printed card, read: what each of its words was taken for, which abilities and limits it has by them, and which
// words nobody read. Invariant: reading is total. Whatever words a text has, each is covered by a wording or unread;
// what is unread gives nothing, and is never taken for nothing.
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
  Fit fit;  ///< which words of the text, and what they name
};

/// A limit that words give.
struct LimitRead {
  const WordsRead* by = nullptr;
  std::string limit;     ///< of the ruleset
  std::string group;     ///< with which others it is shared; empty: the limit has no groups
  std::int32_t max = 0;  ///< 0: the ruleset's own
  std::string title;     ///< under which other title it is counted
};

struct AbilityRead {
  schema::Opens kind{};  ///< ability, trait or triggered
  std::size_t text = 0;
  std::vector<std::size_t> sections;    ///< of that text, in their order
  std::vector<const WordsRead*> words;  ///< what gives it something
  std::vector<LimitRead> limits;
  bool whole = true;                 ///< every word of it is read, and nothing is left of any: only then it has effects
  std::optional<std::size_t> begun;  ///< the line of the layout that gives it, before a word is read
  bool item = false;
  std::optional<std::size_t> opener;  ///< the sentence that opens this item as an ability of its own
};

/// Words [begin, end) of a text that nobody read.
struct Unread {
  std::size_t text = 0, section = 0, begin = 0, end = 0;
};

struct CardReading {
  /// What was read of a section.
  struct OfSection {
    std::vector<const WordsRead*> words;  ///< in the order in which they were read
    bool withheld = false;                ///< parts of it that are understood wholly or not at all give nothing
    std::optional<std::size_t> ability;   ///< to which it belongs
  };
  struct Text {
    std::string field, light;
    PrintedText printed;
    std::vector<Section> sections;
    std::vector<OfSection> read;  ///< of each section
    std::vector<bool> covered;    ///< of each word: it is read
    std::vector<bool> corrected;  ///< of each word: somebody decided what it means
  };
  std::vector<Text> texts;
  std::vector<std::unique_ptr<const WordsRead>> words;  ///< in the order of the texts
  std::vector<AbilityRead> abilities;
  std::vector<LimitRead> limits;  ///< on the card itself
  std::vector<Unread> unread;
  Matters matters;  ///< what the unread words can be about
  std::size_t words_all = 0, words_read = 0;

  [[nodiscard]] bool whole() const { return unread.empty() && !matters.any(); }
  [[nodiscard]] const OfSection& sectionOf(const WordsRead& one) const { return texts[one.text].read[one.section]; }
};

}  // namespace docket::wordings
