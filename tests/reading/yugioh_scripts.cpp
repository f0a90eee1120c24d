#include "tests/reading/yugioh_scripts.h"

#include <algorithm>
#include <array>
#include <range/v3/algorithm/find.hpp>
#include <utility>

#include "events/text/text_view.h"
#include "tools/import/edopro/script_effects.h"

namespace docket::reading {
namespace {

using Pairing = std::pair<std::string_view, std::string_view>;

/// The kinds of the ruleset's limits.
constexpr std::array<Pairing, 15> kRulesetLimitKinds{{{"once-per-turn", "soft turn"},
                                                      {"once-per-turn-applied", "soft turn"},
                                                      {"once-per-turn-shared", "soft turn"},
                                                      {"once-per-chain", "soft chain"},
                                                      {"once-while-face-up", "soft while face-up"},
                                                      {"hard-use", "hard use"},
                                                      {"hard-each", "hard use"},
                                                      {"hard-shared", "hard use"},
                                                      {"hard-activate", "hard activate"},
                                                      {"hard-activate-effect", "hard activate"},
                                                      {"hard-use-per-duel", "hard duel"},
                                                      {"hard-activate-per-duel", "hard duel"},
                                                      {"hard-use-per-chain", "hard chain"},
                                                      {"hard-activate-per-chain", "hard chain"},
                                                      {"gain", "gain"}}};

/// Limits that are read although the ruleset has no line for them, by the names of wordings.
constexpr std::array<Pairing, 4> kNamed{{{"special summon once per turn this way", "hard activate"},
                                         {"special summon once per Duel this way", "hard duel"},
                                         {"special summon once per turn", "special summon once per turn"},
                                         {"control only one", "control only one"}}};

/// A zone of the table as texts name it: they do not distinguish the parts of a zone.
std::string_view zoneInTexts(std::string_view zone) {
  if (zone == "spell and trap zone") return "spell zone";
  return zone.ends_with("monster zone") ? "monster zone" : zone;
}

std::string_view find(const auto& pairings, std::string_view key) {
  for (const auto& [from, to] : pairings) {
    if (from == key) return to;
  }
  return {};
}

/// A field that is a text, or a number written as one.
std::string word(const witness::Object& object, std::string_view field) {
  simdjson::dom::element value;
  if (object[field].get(value) != simdjson::SUCCESS || value.is_null()) return {};
  if (value.is_string()) return witness::text(object, field);
  return value.is_bool() ? (witness::flag(object, field) ? "true" : "false")
                         : std::to_string(witness::number(object, field));
}

bool hasFlag(const witness::Object& limit, std::string_view flag) {
  simdjson::dom::array flags;
  if (limit["flags"].get(flags) != simdjson::SUCCESS) return false;
  return std::any_of(flags.begin(), flags.end(), [&](simdjson::dom::element one) {
    std::string_view text;
    return one.get(text) == simdjson::SUCCESS && text == flag;
  });
}

template <class Take>
void eachObject(const witness::Object& line, std::string_view field, Take&& take) {
  simdjson::dom::array list;
  if (line[field].get(list) != simdjson::SUCCESS) return;
  for (const simdjson::dom::element element : list) {
    witness::Object object;
    if (element.get(object) == simdjson::SUCCESS) take(object);
  }
}

/// The key that distinguishes effects: copies of one have the same description. Without one, its kind and zone.
std::string descriptionOf(const witness::Object& of) {
  const std::string description = word(of, "desc");
  return description.empty() ? word(of, "effect_type") + ' ' + word(of, "range") : description;
}

bool isScored(const witness::Object& limit) {
  const std::string kind = word(limit, "kind");
  return witness::flag(limit, "in_initial") && kind != "malformed" && !kind.starts_with("cost_") &&
         word(limit, "period") != "?";
}

std::string scriptLimitKindOf(const witness::Object& limit) {
  const std::string kind = word(limit, "kind");
  if (kind == "control_max_1") return "control only one";
  if (kind == "special_summon_once_per_turn") return "special summon once per turn";
  const std::string period = word(limit, "period");
  if (word(limit, "scope").starts_with("card")) {
    return period == "while_face_up" ? "soft while face-up" : "soft " + period;
  }
  if (period != "turn") return "hard " + period;
  return hasFlag(limit, "OATH") ? "hard activate" : "hard use";
}

void addLimits(const witness::Object& line, ScriptCard& card) {
  std::map<std::pair<std::string, std::string>, std::set<std::string>> counters;
  eachObject(line, "limits", [&](const witness::Object& limit) {
    ++card.limits;
    const std::string kind = word(limit, "kind");
    if (kind == "cost_HardOncePerChain" || kind == "cost_SoftOncePerChain") card.counts_chains = true;
    if (!isScored(limit)) return;
    const std::string slot = word(limit, "slot");
    const std::string scope = word(limit, "scope");
    const std::string counter = !slot.empty()            ? "slot " + scope + slot
                                : scope == "card_shared" ? "shared"
                                                         : "own " + descriptionOf(limit);
    counters[{scriptLimitKindOf(limit), counter}].insert(descriptionOf(limit));
  });
  for (const auto& [of, effects] : counters) card.counters[of.first].push_back(effects.size());
  for (auto& [kind, counts] : card.counters) std::sort(counts.begin(), counts.end());
}

/// In the order in which they are printed: the card's own activation, then by their numbers.
std::pair<std::size_t, std::string> printedPlaceOf(const witness::Object& effect) {
  const std::string description = word(effect, "desc");
  const std::string by = descriptionOf(effect);
  if (!description.empty()) return {by.size(), by};
  return {edopro::isActivation({.effect_type = word(effect, "effect_type")}) ? 0 : by.size(), by};
}

void addScriptEffects(const witness::Object& line, ScriptCard& card) {
  std::map<std::pair<std::size_t, std::string>, ScriptEffect> effects;
  eachObject(line, "effects", [&](const witness::Object& effect) {
    ScriptEffect& made = effects[printedPlaceOf(effect)];
    made.kinds.insert(edopro::designatorOf(word(effect, "effect_type")));
    for (const std::string_view zone : edopro::zonesInRange(word(effect, "range"))) {
      made.zones.insert(std::string(zoneInTexts(zone)));
    }
  });
  for (auto& [place, effect] : effects) card.effects.push_back(std::move(effect));
}

/// The number of effects of an ability, if each of its choices counts as one.
std::size_t choicesOf(const wordings::CardReading& reading, const wordings::AbilityRead& ability) {
  const auto items = static_cast<std::size_t>(
      std::count_if(ability.sections.begin(), ability.sections.end(),
                    [&](std::size_t section) { return reading.texts[ability.text].sections[section].item; }));
  return std::max<std::size_t>(items, 1);
}

}  // namespace

ScriptCard scriptCard(const witness::Object& line) {
  ScriptCard card;
  card.id = word(line, "id");
  card.doubtful = witness::flag(line, "doubtful");
  card.words = word(line, "text") + '\n' + word(line, "pendulum_text");
  addLimits(line, card);
  addScriptEffects(line, card);
  return card;
}

TextCounters textCounters(const wordings::CardReading& reading) {
  std::map<std::pair<std::string, std::string>, std::pair<std::size_t, std::size_t>> counters;
  for (std::size_t i = 0; i < reading.abilities.size(); ++i) {
    std::set<std::string> seen;
    for (const wordings::LimitRead& limit : reading.abilities[i].limits) {
      if (!seen.insert(limit.limit).second) continue;
      const std::string counter = !limit.group.empty()                    ? limit.limit + limit.group
                                  : limit.limit == "once-per-turn-shared" ? "shared"
                                                                          : "own " + std::to_string(i);
      auto& [effects, with_choices] = counters[{std::string(find(kRulesetLimitKinds, limit.limit)), counter}];
      ++effects;
      with_choices += choicesOf(reading, reading.abilities[i]);
    }
  }
  for (const auto& words : reading.words) {
    const std::string_view kind = find(kNamed, words->wording->name);
    if (kind.empty()) continue;
    counters[{std::string(kind), "words " + std::to_string(words->text) + ' ' + std::to_string(words->fit.begin)}] = {
        1, 1};
  }
  TextCounters made;
  for (const auto& [of, counts] : counters) {
    made.counters[of.first].push_back(counts.first);
    made.with_choices[of.first].push_back(counts.second);
  }
  for (auto* all : {&made.counters, &made.with_choices}) {
    for (auto& [kind, counts] : *all) std::sort(counts.begin(), counts.end());
  }
  return made;
}

}  // namespace docket::reading
