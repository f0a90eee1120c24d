#include "tests/reading/grand_archive_table.h"

#include <fmt/format.h>

#include <array>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "events/text/text_view.h"
#include "tests/places.h"

namespace docket::reading {
namespace {

using wordings::WordsRead;

/// The families of the two samples.
constexpr std::array<std::string_view, 3> kCharacteristics{"gets", "keyword", "restriction-label"};
constexpr std::array<std::string_view, 5> kChanges{"becomes", "additional-type", "loses", "as-though", "once-per-turn"};

/// "Floating Memory" as "floating-memory", "Ranged 2" as "ranged 2".
std::string asCode(std::string_view words) {
  std::string code = inSmallLetters(words);
  for (std::size_t at = 0; at + 1 < code.size(); ++at) {
    if (code[at] == ' ' && (code[at + 1] < '0' || code[at + 1] > '9') && code[at + 1] != 'x') code[at] = '-';
  }
  return code;
}

std::string large(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return text;
}

/// "[Class Bonus]" as "class-bonus", "[Level 2+]" as "level>=2", "[Merlin Bonus]" as "name-bonus:merlin".
std::string labelCode(std::string_view printed) {
  std::string words = inSmallLetters(printed);
  if (words == "class bonus" || words == "element bonus") return asCode(words);
  if (words.ends_with(" bonus")) return "name-bonus:" + asCode(words.substr(0, words.size() - 6));
  if (words.ends_with('+')) words.pop_back();
  const std::size_t blank = std::min(words.find(' '), words.size());
  return words.substr(0, blank) + ">=" + std::string(words.substr(std::min(blank + 1, words.size())));
}

/// A number as it is printed, with its sign.
std::string signedNumber(std::string number) {
  std::erase(number, ' ');
  return number.starts_with('-') || number.starts_with('+') ? number : "+" + number;
}

/// The codes for the meanings of words, without the card that they are about.
std::vector<std::string> codesOf(const CardsRead::One& card, const WordsRead& words, std::string_view family) {
  const std::string_view name = words.wording->name;
  const auto value = [&](std::string_view what) { return captured(words, what); };
  if (family == "restriction-label") {
    std::vector<std::string> codes;
    std::string_view printed = card.reading.texts[words.text].printed.between(words.fit.begin, words.fit.end);
    for (std::size_t open = printed.find('['); open != std::string_view::npos; open = printed.find('[')) {
      const std::size_t close = std::min(printed.find(']', open), printed.size());
      codes.push_back(labelCode(printed.substr(open + 1, close - open - 1)));
      printed.remove_prefix(close);
    }
    return codes;
  }
  if (family == "gets") {
    const std::string by = value("n").empty() ? value("so much") : value("n");
    std::vector<std::string> codes{large(value("stat")) + signedNumber(by)};
    const std::string second = value("n2").empty() ? value("second") : value("n2");
    if (!second.empty()) codes.push_back(large(value("stat2")) + signedNumber(second));
    return codes;
  }
  if (family == "keyword") {
    if (name.ends_with("lineage or link")) {
      const std::string of = value("of");
      if (!of.empty()) return {"has lineage:" + asCode(of)};
      std::string link = inSmallLetters(value("has"));
      link = link.substr(0, link.rfind(" link"));
      std::replace(link.begin(), link.end(), ' ', '+');
      return {"has link:" + link};
    }
    if (name.ends_with("dash")) {
      const std::string word = asCode(value("word of"));
      return {(word == "ephemerate" ? "has " : "word ") + word};
    }
    return {value("granted").empty() ? "has " + asCode(value("has")) : "grants " + asCode(value("granted"))};
  }
  if (family == "becomes") return {"state " + inSmallLetters(value("state"))};
  if (family == "additional-type")
    return {"adds " + inSmallLetters(value("added").empty() ? value("subtype") : value("added"))};
  if (family == "loses") return {value("lost").empty() ? "abilities" : asCode(value("lost"))};
  if (family == "once-per-turn") return {std::string(name.substr(name.find(": ") + 2))};
  return {value("done") + (value("done").empty() ? "" : " ") + asCode(value("as"))};
}

/// A code without the card that it is about: "POWER+2@self" is "POWER+2".
std::string withoutWhose(std::string_view says) { return std::string(says.substr(0, says.find('@'))); }

template <class Families>
Scores scoresFor(const CardsRead& cards, const std::string& file, const Families& families) {
  auto labels = labelsOf(std::string(docket::test::sourceDir() + "/tests/reading/labels/") + file, cards);
  for (LabelledWords& label : labels.words) label.says["says"] = withoutWhose(label.says["says"]);
  std::vector<LabelledWords> readings;
  for (const auto& card : cards.cards) {
    if (!ranges::any_of(labels.words, [&](const LabelledWords& label) { return label.key == card.card.key; })) continue;
    for (const auto& words : card.reading.words) {
      const std::string family = familyOf(words->wording->name);
      if (words->wording->says.getHint() || !ranges::contains(families, family)) continue;
      for (std::string& code : codesOf(card, *words, family)) {
        readings.push_back({.key = card.card.key,
                            .family = family,
                            .place = placeOf(card, *words),
                            .says = {{"says", std::move(code)}}});
      }
    }
  }
  return scored(labels, readings, {"says"});
}

}  // namespace

std::filesystem::path grandArchiveCards() { return docket::test::sharedDir() + "/data/cards/grand-archive.jsonl"; }

GrandArchiveTable grandArchiveTable(const std::filesystem::path& file) {
  const CardsRead cards = readCardsOf(file, "grand-archive", "slug", "effect");
  GrandArchiveTable table;
  table.tally = cards.tally;
  std::map<std::string, std::size_t> families;
  for (const auto& card : cards.cards) {
    for (const auto& words : card.reading.words) {
      if (!words->wording->says.getHint()) ++families[familyOf(words->wording->name)];
    }
  }
  for (const auto card : cards.catalogue.root().getCards()) {
    for (const auto ability : card.getAbilities()) table.effects += ability.getEffects().size();
  }
  table.text = fmt::format("Effects that are carried out: {}.\n\n", table.effects);
  table.text += "| family of wordings | times read |\n| --- | ---: |\n";
  for (const auto& [family, count] : families) table.text += fmt::format("| {} | {} |\n", family, count);
  table.characteristics = scoresFor(cards, "grand-archive.tsv", kCharacteristics);
  table.text += "\nCharacteristics, 60 cards labelled by hand:\n\n" + table.characteristics.text({"says"});
  table.changes = scoresFor(cards, "grand-archive-changes.tsv", kChanges);
  table.text += "\nChanges, 60 cards labelled by hand:\n\n" + table.changes.text({"says"});
  return table;
}

}  // namespace docket::reading
