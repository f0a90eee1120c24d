#include "tools/import/edopro/card_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "events/text/quoted.h"
#include "tools/import/facts/object.h"

namespace docket::edopro {
namespace {

using facts::FactObject;

constexpr std::int64_t kMax32 = std::numeric_limits<std::uint32_t>::max();
constexpr std::int64_t kMaxBits = std::numeric_limits<std::int64_t>::max();

/// ATK or DEF; -1 for a text such as "?", which is less than any number here.
std::optional<std::int64_t> strengthOf(const FactObject& card, std::string_view field) {
  if (card.isText(field)) return -1;
  return card.number(field);
}

LimitFact readLimit(const FactObject& object) {
  object.require({"n", "kind"}, {"scope", "period", "slot", "effect_type", "flags", "in_initial", "activated"});
  LimitFact limit;
  limit.max = object.text("n");
  limit.kind = object.text("kind");
  limit.scope = object.text("scope");
  limit.period = object.text("period");
  limit.slot = object.text("slot");
  limit.procedure = object.text("effect_type").empty();
  for (const std::string& flag : object.texts("flags")) limit.oath = limit.oath || flag == "OATH";
  return limit;
}

EffectFact readOwnEffect(const FactObject& object) {
  EffectFact effect;
  effect.description = object.number("desc");
  effect.effect_type = object.neededText("effect_type");
  effect.event = object.text("event");
  effect.range = object.text("range");
  return effect;
}

EffectFact readEffect(const FactObject& object, std::size_t limits) {
  object.require({"effect_type"}, {"desc", "event", "range", "limit"});
  EffectFact effect = readOwnEffect(object);
  if (const auto limit = object.number("limit", 0, kMax32)) {
    if (*limit >= static_cast<std::int64_t>(limits)) {
      object.refuse("limit", fmt::format("it names limit {} (from 0), and the card has {}", *limit, limits));
    }
    effect.limit = static_cast<std::uint64_t>(*limit);
  }
  return effect;
}

/// True if a text limits how often something is done.
bool saysHowOften(const std::string& text) {
  constexpr std::array<std::string_view, 3> kPeriods{" per turn", " per Duel", " per Chain"};
  return std::any_of(kPeriods.begin(), kPeriods.end(),
                     [&](std::string_view period) { return text.find(period) != std::string::npos; });
}

/// The effects that a script makes while it runs, and not when the card comes into the duel: they are listed with their
/// limits alone.
void addEffectsMadeLater(const std::vector<FactObject>& limits, CardFact& fact) {
  for (std::size_t i = 0; i < limits.size(); ++i) {
    if (!limits[i].has("in_initial") || limits[i].flag("in_initial") || !limits[i].flag("activated")) continue;
    const bool is_listed =
        std::any_of(fact.effects.begin(), fact.effects.end(), [&](const EffectFact& one) { return one.limit == i; });
    if (is_listed || limits[i].text("effect_type").empty()) continue;
    fact.effects.push_back(readOwnEffect(limits[i]));
    fact.effects.back().limit = i;
  }
}

CardFact readCard(const FactObject& card) {
  const bool pool = !card.has("code");  // the whole card pool has "id", and its types in words
  if (pool) {
    card.require({"id", "name", "card_type", "property", "atk", "def", "level", "limits", "effects"},
                 {"text", "pendulum_text", "doubtful"});
  } else {
    card.require(
        {"code", "name", "type", "atk", "def", "level", "attribute", "race", "lscale", "rscale", "limits", "effects"},
        {"card_type", "property", "text", "pendulum_text", "flag_limit_hint"});
  }
  CardFact fact;
  fact.code = static_cast<std::uint32_t>(card.number(pool ? "id" : "code", 0, kMax32).value_or(0));
  fact.name = card.neededText("name");
  if (!pool) fact.types = static_cast<std::uint32_t>(card.number("type", 0, kMax32).value_or(0));
  fact.card_type = pool ? card.neededText("card_type") : card.text("card_type");
  fact.property = card.text("property");
  fact.attack = strengthOf(card, "atk");
  fact.defense = strengthOf(card, "def");
  fact.level = card.number("level");
  fact.attribute = static_cast<std::uint64_t>(card.number("attribute", 0, kMaxBits).value_or(0));
  fact.race = static_cast<std::uint64_t>(card.number("race", 0, kMaxBits).value_or(0));
  fact.left_scale = card.number("lscale").value_or(0);
  fact.right_scale = card.number("rscale").value_or(0);
  fact.pendulum = !card.text("pendulum_text").empty();
  fact.doubtful = card.flag("doubtful") || card.flag("flag_limit_hint");
  const auto limits = card.objects("limits");
  for (const FactObject& limit : limits) fact.limits.push_back(readLimit(limit));
  for (const FactObject& effect : card.objects("effects")) {
    fact.effects.push_back(readEffect(effect, fact.limits.size()));
  }
  addEffectsMadeLater(limits, fact);
  fact.unseen_limit = limits.empty() && saysHowOften(card.text("text"));
  return fact;
}

}  // namespace

std::vector<CardFact> readCardFacts(std::string_view lines, const std::string& file) {
  std::vector<CardFact> cards;
  facts::forEachFact(lines, file, [&](const FactObject& card) { cards.push_back(readCard(card)); });
  return cards;
}

}  // namespace docket::edopro
