#include "tools/commands/subcommands.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "events/errors.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/split.h"

namespace docket {
namespace {

/// The bare name of a place: "GAME" of "[GAME...]" and of "GAME[@POINT]".
std::string_view bareName(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of('['), word.size()));
  return word.substr(0, word.find_first_of("[].@="));
}

/// "list, show or add".
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == names.size() ? " or " : ", ", names[i]);
  return text;
}

}  // namespace

std::vector<std::vector<std::string>> usageVariantsOf(const Command& command) {
  std::vector<std::vector<std::string>> ways(1);
  eachWord(command.words, [&](std::string_view word) {
    if (word == "|") {
      ways.emplace_back();
    } else {
      ways.back().emplace_back(bareName(word));
    }
  });
  return ways;
}

bool isWordOfCommand(std::string_view place) { return !place.empty() && place.front() >= 'a' && place.front() <= 'z'; }

std::vector<std::string> subcommandsOf(const Command& command) {
  std::vector<std::string> names;
  for (const auto& way : usageVariantsOf(command)) {
    if (!way.empty() && isWordOfCommand(way.front())) names.push_back(way.front());
  }
  return names;
}

std::string typedSubcommand(const Command& command, const std::vector<std::string>& words) {
  const auto known = subcommandsOf(command);
  if (known.empty()) return {};
  if (words.empty()) return known.front();
  if (ranges::contains(known, words.front())) return words.front();
  throw BadInput(fmt::format("docket {} {}: expected {}{}", command.name, docket::quoted(words.front()), listed(known),
                             didYouMean(words.front(), known)));
}

std::size_t placeOfOtherCommand(const Command& command, std::span<const std::string> typed) {
  if (!command.takes_command) return typed.size();
  const auto options = optionsOf(command);
  for (std::size_t place = 0; place < typed.size(); ++place) {
    if (!typed[place].starts_with("-")) return place;
    const auto takes_value = [&](const Option& option) {
      return !option.value.empty() && typed[place] == fmt::format("--{}", option.name);
    };
    if (ranges::any_of(options, takes_value)) ++place;
  }
  return typed.size();
}

std::vector<std::string> ownersOf(const Option& option) {
  std::vector<std::string> owners;
  eachWord(option.belongs_to, [&](std::string_view word) { owners.emplace_back(word); });
  return owners;
}

bool belongsToSubcommand(const Option& option, std::string_view subcommand) {
  const auto owners = ownersOf(option);
  return owners.empty() || subcommand.empty() || ranges::contains(owners, subcommand);
}

}  // namespace docket
