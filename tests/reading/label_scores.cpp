#include "tests/reading/label_scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/find_if.hpp>
#include <range/v3/algorithm/sort.hpp>
#include <stdexcept>

#include "engine/rules/text_marks.h"
#include "engine/rules/wordings/printed_words.h"
#include "engine/rules/wordings/read_card.h"
#include "events/text/split.h"
#include "tests/witness/lines.h"
#include "tools/game/document_remarks.h"
#include "tools/game/documents.h"
#include "tools/import/read_catalogue.h"

namespace docket::reading {
namespace {

bool isLetterOrDigit(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// Letters and digits of the first `end` bytes, those of tags left out.
std::size_t lettersBefore(std::string_view raw, std::size_t end) {
  std::size_t count = 0;
  bool tag = false;
  for (std::size_t at = 0; at < std::min(end, raw.size()); ++at) {
    if (raw[at] == '<') tag = true;
    if (!tag && isLetterOrDigit(raw[at])) ++count;
    if (raw[at] == '>') tag = false;
  }
  return count;
}

std::vector<std::string> splitAtTabs(std::string_view line) {
  std::vector<std::string> columns;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find('\t', at), line.size());
    columns.emplace_back(line.substr(at, end - at));
    at = end + 1;
  }
  return columns;
}

std::size_t sumOf(const Scores& scores, std::size_t FamilyScore::*of) {
  std::size_t sum = 0;
  for (const auto& [name, score] : scores.families) sum += score.*of;
  return sum;
}

}  // namespace

std::string percent(std::size_t part, std::size_t all, int digits) {
  if (all == 0) return "-";
  return fmt::format("{:.{}f} %", 100.0 * static_cast<double>(part) / static_cast<double>(all), digits);
}

const CardsRead::One* CardsRead::find(std::string_view key) const {
  const auto found = ranges::find_if(cards, [&](const One& one) { return one.card.key == key; });
  return found == cards.end() ? nullptr : &*found;
}

CardsRead readCardsOf(const std::filesystem::path& file, const std::string& ruleset_name, std::string_view key,
                      std::string_view field) {
  const std::string bytes = witness::bytesOf(file);
  const PrintedCards printed = readPrintedCards(bytes, file.string());
  const Ruleset ruleset = compiledRuleset(chooseRuleset(ruleset_name, {}, nullptr));
  HeldWordings words = chooseWordings(ruleset_name, {}, {});
  std::map<std::string, std::string> raw;
  witness::forEachLine(
      bytes, [&](const witness::Object& line) { raw.emplace(witness::text(line, key), witness::text(line, field)); });
  std::vector<CardsRead::One> cards;
  cards.reserve(printed.cards.size());
  ReadingTally tally;
  for (const auto& card : printed.cards) {
    cards.push_back(
        {.card = card, .reading = wordings::readCard(card, *words.compiled, ruleset), .raw = raw[card.key]});
    tally.add(cards.back().reading);
  }
  auto catalogue = readCatalogueFrom(printed, *words.compiled, ruleset);
  return {.wordings = std::move(words), .cards = std::move(cards), .tally = tally, .catalogue = std::move(catalogue)};
}

std::string familyOf(std::string_view wording) { return std::string(wording.substr(0, wording.find(": "))); }

std::string captured(const wordings::WordsRead& words, std::string_view name) {
  const auto found = ranges::find(words.fit.captures, name, &wordings::Capture::name);
  return found == words.fit.captures.end() ? std::string() : found->value;
}

Place placeIn(std::string_view raw, std::size_t begin, std::size_t end) {
  return {.begin = lettersBefore(raw, begin), .end = lettersBefore(raw, end)};
}

std::string inSmallLetters(std::string_view printed) { return inOneLine(wordings::asWord(printed)); }

Place placeOf(const CardsRead::One& card, const wordings::WordsRead& words) {
  const auto& printed = card.reading.texts[words.text].printed;
  const auto letters = [&](std::size_t end) {
    const std::string_view before = std::string_view(printed.text.text).substr(0, end);
    return static_cast<std::size_t>(std::count_if(before.begin(), before.end(), isLetterOrDigit));
  };
  return {.begin = letters(printed.words[words.fit.begin].range.begin),
          .end = letters(printed.words[words.fit.end - 1].range.end)};
}

