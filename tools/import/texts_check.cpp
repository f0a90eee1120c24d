#include "tools/import/texts_check.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <map>

#include "engine/rules/wordings/card_reading.h"
#include "engine/rules/wordings/card_writing.h"
#include "events/quoted.h"
#include "events/text_view.h"

namespace docket {
namespace {

/// Limits by name and number, and how many abilities, or the card, have each.
using LimitCounts = std::map<std::pair<std::string, std::int32_t>, int>;

/// Whether no text of the card says an ability: a way of the rules themselves to activate it, which a simulator's
/// records name beside what is printed. They number it like their other words; the words of a card have small numbers.
bool isOfRules(schema::Ability::Reader ability) {
  constexpr std::int32_t kMostOfCard = 15;
  return ability.getDescription() > kMostOfCard;
}

LimitCounts limitsOf(schema::Card::Reader card) {
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

std::string limitWords(const Ruleset& ruleset, const std::pair<std::string, std::int32_t>& limit) {
  for (const Limit& one : ruleset.limits) {
    if (one.name != limit.first) continue;
    return fmt::format("{}{}", quoted(one.wording), limit.second == 0 ? "" : fmt::format(" ({})", limit.second));
  }
  return quoted(limit.first);
}

wordings::PrintedCard printedOf(schema::Card::Reader card) {
  wordings::PrintedCard printed{
      .key = textOf(card.getKey()), .title = textOf(card.getTitle()), .types = {}, .subtypes = {}, .texts = {}};
  for (const auto type : card.getTypes()) printed.types.push_back(textOf(type));
  for (const auto subtype : card.getSubtypes()) printed.subtypes.push_back(textOf(subtype));
  printed.texts.push_back({.field = "text", .words = wordings::withLightMarks(view(card.getText()))});
  return printed;
}

}  // namespace

TextsCheck checkTexts(schema::Catalogue::Reader catalogue, const wordings::Wordings& wordings, const Ruleset& ruleset) {
  TextsCheck check;
  for (unsigned i = 0; i < catalogue.getCards().size(); ++i) {
    const auto card = catalogue.getCards()[i];
    if (!card.hasText()) continue;
    ++check.cards;
    const wordings::PrintedCard printed = printedOf(card);
    const wordings::CardReading reading = wordings::readCard(printed, wordings, ruleset);
    capnp::MallocMessageBuilder message;
    auto read = message.initRoot<schema::Card>();
    wordings::writeCard(printed, reading, wordings, read);
    const bool in_doubt = reading.isInDoubt(schema::Matter::USES);
    if (in_doubt) ++check.in_doubt;
    LimitCounts counts = limitsOf(card);
    for (const auto& [limit, count] : limitsOf(read)) counts[limit] -= count;
    for (const auto& [limit, more] : counts) {
      if (more == 0 || (more > 0 && in_doubt)) continue;
      const int times = more < 0 ? -more : more;
      check.disagreements.push_back(
          {.card = i,
           .message = fmt::format("{} has the limit {} {} oftener than {}", more < 0 ? "its text" : "the catalogue",
                                  limitWords(ruleset, limit), times == 1 ? "once" : fmt::format("{} times", times),
                                  more < 0 ? "the catalogue" : "its text")});
    }
  }
  return check;
}

}  // namespace docket
