#include "tools/import/facts/ygoprodeck.h"

#include <array>
#include <cctype>
#include <limits>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "events/text/split.h"
#include "tools/import/edopro/card_text.h"
#include "tools/import/facts/sources.h"

namespace docket::facts {
namespace {

/// True if the text of a monster of the Extra Deck has more than its materials: a sentence.
bool hasSentence(std::string_view text) {
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') is_quoted = !is_quoted;
    const bool ends = text[i] == '.' && (i + 1 == text.size() || std::isspace(static_cast<unsigned char>(text[i + 1])));
    if (!is_quoted && (ends || text[i] == ':')) return true;
  }
  return false;
}

/// "Synchro Tuner Monster", "Spell Card": the words before the last say more of the card.
void takeTypes(const FactObject& card, const std::string& text, CardFacts& facts) {
  std::vector<std::string> words;
  eachWord(card.neededText("type"), [&](std::string_view word) { words.emplace_back(word); });
  if (words.empty()) card.refuse("type", "the card has no type");
  const std::string last = words.back() == "Card" && words.size() > 1 ? words[words.size() - 2] : words.back();
  if (last == "Spell" || last == "Trap") {
    facts.types = {last == "Spell" ? "spell" : "trap"};
    if (const std::string property = card.text("race"); !property.empty() && property != "Normal")
      facts.subtypes.push_back(property);
    return;
  }
  if (last == "Skill") {
    facts.types = {"skill"};
    return;
  }
  facts.types = {"monster"};
  for (std::string word : words) {
    if (word == "Monster") continue;
    if (word == "XYZ") word = "Xyz";
    facts.subtypes.push_back(std::move(word));
  }
  constexpr std::array<std::string_view, 4> kMadeOfOthers{"Fusion", "Synchro", "Xyz", "Link"};
  const bool is_made =
      ranges::any_of(kMadeOfOthers, [&](std::string_view one) { return ranges::contains(facts.subtypes, one); });
  const bool says = ranges::contains(facts.subtypes, "Effect") || ranges::contains(facts.subtypes, "Normal");
  const bool has_effect =
      card.isList("typeline") ? ranges::contains(card.texts("typeline"), "Effect") : hasSentence(text);
  if (is_made && !says && has_effect) facts.subtypes.emplace_back("Effect");
  for (const char* field : {"attribute", "race"}) {
    if (std::string word = card.text(field); !word.empty()) facts.subtypes.push_back(std::move(word));
  }
}

/// ATK or DEF: less than 0 is what is not printed as a number.
void takeStrength(const FactObject& card, std::string_view field, std::string_view name, CardFacts& facts) {
  auto stat = statOf(card, field, name);
  if (!stat) {
    facts.unsaid.push_back(name);
    return;
  }
  if (stat->amount < 0 || stat->kind != schema::PrintedStat::Kind::NUMBER)
    stat = StatFact{.name = name, .kind = schema::PrintedStat::Kind::ASTERISK};
  facts.stats.push_back(*stat);
}

void takeNumber(const FactObject& card, std::string_view field, std::string_view name, CardFacts& facts) {
  if (const auto number = card.number(field)) {
    facts.stats.push_back({.name = name, .amount = *number});
  } else {
    facts.unsaid.push_back(name);
  }
}

}  // namespace

CardFacts duelCard(const FactObject& card) {
  card.require({"id", "name", "type", "desc"}, {"atk", "def", "level", "race", "attribute", "linkval", "scale"});
  const auto code = card.number("id", 0, std::numeric_limits<std::uint32_t>::max());
  if (!code) card.refuse("id", "the card has no \"id\"");
  CardFacts facts{.key = std::to_string(*code), .title = card.neededText("name")};
  const std::string text = card.text("desc");
  takeTypes(card, text, facts);
  const auto has_subtype = [&](std::string_view subtype) { return ranges::contains(facts.subtypes, subtype); };
  if (facts.types.front() == "monster") {
    takeStrength(card, "atk", "ATK", facts);
    if (!has_subtype("Link")) takeStrength(card, "def", "DEF", facts);
    if (has_subtype("Link")) {
      takeNumber(card, "linkval", "Link", facts);
    } else {
      takeNumber(card, "level", has_subtype("Xyz") ? "Rank" : "Level", facts);
    }
    if (has_subtype("Pendulum")) {  // both are the same
      takeNumber(card, "scale", "Left Scale", facts);
      takeNumber(card, "scale", "Right Scale", facts);
    }
  }
  facts.texts = edopro::textsOfCard(text, {.is_pendulum = has_subtype("Pendulum"), .is_normal = has_subtype("Normal")});
  return facts;
}

}  // namespace docket::facts
