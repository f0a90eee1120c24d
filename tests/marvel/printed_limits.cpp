#include "tests/marvel/printed_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/find_if.hpp>

#include "engine/rules/wordings/read_card.h"
#include "events/document.h"
#include "events/text/text_view.h"
#include "tests/marvel/cards.h"
#include "tests/places.h"
#include "tests/witness/lines.h"

namespace docket::marvel {
namespace {

using wordings::Block;
using wordings::CardReading;
using wordings::WordsRead;

/// The wordings that ship, and before them those of this folder's ruleset.
struct LimitWordings {
  Document<schema::Wordings> shipped;
  Document<schema::Corrections> here;
  wordings::Wordings compiled;

  static const LimitWordings& get() {
    static const LimitWordings kWordings(docket::test::sourceDir() + "/engine/rulesets/wordings/marvel-champions.json",
                                         docket::test::sourceDir() + "/tests/marvel/limit_wordings.json");
    return kWordings;
  }

 private:
  LimitWordings(const std::string& file, const std::string& corrections)
      : shipped(readDocument<schema::Wordings>(witness::bytesOf(file), file)),
        here(readDocument<schema::Corrections>(witness::bytesOf(corrections), corrections)),
        compiled(shipped.root(), file, {here.root()}) {}
};

std::string small(std::string_view text) { return wordings::asWord(text); }

/// True if a phrase of a limit begins there: "Max 1 per ...", "limit once per ...".
bool begins(const wordings::PrintedText& text, std::size_t at) {
  const std::string word = small(text.of(text.words[at]));
  if ((word != "max" && word != "limit") || at + 2 >= text.words.size()) return false;
  return text.words[at + 1].kind == wordings::PrintedWord::Kind::number || small(text.of(text.words[at + 1])) == "once";
}

/// Its words, as far as a stop or parentheses.
std::string phraseAt(const wordings::PrintedText& text, std::size_t begin) {
  const auto ends = [&](std::size_t at) {
    const auto word = text.of(text.words[at]);
    return word == "." || word == "(" || word == ")" || text.words[at].begins_line;
  };
  std::size_t end = begin + 1;
  while (end < text.words.size() && !ends(end)) ++end;
  return std::string(text.between(begin, end));
}

/// The bold words of the label of a section; empty if it has none.
std::string labelOf(const wordings::PrintedText& text, const wordings::Section& section) {
  const auto part = ranges::find(section.parts, Block::LABEL, &wordings::Part::block);
  if (part == section.parts.end()) return {};
  std::size_t begin = part->begin;
  while (begin < part->end && !text.words[begin].bold) ++begin;
  std::size_t end = begin;
  while (end < part->end && text.words[end].bold) ++end;
  return std::string(text.between(begin, end));
}

std::string captured(const WordsRead& words, std::string_view name) {
  const auto found = ranges::find(words.fit.captures, name, &wordings::Capture::name);
  return found == words.fit.captures.end() ? std::string() : found->value;
}

/// Adds the limit that the wording gives for its words; none if the words name no limit.
void understand(PrintedLimit& limit, const WordsRead& words) {
  const auto given = words.wording->says.getLimits();
  if (given.size() == 0) return;
  limit.limit = wordings::filledIn(view(given[0].getLimit()), words.fit.captures, false);
  const std::string most = captured(words, "n");
  std::from_chars(most.data(), most.data() + most.size(), limit.most);
  if (limit.limit == "max-per-instance") {
    const std::string per = small(captured(words, "per"));
    limit.instance = per.ends_with("basic power use") ? "basic power use" : per.substr(per.rfind(' ') + 1);
    return;
  }
  for (const std::string_view period : {"round", "phase", "turn", "game"}) {
    if (limit.limit.find(fmt::format("-per-{}", period)) != std::string::npos) limit.period = period;
  }
}

class LimitReader {
 public:
  std::vector<PrintedLimit> all;

  void read(const std::string& light) {
    if (light.empty()) return;
    wordings::PrintedCard card{.key = {}, .title = {}, .types = {}, .subtypes = {}, .texts = {}};
    card.texts.push_back({.field = "text", .words = light});
    static const Ruleset kNoRuleset;
    const CardReading reading = wordings::readCard(card, LimitWordings::get().compiled, kNoRuleset);
    const auto& of = reading.texts.front();
    for (const wordings::Section& section : of.sections) {
      const std::string label = labelOf(of.printed, section);
      if (!label.empty()) ++labels_[label];
      for (std::size_t at = section.begin; at < section.end; ++at) {
        if (begins(of.printed, at)) take(reading, at, label);
        if (of.printed.words[at].kind == wordings::PrintedWord::Kind::quoted) {
          const auto range = of.printed.rangeOf(at, at + 1);
          read(light.substr(range.begin + 1, range.end - range.begin - 2));  // an ability that the card gains
        }
      }
    }
  }

 private:
  void take(const CardReading& reading, std::size_t at, const std::string& label) {
    const auto& printed = reading.texts.front().printed;
    PrintedLimit limit{.words = phraseAt(printed, at), .limit = {}, .label = label, .period = {}, .instance = {}};
    limit.which = label.empty() ? 0 : labels_[label] - 1;
    const auto by = ranges::find_if(
        reading.words, [&](const auto& words) { return !words->wording->says.getHint() && words->fit.begin == at; });
    if (by != reading.words.end()) understand(limit, **by);
    all.push_back(std::move(limit));
  }

  std::map<std::string, std::size_t> labels_;  // how many abilities have had it
};

}  // namespace

std::vector<PrintedLimit> printedLimits(const std::string& text) {
  LimitReader reader;
  reader.read(wordings::withLightMarks(text));
  return std::move(reader.all);
}

bool isLabelOf(std::string_view label, std::string_view type) {
  if (label == type) return true;
  const std::size_t word = label.rfind(' ');
  return word != std::string_view::npos && label.substr(word + 1) == type;
}

}  // namespace docket::marvel
