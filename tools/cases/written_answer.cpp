#include "tools/cases/written_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "events/text/nearest.h"
#include "events/text/whole_number.h"

namespace docket::cases {
namespace {

using expression::Type;
using notation::Line;
using notation::Word;

constexpr std::array<std::string_view, 5> kWords = {"true", "false", "absent", "unknown", "game"};

/// The end of the value, where its grade or reason begins: " unverified", " diverged", ": why".
std::size_t endOfValue(std::string_view text) {
  if (text.starts_with('"')) {
    for (std::size_t i = 1; i < text.size(); ++i) {
      if (text[i] == '\\') {
        ++i;
      } else if (text[i] == '"') {
        return i + 1;
      }
    }
    return text.size();
  }
  if (text.starts_with('{')) return std::min(text.find('}'), text.size() - 1) + 1;
  return std::min({text.find(" unverified"), text.find(" diverged"), text.find(": "), text.size()});
}

/// The numbers of a set's cards, `{#1 #2}`; empty if it is none.
std::optional<std::vector<std::uint32_t>> cardsOf(std::string_view text) {
  if (text.size() < 2 || !text.starts_with('{') || !text.ends_with('}')) return std::nullopt;
  std::vector<std::uint32_t> cards;
  for (const Word& one : notation::wordsOf({.file = {}, .text = text.substr(1, text.size() - 2), .at = {}})) {
    const auto number = one.text.starts_with('#') ? wholeNumber<std::uint32_t>(one.text.substr(1)) : std::nullopt;
    if (!number) return std::nullopt;
    cards.push_back(*number);
  }
  std::sort(cards.begin(), cards.end());
  if (std::adjacent_find(cards.begin(), cards.end()) != cards.end()) return std::nullopt;
  return cards;
}

/// An entity that has a number: #2, P1, place 3, unit 2. Empty if it is none.
std::optional<WrittenAnswer> numbered(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, Type>, 4> kKinds = {
      {{"#", Type::card}, {"P", Type::player}, {"place ", Type::entity}, {"unit ", Type::entity}}};
  for (const auto& [before, type] : kKinds) {
    if (!text.starts_with(before)) continue;
    const auto number = wholeNumber<std::uint32_t>(text.substr(before.size()));
    if (number) return WrittenAnswer{.text = fmt::format("{}{}", before, *number), .type = type};
  }
  return std::nullopt;
}

std::optional<WrittenAnswer> knownAnswer(std::string_view text) {
  if (const auto number = wholeNumber<std::int64_t>(text)) {
    return WrittenAnswer{.text = std::to_string(*number), .type = Type::number};
  }
  if (text == "true" || text == "false") return WrittenAnswer{.text = std::string(text), .type = Type::boolean};
  if (text == "absent") return WrittenAnswer{.text = std::string(text), .type = std::nullopt};
  if (text == "game") return WrittenAnswer{.text = std::string(text), .type = Type::entity};
  if (text.size() >= 2 && text.starts_with('"') && text.ends_with('"')) {
    return WrittenAnswer{.text = std::string(text), .type = Type::text};
  }
  if (const auto cards = cardsOf(text)) {
    std::string set;
    for (const std::uint32_t one : *cards) set += fmt::format("{}#{}", set.empty() ? "" : " ", one);
    return WrittenAnswer{.text = "{" + set + "}", .type = Type::cards};
  }
  return numbered(text);
}

}  // namespace

WrittenAnswer readAnswer(const Line& line, Word word) {
  const std::size_t end = endOfValue(word.text);
  const std::string_view value = word.text.substr(0, end);
  const std::string_view rest = word.text.substr(end);
  if (value == "unknown") {
    if (!rest.starts_with(": ")) line.fail(word.at, "an unknown answer gives its reason: unknown: what is #5");
    return {.text = std::string(word.text), .type = std::nullopt};
  }
  auto answer = knownAnswer(value);
  if (!answer) {
    line.fail(word.at, fmt::format("expected an answer: 4, true, \"hand\", #2, P1, {{#1 #2}}, absent or unknown: why; "
                                   "found {}{}; put a text in quotation marks",
                                   value, didYouMean(value, kWords)));
  }
  if (!rest.empty() && !rest.starts_with(" unverified: ") && !rest.starts_with(" diverged: ")) {
    line.fail(word.from(end).at, "only unverified: why or diverged: why can follow the answer");
  }
  answer->text += rest;
  return *std::move(answer);
}

bool isDecided(std::string_view answer) {
  const std::size_t end = endOfValue(answer);
  return answer.substr(0, end) != "unknown" && !answer.substr(end).starts_with(" unverified: ");
}

bool canAnswer(const WrittenAnswer& answer, Type question) {
  const auto entity = [](Type type) { return type == Type::card || type == Type::player || type == Type::entity; };
  return !answer.type || *answer.type == question || (entity(*answer.type) && entity(question));
}

}  // namespace docket::cases
