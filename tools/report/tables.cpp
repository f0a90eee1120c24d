#include "tools/report/tables.h"

#include "tools/words/words.h"

namespace docket::report {

TextNumber Texts::number(std::string_view text) {
  if (const auto known = numbers_.find(text); known != numbers_.end()) return known->second;
  const auto number = static_cast<TextNumber>(texts_.size());
  texts_.push_back(numbers_.emplace(text, number).first->first);
  return number;
}

TextNumber Texts::find(std::string_view text) const {
  const auto known = numbers_.find(text);
  return known == numbers_.end() ? 0 : known->second;
}

TextNumber Texts::clippedNumber(std::string_view foreign) {
  if (const auto known = clipped_.find(foreign); known != clipped_.end()) return known->second;
  const TextNumber given = number(clipped(foreign));
  clipped_.emplace(foreign, given);
  return given;
}

void Texts::write(JsonWriter& json) const { json.list("texts", texts_); }

ExplanationNumber ExplanationTable::number(const Explanation& explanation) {
  Key key{texts_.number(explanation.what), texts_.number(explanation.value), texts_.number(explanation.clause),
          explanation.event};
  // Recursive; the depth of an explanation is bounded.
  for (const Explanation& below : explanation.children) key.push_back(number(below));
  const auto [at, fresh] = numbers_.try_emplace(std::move(key), static_cast<ExplanationNumber>(explanations_.size()));
  if (fresh) explanations_.push_back(&at->first);
  if (fresh) clauses_.insert(at->first[2]);
  return at->second;
}

bool ExplanationTable::cites(std::string_view clause) const {
  const TextNumber number = texts_.find(clause);
  return number != 0 && clauses_.contains(number);
}

void ExplanationTable::write(JsonWriter& json) const {
  json.list("statements");
  for (const Key* statement : explanations_) {
    json.list();
    for (const std::uint32_t part : *statement) json.item(part);
    json.end();
  }
  json.end();
}

}  // namespace docket::report
