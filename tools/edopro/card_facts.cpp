#include "tools/edopro/card_facts.h"

#include <simdjson.h>

#include "events/errors.h"

namespace docket::edopro {
namespace {

namespace json = simdjson::ondemand;

std::string textOr(json::object& object, std::string_view key, std::string_view otherwise = {}) {
  json::value value;
  if (object.find_field_unordered(key).get(value) != simdjson::SUCCESS || value.is_null())
    return std::string(otherwise);
  return std::string(std::string_view(value.get_string()));
}

std::optional<std::int64_t> numberOr(json::object& object, std::string_view key) {
  json::value value;
  if (object.find_field_unordered(key).get(value) != simdjson::SUCCESS || value.is_null()) return std::nullopt;
  return std::int64_t(value.get_int64());
}

/// ATK or DEF: a number, or "?" for what is not printed as one, which stands for less than any number here.
std::optional<std::int64_t> strengthOr(json::object& object, std::string_view key) {
  json::value value;
  const bool there = object.find_field_unordered(key).get(value) == simdjson::SUCCESS && !value.is_null();
  if (there && value.type() == json::json_type::string) return -1;
  return numberOr(object, key);
}

bool flag(json::object& object, std::string_view key) {
  json::value value;
  if (object.find_field_unordered(key).get(value) != simdjson::SUCCESS || value.is_null()) return false;
  return value.get_bool();
}

LimitFact readLimit(json::object object) {
  LimitFact limit;
  limit.max = textOr(object, "n");
  limit.kind = textOr(object, "kind");
  limit.scope = textOr(object, "scope");
  limit.period = textOr(object, "period");
  limit.slot = textOr(object, "slot");
  limit.procedure = textOr(object, "effect_type").empty();
  json::array flags;
  if (object.find_field_unordered("flags").get_array().get(flags) == simdjson::SUCCESS) {
    for (auto one : flags) limit.oath |= std::string_view(one) == "OATH";
  }
  return limit;
}

EffectFact readEffect(json::object object) {
  EffectFact effect;
  effect.description = numberOr(object, "desc");
  effect.effect_type = textOr(object, "effect_type");
  effect.event = textOr(object, "event");
  effect.range = textOr(object, "range");
  if (const auto limit = numberOr(object, "limit")) effect.limit = static_cast<std::uint64_t>(*limit);
  return effect;
}

CardFact readCard(json::object card) {
  CardFact fact;
  const auto code = numberOr(card, "code");
  const auto id = numberOr(card, "id");
  if (!code && !id) throw simdjson::simdjson_error(simdjson::NO_SUCH_FIELD);
  fact.code = static_cast<std::uint32_t>(code ? *code : *id);
  fact.name = textOr(card, "name");
  if (const auto types = numberOr(card, "type")) fact.types = static_cast<std::uint32_t>(*types);
  fact.card_type = textOr(card, "card_type");
  fact.property = textOr(card, "property");
  fact.attack = strengthOr(card, "atk");
  fact.defense = strengthOr(card, "def");
  fact.level = numberOr(card, "level");
  fact.attribute = static_cast<std::uint64_t>(numberOr(card, "attribute").value_or(0));
  fact.race = static_cast<std::uint64_t>(numberOr(card, "race").value_or(0));
  fact.left_scale = numberOr(card, "lscale").value_or(0);
  fact.right_scale = numberOr(card, "rscale").value_or(0);
  fact.pendulum = !textOr(card, "pendulum_text").empty();
  fact.doubtful = flag(card, "doubtful") || flag(card, "flag_limit_hint");
  for (auto limit : card.find_field_unordered("limits").get_array()) fact.limits.push_back(readLimit(limit));
  for (auto effect : card.find_field_unordered("effects").get_array()) fact.effects.push_back(readEffect(effect));
  return fact;
}

}  // namespace

std::vector<CardFact> readCardFacts(std::string_view lines, const std::string& file) {
  std::vector<CardFact> cards;
  json::parser parser;
  std::size_t line = 0;
  for (std::size_t at = 0; at < lines.size();) {
    ++line;
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    const std::string_view text = lines.substr(at, end - at);
    at = end + 1;
    if (text.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    try {
      const simdjson::padded_string padded(text);
      json::document document = parser.iterate(padded);
      cards.push_back(readCard(document.get_object()));
    } catch (const simdjson::simdjson_error& error) {
      throw BadInput(file, line, 0, std::string("no line of card facts: ") + error.what());
    }
  }
  return cards;
}

}  // namespace docket::edopro
