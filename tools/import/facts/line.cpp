#include "tools/import/facts/line.h"

#include <fmt/format.h>

#include <charconv>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "events/text/quoted.h"

namespace docket::facts {
namespace {

StatFact numbered(std::string_view name, std::int32_t amount) {
  return {.name = name, .amount = amount, .kind = amount < 0 ? StatKind::MODIFIER : StatKind::NUMBER};
}

}  // namespace

std::optional<StatFact> statOf(const FactObject& card, std::string_view field, std::string_view name) {
  if (!card.isText(field)) {
    const auto amount = card.number(field);
    return amount ? std::optional(numbered(name, *amount)) : std::nullopt;
  }
  const std::string text = card.text(field);
  if (text.empty()) return std::nullopt;
  const bool raised = text.starts_with('+');
  std::int32_t amount = 0;
  const char* const first = text.data() + (raised ? 1 : 0);
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(first, last, amount);
  if (error == std::errc::result_out_of_range) {
    card.refuse(field,
                fmt::format("{}: {} is larger than any number on a card", docket::quoted(field), docket::quoted(text)));
  }
  if (error != std::errc() || end != last) return StatFact{.name = name, .amount = amount, .kind = StatKind::ASTERISK};
  return StatFact{.name = name, .amount = amount, .kind = raised || amount < 0 ? StatKind::MODIFIER : StatKind::NUMBER};
}

void takeStats(const FactObject& card, std::span<const StatField> fields, CardFacts& facts) {
  for (const StatField& one : fields) {
    if (auto stat = statOf(card, one.field, one.name)) facts.stats.push_back(*stat);
  }
}

void takeStats(const FactObject& card, std::span<const StatField> fields, std::span<const StatsOfType> of_types,
               CardFacts& facts) {
  const auto is_of_its_types = [&](std::string_view stat) {
    return ranges::any_of(of_types, [&](const StatsOfType& one) {
      return ranges::contains(facts.types, one.type) && ranges::contains(one.stats, stat);
    });
  };
  for (const StatField& one : fields) {
    if (auto stat = statOf(card, one.field, one.name)) {
      facts.stats.push_back(*stat);
    } else if (is_of_its_types(one.name) && card.has(one.field)) {
      facts.stats.push_back({.name = one.name, .kind = StatKind::ABSENT});
    } else if (is_of_its_types(one.name)) {
      facts.unsaid.push_back(one.name);
    }
  }
}

}  // namespace docket::facts
