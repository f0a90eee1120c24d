#include "tools/site/collection.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <range/v3/algorithm/sort.hpp>
#include <range/v3/algorithm/stable_sort.hpp>
#include <tuple>
#include <utility>

#include "tools/site/folding.h"
#include "tools/site/game_page.h"

namespace docket::site {
namespace {

std::vector<std::uint32_t> upTo(std::size_t count) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

}  // namespace

std::uint32_t Collection::place(Section section, std::string key, std::string_view title, std::string_view about) {
  Groups& all = sections_[static_cast<std::size_t>(section)];
  const auto known = all.by_key.find(key);
  if (known != all.by_key.end()) return known->second;
  const auto at = static_cast<std::uint32_t>(all.groups.size());
  all.groups.push_back({.key = key, .title = std::string(title), .about = std::string(about)});
  all.by_key.emplace(std::move(key), at);
  return at;
}

void Collection::add(PageFacts facts) {
  std::vector<std::uint32_t> cards;
  cards.reserve(facts.cards.size());
  for (const std::string& title : facts.cards)
    cards.push_back(place(Section::cards, keyOfCard(facts, title), title, facts.ruleset));
  facts.cards = {};
  for (const ClauseCited& clause : facts.clauses) {
    const auto at = place(Section::clauses, keyOfClause(facts, clause.id), clause.id, clause.gist);
    if (group(Section::clauses, at).about.empty()) group(Section::clauses, at).about = clause.gist;
  }
  facts.clauses = {};
  games_.push_back(std::move(facts));
  cards_.push_back(std::move(cards));
}

void Collection::finish() {
  auto order = upTo(games_.size());
  ranges::stable_sort(order, {}, [&](std::uint32_t at) -> const std::string& { return games_[at].date; });
  std::vector<PageFacts> games;
  std::vector<std::vector<std::uint32_t>> cards;
  games.reserve(order.size());
  cards.reserve(order.size());
  for (const std::uint32_t at : order) {
    games.push_back(std::move(games_[at]));
    cards.push_back(std::move(cards_[at]));
  }
  games_ = std::move(games);
  cards_ = std::move(cards);
  for (std::uint32_t game = 0; game < games_.size(); ++game) enter(game);
  cards_ = {};
  sortGroups();
}

void Collection::enter(std::uint32_t game) {
  const PageFacts& facts = games_[game];
  for (const std::uint32_t card : cards_[game]) group(Section::cards, card).games.push_back(game);
  for (const Participant& player : facts.players) {
    if (player.number == 0) continue;
    Group& player_group = group(Section::players, place(Section::players, keyOfPlayer(player.number), player.name));
    player_group.number = player.number;
    if (player_group.games.empty() || player_group.games.back() != game) player_group.games.push_back(game);
    if (player.won) ++player_group.won;
  }
  if (!facts.event.empty()) {
    const auto event = place(Section::events, keyOfEvent(facts), facts.event);
    group(Section::events, event).games.push_back(game);
    if (facts.round != 0) {
      const auto round = place(Section::rounds, keyOfRound(facts), fmt::format("Round {}", facts.round), facts.event);
      Group& round_group = group(Section::rounds, round);
      if (round_group.games.empty()) group(Section::events, event).rounds.push_back(round);
      round_group.number = facts.round;
      round_group.event = event;
      round_group.games.push_back(game);
    }
  }
  enterPoints(game);
}

void Collection::enterPoints(std::uint32_t game) {
  const PageFacts& facts = games_[game];
  for (std::uint32_t at = 0; at < facts.points.size(); ++at) {
    const PagePoint& point = facts.points[at];
    points_[static_cast<std::size_t>(point.kind)].push_back({.game = game, .point = at});
    for (const std::string& clause : point.cites) {
      Group& clause_group = group(Section::clauses, place(Section::clauses, keyOfClause(facts, clause), clause));
      clause_group.points.push_back({.game = game, .point = at});
      if (clause_group.games.empty() || clause_group.games.back() != game) clause_group.games.push_back(game);
    }
  }
}

void Collection::sortGroups() {
  for (Group& event : sections_[static_cast<std::size_t>(Section::events)].groups) {
    ranges::sort(event.rounds, {}, [&](std::uint32_t at) { return groups(Section::rounds)[at].number; });
  }
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    Groups& all = sections_[i];
    all.order = upTo(all.groups.size());
    // Events came in the order of their first games; so did rounds, which are in no list of their own.
    if (static_cast<Section>(i) == Section::events || static_cast<Section>(i) == Section::rounds) continue;
    std::vector<std::tuple<std::string, std::uint32_t>> by(all.groups.size());
    const bool numbered = static_cast<Section>(i) == Section::players;
    for (std::size_t at = 0; at < by.size(); ++at) {
      const Group& one = all.groups[at];
      // "Player 10" follows "Player 9": numbers are shown as names, and sorted as numbers.
      const bool as_number = numbered && one.title == fmt::format("Player {}", one.number);
      by[at] = {as_number ? std::string() : folded(one.title), one.number};
    }
    ranges::stable_sort(all.order, {}, [&](std::uint32_t at) { return by[at]; });
  }
}

const Group* Collection::find(Section section, std::string_view key) const {
  const Groups& all = of(section);
  const auto known = all.by_key.find(key);
  return known == all.by_key.end() ? nullptr : &all.groups[known->second];
}

}  // namespace docket::site
