// Why a value differs from engine 1's: each cause is a rule on which the two differ, and applies only where that
// rule alone explains the difference.
#pragma once

#include <map>
#include <set>
#include <string>

#include "engine/query/stats/stats.h"
#include "tests/l5r/logged_game.h"

namespace docket::l5r {

/// True if a card's printed stat is a modifier: an attachment's that its Personality has, a Sensei's.
bool isGiven(const LoggedGame& game, CardIndex card, StatIndex stat);

/// The cause for a stat of a card or a unit, for which the engine had `should`; empty: unknown.
std::string causeOfStat(const LoggedGame& game, Entity subject, StatIndex stat, std::int64_t should);

struct CardInGame {
  const LoggedGame& game;
  CardIndex card;
};
std::string causeOfKeywords(const CardInGame& of, const std::set<std::string>& is, const std::set<std::string>& should);
/// The causes of changes of a card's stats, as SeenChanges has them.
std::string causeOfChanges(const CardInGame& of, std::map<std::string, std::int64_t> is,
                           const std::map<std::string, std::int64_t>& should);

}  // namespace docket::l5r
