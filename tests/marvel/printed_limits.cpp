#include "tests/marvel/printed_limits.h"

#include <array>
#include <map>
#include <range/v3/algorithm/find_if.hpp>
#include <regex>

namespace docket::marvel {
namespace {

using Matches = std::sregex_iterator;

constexpr auto kIgnoreCase = std::regex::ECMAScript | std::regex::icase;

/// A bold word is the label of an ability where a colon follows it, or the brackets behind it.
const std::regex& label() {
  static const std::regex kLabel(R"(<b>\s*([^<:]*[^<:\s])\s*(:?)\s*</b>\s*(?:<(?:i|em)>\([^<]*\)</(?:i|em)>)?\s*(:?))");
  return kLabel;
}
const std::regex& phrase() {
  static const std::regex kPhrase(R"(\b(Max|Limit) (once|\d+) ([^.()]*[^.()\s]))", kIgnoreCase);
  return kPhrase;
}

struct Wording {
  const char* head;  ///< "max" or "limit"
  const char* rest;  ///< what follows the number
  const char* of_card;
  const char* of_ability;  ///< empty: nothing is known of such words there
};
/// `$1` is what the words say in that place. "Rounder" is a slip of the transcription.
constexpr std::array kWordings{
    Wording{"max", R"(per (round|phase|turn|game))", "max-per-$1", "max-uses-per-$1"},
    Wording{"limit", R"(per (round|phase|turn|game)(?:er)?)", "", "limit-per-$1"},
    Wording{"limit", R"(per (round|phase|turn|game)(?:er)? per player)", "", "limit-per-$1-per-player"},
    Wording{"max", "per deck", "max-per-deck", ""},
    Wording{"max", "per player", "max-per-player", ""},
    Wording{"max", "restricted cards per player", "restricted", ""},
    Wording{"max", R"((?:\[\[team\]\] card|team) per player)", "team", ""},
    Wording{"max", R"(\[\[training\]\] upgrade per ally)", "training", ""},
    Wording{"max", R"(per (?:ally|minion|enemy|scheme|side scheme|character|hero|villain|identity|attachment|support))",
            "max-per-element", ""},
    Wording{"limit", R"(per (?:ally|minion|enemy|scheme|side scheme|character|hero|villain))", "limit-per-element", ""},
    Wording{"max", R"(per (?:\[\[(?:.*)\]\] )?(attack|event|activation|basic power use))", "", "max-per-instance"},
};

void understand(PrintedLimit& limit, const std::string& head, const std::string& rest) {
  for (const Wording& one : kWordings) {
    std::smatch found;
    if (!std::regex_match(head, std::regex(one.head, kIgnoreCase))) continue;
    if (!std::regex_match(rest, found, std::regex(one.rest, kIgnoreCase))) continue;
    const std::string line = limit.label.empty() ? one.of_card : one.of_ability;
    limit.limit = found.format(line);
    if (found.size() > 1) (limit.limit == "max-per-instance" ? limit.instance : limit.period) = found[1];
    return;
  }
}

/// Its paragraphs, one after the other.
template <class Take>
void forEachParagraph(const std::string& text, Take&& take) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    take(text.substr(at, end - at));
    at = end + 1;
  }
}

}  // namespace

std::vector<PrintedLimit> printedLimits(const std::string& text) {
  std::vector<PrintedLimit> all;
  std::map<std::string, std::size_t> labels;  // how many abilities have had it
  forEachParagraph(text, [&](const std::string& paragraph) {
    Matches bold(paragraph.begin(), paragraph.end(), label());
    std::string now;
    for (Matches one(paragraph.begin(), paragraph.end(), phrase()); one != Matches(); ++one) {
      for (; bold != Matches() && bold->position() < one->position(); ++bold) {
        if ((*bold)[2].length() + (*bold)[3].length() == 0) continue;
        now = (*bold)[1];
        ++labels[now];
      }
      PrintedLimit limit{.words = one->str(), .label = now};
      limit.which = now.empty() ? 0 : labels[now] - 1;
      limit.most = (*one)[2] == "once" ? 1 : std::stoi((*one)[2]);
      understand(limit, (*one)[1], (*one)[3]);
      all.push_back(std::move(limit));
    }
    for (; bold != Matches(); ++bold) {
      if ((*bold)[2].length() + (*bold)[3].length() != 0) ++labels[(*bold)[1]];
    }
  });
  return all;
}

bool isLabelOf(std::string_view label, std::string_view type) {
  if (label == type) return true;
  const std::size_t word = label.rfind(' ');
  return word != std::string_view::npos && label.substr(word + 1) == type;
}

}  // namespace docket::marvel
