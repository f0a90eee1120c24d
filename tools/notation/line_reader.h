// Reads a line of the transcript as an event: by its phrase (phrases.h), with what it leaves unsaid filled in from the
// table, and the fields in braces after it.
// Invariant: the table does not change; the validator checks the result like any other event.
#pragma once

#include <capnp/dynamic.h>
#include <capnp/message.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tools/notation/card_finder.h"
#include "tools/notation/expectations.h"
#include "tools/notation/phrases.h"
#include "tools/notation/tokens.h"

namespace docket {
struct VerbMeaning;
}

namespace docket::notation {

/// The context in which a line is read: the table just before the event.
struct LineContext {
  const State& state;
  Rules rules;
  const Titles& titles;
  const CardLabels& labels;
  Names& names;                      ///< of the reader, not the game's: the event is copied by their texts
  std::uint32_t cards = 0;           ///< how many card numbers are assigned so far
  std::uint32_t listed = 0;          ///< how many cards the "=" lines below the line list
  Expectations* expected = nullptr;  ///< receives possible continuations at the line's end; null: not requested
};

/// A title next to a number: it must be the card's title before or after the event.
struct Mention {
  std::uint32_t card = 0;
  std::string title{};
  Token at{};
};

struct LineSubject;
struct Attempt;
struct DeclaredVerbInLine;

class LineReader {
 public:
  explicit LineReader(const LineContext& context)
      : context_(context), finder_(context.state, context.rules, context.titles, context.labels) {}

  /// A message whose root is the result.
  using Message = std::unique_ptr<capnp::MallocMessageBuilder>;

  /// Reads an Event, from after its number to the end of the line. Throws a Mistake.
  [[nodiscard]] Message readEventLine(Cursor& line);
  /// Checks the line that stands for a document's verb, as far as the verb determines it. Throws a Mistake with its
  /// place in that line.
  void checkMeaning(const VerbMeaning& meaning);
  /// Reads a Change, the text after "+". `source`: the card that is its source if it names none (0: none).
  [[nodiscard]] Message readChange(Cursor& line, std::uint32_t source);
  /// The change in the event's own line; null if there is none.
  [[nodiscard]] Message takeSaidChange() { return std::move(said_change_); }
  /// Reads an Identity, the text after "=" and its count. `next`: the card if no number is given (0: none), known to
  /// `seats`.
  void readIdentity(Cursor& line, schema::Identity::Builder into, std::uint32_t next, std::uint8_t seats);

  /// The titles next to numbers in the lines so far.
  [[nodiscard]] const std::vector<Mention>& mentions() const { return mentions_; }
  [[nodiscard]] const std::vector<Revealed>& revealed() const { return revealed_; }
  /// The known cards that the event named by title alone.
  [[nodiscard]] const std::vector<std::uint32_t>& named() const { return named_; }

 private:
  [[nodiscard]] Message readFields(Cursor& line, Seat actor);
  [[nodiscard]] Message readInPhrase(Cursor& line, const Phrase& phrase, const LineSubject& head,
                                     const VerbMeaning* declared_meaning = nullptr, std::size_t verb_words = 0);
  [[nodiscard]] Message readMeanings(Cursor& line, const DeclaredVerbInLine& verb, const LineSubject& head);
  [[nodiscard]] Message readReworded(Cursor& line, const LineSubject& head);
  [[nodiscard]] Message readPhrases(Cursor& line, const LineSubject& head);
  [[nodiscard]] Message readBarePeriod(const Cursor& from, Cursor& line);
  [[nodiscard]] bool isNameOfPeriod(std::string_view name) const;
  [[nodiscard]] Message readPlainChange(Cursor& line, std::uint32_t source);
  [[nodiscard]] bool isFor(const VerbMeaning& meaning, schema::Event::Reader event) const;
  [[nodiscard]] Message readChangePhrase(Cursor& line, const Phrase& phrase);
  [[nodiscard]] Attempt attemptAt(Cursor& line, const Phrase& phrase, schema::Event::Builder event) const;
  [[nodiscard]] Attempt attemptAt(Cursor& line, const Phrase& phrase, capnp::DynamicStruct::Builder payload) const;
  void keep(Attempt& attempt);
  [[nodiscard]] std::vector<const Phrase*> phrasesOf(const Cursor& line) const;
  void readReplacement(Cursor& line, schema::Event::Builder into);

  const LineContext& context_;
  CardFinder finder_;
  std::vector<Mention> mentions_;
  std::vector<Revealed> revealed_;
  std::vector<std::uint32_t> named_;
  Message said_change_;
  bool zone_said_ = false;      ///< the last line itself gives its card's destination
  bool in_correction_ = false;  ///< the line is the replacement in a correction
};

}  // namespace docket::notation
