// Data that a report repeats, stored once: the texts and statements of explanations, by number.
// Invariant: equal texts have one number, equal statements (with all below them) have one number; 0 is the empty one.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "events/json/json_writer.h"
#include "tools/explain/explanation.h"

namespace docket::report {

using TextNumber = std::uint32_t;
using ExplanationNumber = std::uint32_t;

class Texts {
 public:
  [[nodiscard]] TextNumber number(std::string_view text);
  /// The number of a known text; 0 for others.
  [[nodiscard]] TextNumber find(std::string_view text) const;
  /// The number of a foreign text, cut and made printable by clipped(). A known text costs one look-up.
  [[nodiscard]] TextNumber clippedNumber(std::string_view foreign);
  /// The member "texts": all of them, by number.
  void write(JsonWriter& json) const;

 private:
  std::map<std::string, TextNumber, std::less<>> numbers_{{"", 0}};
  std::map<std::string, TextNumber, std::less<>> clipped_;
  std::vector<std::string_view> texts_{""};  // keys of numbers_, whose places do not move
};

class ExplanationTable {
 public:
  explicit ExplanationTable(Texts& texts) : texts_(texts) {}

  [[nodiscard]] ExplanationNumber number(const Explanation& explanation);
  /// True if one of them cites that clause.
  [[nodiscard]] bool cites(std::string_view clause) const;
  /// The member "statements": a list [what, value, clause, event, statements below...] each; all but `event` are
  /// numbers of texts and of earlier statements.
  void write(JsonWriter& json) const;

 private:
  using Key = std::vector<std::uint32_t>;
  Texts& texts_;
  std::map<Key, ExplanationNumber> numbers_{{Key{0, 0, 0, 0}, 0}};
  std::vector<const Key*> explanations_{&numbers_.begin()->first};
  std::set<TextNumber> clauses_;
};

}  // namespace docket::report
