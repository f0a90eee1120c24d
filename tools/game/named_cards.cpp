#include "tools/game/named_cards.h"

#include <fmt/format.h>

#include "events/errors.h"
#include "events/text/letters.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "tools/game/entity_parser.h"
#include "tools/notation/titled_cards.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

namespace docket {
namespace {

constexpr std::size_t kMaxChoices = 12;

/// `"Ash Blossom [a]" (P1 hand)`, each as it may be typed.
std::string choiceWords(const std::vector<notation::Choice>& choices) {
  std::string words;
  for (std::size_t i = 0; i < std::min(choices.size(), kMaxChoices); ++i) {
    words += i == 0 ? "" : i + 1 == choices.size() ? " or " : ", ";
    words += choices[i].text;
    if (!choices[i].about.empty()) words += fmt::format(" ({})", choices[i].about);
  }
  return choices.size() > kMaxChoices ? words + fmt::format(", or one of {} more", choices.size() - kMaxChoices)
                                      : words;
}

/// The labels of the cards as they were given by event `at`.
notation::CardLabels labelsAt(const OpenGame& game, EventNumber at) {
  notation::CardLabels labels(game.rules());
  game.events().forEach(1, std::min(at, game.last()),
                        [&](EventNumber, schema::Event::Reader event) { labels.add(event, game.names()); });
  return labels;
}

/// True if a text is a card number: "12", "#12".
bool isNumber(std::string_view text) {
  if (text.starts_with('#')) text.remove_prefix(1);
  return areDigits(text);
}

/// A title followed by a number, as it is shown: `Ash Blossom #12`.
std::string_view numberAfter(std::string_view text) {
  const auto hash = text.rfind(" #");
  return hash == std::string_view::npos || !isNumber(text.substr(hash + 1)) ? std::string_view{}
                                                                            : text.substr(hash + 1);
}

/// Without the quotation marks that choices are in.
std::string_view unquoted(std::string_view text) {
  return text.size() > 2 && text.starts_with('"') && text.ends_with('"') ? text.substr(1, text.size() - 2) : text;
}

}  // namespace

CardIndex NamedCards::titled(std::string_view text) const {
  const auto labels = labelsAt(game_, state_.event);
  const notation::TitledCards cards(state_, game_.gameRules().ruleset, labels);
  const std::string_view title = unquoted(text);
  const auto meant = cards.meantBy(title);
  if (meant.size() == 1) return meant.front();
  if (meant.size() > 1) {
    throw BadInput(fmt::format("which {} is meant after event {}: {}?", docket::quoted(title), state_.event,
                               choiceWords(cards.choices(meant))));
  }
  if (const std::string_view number = numberAfter(text); !number.empty()) {
    const CardIndex card = cardIn(number, state_);
    const auto named = cards.meantBy(unquoted(text.substr(0, text.size() - number.size() - 1)));
    for (const CardIndex one : named) {
      if (one == card) return card;
    }
  }
  return kNone;
}

std::string NamedCards::nearest(std::string_view text) const {
  const auto labels = labelsAt(game_, state_.event);
  const notation::TitledCards cards(state_, game_.gameRules().ruleset, labels);
  const std::string_view title = unquoted(text);
  const auto of_title = cards.meantBy(notation::titleAndLabel(title).title);
  const auto near = of_title.empty() ? cards.nearest(title) : cards.choices(of_title);
  return near.empty() ? std::string() : fmt::format(" (did you mean {}?)", choiceWords(near));
}

std::string NamedCards::hintFor(std::string_view text) const {
  if (std::string of_title = nearest(text); !of_title.empty()) return of_title;
  std::vector<std::string> known{"limit", "legal", "game"};
  for (const auto player : game_.header().getPlayers()) known.push_back(textOf(player.getName()));
  for (unsigned seat = 1; seat <= state_.seats; ++seat) known.push_back(fmt::format("P{}", seat));
  return didYouMean(text, known);
}

CardIndex NamedCards::card(std::string_view text, std::string_view expected) const {
  if (isNumber(text)) return cardIn(text, state_);
  if (const CardIndex card = titled(text); card != kNone) return card;
  throw BadInput(fmt::format("there is no card {} after event {}: expected {}{}", docket::quoted(text), state_.event,
                             expected, nearest(text)));
}

Entity NamedCards::named(std::string_view text) const {
  if (const Entity subject = subjectIn(text, state_); subject != kNone) return subject;
  if (const CardIndex card = titled(text); card != kNone) return card;
  if (isNumber(text)) return cardIn(text, state_);
  const auto players = game_.header().getPlayers();
  for (const auto player : players) {
    if (sameLetters(view(player.getName()), text))
      return entityOf(EntityKind::player, seatOf(std::string(text), game_.header()));
  }
  return kNone;
}

Entity NamedCards::subject(std::string_view text) const {
  if (const Entity subject = named(text); subject != kNone) return subject;
  throw BadInput(
      fmt::format("{}: expected a card (its title, or #12), a player (P1), place 3, unit 2 or game, or the word limit "
                  "or legal{}",
                  docket::quoted(text), hintFor(text)));
}

expression::NamedSubject NamedCards::inExpression(std::string_view text) const {
  const Entity subject = named(text);
  if (subject != kNone && state_.isCard(subject))
    return {.op = expression::Operator::card_number, .number = state_.cards[subject].number};
  if (subject != kNone && kindOf(subject) == EntityKind::player)
    return {.op = expression::Operator::player, .number = numberOf(subject)};
  throw BadInput(
      fmt::format("there is no card or player {} after event {}{}", docket::quoted(text), state_.event, hintFor(text)));
}

std::string NamedCards::numbered(std::string text) const {
  if (isNumber(text) || subjectIn(text, state_) != kNone) return text;
  const CardIndex card = titled(text);
  return card == kNone ? text : fmt::format("#{}", state_.cards[card].number);
}

}  // namespace docket
