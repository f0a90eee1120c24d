#include "tools/typing/header_offers.h"

#include <array>
#include <utility>

#include "tools/notation/transcript.h"

namespace docket::typing {

notation::Offers headerOffers(std::string_view line, const std::vector<std::string>& rulesets) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kWords{{
      {"game", "its name in the archive: game \"final\""},
      {"event", "the tournament: event \"Autumn Open\""},
      {"match", "match \"Gus and Hana\""},
      {"round", "round 5"},
      {"table", "table 4"},
      {"game-of-match", "game-of-match 2"},
      {"format", "format \"Legacy\""},
      {"date", "date \"2026-10-10\""},
      {"P1", "a player: P1 \"Gus\"; what he begins with: P1 starts 40 life, P1 deck \"mill.ydk\""},
      {"P2", "the next player"},
      {"ruleset", "ruleset \"yugioh\""},
      {"source", "where it comes from"},
  }};
  const std::size_t blank = line.find_last_of(' ');
  notation::Offers offers{.from = blank == std::string_view::npos ? 0 : blank + 1};
  const std::string_view begun = line.substr(offers.from), before = line.substr(0, offers.from);
  const auto add = [&](std::string text, std::string_view about) {
    if (text.starts_with(begun)) offers.all.push_back({.text = std::move(text), .about = std::string(about)});
  };
  if (before.find_first_not_of(' ') == std::string_view::npos) {
    for (const auto& [word, about] : kWords) add(std::string(word), about);
  } else if (before == "ruleset ") {
    for (const std::string& ruleset : rulesets) add(ruleset, "a ruleset");
  }
  return offers;
}

}  // namespace docket::typing