Labels labelsOf(const std::filesystem::path& file, const CardsRead& cards) {
  Labels labels;
  std::vector<std::string> headings;
  eachLine(witness::bytesOf(file), [&](std::string_view line, std::size_t number) {
    if (line.empty()) return;
    const auto columns = splitAtTabs(line);
    if (number == 1) {
      headings = columns;
      return;
    }
    const CardsRead::One* card = cards.find(columns.at(0));
    if (card == nullptr) {
      ++labels.elsewhere;
      return;
    }
    LabelledWords label{.key = columns.at(0), .family = columns.at(3), .place = {}, .says = {}};
    if (label.family != "none") label.place = placeIn(card->raw, std::stoul(columns.at(1)), std::stoul(columns.at(2)));
    for (std::size_t i = 4; i < headings.size() && i < columns.size(); ++i) label.says[headings[i]] = columns[i];
    labels.words.push_back(std::move(label));
  });
  return labels;
}

Scores scored(const Labels& labels, const std::vector<LabelledWords>& readings,
              const std::vector<std::string>& columns) {
  Scores scores;
  scores.elsewhere = labels.elsewhere;
  std::vector<bool> taken(readings.size());
  for (const LabelledWords& label : labels.words) {
    if (label.family == "none") continue;
    FamilyScore& family = scores.families[label.family];
    ++family.labels;
    std::size_t at = 0;
    while (at < readings.size() && (taken[at] || readings[at].key != label.key || readings[at].family != label.family ||
                                    !readings[at].place.meets(label.place))) {
      ++at;
    }
    if (at == readings.size()) {
      scores.differences.push_back(fmt::format("{} {}: labelled, not read", label.key, label.family));
      continue;
    }
    taken[at] = true;
    ++family.both;
    for (const std::string& column : columns) {
      const auto& mine = readings[at].says.at(column);
      if (mine == label.says.at(column)) {
        ++family.same[column];
      } else {
        scores.differences.push_back(fmt::format("{} {}: {} is read \"{}\", labelled \"{}\"", label.key, label.family,
                                                 column, mine, label.says.at(column)));
      }
    }
  }
  for (std::size_t at = 0; at < readings.size(); ++at) {
    ++scores.families[readings[at].family].readings;
    if (!taken[at])
      scores.differences.push_back(fmt::format("{} {}: read, not labelled", readings[at].key, readings[at].family));
  }
  ranges::sort(scores.differences);
  return scores;
}

std::string Scores::text(const std::vector<std::string>& columns) const {
  std::string heading = "| family | labelled | read | both | precision | recall |";
  std::string rule = "| --- | ---: | ---: | ---: | ---: | ---: |";
  for (const std::string& column : columns) {
    heading += fmt::format(" same \"{}\" |", column);
    rule += " ---: |";
  }
  std::string text = heading + '\n' + rule + '\n';
  for (const auto& [name, one] : families) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} |", name, one.labels, one.readings, one.both,
                        percent(one.both, one.readings), percent(one.both, one.labels));
    for (const std::string& column : columns) {
      const auto found = one.same.find(column);
      text += fmt::format(" {} |", found == one.same.end() ? 0 : found->second);
    }
    text += '\n';
  }
  if (elsewhere > 0) text += fmt::format("\n{} more labels are of cards that are not in this file.\n", elsewhere);
  if (!differences.empty()) text += '\n';
  for (const std::string& difference : differences) text += "- " + difference + "\n";
  return text;
}

std::size_t Scores::precision() const {
  const std::size_t all = sumOf(*this, &FamilyScore::readings);
  return all == 0 ? 0 : sumOf(*this, &FamilyScore::both) * 1000 / all;
}

std::size_t Scores::recall() const {
  const std::size_t all = sumOf(*this, &FamilyScore::labels);
  return all == 0 ? 0 : sumOf(*this, &FamilyScore::both) * 1000 / all;
}

}  // namespace docket::reading
