#include "tools/notation/filling.h"

#include <fmt/format.h>

#include <algorithm>

#include "events/entity.h"
#include "events/nearest.h"
#include "events/quoted.h"
#include "events/validate.h"
#include "tools/notation/fields.h"

namespace docket::notation {
namespace {

constexpr std::uint32_t kMostNumber = 0xFFFFFFFFU;

bool isCard(const FieldShape& field) { return field.value.mark == Mark::card || field.value.mark == Mark::new_card; }

/// What stands for a part in a message.
std::string described(const Part& part) {
  switch (part.kind) {
    case Part::Kind::word:
      return std::string(part.word);
    case Part::Kind::zone:
      return "a zone";
    case Part::Kind::range:
      return "#1..#3";
    case Part::Kind::seats:
      return "P1";
    case Part::Kind::numbers:
      return "card numbers";
    case Part::Kind::value:
      break;
  }
  const FieldShape& field = *part.field.shape;
  if (isCard(field)) return field.list ? "cards" : "a card (\"Title\", \"Title\" #12, #12 or ?)";
  if (field.value.mark == Mark::entity) return "a card, P1, place N, unit N or game";
  if (field.value.mark == Mark::event) return "the number of an event";
  if (field.value.mark == Mark::seat) return "P1";
  if (field.value.mark == Mark::name) return fmt::format("the name of the {}", field.name);
  if (field.value.kind == Kind::text) return fmt::format("the {} in \"...\"", field.name);
  return field.value.kind == Kind::integer ? fmt::format("a number ({})", field.name) : std::string(field.name);
}

std::string described(const Item& item) {
  std::string text;
  for (const Part& part : item.parts) text += fmt::format("{}{}", text.empty() ? "" : " ", described(part));
  return text;
}

}  // namespace

Filling::Struct Filling::of(const FieldAt& field) {
  if (field.home == Home::payload) return payload_;
  if (field.home == Home::event) return event_;
  return event_.getContext();
}

void Filling::setConstant(const Part& part) {
  const ValueShape& value = part.field.shape->value;
  if (value.kind == Kind::enumerant) {
    set(part.field, capnp::DynamicEnum(value.enumerants, static_cast<std::uint16_t>(part.constant)));
  } else if (value.kind == Kind::boolean) {
    set(part.field, part.constant != 0);
  } else {
    set(part.field, part.constant);
  }
}

void Filling::lead(const LineSubject& head) {
  const Seat turn = playerOfTurn(table_.state, table_.rules.ruleset);
  if (head.kind != LineSubject::Kind::none && phrase_.lead == Lead::none) line_.failExpected(head.at, "== or --");
  if (phrase_.lead == Lead::subject) {
    Entity subject = head.entity;
    if (head.kind == LineSubject::Kind::none) subject = turn == 0 ? 0 : entity(EntityKind::player, turn);
    if (head.kind == LineSubject::Kind::seat && head.seat != 0) subject = entity(EntityKind::player, head.seat);
    if (head.kind == LineSubject::Kind::card) {
      subject = finder_.find(line_, head.card, {.payload = phrase_.payload, .who = turn}, revealed);
    }
    if (kindOf(subject) == EntityKind::player) who_ = static_cast<Seat>(numberOf(subject));
    set(phrase_.led, subject);
    return event_.setActor(who_);
  }
  if (head.kind == LineSubject::Kind::entity || head.kind == LineSubject::Kind::card)
    line_.failExpected(head.at, "a player, as P1");
  const bool said = head.kind == LineSubject::Kind::seat;
  if (phrase_.lead != Lead::none) who_ = said ? head.seat : phrase_.lead == Lead::judge ? Seat{0} : turn;
  const bool of_field = phrase_.lead == Lead::player || phrase_.lead == Lead::others;
  if (of_field && !said && turn == 0) line_.failExpected(head.at, "who did it, as P1, as it is nobody's turn");
  if (of_field) set(phrase_.led, who_);
  event_.setActor(phrase_.lead == Lead::others ? Seat{0} : who_);
}

void Filling::findBraces() {
  Cursor ahead = line_;
  int open = 0;
  for (Token token = ahead.take(); !token.isEnd(); token = ahead.take()) {
    if (open == 0 && token.is(":")) return;  // what follows is another event, with braces of its own
    if (token.is("{") || token.is("[")) ++open;
    if ((token.is("}") || token.is("]")) && --open == 0) return;
    const bool names = open == 1 && token.kind == Token::Kind::word && ahead.peek().is("=");
    if (names) braced_.insert(token.text);
  }
}

bool Filling::isBraced(const Item& item) const {
  return std::any_of(item.parts.begin(), item.parts.end(), [&](const Part& part) {
    return (part.field && isBraced(part.field.shape->name)) ||
           (part.kind == Part::Kind::range && isBraced(part.other.shape->name));
  });
}

void Filling::read() {
  findBraces();
  for (const Part& part : phrase_.verb) {
    line_.take();  // it is the verb, or short for it
    if (part.field) setConstant(part);
  }
  readItems();
  if (phrase_.payload == schema::Event::CARDS_DRAWN && of_event_) draw();
  if (line_.peek().is("{")) readBraces();
}

void Filling::readItems() {
  std::vector<const Item*> pending;
  for (const Item& item : phrase_.items) {
    if (!isBraced(item)) pending.push_back(&item);
  }
  while (true) {
    const Token token = line_.peek();
    if (token.isEnd() || token.is("{") || token.is(":")) break;
    // What begins with a word of its own stands in any order; the rest in the order of the phrase.
    auto next =
        std::find_if(pending.begin(), pending.end(), [&](const Item* item) { return item->isClause() && fits(*item); });
    if (next == pending.end()) {
      next = std::find_if(pending.begin(), pending.end(), [&](const Item* item) {
        return !item->isClause() && (fits(*item) || !(item->optional || canSupply(*item)));
      });
    }
    if (next == pending.end()) failLeft(pending);
    if (!fits(**next)) failMissing(**next);
    const Item& item = **next;
    // What has no word of its own and was passed by is not said.
    pending.erase(std::remove_if(pending.begin(), next,
                                 [&](const Item* before) { return before->optional && !before->isClause(); }),
                  next);
    pending.erase(std::find(pending.begin(), pending.end(), &item));
    readItem(item);
  }
  for (const Item* item : pending) {
    if (!item->optional) supply(*item);
  }
}

void Filling::readItem(const Item& item) {
  for (const Part& part : item.parts) readPart(part);
}

bool Filling::fits(const Item& item) const {
  Cursor ahead = line_;
  for (const Part& part : item.parts) {
    if (part.kind != Part::Kind::word) return fits(part, ahead.peek());
    if (!ahead.takeIf(part.word)) return false;
  }
  return true;
}

bool Filling::fits(const Part& part, const Token& token) const {
  switch (part.kind) {
    case Part::Kind::word:
      return token.is(part.word);
    case Part::Kind::numbers:
    case Part::Kind::range:
      return token.is("#") || token.kind == Token::Kind::number;
    case Part::Kind::zone:
      return isName(token) || token.is("shared") || isSeat(token);
    case Part::Kind::seats:
      return isSeat(token);
    case Part::Kind::value:
      break;
  }
  return (part.field.shape->list && token.is("nothing")) || fitsOne(*part.field.shape, token);
}

bool Filling::fitsOne(const FieldShape& field, const Token& token) const {
  if (field.value.kind == Kind::text) return token.kind == Token::Kind::string;
  if (field.value.kind == Kind::enumerant) return token.kind == Token::Kind::word;
  if (field.value.mark == Mark::name) return isName(token);
  if (field.value.mark == Mark::seat) return isSeat(token);
  if (field.value.mark == Mark::entity) return beginsEntity(token) || beginsCard(token);
  if (isCard(field)) return beginsCard(token) || (field.list && token.kind == Token::Kind::number);
  return token.kind == Token::Kind::number;
}

void Filling::readPart(const Part& part) {
  switch (part.kind) {
    case Part::Kind::word:
      line_.expect(part.word);
      if (part.field) setConstant(part);
      return;
    case Part::Kind::zone:
      return readZone(part);
    case Part::Kind::range:
      return readRange(part);
    case Part::Kind::seats:
      return readSeats(part);
    default:
      break;
  }
  const FieldShape& field = *part.field.shape;
  if (field.list && line_.takeIf("nothing")) return;
  if (field.list) return field.value.kind == Kind::text ? readTexts(part) : readList(part);
  if (!fitsOne(field, line_.peek())) line_.failExpected(line_.peek(), described(part));
  if (field.value.kind == Kind::integer) return set(part.field, readNumber(part));
  set(part.field, readScalar(line_, field.value, table_.names, text_));
}

std::int64_t Filling::readNumber(const Part& part) {
  const FieldShape& field = *part.field.shape;
  if (field.value.mark == Mark::name) return readName(field);
  if (isCard(field) && part.kind != Part::Kind::numbers) return readCard(field);
  if (field.value.mark == Mark::entity) return beginsEntity(line_.peek()) ? readEntity(line_) : readCard(field);
  return readScalar(line_, field.value, table_.names, text_).as<std::int64_t>();
}

void Filling::readList(const Part& part) {
  const FieldShape& field = *part.field.shape;
  const bool drawn = phrase_.payload == schema::Event::CARDS_DRAWN && isCard(field) && of_event_;
  std::vector<std::int64_t> numbers;
  do {
    const Token at = line_.peek();
    if (part.kind == Part::Kind::value && !fitsOne(field, at)) line_.failExpected(at, described(part));
    if (drawn && at.kind == Token::Kind::number) {
      const auto count = line_.numberOf(line_.take(), 1, kMostCards);
      for (std::int64_t i = 0; i < count; ++i) drawn_.push_back({.at = at});
    } else if (drawn) {
      drawn_.push_back(readCardWords(line_));
    } else {
      numbers.push_back(readNumber(part));
    }
    if (numbers.size() + drawn_.size() > kMostCards)
      line_.fail(at, fmt::format("a list has at most {} values", kMostCards));
  } while (line_.takeIf(","));
  if (drawn) return;  // from where is not known yet
  auto list = of(part.field).init(field.field, static_cast<capnp::uint>(numbers.size())).as<capnp::DynamicList>();
  for (capnp::uint i = 0; i < list.size(); ++i) list.set(i, numbers[i]);
}

void Filling::readTexts(const Part& part) {
  std::vector<std::string> texts;
  do {
    const Token text = line_.take();
    if (text.kind != Token::Kind::string) line_.failExpected(text, described(part));
    texts.push_back(line_.textOf(text));
    if (texts.size() > kMostCards) line_.fail(text, fmt::format("a list has at most {} values", kMostCards));
  } while (line_.takeIf(","));
  auto list =
      of(part.field).init(part.field.shape->field, static_cast<capnp::uint>(texts.size())).as<capnp::DynamicList>();
  for (capnp::uint i = 0; i < list.size(); ++i) {
    list.set(i, capnp::Text::Reader(texts[i].c_str(), texts[i].size()));
  }
}

NameNumber Filling::readName(const FieldShape& field) {
  const Token at = line_.peek();
  const auto number = readScalar(line_, field.value, table_.names, text_).as<NameNumber>();
  const std::string slip = slipIn(table_.rules.ruleset, field, table_.names.text(number));
  if (slip.empty()) return number;
  if (field.name == "period" && phrase_.payload == schema::Event::BEGAN && of_event_) {
    // "-- action" where the kind of period follows from the name.
    const std::string name(table_.names.text(number));
    const Period* found = nullptr;
    for (const Period& period : table_.rules.ruleset.periods) {
      if (std::find(period.names.begin(), period.names.end(), name) == period.names.end()) continue;
      if (found != nullptr)
        line_.fail(at, fmt::format("{} is a {} and a {}: say which", name, found->name, period.name));
      found = &period;
    }
    if (found != nullptr) {
      event_.getBegan().setName(number);
      return table_.names.number(found->name);
    }
  }
  line_.fail(at, fmt::format("{} is not a {} of the ruleset{}", quoted(table_.names.text(number)), field.name, slip));
}

std::uint32_t Filling::readCard(const FieldShape& field) {
  CardWords words = readCardWords(line_);
  numbered_ = words.number != 0;
  if (words.number == 0 && field.value.mark == Mark::new_card) words.number = table_.cards + 1;
  if (words.number == 0 && !of_event_) words.number = next_card_;
  if (words.titled && words.number != 0) {
    const bool known = finder_.isKnown(words.number);
    if (known || within_ || !of_event_) {
      if (finder_.titleOf(words.number) != words.title) mentions.push_back({words.number, words.title, words.at});
    } else {
      revealed.push_back({.card = words.number, .title = words.title, .at = words.at});
    }
  }
  card_words_ = words;
  const std::uint32_t number = finder_.find(line_, words, {.payload = phrase_.payload, .who = who_}, revealed);
  if (words.number == 0 && of_event_ && !within_ && finder_.isKnown(number)) named.push_back(number);
  return number;
}

void Filling::readZone(const Part& part) {
  const Token owner = line_.peek();
  const bool said = owner.is("shared") || isSeat(owner);
  if (said) line_.take();
  if (!isName(line_.peek())) line_.failExpected(line_.peek(), "a zone");
  const NameNumber zone = readName(*part.field.shape);
  Seat unsaid = 0;
  if (!part.nobody_is_the_actor) unsaid = ownerUnsaid(table_.rules.ruleset, table_.names.text(zone), who_);
  set(part.field, zone);
  set(part.other, said ? seatOfWord(owner.text) : unsaid);
}

void Filling::readRange(const Part& part) {
  if (!line_.takeIf("#")) {
    set(part.other, line_.numberOf(line_.take(), 1, kMostCards));
    line_.takeIf("cards");
    return set(part.field, table_.cards + 1);
  }
  const std::int64_t first = line_.numberOf(line_.take(), 1, kMostNumber);
  std::int64_t last = first;
  if (line_.takeIf("..")) {
    line_.takeIf("#");
    last = line_.numberOf(line_.take(), first, std::min<std::int64_t>(kMostNumber, first + kMostCards - 1));
  }
  set(part.field, first);
  set(part.other, last - first + 1);
}

void Filling::readSeats(const Part& part) {
  unsigned mask = 0;
  while (isSeat(line_.peek())) {
    if (const auto seat = seatOfWord(line_.take().text); seat != 0) mask |= 1U << (seat - 1U);
  }
  set(part.field, mask);
}

void Filling::readBraces() {
  line_.expect("{");
  if (line_.takeIf("}")) return;
  do {
    readBrace();
  } while (line_.takeIf(","));
  line_.expect("}");
}

void Filling::readBrace() {
  const Token name = line_.take();
  FieldAt field = fieldOf(phrase_.payload, name.text);
  if (!of_event_) {
    const Shape& shape = shapeOf(payload_.getSchema());
    const int index = shape.find(name.text);
    field = index < 0 ? FieldAt{} : FieldAt{Home::payload, &shape.fields[static_cast<std::size_t>(index)]};
    if (!field)
      line_.fail(name, fmt::format("there is no field {}{}", found(name), didYouMean(name.text, shape.names)));
  }
  const bool other_payload = field && field.shape->chosen && field.shape != &payloadShape(phrase_.payload);
  if (!field || other_payload) {
    const FieldShape& payload = payloadShape(phrase_.payload);
    line_.fail(name, fmt::format("{} has no field {}{}", payload.name, found(name),
                                 payload.value.shape ? didYouMean(name.text, payload.value.shape->names) : ""));
  }
  line_.expect("=");
  readField(line_, of(field), *field.shape, table_.names);
}

void Filling::failMissing(const Item& item) const { line_.failExpected(line_.peek(), described(item)); }

void Filling::failLeft(const std::vector<const Item*>& pending) const {
  std::vector<std::string_view> words;
  std::string list;
  for (const Item* item : pending) {
    if (!item->isClause() || item->parts.front().word == ".") continue;
    words.push_back(item->parts.front().word);
    if (!list.empty()) list += ", ";
    list += described(*item);
  }
  const Token token = line_.peek();
  line_.fail(token, fmt::format("found {}{}, expected the end of the line{}{}", found(token),
                                didYouMean(token.text, words), list.empty() ? "" : " or one of: ", list));
}

}  // namespace docket::notation
