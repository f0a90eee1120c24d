// A compiled document of wordings: how the printed texts of a game's cards are read.
// Invariant: every pattern has its phrases bound, and no phrase contains itself.
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

/// Forms that any word can have: a set of bits.
using WordForms = std::uint8_t;
namespace form {
inline constexpr WordForms kNumber = 1, kQuoted = 2, kOwn = 4, kCapital = 8, kOfTitle = 16, kBold = 32, kItalic = 64;
inline constexpr WordForms kAny = 128;  ///< every word has it
}  // namespace form
[[nodiscard]] WordForms formsOf(const PrintedWord& word);

/// The words with which a pattern can begin. A pattern is not tried at any other word.
struct Start {
  std::vector<WordNumber> words;  ///< sorted
  WordForms forms = 0;            ///< or a word with one of these forms; kAny: or no word

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

/// The name of the text that a catalogue has as a card's `text`.
inline constexpr std::string_view kTextBox = "text";

/// A printed card.
struct PrintedCard {
  struct Text {
    std::string field;  ///< "text", or the name of another text of it: "pendulum"
    std::string words;  ///< with light marks (text_marks.h); empty: the card is known to have no such text
  };
  std::string key, title;
  std::vector<std::string> types, subtypes;
  std::vector<Text> texts;
};

/// The cards, and their texts, that a line of the document is about.
struct CardChoice {
  std::vector<std::string> types, subtypes, keys, fields, not_subtypes, known_fields;
  bool every = false;  ///< it is about all cards

  explicit CardChoice(schema::Cards::Reader from);
  [[nodiscard]] bool holds(const PrintedCard& card, std::string_view field) const;
};

struct Wording {
  std::vector<Pattern> words;
  std::string name;
  std::uint32_t layer = 0;
  CardChoice of;
  std::uint32_t blocks = 0;  ///< bits by Block; 0: anywhere
  bool correction = false;   ///< a person decided it: it outranks the others
  std::string decided;       ///< for a correction: who decided it, and when
  Start start;
  schema::Wording::Reader says;
};

/// The properties of abilities before a word is read, or if no word gives them.
struct AbilityDefault {
  CardChoice of;
  schema::Ability::Reader gives;
  bool takes_first = false;
};

/// The matters that unread words can be about.
struct Doubt {
  Pattern words;
  schema::Doubt::About about{};
  schema::Matter matter{};
  PayloadSet acts = 0;
  Start start;
};

/// A line of the document that can begin with a word, if the word has one of these forms.
struct Candidate {
  std::uint32_t line = 0;
  WordForms forms = 0;
};

/// The lines of a document that can begin with a word, in order.
class StartIndex {
 public:
  void add(std::uint32_t line, const Start& start) { added_.emplace_back(line, &start); }
  /// Call when all lines are added, while their starts still exist. `words`: the number of numbered words.
  void seal(std::size_t words);
  [[nodiscard]] const std::vector<Candidate>& of(WordNumber word) const { return by_word_[word]; }

 private:
  std::vector<std::vector<Candidate>> by_word_;
  std::vector<std::pair<std::uint32_t, const Start*>> added_;
};

/// The wordings to try at the beginning of a part of a text, and those to try anywhere in it.
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

  /// True if such parts of a text are understood as a whole or not at all.
  [[nodiscard]] bool readsWholly(Block block) const { return (wholly >> static_cast<unsigned>(block) & 1U) != 0; }
};

class Wordings {
 public:
  /// Compiles a document, together with a person's decisions. Both must outlive this. Throws BadDocument for an invalid
  /// pattern (with its line and column), an undeclared phrase, a phrase that contains itself, and a duplicate name of a
  /// wording.
  Wordings(schema::Wordings::Reader document, const std::string& file,
           const std::vector<schema::Corrections::Reader>& corrections = {});

  [[nodiscard]] schema::Wordings::Reader document() const { return document_; }
  [[nodiscard]] const Vocabulary& vocabulary() const { return vocabulary_; }
  [[nodiscard]] const std::vector<Phrase>& phrases() const { return phrases_; }
  [[nodiscard]] const std::vector<Wording>& all() const { return wordings_; }
  [[nodiscard]] const std::vector<Layer>& layers() const { return layers_; }
  [[nodiscard]] const std::vector<Doubt>& doubts() const { return doubts_; }
  /// True if the document lists words that change nothing; any other unread word can then be about anything.
  [[nodiscard]] bool knowsHarmlessWords() const { return knows_harmless_words_; }
  [[nodiscard]] const StartIndex& doubtsByStart() const { return doubts_by_start_; }
  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] bool hasCorrections() const { return !wordings_.empty() && wordings_.front().correction; }

 private:
  void bind(Pattern& pattern, const std::string& where) const;
  void refuseRings(const std::string& file) const;
  void index();
  bool addStart(const Pattern& pattern, Start& start) const;
  /// For each phrase, the words that it needs; computed on demand, because a phrase can be in many patterns.
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
