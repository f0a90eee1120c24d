#include "tests/l5r/seen.h"

#include <fmt/format.h>

#include <range/v3/algorithm/find.hpp>
#include <utility>

#include "tests/l5r/edition.h"

namespace docket::l5r {
namespace {

using witness::flag;
using witness::number;
using witness::Object;
using witness::text;

constexpr std::pair<std::string_view, const char*> kSeenStats[] = {{"F", "Force"},
                                                                   {"C", "Chi"},
                                                                   {"PH", "Personal Honor"},
                                                                   {"GC", "Gold Cost"},
                                                                   {"PS", "Province Strength"},
                                                                   {"WL", "Weapon Limit"},
                                                                   {"GP", "Gold Production"},
                                                                   {"recruit", "Recruit Cost"}};

std::map<std::string, std::int64_t> statsOf(const Object& record) {
  std::map<std::string, std::int64_t> stats;
  for (const auto& [field, stat] : kSeenStats) {
    if (const auto amount = witness::numberIfThere(record, field)) stats.emplace(stat, *amount);
  }
  return stats;
}

SeenChanges changesOf(const Object& record) {
  SeenChanges changes;
  simdjson::dom::array list;
  if (record["mods"].get(list) != simdjson::SUCCESS) return changes;
  for (const auto one : list) {
    const std::string_view field = one.at(0).get_string();
    const auto stat = ranges::find(kSeenStats, field, &std::pair<std::string_view, const char*>::first);
    changes[fmt::format("{} {} {}", stat->second, std::string_view(one.at(2).get_string()),
                        std::string_view(one.at(3).get_string()))] += one.at(1).get_int64().value();
  }
  std::erase_if(changes, [](const auto& change) { return change.second == 0; });
  return changes;
}

std::set<std::string> setOf(const Object& record, std::string_view field) {
  const auto texts = textsOf(record, field);
  return {texts.begin(), texts.end()};
}

}  // namespace

SeenCard SeenCard::of(const Object& record) {
  SeenCard card{.zone = text(record, "z"), .host = text(record, "att")};
  card.up = flag(record, "up");
  card.bowed = flag(record, "bow");
  card.keywords = setOf(record, "kw");
  card.stats = statsOf(record);
  Object inner;
  if (record["cnt"].get(inner) == simdjson::SUCCESS) {
    for (const auto [key, count] : inner) card.counters.emplace(key, count.get_int64().value());
  }
  if (record["printed"].get(inner) == simdjson::SUCCESS) card.printed = statsOf(inner);
  card.changes = changesOf(record);
  card.army = witness::numberIfThere(record, "army1");
  card.unit = record["unitF"].error() == simdjson::SUCCESS;
  card.unit_force = number(record, "unitF");
  card.unit_force_in_battle = number(record, "unitF_battle");
  card.unit_keywords = setOf(record, "unit_kw");
  return card;
}

SeenPlayer SeenPlayer::of(const Object& record) {
  SeenPlayer player{.honor = number(record, "honor"), .gold = number(record, "gold")};
  player.reach = number(record, "reach");
  player.hand = number(record, "hand");
  player.dynasty_deck = number(record, "ddeck");
  player.fate_deck = number(record, "fdeck");
  player.provinces = number(record, "provinces");
  player.ignores_requirements = flag(record, "ignores_hr");
  const auto clans = textsOf(record, "align");
  if (!clans.empty()) player.clan = clans.front();
  return player;
}

void SeenTable::take(const Object& truth) {
  if (flag(truth, "full")) cards_.clear();
  Object records;
  if (truth["players"].get(records) == simdjson::SUCCESS) {
    for (const auto [name, record] : records) players_[std::string(name)] = SeenPlayer::of(record.get_object());
  }
  if (truth["cards"].get(records) == simdjson::SUCCESS) {
    for (const auto [name, record] : records) cards_[std::string(name)] = SeenCard::of(record.get_object());
  }
  for (const std::string& gone : textsOf(truth, "gone")) cards_.erase(gone);
}

}  // namespace docket::l5r
