#include "tools/import/facts/grand_archive.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <range/v3/algorithm/contains.hpp>

#include "tools/import/facts/sources.h"

namespace docket::facts {
namespace {

constexpr std::array<std::string_view, 3> kArchiveSupertypes{"UNIQUE", "TOKEN", "REGALIA"};

constexpr std::array<StatField, 4> kArchiveStats{
    {{"power", "power"}, {"life", "life"}, {"durability", "durability"}, {"level", "level"}}};

const std::array<StatsOfType, 4> kArchiveStatsOfTypes{{{"Champion", {"life", "level"}},
                                                       {"Ally", {"power", "life"}},
                                                       {"Attack", {"power"}},
                                                       {"Weapon", {"power", "durability"}}}};

/// Removes Python's notation of bytes, b'It isn\xe2\x80\x99t', if the text has it.
std::string withoutBytesMarks(std::string_view printed) {
  if (!printed.starts_with("b'") && !printed.starts_with("b\"")) return std::string(printed);
  const char quote = printed[1];
  printed.remove_prefix(2);
  if (printed.ends_with(quote)) printed.remove_suffix(1);
  std::string text;
  for (std::size_t i = 0; i < printed.size(); ++i) {
    if (printed[i] != '\\' || i + 1 == printed.size()) {
      text += printed[i];
      continue;
    }
    const char escaped = printed[++i];
    unsigned byte = 0;
    const char* const digits = printed.data() + i + 1;
    if (escaped == 'x' && i + 2 < printed.size() && std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      text += static_cast<char>(byte);
      i += 2;
    } else if (escaped == 'n') {
      text += '\n';
    } else if (escaped != 'r') {
      text += escaped == 't' ? ' ' : escaped;
    }
  }
  return text;
}

/// Texts in a list, or in what Python prints of one: "['CLERIC', 'HUMAN']".
std::vector<std::string> textsOf(const FactObject& card, std::string_view field) {
  if (!card.isText(field)) return card.texts(field);
  const std::string printed = card.text(field);
  std::vector<std::string> texts;
  if (printed.empty()) return texts;
  if (printed.front() != '[' || printed.back() != ']')
    card.refuse(field, fmt::format("expected a list of texts; this is {}", printed));
  for (std::size_t at = 1; (at = printed.find_first_of("'\"", at)) != std::string::npos;) {
    const std::size_t end = printed.find(printed[at], at + 1);
    if (end == std::string::npos) card.refuse(field, "a text of this list does not end");
    texts.push_back(printed.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return texts;
}

/// The effect without the marks that make words bold.
std::string effectOf(const FactObject& card) {
  if (std::string raw = card.text("effect_raw"); !raw.empty()) return raw;
  std::string text = withoutBytesMarks(card.text("effect"));
  for (std::size_t at = 0; (at = text.find("**", at)) != std::string::npos;) text.erase(at, 2);
  return text;
}

/// A field that holds a text, a number or a flag, as text: `yes` and `no` for a flag. Empty where there is nothing.
std::string wordOf(const FactObject& card, std::string_view field, std::string_view yes, std::string_view no) {
  if (!card.has(field)) return {};
  if (card.isFlag(field)) return std::string(card.flag(field) ? yes : no);
  if (!card.isText(field)) {
    const auto number = card.number(field);
    return number ? std::to_string(*number) : std::string();
  }
  std::string text = card.text(field);
  if (text == "True" || text == "true") return std::string(yes);
  if (text == "False" || text == "false") return std::string(no);
  return text;
}

void takeCharacteristic(std::string_view name, std::string value, bool is_said, CardFacts& facts) {
  if (!value.empty()) {
    facts.characteristics.emplace_back(name, std::move(value));
  } else if (!is_said) {
    facts.unsaid_characteristics.push_back(name);
  }
}

void takeCharacteristics(const FactObject& card, CardFacts& facts) {
  const bool several = card.isList("elements");
  takeCharacteristic("element",
                     several ? fmt::format("{}", fmt::join(card.texts("elements"), "/")) : card.text("element"),
                     several || card.has("element"), facts);
  // A card has one of the two.
  std::string cost = wordOf(card, "cost_reserve", {}, {});
  if (cost.empty()) cost = wordOf(card, "cost_memory", {}, {});
  takeCharacteristic("cost", std::move(cost), card.has("cost_reserve") && card.has("cost_memory"), facts);
  takeCharacteristic("speed", wordOf(card, "speed", "fast", "slow"), card.has("speed"), facts);
}

}  // namespace

CardFacts archiveCard(const FactObject& card) {
  card.require({"slug", "name", "types"}, {"subtypes"});
  CardFacts facts{.key = card.neededText("slug"), .title = card.neededText("name")};
  for (std::string& type : textsOf(card, "types")) {
    (ranges::contains(kArchiveSupertypes, type) ? facts.supertypes : facts.types)
        .push_back(titleCased(std::move(type)));
  }
  if (facts.types.empty() && facts.supertypes.empty()) card.refuse("types", "the card has no type");
  for (const char* field : {"subtypes", "classes"}) {
    for (std::string& subtype : textsOf(card, field)) {
      subtype = titleCased(std::move(subtype));
      if (!ranges::contains(facts.subtypes, subtype)) facts.subtypes.push_back(std::move(subtype));
    }
  }
  takeStats(card, kArchiveStats, kArchiveStatsOfTypes, facts);
  takeCharacteristics(card, facts);
  facts.text_unsaid = !card.has("effect") && !card.has("effect_raw");
  if (std::string effect = effectOf(card); !effect.empty())
    facts.texts.push_back({.field = "text", .words = std::move(effect)});
  return facts;
}

}  // namespace docket::facts
