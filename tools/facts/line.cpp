#include "tools/facts/line.h"

#include <charconv>

namespace docket::facts {
namespace {

using Kind = schema::PrintedStat::Kind;

/// A field's value; nothing where it is missing or null.
std::optional<simdjson::ondemand::value> valueOf(Object& card, std::string_view field) {
  simdjson::ondemand::value value;
  if (card.find_field_unordered(field).get(value) != simdjson::SUCCESS || value.is_null()) return std::nullopt;
  return value;
}

StatFact numbered(std::string_view name, std::int64_t amount) {
  return {
      .name = name, .amount = static_cast<std::int32_t>(amount), .kind = amount < 0 ? Kind::MODIFIER : Kind::NUMBER};
}

StatFact written(std::string_view name, std::string_view text) {
  const bool raised = text.starts_with('+');
  std::int32_t amount = 0;
  const char* const first = text.data() + (raised ? 1 : 0);
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(first, last, amount);
  if (error != std::errc() || end != last) return {.name = name, .amount = amount, .kind = Kind::ASTERISK};
  return {.name = name, .amount = amount, .kind = raised || amount < 0 ? Kind::MODIFIER : Kind::NUMBER};
}

}  // namespace

std::string textOf(Object& card, std::string_view field) {
  auto value = valueOf(card, field);
  return value ? std::string(std::string_view(value->get_string())) : std::string{};
}

std::vector<std::string> textsOf(Object& card, std::string_view field) {
  std::vector<std::string> texts;
  auto value = valueOf(card, field);
  if (!value) return texts;
  for (auto one : value->get_array()) texts.emplace_back(std::string_view(one.get_string()));
  return texts;
}

std::optional<StatFact> statOf(Object& card, std::string_view field, std::string_view name) {
  auto value = valueOf(card, field);
  if (!value) return std::nullopt;
  if (value->type() == simdjson::ondemand::json_type::string) return written(name, value->get_string());
  return numbered(name, value->get_int64());
}

}  // namespace docket::facts
