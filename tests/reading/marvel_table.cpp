#include "tests/reading/marvel_table.h"

#include <fmt/format.h>

#include <array>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "tests/places.h"
#include "tests/witness/lines.h"

namespace docket::reading {
namespace {

using wordings::WordsRead;

/// Every family into which a word of a maximum or a limit can fall.
constexpr std::array<std::string_view, 14> kFamilies{"plays",
                                                     "deck",
                                                     "player",
                                                     "element",
                                                     "instance",
                                                     "uses",
                                                     "value",
                                                     "hand-or-ally-limit",
                                                     "other:restricted",
                                                     "other:trait-element",
                                                     "other:trait-player",
                                                     "other:here",
                                                     "other:of two things",
                                                     "other:deck-building"};
constexpr std::array<std::string_view, 4> kLimiting{"max", "maximum", "maximums", "limit"};

bool isFamily(const WordsRead& words) {
  return !words.wording->says.getHint() && ranges::contains(kFamilies, familyOf(words.wording->name));
}

/// The label of the ability in which words stand, and which of the labelled ones of the card it is.
std::string labelledAbilityOf(const CardsRead::One& card, const WordsRead& words) {
  const auto& text = card.reading.texts[words.text];
  std::size_t number = 0;
  for (std::size_t i = 0; i <= words.section; ++i) {
    if (text.sections[i].kind == wordings::Section::Kind::labelled) ++number;
  }
  const auto& section = text.sections[words.section];
  if (section.kind != wordings::Section::Kind::labelled) return "-";
  std::string label;
  for (const auto& part : section.parts) {
    if (part.block != wordings::Block::LABEL) continue;
    for (std::size_t at = part.begin; at < part.end; ++at) {
      if (text.printed.words[at].bold)
        label += (label.empty() ? "" : " ") + std::string(text.printed.of(text.printed.words[at]));
    }
  }
  return fmt::format("{}:{}", label, number);
}

/// The unit of counting in the words, as the labels name it.
std::string perOf(const WordsRead& words) {
  std::string per = inSmallLetters(captured(words, "per"));
  const std::string whom = inSmallLetters(captured(words, "whom"));
  return whom.empty() ? per : per + "+" + whom;
}

/// The number; of a maximum of a bonus it is not the bonus.
std::string printedNumberOf(const WordsRead& words) {
  for (const auto* name : {"icons", "most", "n", "number"}) {
    if (std::string value = captured(words, name); !value.empty()) return value;
  }
  return {};
}

std::vector<LabelledWords> readingsOf(const CardsRead& cards, const Labels& labels) {
  std::vector<LabelledWords> readings;
  for (const auto& card : cards.cards) {
    const bool labelled =
        ranges::any_of(labels.words, [&](const LabelledWords& label) { return label.key == card.card.key; });
    if (!labelled) continue;
    for (const auto& words : card.reading.words) {
      if (!isFamily(*words)) continue;
      readings.push_back(
          {.key = card.card.key,
           .family = familyOf(words->wording->name),
           .place = placeOf(card, *words),
           .says = {{"n", printedNumberOf(*words)}, {"per", perOf(*words)}, {"of", labelledAbilityOf(card, *words)}}});
    }
  }
  return readings;
}

/// Compares printed deck limits with those of the file, and counts unusual ones that are not printed.
void tellDecks(const std::filesystem::path& file, const CardsRead& cards, MarvelTable& table) {
  std::map<std::string, std::vector<std::string>> unprinted;
  witness::forEachLine(witness::bytesOf(file), [&](const witness::Object& line) {
    const CardsRead::One* card = cards.find(witness::text(line, "code"));
    if (card == nullptr) return;
    const auto of_file = witness::numberIfThere(line, "deck_limit");
    for (const auto& words : card->reading.words) {
      if (familyOf(words->wording->name) != "deck") continue;
      ++table.deck_printed;
      if (of_file && std::to_string(*of_file) == captured(*words, "n")) {
        ++table.deck_equal;
      } else {
        table.text += fmt::format("- {}: another deck limit is printed than the file has\n", card->card.key);
      }
      return;
    }
    // Identities and what comes with them are one each; a unique card is; of any other a deck holds three.
    const bool own = !witness::text(line, "set_code").empty() || witness::flag(line, "is_unique");
    if (of_file && !own && *of_file != 3) unprinted[std::to_string(*of_file)].push_back(card->card.key);
  });
  table.text += fmt::format("\n\"Max N per deck\" is printed on {} cards, and equal to the file's deck limit on {}.\n",
                            table.deck_printed, table.deck_equal);
  for (const auto& [limit, codes] : unprinted)
    table.text += fmt::format("\nDeck limit {} without being printed: {}.\n", limit, fmt::join(codes, ", "));
}

/// Each word "max" and "limit": which family it falls into, or that it is unread.
void tellLimitingWords(const CardsRead& cards, MarvelTable& table) {
  std::map<std::string, std::size_t> unread;
  for (const auto& card : cards.cards) {
    for (std::size_t text = 0; text < card.reading.texts.size(); ++text) {
      const auto& of = card.reading.texts[text];
      for (std::size_t at = 0; at < of.printed.words.size(); ++at) {
        if (!ranges::contains(kLimiting, inSmallLetters(of.printed.of(of.printed.words[at])))) continue;
        ++table.limiting;
        const bool in_family = ranges::any_of(card.reading.words, [&](const auto& words) {
          return words->text == text && words->fit.begin <= at && at < words->fit.end && isFamily(*words);
        });
        if (in_family) {
          ++table.in_family;
        } else if (of.covered[at]) {
          ++table.otherwise;
          table.text += fmt::format("- {}: a word of a limit is read as something else\n", card.card.key);
        } else {
          ++table.unread;
          ++unread[fmt::format("{}: {}", card.card.key,
                               inSmallLetters(of.printed.between(at, std::min(at + 4, of.printed.words.size()))))];
        }
      }
    }
  }
  table.text += fmt::format("\nWords \"max\" and \"limit\": {}, in a family {}, unread {}.\n", table.limiting,
                            table.in_family, table.unread);
  for (const auto& [words, count] : unread) table.text += fmt::format("- unread: {}\n", words);
}

}  // namespace

std::filesystem::path marvelCards() { return docket::test::sharedDir() + "/data/cards/marvel-champions.jsonl"; }

MarvelTable marvelTable(const std::filesystem::path& file) {
  const CardsRead cards = readCardsOf(file, "marvel-champions", "code", "text");
  MarvelTable table;
  table.tally = cards.tally;
  tellDecks(file, cards, table);
  tellLimitingWords(cards, table);
  const auto labels = labelsOf(docket::test::sourceDir() + "/tests/reading/labels/marvel-champions.tsv", cards);
  const std::vector<std::string> columns{"n", "per", "of"};
  table.scores = scored(labels, readingsOf(cards, labels), columns);
  table.text += "\n150 cards labelled by hand:\n\n" + table.scores.text(columns);
  return table;
}

}  // namespace docket::reading
