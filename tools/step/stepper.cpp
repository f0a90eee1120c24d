#include "tools/step/stepper.h"

#include <fmt/format.h>

#include "events/errors.h"
#include "events/text/quoted.h"
#include "tools/game/entity_parser.h"
#include "tools/game/named_cards.h"
#include "tools/words/words.h"

namespace docket::step {
namespace {

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

/// The direction that a word says, which can only be "back".
Direction directionIn(const std::string& word, std::string_view verb) {
  if (word != "back")
    throw BadInput(fmt::format("{}: {} is not understood; only back can follow", verb, docket::quoted(word)));
  return Direction::back;
}

std::string_view sideWord(Direction direction) { return direction == Direction::forward ? "after" : "before"; }

}  // namespace

bool isMove(Verb verb) { return verb <= Verb::card; }

Stepper::Stepper(const OpenGame& game, EventNumber at)
    : game_(game),
      turn_labels_(turnLabelsOf(game)),
      states_(game),
      log_(game, turn_labels_),
      landmarks_(game, log_),
      at_(at) {}

std::string Stepper::where() const {
  if (at_ == 0) return fmt::format("before the first event of {}", game_.last());
  const std::string moment = turn_labels_.words(at_);
  return fmt::format("event {} of {}{}{}", at_, game_.last(), moment.empty() ? "" : ", ", moment);
}

Moved Stepper::go(EventNumber to, const std::string& otherwise) {
  if (to == at_) return {.note = otherwise};
  at_ = to;
  return {.moved = true};
}

Moved Stepper::move(const Instruction& instruction) {
  switch (instruction.verb) {
    case Verb::next:
      return byCount(instruction, Direction::forward);
    case Verb::back:
      return byCount(instruction, Direction::back);
    case Verb::to: {
      const std::string point = joined(instruction.words);
      if (point.empty()) throw BadInput("to: expected a point: 57, T3, T3.battle, start, end");
      return go(game_.point(point), "already at that point");
    }
    case Verb::turn:
      return toTurn(instruction);
    case Verb::start:
      return go(0, "this is before the first event");
    case Verb::end:
      return go(game_.last(), fmt::format("event {} is the last", game_.last()));
    case Verb::finding:
      return toFinding(instruction);
    default:
      return toCard(instruction);
  }
}

Moved Stepper::byCount(const Instruction& instruction, Direction direction) {
  const EventNumber count =
      instruction.words.empty() ? EventNumber{1} : numberIn(instruction.words[0], "how many events");
  if (direction == Direction::forward) {
    return go(at_ + std::min(count, game_.last() - at_), fmt::format("event {} is the last", game_.last()));
  }
  return go(at_ - std::min(count, at_), "this is before the first event");
}

Moved Stepper::toTurn(const Instruction& instruction) {
  if (turn_labels_.outermost() == kUnbound) throw BadInput("turn: the rules of this game have no turns");
  const std::string& kind = game_.gameRules().ruleset.periods[turn_labels_.outermost()].name;
  if (!instruction.words.empty()) {
    const auto number = numberIn(instruction.words[0], fmt::format("the number of a {}", kind));
    return go(game_.point(fmt::format("{} {}", kind, number)), fmt::format("this is where {} {} begins", kind, number));
  }
  const std::uint32_t now = turn_labels_.turn(at_);
  for (EventNumber next = at_ + 1; next <= game_.last(); ++next) {
    if (turn_labels_.turn(next) != now) return go(next, {});
  }
  return {.note = fmt::format("no {} begins after event {}", kind, at_)};
}

Moved Stepper::toFinding(const Instruction& instruction) {
  const Direction direction =
      instruction.words.empty() ? Direction::forward : directionIn(instruction.words[0], "finding");
  const EventNumber found = landmarks_.finding(at_, direction);
  return go(found == 0 ? at_ : found, fmt::format("no finding {} event {}", sideWord(direction), at_));
}

Moved Stepper::toCard(const Instruction& instruction) {
  Direction direction = Direction::forward;
  CardIndex card = followed_;
  std::vector<std::string> words = instruction.words;
  if (!words.empty() && words.back() == "back") {
    direction = Direction::back;
    words.pop_back();
  }
  if (words.size() > 1 && words[0].find_first_not_of("#0123456789") == std::string::npos)
    direction = directionIn(words[1], "card");
  if (!words.empty()) card = NamedCards(game_, *state()).card(joined(words));
  if (card == kNone) throw BadInput("card: expected a title or the number of a card, as in: card 12, card Ash Blossom");
  followed_ = card;
  const EventNumber found = landmarks_.touching(card, at_, direction);
  if (found != 0) return go(found, {});
  const auto table = state();
  const Words named(*table, game_.rules(), game_.header(), turn_labels_);
  const bool is_there = table->isCard(card);
  return {.note = fmt::format("no event {} event {} touches {}", sideWord(direction), at_,
                              is_there ? named.card(card) : std::string("that card"))};
}

}  // namespace docket::step
