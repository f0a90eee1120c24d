#include "tools/import/facts/line.h"

#include <fmt/format.h>

#include <charconv>

#include "events/quoted.h"

namespace docket::facts {
namespace {

using StatKind = schema::PrintedStat::Kind;

StatFact numbered(std::string_view name, std::int32_t amount) {
  return {.name = name, .amount = amount, .kind = amount < 0 ? StatKind::MODIFIER : StatKind::NUMBER};
}

}  // namespace

std::optional<StatFact> statOf(const FactObject& card, std::string_view field, std::string_view name) {
  if (!card.isText(field)) {
    const auto amount = card.number(field);
    return amount ? std::optional(numbered(name, *amount)) : std::nullopt;
  }
  const std::string text = card.neededText(field);
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

}  // namespace docket::facts
