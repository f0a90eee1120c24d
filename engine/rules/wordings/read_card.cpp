#include "engine/rules/wordings/read_card.h"

#include <range/v3/algorithm/any_of.hpp>

#include "engine/rules/wordings/ability_reading.h"
#include "engine/rules/wordings/limit_reading.h"
#include "engine/rules/wordings/section_agreement.h"
#include "engine/rules/wordings/unread_words.h"
#include "engine/rules/wordings/word_reading.h"

namespace docket::wordings {
namespace {

CardReading::Text divided(const PrintedCard::Text& text, const PrintedCard& card, const Wordings& wordings,
                          const Ruleset& ruleset) {
  CardReading::Text made{.field = text.field,
                         .light = text.words,
                         .printed = readWords(text.words, card.title, wordings.vocabulary()),
                         .sections = {},
                         .read = {},
                         .covered = {},
                         .corrected = {}};
  made.sections = divide(made.printed, made.light, wordings.document().getLayout(), ruleset);
  made.read.resize(made.sections.size());
  made.covered.resize(made.printed.words.size());
  made.corrected.resize(made.printed.words.size());
  for (const Section& section : made.sections) {  // the words that the ruleset itself reads
    for (std::size_t at = section.begin; at < section.understood; ++at) made.covered[at] = true;
  }
  return made;
}

}  // namespace

CardReading readCard(const PrintedCard& card, const Wordings& wordings, const Ruleset& ruleset) {
  CardReading reading;
  for (const auto& text : card.texts) {
    const auto is_flavor = [&](const CardChoice& of) { return of.holds(card, text.field); };
    if (text.words.empty() || ranges::any_of(wordings.layout().flavor, is_flavor)) continue;
    reading.texts.push_back(divided(text, card, wordings, ruleset));
  }
  const SentenceTies ties(ruleset);
  for (std::size_t text = 0; text < reading.texts.size(); ++text) {
    addWordReadings(card, wordings, reading, text);
    settleSections(wordings.layout(), ties, reading.texts[text]);
    assembleAbilities(card, wordings.layout(), reading, text);
  }
  const bool placed = placeLimits(ruleset, reading);
  addUnreadDoubts(wordings, reading, placed);
  return reading;
}

}  // namespace docket::wordings
