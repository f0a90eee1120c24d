#include "tools/commands/selection.h"

#include <fmt/format.h>

#include <array>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/find.hpp>
#include <set>

#include "events/errors.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/validate.h"
#include "events/validate_header.h"
#include "tools/find/player_summary.h"

namespace docket {
namespace {

constexpr std::uint32_t kMaxRound = 1'000'000;
constexpr std::uint32_t kMaxTable = 1'000'000;
constexpr std::array<Option, 7> kSelection{{
    {.name = "player", .value = "NAME", .help = "games of this player"},
    {.name = "event", .value = "NAME", .help = "games of this tournament or series"},
    {.name = "round", .value = "N", .help = "games of this round", .least = 1, .most = kMaxRound},
    {.name = "ruleset", .value = "RULESET", .help = "games under NAME or NAME@VERSION"},
    {.name = "since", .value = "DATE", .help = "games on this day (2011-01-31) or later"},
    {.name = "until", .value = "DATE", .help = "games on this day or earlier"},
    {.name = "prefix", .value = "TEXT", .help = "games whose id starts with this"},
}};

/// Suggests a date for a typed one with other separators, or without leading zeros; empty if it is not a date.
std::string dateWritten(std::string_view text) {
  constexpr std::size_t kLongest = 12;
  if (text.size() > kLongest) return {};
  std::vector<std::string> numbers(1);
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      numbers.back() += c;
    } else {
      numbers.emplace_back();
    }
  }
  if (numbers.size() == 1 && text.size() == 8)
    numbers = {numbers[0].substr(0, 4), numbers[0].substr(4, 2), numbers[0].substr(6)};
  if (numbers.size() != 3) return {};
  std::string date = fmt::format("{}-{:0>2}-{:0>2}", numbers[0], numbers[1], numbers[2]);
  return isDate(date) ? date : std::string();
}

std::string dateIn(const Arguments& arguments, std::string_view option) {
  const auto text = arguments.value(option);
  if (!text) return {};
  if (!isDate(*text)) {
    const std::string meant = dateWritten(*text);
    throw BadInput(fmt::format("--{} {}: expected a date, the year first, such as 2011-06-06{}", option,
                               docket::quoted(*text), meant.empty() ? meant : didYouMeanAny({meant})));
  }
  return *text;
}

}  // namespace

std::vector<Option> withSelection(std::vector<Option> own) {
  own.insert(own.end(), kSelection.begin(), kSelection.end());
  return own;
}

std::vector<Option> withSearch(std::vector<Option> own) {
  std::vector<Option> all = withSelection(std::move(own));
  ranges::find(all, std::string_view("player"), &Option::name)->help = "games of a player with this in the name";
  all.push_back({.name = "table", .value = "N", .help = "games at this table", .least = 1, .most = kMaxTable});
  return all;
}

bool hasSelection(const Arguments& arguments) {
  return ranges::any_of(kSelection, [&](const Option& one) { return arguments.has(one.name); });
}

GameFilter selectionOf(const Arguments& arguments) {
  GameFilter filter{.id_prefix = arguments.value("prefix").value_or(""),
                    .player = arguments.value("player").value_or(""),
                    .event = arguments.value("event").value_or(""),
                    .round = arguments.number("round").value_or(0),
                    .date_from = dateIn(arguments, "since"),
                    .date_to = dateIn(arguments, "until"),
                    .ruleset = arguments.value("ruleset").value_or(""),
                    .ruleset_version = {}};
  if (const auto at = filter.ruleset.find('@'); at != std::string::npos) {
    filter.ruleset_version = filter.ruleset.substr(at + 1);
    filter.ruleset.resize(at);
  }
  if (!filter.date_to.empty() && filter.date_to < filter.date_from)
    throw BadInput(fmt::format("--since {} comes after --until {}", filter.date_from, filter.date_to));
  return filter;
}

std::uint32_t tableNumberOf(const Game& game) {
  const std::uint32_t table = game.header().getTable();
  return table == 0 ? game.label().table : table;
}

std::string unknownNameIn(const GameFilter& filter, const Archive& archive) {
  const auto unknown = [](std::string_view what, const std::string& name, const std::set<std::string>& known) {
    if (name.empty() || known.contains(name)) return std::string();
    return fmt::format("no game has {} {}{}", what, docket::quoted(name), didYouMean(name, known));
  };
  if (!filter.player.empty()) {
    if (auto player = unknown("a player", filter.player, find::playerNames(archive)); !player.empty()) return player;
  }
  if (filter.event.empty() && filter.ruleset.empty() && filter.round == 0) return {};
  std::set<std::string> events, rulesets, versions;
  std::set<std::uint32_t> rounds;
  archive.list({}, [&](const GameEntry& game) {
    events.insert(game.event);
    rounds.insert(game.round);
    rulesets.insert(game.ruleset);
    versions.insert(fmt::format("{}@{}", game.ruleset, game.ruleset_version));
    return true;
  });
  if (auto event = unknown("the event", filter.event, events); !event.empty()) return event;
  if (filter.round != 0 && !rounds.contains(filter.round))
    return fmt::format("no game was played in round {}", filter.round);
  if (auto ruleset = unknown("the ruleset", filter.ruleset, rulesets); !ruleset.empty()) return ruleset;
  if (filter.ruleset_version.empty()) return {};
  return unknown("the ruleset", fmt::format("{}@{}", filter.ruleset, filter.ruleset_version), versions);
}

void refuseNone(std::string_view command, const GameFilter& filter, const Archive& archive) {
  const std::string unknown = unknownNameIn(filter, archive);
  throw BadInput(fmt::format("docket {}: {} (docket games lists them)", command,
                             unknown.empty() ? "no game is selected" : unknown));
}

}  // namespace docket
