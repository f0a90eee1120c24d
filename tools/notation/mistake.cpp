#include "tools/notation/mistake.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "events/text/printable.h"

namespace docket::notation {
namespace {

constexpr std::size_t kMaxChoicesShown = 8;

/// Quotation marks separate what was typed from the message, unless it has some itself.
std::string shown(const Choice& choice) {
  const bool apart = choice.text.find('"') != std::string::npos;
  const std::string text = printable(choice.text);
  return (apart ? text : '"' + text + '"') + (choice.about.empty() ? "" : " (" + printable(choice.about) + ")");
}

std::string withChoices(const std::string& wrong, const std::vector<Choice>& choices) {
  if (choices.empty()) return wrong;
  if (choices.size() == 1) return fmt::format("{} (did you mean {}?)", wrong, shown(choices.front()));
  std::string list;
  const std::size_t count = std::min(choices.size(), kMaxChoicesShown);
  for (std::size_t i = 0; i < count; ++i) {
    const bool last = i + 1 == count && count == choices.size();
    list += fmt::format("{}{}", i == 0 ? "" : last ? " or " : ", ", shown(choices[i]));
  }
  return fmt::format("{}: {}{}", wrong, list, count < choices.size() ? ", ..." : "?");
}

}  // namespace

Mistake::Mistake(const Place& place, const std::string& wrong, std::vector<Choice> choices, Of subject)
    : BadInput(std::string(place.file), place.line, place.column, withChoices(wrong, choices)),
      wrong_(wrong),
      length_(place.length),
      choices_(std::move(choices)),
      of_(subject) {}

std::string corrected(std::string_view line, const Mistake& mistake, const Choice& choice) {
  const std::size_t at = std::min(mistake.column() - std::min<std::size_t>(mistake.column(), 1), line.size());
  const bool apart = mistake.length() == 0 && at > 0 && line[at - 1] != ' ';  // something is missing there
  std::string made(line.substr(0, at));
  return made + (apart ? " " : "") + choice.text +
         std::string(line.substr(std::min(at + mistake.length(), line.size())));
}

}  // namespace docket::notation
