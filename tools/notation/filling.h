// One attempt to read a line in one phrase: the struct that it fills, and what is still to be said.
// Internal to the reading of lines.
// Invariant: an attempt that fails leaves nothing behind but its error.
#pragma once

#include <capnp/dynamic.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/notation/line_reader.h"
#include "tools/notation/line_subject.h"

namespace docket::notation {

class Filling {
 public:
  using Struct = capnp::DynamicStruct::Builder;

  Filling(const Table& table, const CardFinder& finder, Cursor& line, const Phrase& phrase, Struct payload, bool within)
      : table_(table), finder_(finder), line_(line), phrase_(phrase), payload_(payload), within_(within) {}

  /// Of an event: the whole of it, whose payload is set.
  void setEvent(schema::Event::Builder event) {
    event_ = event;
    of_event_ = true;
  }
  /// The card that "=" is about where it names none.
  void setNextCard(std::uint32_t card) { next_card_ = card; }
  /// Sets who stands in front of the verb, and who did it.
  void lead(const LineSubject& head);
  /// Reads from the verb on to the end of the line or to a ":".
  void read();

  /// Whether the braces behind the line say a field. After read().
  [[nodiscard]] bool isBraced(std::string_view field) const { return braced_.contains(field); }
  /// The last card that stood there by itself, and whether its number did. After read().
  [[nodiscard]] const CardWords& cardWords() const { return card_words_; }
  [[nodiscard]] bool wasNumbered() const { return numbered_; }

  std::vector<Mention> mentions;
  std::vector<Revealed> revealed;
  std::vector<std::uint32_t> named;  ///< known cards that stood there by their title alone

 private:
  [[nodiscard]] Struct of(const FieldAt& field);
  void set(const FieldAt& field, const capnp::DynamicValue::Reader& value) { of(field).set(field.shape->field, value); }
  void setConstant(const Part& part);
  void findBraces();
  [[nodiscard]] bool isBraced(const Item& item) const;
  [[nodiscard]] bool fits(const Item& item) const;
  [[nodiscard]] bool fits(const Part& part, const Token& token) const;
  [[nodiscard]] bool fitsOne(const FieldShape& field, const Token& token) const;
  void readItems();
  void readItem(const Item& item);
  void readPart(const Part& part);
  void readList(const Part& part);
  void readTexts(const Part& part);
  [[nodiscard]] std::int64_t readNumber(const Part& part);
  [[nodiscard]] NameNumber readName(const FieldShape& field);
  [[nodiscard]] std::uint32_t readCard(const FieldShape& field);
  void readZone(const Part& part);
  void readRange(const Part& part);
  void readSeats(const Part& part);
  void readBraces();
  void readBrace();
  [[nodiscard]] bool canSupply(const Item& item) const;
  void supply(const Item& item);
  void supplyRange(const Part& part);
  [[nodiscard]] bool supplyZone(const Part& part);
  [[nodiscard]] EventNumber latestActivation() const;
  void draw();
  [[noreturn]] void failMissing(const Item& item) const;
  [[noreturn]] void failLeft(const std::vector<const Item*>& pending) const;

  const Table& table_;
  const CardFinder& finder_;
  Cursor& line_;
  const Phrase& phrase_;
  Struct payload_;
  bool within_;
  schema::Event::Builder event_{nullptr};
  bool of_event_ = false;
  Seat who_ = 0;
  std::uint32_t next_card_ = 0;
  std::set<std::string_view> braced_;
  std::vector<CardWords> drawn_;
  CardWords card_words_;
  bool numbered_ = false;
  std::string text_;
};

}  // namespace docket::notation
