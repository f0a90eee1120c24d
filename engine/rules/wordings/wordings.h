// A document of wordings, compiled: how the printed texts of a game's cards are read.
// Invariant: every pattern in it has its phrases bound, and no phrase stands within itself.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/matters.h"
#include "engine/rules/wordings/pattern.h"
#include "schemas/wordings.capnp.h"

namespace docket::wordings {

using Block = schema::Wording::Block;

/// Forms that a word can have, whichever word it is: a set of bits.
using WordForms = std::uint8_t;
namespace form {
inline constexpr WordForms kNumber = 1, kQuoted = 2, kOwn = 4, kCapital = 8, kOfTitle = 16, kBold = 32, kItalic = 64;
inline constexpr WordForms kAny = 128;  ///< every word has it
}  // namespace form
[[nodiscard]] WordForms formsOf(const PrintedWord& word);

/// With which words a pattern can begin. A pattern that cannot begin with a word is not tried there.
struct Start {
  std::vector<WordNumber> words;  ///< sorted
  WordForms forms = 0;            ///< or with a word that has one of these; kAny: with none, too

  [[nodiscard]] bool holds(const PrintedWord& word) const;
  void seal();
};

struct Phrase {
  struct Alternative {
    Pattern words;
    std::string means;  ///< empty: the words themselves
  };
  std::string name;
  std::vector<Alternative> is;
  Start start;
};

/// What the text is called that a catalogue has as a card's `text`.
inline constexpr std::string_view kTextBox = "text";

/// A card as it is printed.
struct PrintedCard {
  struct Text {
    std::string field;  ///< "text", or the name of another text of it: "pendulum"
    std::string words;  ///< with light marks (text_marks.h); empty: the card is known to have no such text
  };
  std::string key, title;
  std::vector<std::string> types, subtypes;
  std::vector<Text> texts;
};

/// Which cards, and which texts of them, a line of the document is about.
struct CardChoice {
  std::vector<std::string> types, subtypes, keys, fields, not_subtypes, known_fields;
  bool every = false;  ///< it is about all

  explicit CardChoice(schema::Cards::Reader from);
  [[nodiscard]] bool holds(const PrintedCard& card, std::string_view field) const;
};

struct Wording {
  std::vector<Pattern> words;
  std::string name;
  std::uint32_t layer = 0;
  CardChoice of;
  std::uint32_t blocks = 0;  ///< bits by Block; 0: wherever it is found
  bool correction = false;   ///< somebody decided it: it outranks the others
  std::string decided;       ///< of a correction: by whom, and when
  Start start;
  schema::Wording::Reader says;
};

/// What abilities have before a word is read, or where no word says it.
struct AbilityDefault {
  CardChoice of;
  schema::Ability::Reader gives;
  bool takes_first = false;
};

/// What words can be about where nobody read them.
struct Doubt {
  Pattern words;
  schema::Doubt::About about{};
  schema::Matter matter{};
  ActSet acts = 0;
  Start start;
};

/// A line of the document that can begin with a word, if that has one of these forms.
struct Candidate {
  std::uint32_t line = 0;
  WordForms forms = 0;
};

/// The lines of a document that can begin with a word, in their order.
class StartIndex {
 public:
  void add(std::uint32_t line, const Start& start) { added_.emplace_back(line, &start); }
  /// When all have been added, and while what they begin with is still there. `words`: how many have a number.
  void seal(std::size_t words);
  [[nodiscard]] const std::vector<Candidate>& of(WordNumber word) const { return by_word_[word]; }

 private:
  std::vector<std::vector<Candidate>> by_word_;
  std::vector<std::pair<std::uint32_t, const Start*>> added_;
};

/// Which wordings are looked for at the beginning of a part of a text, and which anywhere in it.
struct LookedFor {
  StartIndex at_start, anywhere;
};

struct Layer {
  std::string name;
  LookedFor corrections, wordings;
};

struct Layout {
  std::vector<AbilityDefault> begun, unsaid;
  std::vector<std::pair<CardChoice, schema::Opens>> others;
  std::vector<CardChoice> flavor;
  std::uint32_t wholly = 0;  ///< bits by Block

  /// Whether such parts of a text are understood as a whole or not at all.
  [[nodiscard]] bool readsWholly(Block block) const { return (wholly >> static_cast<unsigned>(block) & 1U) != 0; }
};

class Wordings {
 public:
  /// Compiles a document, with what somebody decided beside it. Both must outlive this. Throws BadDocument for a
  /// pattern that is none (with its line and column), a phrase that nothing declares, one that stands within itself,
  /// and a name of a wording that occurs twice.
  Wordings(schema::Wordings::Reader document, const std::string& file,
           const std::vector<schema::Corrections::Reader>& corrections = {});

  [[nodiscard]] schema::Wordings::Reader document() const { return document_; }
  [[nodiscard]] const Vocabulary& vocabulary() const { return vocabulary_; }
  [[nodiscard]] const std::vector<Phrase>& phrases() const { return phrases_; }
  [[nodiscard]] const std::vector<Wording>& all() const { return wordings_; }
  [[nodiscard]] const std::vector<Layer>& layers() const { return layers_; }
  [[nodiscard]] const std::vector<Doubt>& doubts() const { return doubts_; }
  /// Whether the document says of words, too, that they are about nothing: then any other can be about anything.
  [[nodiscard]] bool knowsHarmlessWords() const { return knows_harmless_words_; }
  [[nodiscard]] const StartIndex& doubtsByStart() const { return doubts_by_start_; }
  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] bool hasCorrections() const { return !wordings_.empty() && wordings_.front().correction; }

 private:
  void bind(Pattern& pattern, const std::string& where) const;
  void refuseRings(const std::string& file) const;
  void index();
  bool addStart(const Pattern& pattern, Start& start) const;
  /// By phrase, the words that it needs; filled on demand, since one phrase stands in many patterns.
  using NeededByPhrases = std::vector<std::optional<std::vector<WordNumber>>>;
  [[nodiscard]] std::vector<WordNumber> neededBy(const Pattern& pattern, NeededByPhrases& by_phrases) const;
  void add(schema::Wording::Reader from, const schema::Corrections::Correction::Reader* decided);

  schema::Wordings::Reader document_;
  Vocabulary vocabulary_;
  std::vector<Phrase> phrases_;
  std::vector<Wording> wordings_;
  std::vector<Layer> layers_;
  std::vector<Doubt> doubts_;
  bool knows_harmless_words_ = false;
  StartIndex doubts_by_start_;
  Layout layout_;
};

}  // namespace docket::wordings
