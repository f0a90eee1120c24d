#include "tools/notation/part_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "events/quoted.h"
#include "events/validate.h"
#include "tools/notation/fields.h"
#include "tools/notation/line_subject.h"

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

}  // namespace

std::string described(const Item& item) {
  std::string text;
  for (const Part& part : item.parts) text += fmt::format("{}{}", text.empty() ? "" : " ", described(part));
  return text;
}

void PartReader::read(const Item& item) {
  for (const Part& part : item.parts) readPart(part);
}

bool PartReader::fits(const Item& item) const {
  Cursor ahead = line_;
  for (const Part& part : item.parts) {
    if (part.kind != Part::Kind::word) return fits(part, ahead.peek());
    if (!ahead.takeIf(part.word)) return false;
  }
  return true;
}

bool PartReader::fits(const Part& part, const Token& token) const {
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

bool PartReader::fitsOne(const FieldShape& field, const Token& token) const {
  if (field.value.kind == Kind::text) return token.kind == Token::Kind::string;
  if (field.value.kind == Kind::enumerant) return token.kind == Token::Kind::word;
  if (field.value.mark == Mark::name) return isName(token);
  if (field.value.mark == Mark::seat) return isSeat(token);
  if (field.value.mark == Mark::entity) return beginsEntity(token) || beginsCard(token);
  if (isCard(field)) return beginsCard(token) || (field.list && token.kind == Token::Kind::number);
  return token.kind == Token::Kind::number;
}

void PartReader::readPart(const Part& part) {
  switch (part.kind) {
    case Part::Kind::word:
      line_.expect(part.word);
      if (part.field) attempt_.setConstant(part);
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
  if (field.value.kind == Kind::integer) return attempt_.set(part.field, readNumber(part));
  attempt_.set(part.field, readScalar(line_, field.value, attempt_.table.names, text_));
}

std::int64_t PartReader::readNumber(const Part& part) {
  const FieldShape& field = *part.field.shape;
  if (field.value.mark == Mark::name) return readName(field);
  if (isCard(field) && part.kind != Part::Kind::numbers) return readCard(field);
  if (field.value.mark == Mark::entity) return beginsEntity(line_.peek()) ? readEntity(line_) : readCard(field);
  return readScalar(line_, field.value, attempt_.table.names, text_).as<std::int64_t>();
}

void PartReader::readList(const Part& part) {
  const FieldShape& field = *part.field.shape;
  const bool drawn = attempt_.phrase.payload == schema::Event::CARDS_DRAWN && isCard(field) && attempt_.of_event;
  std::vector<std::int64_t> numbers;
  do {
    const Token at = line_.peek();
    if (part.kind == Part::Kind::value && !fitsOne(field, at)) line_.failExpected(at, described(part));
    if (drawn && at.kind == Token::Kind::number) {
      const auto count = line_.numberOf(line_.take(), 1, kMostCards);
      for (std::int64_t i = 0; i < count; ++i) attempt_.drawn.push_back({.at = at});
    } else if (drawn) {
      attempt_.drawn.push_back(readCardWords(line_));
    } else {
      numbers.push_back(readNumber(part));
    }
    if (numbers.size() + attempt_.drawn.size() > kMostCards)
      line_.fail(at, fmt::format("a list has at most {} values", kMostCards));
  } while (line_.takeIf(","));
  if (drawn) return;  // from where is not known yet
  auto list =
      attempt_.of(part.field).init(field.field, static_cast<capnp::uint>(numbers.size())).as<capnp::DynamicList>();
  for (capnp::uint i = 0; i < list.size(); ++i) list.set(i, numbers[i]);
}

void PartReader::readTexts(const Part& part) {
  std::vector<std::string> texts;
  do {
    const Token text = line_.take();
    if (text.kind != Token::Kind::string) line_.failExpected(text, described(part));
    texts.push_back(line_.textOf(text));
    if (texts.size() > kMostCards) line_.fail(text, fmt::format("a list has at most {} values", kMostCards));
  } while (line_.takeIf(","));
  auto list = attempt_.of(part.field)
                  .init(part.field.shape->field, static_cast<capnp::uint>(texts.size()))
                  .as<capnp::DynamicList>();
  for (capnp::uint i = 0; i < list.size(); ++i) {
    list.set(i, capnp::Text::Reader(texts[i].c_str(), texts[i].size()));
  }
}

NameNumber PartReader::readName(const FieldShape& field) {
  const Token at = line_.peek();
  const auto number = readScalar(line_, field.value, attempt_.table.names, text_).as<NameNumber>();
  const std::string slip = slipIn(attempt_.ruleset(), field, attempt_.table.names.text(number));
  if (slip.empty()) return number;
  if (field.name == "period" && attempt_.phrase.payload == schema::Event::BEGAN && attempt_.of_event) {
    // "-- action" where the kind of period follows from the name.
    const std::string name(attempt_.table.names.text(number));
    const Period* found = nullptr;
    for (const Period& period : attempt_.ruleset().periods) {
      if (std::find(period.names.begin(), period.names.end(), name) == period.names.end()) continue;
      if (found != nullptr)
        line_.fail(at, fmt::format("{} is a {} and a {}: say which", name, found->name, period.name));
      found = &period;
    }
    if (found != nullptr) {
      attempt_.event.getBegan().setName(number);
      return attempt_.table.names.number(found->name);
    }
  }
  line_.fail(
      at, fmt::format("{} is not a {} of the ruleset{}", quoted(attempt_.table.names.text(number)), field.name, slip));
}

std::uint32_t PartReader::readCard(const FieldShape& field) {
  CardWords words = readCardWords(line_);
  attempt_.numbered = words.number != 0;
  if (words.number == 0 && field.value.mark == Mark::new_card) words.number = attempt_.table.cards + 1;
  if (words.number == 0 && !attempt_.of_event) words.number = attempt_.next_card;
  if (words.titled && words.number != 0) {
    const bool known = attempt_.finder.isKnown(words.number);
    if (known || attempt_.within || !attempt_.of_event) {
      if (attempt_.finder.titleOf(words.number) != words.title)
        attempt_.mentions.push_back({words.number, words.title, words.at});
    } else {
      attempt_.revealed.push_back({.card = words.number, .title = words.title, .at = words.at});
    }
  }
  attempt_.card_words = words;
  const std::uint32_t number =
      attempt_.finder.find(line_, words, {.payload = attempt_.phrase.payload, .who = attempt_.who}, attempt_.revealed);
  if (words.number == 0 && attempt_.of_event && !attempt_.within && attempt_.finder.isKnown(number))
    attempt_.named.push_back(number);
  return number;
}

void PartReader::readZone(const Part& part) {
  const Token owner = line_.peek();
  const bool said = owner.is("shared") || isSeat(owner);
  if (said) line_.take();
  if (!isName(line_.peek())) line_.failExpected(line_.peek(), "a zone");
  const NameNumber zone = readName(*part.field.shape);
  Seat unsaid = 0;
  if (!part.nobody_is_the_actor)
    unsaid = ownerUnsaid(attempt_.ruleset(), attempt_.table.names.text(zone), attempt_.who);
  attempt_.set(part.field, zone);
  attempt_.set(part.other, said ? seatOfWord(owner.text) : unsaid);
}

void PartReader::readRange(const Part& part) {
  if (!line_.takeIf("#")) {
    attempt_.set(part.other, line_.numberOf(line_.take(), 1, kMostCards));
    line_.takeIf("cards");
    return attempt_.set(part.field, attempt_.table.cards + 1);
  }
  const std::int64_t first = line_.numberOf(line_.take(), 1, kMostNumber);
  std::int64_t last = first;
  if (line_.takeIf("..")) {
    line_.takeIf("#");
    last = line_.numberOf(line_.take(), first, std::min<std::int64_t>(kMostNumber, first + kMostCards - 1));
  }
  attempt_.set(part.field, first);
  attempt_.set(part.other, last - first + 1);
}

void PartReader::readSeats(const Part& part) {
  unsigned mask = 0;
  while (isSeat(line_.peek())) {
    if (const auto seat = seatOfWord(line_.take().text); seat != 0) mask |= 1U << (seat - 1U);
  }
  attempt_.set(part.field, mask);
}

}  // namespace docket::notation
