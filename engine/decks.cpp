#include "engine/decks.h"

#include <map>
#include <optional>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <tuple>

#include "engine/requirements.h"

namespace docket {
namespace {

using Key = schema::Limit::Key;

bool isFor(const std::string& format, std::string_view wanted) { return format.empty() || format == wanted; }

/// How many copies a limit allows of a card; nothing where it is not about the card. `known` is set to false where it
/// is not known whether it is.
std::optional<std::int32_t> allowed(const State& state, const Rules& rules, LimitIndex index, CardIndex card,
                                    bool& known) {
  const Limit& limit = rules.ruleset.limits[index];
  if (limit.lifted) return std::nullopt;
  const Definition* definition = state.definitionOf(state.cards[card]);
  if (definition == nullptr) {
    known = known && !limit.every_card;
    return std::nullopt;
  }
  const auto own = ranges::find(definition->limits, index, &LimitOf::limit);
  if (own != definition->limits.end()) return own->max;
  if (!limit.every_card) return std::nullopt;
  const Met met = holds(limit.holds_for, state, rules, {.card = card, .subject = card});
  if (met == Met::undecided) known = false;
  return met == Met::yes ? std::optional(limit.max) : std::nullopt;
}

/// By what copies of a card are the same: what the limit is keyed by.
std::tuple<std::uint32_t, std::string_view> copyOf(const Limit& limit, const Definition& definition) {
  return {definition.title_number, limit.keyed(Key::VERSION) ? std::string_view(definition.version) : ""};
}

void countCopies(const State& state, const Rules& rules, Seat player, LimitIndex index,
                 std::vector<DeckFinding>& findings) {
  const Limit& limit = rules.ruleset.limits[index];
  struct Copies {
    CardIndex first = kNone;
    std::int32_t count = 0, max = 0;
  };
  std::vector<std::pair<std::tuple<std::uint32_t, std::string_view>, Copies>> all;  // in the order of the deck
  std::map<std::tuple<std::uint32_t, std::string_view>, std::size_t> places;
  bool known = true;
  for (CardIndex card = 0; card < state.cards.size(); ++card) {
    if (!state.cards[card].exists() || state.cards[card].owner != player) continue;
    const auto max = allowed(state, rules, index, card, known);
    if (!max) continue;
    const auto key = copyOf(limit, *state.definitionOf(state.cards[card]));
    const auto [found, fresh] = places.emplace(key, all.size());
    if (fresh) all.push_back({key, {.first = card, .max = *max}});
    ++all[found->second].second.count;
  }
  for (const auto& [key, copies] : all) {
    if (copies.count <= copies.max) continue;
    findings.push_back(
        {.clause = limit.clause, .limit = index, .card = copies.first, .copies = copies.count, .max = copies.max});
  }
  if (!known) findings.push_back({.clause = limit.clause, .limit = index, .certain = false});
}

}  // namespace

std::vector<DeckFinding> checkDeck(const State& registered, const Rules& rules, Seat player, std::string_view format) {
  std::vector<DeckFinding> findings;
  for (const DeckRule& rule : rules.ruleset.decks) {
    if (!isFor(rule.format, format)) continue;
    const Met met = holds(rule.that, registered, rules, {.player = player}, entityOf(EntityKind::player, player));
    if (met == Met::yes) continue;
    findings.push_back({.clause = rule.clause, .gist = rule.gist, .certain = met == Met::no});
  }
  for (std::size_t i = 0; i < rules.ruleset.limits.size(); ++i) {
    const Limit& limit = rules.ruleset.limits[i];
    if (limit.counted != schema::Limit::Counted::COPIES_IN_DECK || !isFor(limit.format, format)) continue;
    countCopies(registered, rules, player, static_cast<LimitIndex>(i), findings);
  }
  return findings;
}

std::vector<std::string> formatsOf(const Ruleset& ruleset) {
  std::vector<std::string> formats;
  const auto add = [&](const std::string& format) {
    if (!format.empty() && !ranges::contains(formats, format)) formats.push_back(format);
  };
  for (const DeckRule& rule : ruleset.decks) add(rule.format);
  for (const Limit& limit : ruleset.limits) add(limit.format);
  return formats;
}

}  // namespace docket
