#include "tools/import/texts_check.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <map>

#include "engine/rules/wordings/card_writing.h"
#include "engine/rules/wordings/read_card.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "tools/import/printed_cards.h"

namespace docket {
namespace {

/// Limits by name and number, and how many abilities, or the card, have each.
using LimitCounts = std::map<std::pair<std::string, std::int32_t>, int>;

/// True if no text of the card says an ability: a way of the rules themselves to activate it, which a simulator's
/// records name beside what is printed. They number it like their other words; the words of a card have small numbers.
bool isOfRules(schema::Ability::Reader ability) {
  constexpr std::int32_t kMaxOfCard = 15;
  return ability.getDescription() > kMaxOfCard;
}

LimitCounts limitCounts(schema::Card::Reader card) {
  LimitCounts counts;
  const auto add = [&](auto limits) {
    for (const schema::LimitOf::Reader one : limits) ++counts[{textOf(one.getLimit()), one.getMax()}];
  };
  add(card.getLimits());
  for (const auto ability : card.getAbilities()) {
    if (!isOfRules(ability)) add(ability.getLimits());
  }
  return counts;
}

std::string limitWording(const Ruleset& ruleset, const std::pair<std::string, std::int32_t>& limit) {
  for (const Limit& one : ruleset.limits) {
    if (one.name != limit.first) continue;
    return fmt::format("{}{}", docket::quoted(one.wording),
                       limit.second == 0 ? "" : fmt::format(" ({})", limit.second));
  }
  return docket::quoted(limit.first);
}

/// The texts of a card. Of one that has none as a whole, the words that its abilities have, as a person types them.
wordings::PrintedCard withTexts(schema::Card::Reader card) {
  wordings::PrintedCard printed = printedCard(card);
  if (!printed.texts.empty()) return printed;
  std::string words;
  for (const auto ability : card.getAbilities()) {
    if (!ability.hasText()) continue;
    if (!words.empty()) words += '\n';
    words += view(ability.getText());
  }
  if (!words.empty())
    printed.texts.push_back({.field = std::string(wordings::kTextBox), .words = wordings::withLightMarks(words)});
  return printed;
}

/// The difference between the numbers of a card's abilities with a limit in the catalogue and in its text.
std::string disagreement(const std::string& limit, int in_catalogue, int in_text) {
  if (in_catalogue == 0) return fmt::format("its text has the limit {}, the catalogue does not", limit);
  if (in_text == 0) return fmt::format("the catalogue has the limit {}, its text does not", limit);
  return fmt::format("by its text {} of its abilities have the limit {}, by the catalogue {}", in_text, limit,
                     in_catalogue);
}

}  // namespace

TextsCheck checkTexts(schema::Catalogue::Reader catalogue, const wordings::Wordings& wordings, const Ruleset& ruleset) {
  TextsCheck check;
  for (unsigned i = 0; i < catalogue.getCards().size(); ++i) {
    const auto card = catalogue.getCards()[i];
    const wordings::PrintedCard printed = withTexts(card);
    if (printed.texts.empty()) continue;
    ++check.cards;
    const wordings::CardReading reading = wordings::readCard(printed, wordings, ruleset);
    capnp::MallocMessageBuilder message;
    auto read = message.initRoot<schema::Card>();
    wordings::writeCard(printed, reading, wordings, read);
    const bool in_doubt = reading.matters.has(schema::Matter::USES);
    if (in_doubt) ++check.in_doubt;
    LimitCounts typed = limitCounts(card), said = limitCounts(read);
    LimitCounts all = typed;
    all.insert(said.begin(), said.end());
    for (const auto& [limit, any] : all) {
      const int in_catalogue = typed[limit], in_text = said[limit];
      if (in_catalogue == in_text || (in_catalogue > in_text && in_doubt)) continue;
      check.disagreements.push_back(
          {.card = i, .message = disagreement(limitWording(ruleset, limit), in_catalogue, in_text)});
    }
  }
  return check;
}

}  // namespace docket
