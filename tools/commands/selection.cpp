#include "tools/commands/selection.h"

#include <fmt/format.h>

#include <array>
#include <range/v3/algorithm/any_of.hpp>

#include "events/errors.h"
#include "events/quoted.h"
#include "events/validate.h"
#include "events/validate_header.h"

namespace docket {
namespace {

constexpr std::array<Option, 6> kSelection{{
    {.name = "player", .value = "NAME", .help = "games of this player"},
    {.name = "event", .value = "NAME", .help = "games of this tournament or series"},
    {.name = "ruleset", .value = "RULESET", .help = "games played under NAME or NAME@VERSION"},
    {.name = "since", .value = "DATE", .help = "games played on that day or later"},
    {.name = "until", .value = "DATE", .help = "games played on that day or earlier"},
    {.name = "prefix", .value = "TEXT", .help = "games whose id begins so"},
}};

std::string dateIn(const Arguments& arguments, std::string_view option) {
  const auto text = arguments.value(option);
  if (!text) return {};
  if (!isDate(*text))
    throw BadInput(fmt::format("--{} {}: expected a date as 2011-06-06", option, docket::quoted(*text)));
  return *text;
}

}  // namespace

std::vector<Option> withSelection(std::vector<Option> own) {
  own.insert(own.end(), kSelection.begin(), kSelection.end());
  return own;
}

bool hasSelection(const Arguments& arguments) {
  return ranges::any_of(kSelection, [&](const Option& one) { return arguments.has(one.name); });
}

GameFilter selectionOf(const Arguments& arguments) {
  GameFilter filter{.id_prefix = arguments.value("prefix").value_or(""),
                    .player = arguments.value("player").value_or(""),
                    .event = arguments.value("event").value_or(""),
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

}  // namespace docket
