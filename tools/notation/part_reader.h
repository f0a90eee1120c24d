// Reads the parts of a phrase from a line: whether a part is there, and its value. Internal to the reading of lines.
// Invariant: only text that fits is consumed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tools/notation/attempt.h"
#include "tools/notation/spelling.h"

namespace docket::notation {

/// Takes a word of a phrase or, in a typed line, a synonym of it.
[[nodiscard]] bool takeWord(Cursor& line, std::string_view word);

/// The name of an item in messages.
[[nodiscard]] std::string described(const Item& item);

class PartReader {
 public:
  explicit PartReader(Attempt& attempt) : attempt_(attempt), line_(attempt.line) {}

  /// True if the line continues with an item.
  [[nodiscard]] bool fits(const Item& item) const;
  /// Reads an item and sets its fields. Throws BadInput.
  void read(const Item& item);

 private:
  [[nodiscard]] bool fits(const Part& part, const Token& token) const;
  [[nodiscard]] Token afterArticle() const;
  [[nodiscard]] bool fitsOne(const FieldShape& field, const Token& token) const;
  void readPart(const Part& part);
  void readList(const Part& part);
  void readTexts(const Part& part);
  void readBareText(const Part& part);
  [[nodiscard]] ZoneIndex takeUsualZone();
  [[nodiscard]] bool isBareText(const Part& part, bool after_keyword, const Token& token) const;
  [[nodiscard]] bool isKnownReserved(const FieldShape& field, const Token& token) const;
  [[nodiscard]] std::int64_t readNumber(const Part& part);
  [[nodiscard]] NameNumber readName(const FieldShape& field);
  /// The known name that was typed, in its own spelling; the typed text if it is not known.
  [[nodiscard]] std::string typedName(const FieldShape& field, Token& at);
  void failNearly(const FieldShape& field, const KnownNames& names) const;
  void requireKnown(const FieldShape& field, const Token& at, std::string_view name) const;
  [[nodiscard]] std::int64_t readCount();
  [[nodiscard]] EventNumber readEventNumber(const FieldShape& field);
  [[nodiscard]] std::uint32_t readCard(const FieldShape& field);
  /// The place that the rest of a typed line names after its "from".
  [[nodiscard]] std::optional<NamedPlace> placeNamedAfter() const;
  [[nodiscard]] ZoneIndex zoneMeant() const;
  void readZone(const Part& part);
  void readRange(const Part& part);
  void readSeats(const Part& part);

  Attempt& attempt_;
  Cursor& line_;
  std::string text_;
};

}  // namespace docket::notation
