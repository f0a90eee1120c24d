#include "tests/l5r/causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/contains.hpp>
#include <utility>
#include <vector>

namespace docket::l5r {
namespace {

/// A number as the rules give it before its floor, and what makes it the engine's: each with its cause.
struct StatDifference {
  std::int64_t sum = 0;
  std::vector<std::pair<std::int64_t, const char*>> terms;

  void add(std::int64_t by, const char* cause) {
    if (by != 0) terms.emplace_back(by, cause);
  }
  /// The causes that explain the difference; empty if none do.
  [[nodiscard]] std::string causes(std::int64_t should) const {
    std::int64_t engine = sum;
    std::set<std::string> causes;
    for (const auto& [by, cause] : terms) {
      engine += by;
      causes.insert(cause);
    }
    if (std::max<std::int64_t>(engine, 0) != should) return {};
    std::string all;
    for (const std::string& cause : causes) all += (all.empty() ? "" : "; ") + cause;
    return all;
  }
};

constexpr const char* kOwnForce =
    "an Item's Force and Chi are the modifiers that it gives, and what changes them changes what it gives (step B); "
    "the "
    "engine keeps the two apart";
constexpr const char* kNoFloor = "a printed modifier has no floor at 0 (step B); the engine gives it one";
constexpr const char* kReturned =
    "a change lasts while its source is in play, and is over when that leaves; the engine counts it again when it "
    "returns";
constexpr const char* kClanKeyword =
    "a Clan alignment is a keyword of players and Personalities only (Keywords); the engine has it on other cards";

PrintedStat printedOf(const LoggedGame& game, CardIndex index, StatIndex stat) {
  const Card& card = game.state().cards[index];
  const Definition* definition = game.state().definitionOf(card);
  return definition == nullptr ? PrintedStat{} : printedStat(game.state(), game.rules(), card, *definition, stat);
}

/// By how much a card's stat is another than printed.
std::int64_t changeFromPrinted(const LoggedGame& game, CardIndex card, StatIndex stat) {
  return deriveStat(game.state(), game.rules(), card, stat).sum - printedOf(game, card, stat).amount;
}

/// True if the source of a change of the log left and is back.
bool countsAgain(const LoggedGame& game, const LoggedModifier& modifier) {
  if (modifier.ended || !modifier.while_source || !modifier.source_left) return false;
  const Card& source = game.state().cards[game.indexOf(modifier.source)];
  return source.exists() && game.rules().ruleset.zones[source.zone].in_play;
}
std::int64_t returned(const LoggedGame& game, CardIndex card, StatIndex stat) {
  std::int64_t sum = 0;
  for (const auto& [id, modifier] : game.modifiers()) {
    if (modifier.stat != game.rules().ruleset.stats[stat].name || game.indexOf(modifier.target) != card) continue;
    if (countsAgain(game, modifier)) sum += modifier.amount;
  }
  return sum;
}

StatDifference statDifferenceOf(const LoggedGame& game, CardIndex card, StatIndex stat) {
  StatDifference difference{.sum = deriveStat(game.state(), game.rules(), card, stat).sum};
  if (isGiven(game, card, stat)) {
    if (game.state().isCard(game.state().cards[card].host)) {
      difference.sum = changeFromPrinted(game, card, stat);  // the engine's own stat of it
      difference.terms.emplace_back(0, kNoFloor);
    } else {
      difference.terms.emplace_back(0, kNoFloor);
    }
    return difference;
  }
  const State& state = game.state();
  for (CardIndex i = state.cards[card].first_attached; i != kNone; i = state.cards[i].next_attached) {
    if (isGiven(game, i, stat)) difference.add(-changeFromPrinted(game, i, stat), kOwnForce);
  }
  difference.add(returned(game, card, stat), kReturned);
  return difference;
}

/// The cards that give their Force to a unit: its Personality and the Followers.
std::vector<CardIndex> troopsOf(const LoggedGame& game, Entity unit, bool straight) {
  std::vector<CardIndex> troops;
  const State& state = game.state();
  const auto take = [&](CardIndex card) {
    const Definition* definition = state.definitionOf(state.cards[card]);
    const bool troop =
        ranges::contains(definition->types, "Personality") || ranges::contains(definition->types, "Follower");
    if (troop && (!straight || state.cards[card].orientation == 0)) troops.push_back(card);
  };
  const CardIndex personality = state.cardOf(numberOf(unit));
  take(personality);
  for (CardIndex i = state.cards[personality].first_attached; i != kNone; i = state.cards[i].next_attached) take(i);
  return troops;
}

}  // namespace

bool isGiven(const LoggedGame& game, CardIndex card, StatIndex stat) {
  return printedOf(game, card, stat).kind == schema::PrintedStat::Kind::MODIFIER;
}

std::string causeOfStat(const LoggedGame& game, Entity subject, StatIndex stat, std::int64_t should) {
  if (game.state().isCard(subject)) return statDifferenceOf(game, subject, stat).causes(should);
  const Ruleset& ruleset = game.rules().ruleset;
  StatDifference unit;
  for (const CardIndex card : troopsOf(game, subject, ruleset.stats[stat].name == "Unit Force")) {
    StatDifference of = statDifferenceOf(game, card, ruleset.stat("Force"));
    std::int64_t engine = of.sum;
    for (const auto& [by, cause] : of.terms) {
      engine += by;
      unit.terms.emplace_back(0, cause);
    }
    unit.sum += std::max<std::int64_t>(engine, 0);
  }
  return unit.causes(should);
}

std::string causeOfKeywords(const CardInGame& of, const std::set<std::string>& is,
                            const std::set<std::string>& should) {
  const Ruleset& ruleset = of.game.rules().ruleset;
  const Definition* definition = of.game.state().definitionOf(of.game.state().cards[of.card]);
  if (ranges::contains(definition->types, "Personality")) return {};
  std::set<std::string> more = is;
  for (const std::string& keyword : should) {
    if (keyword.ends_with(" Clan")) more.insert(keyword);
  }
  return more == should && ruleset.keyword_kinds.size() == 1 ? kClanKeyword : std::string();
}

std::string causeOfChanges(const CardInGame& of, std::map<std::string, std::int64_t> is,
                           const std::map<std::string, std::int64_t>& should) {
  const LoggedGame& game = of.game;
  const State& state = game.state();
  std::string cause;
  const auto change = [&](const std::string& key, std::int64_t by, const char* why) {
    if (by == 0) return;
    is[key] += by;
    cause = why;
  };
  for (const auto& [name, number] : game.cards()) {
    const CardIndex card = state.cardOf(number);
    if (card == kNone || state.cards[card].host != of.card) continue;
    for (const char* stat : {"Force", "Chi"}) {
      const StatIndex index = game.rules().ruleset.stat(stat);
      if (isGiven(game, card, index))
        change(fmt::format("{} {} while_source_in_play", stat, name), -changeFromPrinted(game, card, index), kOwnForce);
    }
  }
  for (const auto& [id, modifier] : game.modifiers()) {
    const StatIndex stat = modifier.stat.empty() ? kUnbound : game.rules().ruleset.stat(modifier.stat);
    if (stat == kUnbound || game.indexOf(modifier.target) != of.card || !countsAgain(game, modifier)) continue;
    change(fmt::format("{} {} while_source_in_play", modifier.stat, modifier.source), modifier.amount, kReturned);
  }
  std::erase_if(is, [](const auto& one) { return one.second == 0; });
  return is == should ? cause : std::string();
}

}  // namespace docket::l5r
