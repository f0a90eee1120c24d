// A document of wordings, compiled: how the printed texts of a game's cards are read.
// Invariant: every pattern in it has its phrases bound, and no phrase stands within itself.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/wordings/pattern.h"
#include "schemas/wordings.capnp.h"

namespace docket::wordings {

using Block = schema::Wording::Block;

struct Phrase {
  struct Alternative {
    Pattern words;
    std::string means;  ///< empty: the words themselves
  };
  std::string name;
  std::vector<Alternative> is;
};

/// A card as it is printed.
struct PrintedCard {
  struct Text {
    std::string field;  ///< "text", or the name of another text of it: "pendulum"
    std::string words;  ///< with light marks (text_marks.h)
  };
  std::string key, title;
  std::vector<std::string> types, subtypes;
  std::vector<Text> texts;
};

/// Which cards, and which texts of them, a line of the document is about.
struct CardChoice {
  std::vector<std::string> types, subtypes, keys, fields, not_subtypes;

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
  schema::Wording::Reader says;
};

/// What abilities have before a word is read, or where no word says it.
struct AbilityDefault {
  CardChoice of;
  schema::Ability::Reader gives;
  bool takes_first = false;
};

struct Doubt {
  std::vector<Pattern> words;
  schema::Matter matter{};
};

/// The wordings that can begin with a word, in the order of the document.
class StartIndex {
 public:
  /// `first`: the words with which it can begin; empty: with any.
  void add(std::uint32_t wording, const std::vector<WordNumber>& first);
  void seal(std::size_t words);
  /// Those that can begin with a word of that number, in their order.
  [[nodiscard]] const std::vector<std::uint32_t>& of(WordNumber word) const {
    return word < by_word_.size() ? by_word_[word] : any_;
  }

 private:
  std::vector<std::vector<std::uint32_t>> by_word_;
  std::vector<std::uint32_t> any_;
  std::vector<std::pair<std::uint32_t, std::vector<WordNumber>>> added_;
};

/// Which wordings are looked for at the beginning of a part of a text, and which anywhere in it.
struct Layer {
  std::string name;
  StartIndex at_start, anywhere;
};

struct Layout {
  std::vector<AbilityDefault> begun, unsaid;
  std::vector<std::pair<CardChoice, schema::Opens>> others;
  std::vector<CardChoice> flavor;
  std::uint32_t wholly = 0;  ///< bits by Block
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
  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] bool hasCorrections() const { return !wordings_.empty() && wordings_.front().correction; }

 private:
  void bind(Pattern& pattern, const std::string& where) const;
  void refuseRings(const std::string& file) const;
  void index();
  bool firstWords(const Pattern& pattern, std::vector<WordNumber>& first, bool& any) const;
  void add(schema::Wording::Reader from, const schema::Corrections::Correction::Reader* decided);

  schema::Wordings::Reader document_;
  Vocabulary vocabulary_;
  std::vector<Phrase> phrases_;
  std::vector<Wording> wordings_;
  std::vector<Layer> layers_;
  std::vector<Doubt> doubts_;
  Layout layout_;
};

}  // namespace docket::wordings
