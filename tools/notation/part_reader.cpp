#include "tools/notation/part_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/view/reverse.hpp>

#include "events/entity.h"
#include "events/text/quoted.h"
#include "events/validate.h"
#include "tools/notation/fields.h"
#include "tools/notation/line_subject.h"
#include "tools/notation/period_reader.h"
#include "tools/notation/spelling.h"
#include "tools/notation/transcript.h"

namespace docket::notation {
namespace {

constexpr std::uint32_t kMaxNumber = 0xFFFFFFFFU;

bool isCard(const FieldShape& field) { return field.value.mark == Mark::card || field.value.mark == Mark::new_card; }

/// The name of a part in messages.
std::string partDescription(const Part& part) {
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

/// A comma between the values of a list; in a typed line "and" as well.
bool takeComma(Cursor& line) {
  if (line.takeIf(",")) {
    if (line.isLoose()) line.takeIf("and");
    return true;
  }
  return line.isLoose() && line.takeIf("and");
}

}  // namespace

bool takeWord(Cursor& line, std::string_view word) {
  if (line.takeIf(word)) return true;
  if (!line.isLoose()) return false;
  if (word == "ability") {  // "the Fox's effect 1"
    Cursor ahead = line;
    if (ahead.takeIf("'") && !ahead.takeIf("s")) return false;
    if ((ahead.takeIf("effect") || ahead.takeIf("ability")) && ahead.isNumber(ahead.peek())) {
      line = ahead;
      return true;
    }
  }
  const Token typed = line.peek();
  if (typed.kind != Token::Kind::word) return false;
  const bool face = typed.is("face") && (word == "up" || word == "down") && line.after(typed).is(word);
  if (face) line.take();
  if (face || synonymOf(folded(typed.text)) == word) {
    line.take();
    return true;
  }
  return false;
}

std::string described(const Item& item) {
  std::string text;
  for (const Part& part : item.parts) text += fmt::format("{}{}", text.empty() ? "" : " ", partDescription(part));
  return text;
}

void PartReader::read(const Item& item) {
  for (const Part& part : item.parts) readPart(part);
}

bool PartReader::fits(const Item& item) const {
  Cursor ahead = line_;
  for (const Part& part : item.parts) {
    if (part.kind != Part::Kind::word) {
      // For completion: what can appear after the keyword of an item.
      if (attempt_.context.expected != nullptr && item.hasKeyword() && ahead.peek().isEnd()) return true;
      skipArticle(ahead);
      const bool card = part.kind == Part::Kind::value && isCard(*part.field.shape) && isOneCard(line_);
      return fits(part, ahead.peek()) || isBareText(part, item.hasKeyword(), ahead.peek()) || card;
    }
    if (!takeWord(ahead, part.word)) return false;
  }
  return true;
}

/// After a keyword ("by Dana"), as a claim or as a note, a text needs no quotation marks.
bool PartReader::isBareText(const Part& part, bool after_keyword, const Token& token) const {
  if (part.kind != Part::Kind::value || part.field.shape->list || part.field.shape->value.kind != Kind::text)
    return false;
  const auto payload = attempt_.phrase.payload;
  const bool alone = payload == schema::Event::RULING_GIVEN || payload == schema::Event::NOTE;
  if (!line_.isLoose() || !attempt_.of_event || !(after_keyword || alone) || token.isEnd() || token.is("{"))
    return false;
  return part.field.shape->name == "note" || isName(token) || alone;
}

bool PartReader::fits(const Part& part, const Token& token) const {
  switch (part.kind) {
    case Part::Kind::word:
      return token.is(part.word);
    case Part::Kind::numbers:
    case Part::Kind::range:
      return token.is("#") || token.kind == Token::Kind::number;
    case Part::Kind::zone:
      return isName(token) || token.is("shared") || isSeat(line_, token);
    case Part::Kind::seats:
      return isSeat(line_, token);
    case Part::Kind::value:
      break;
  }
  return (part.field.shape->list && token.is("nothing")) || fitsOne(*part.field.shape, token);
}

Token PartReader::afterArticle() const {
  Cursor ahead = line_;
  skipArticle(ahead);
  return ahead.peek();
}

/// True if a word of a phrase begins one of the names that are listed for a field: "as time".
bool PartReader::isKnownReserved(const FieldShape& field, const Token& token) const {
  if (!line_.isLoose() || token.kind != Token::Kind::word || &field != vocabularyField(attempt_.phrase.payload))
    return false;
  const std::string typed = folded(token.text);
  const auto names = knownNames(attempt_.context.rules, field, attempt_.phrase.payload);
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    const std::string known = folded(name);
    return known.starts_with(typed) && (known.size() == typed.size() || known[typed.size()] == ' ');
  });
}

bool PartReader::fitsOne(const FieldShape& field, const Token& token) const {
  if (field.value.kind == Kind::text) return token.kind == Token::Kind::string;
  if (field.value.kind == Kind::enumerant) return token.kind == Token::Kind::word;
  if (field.value.mark == Mark::name) {
    const bool player = line_.isLoose() && token.kind == Token::Kind::word && line_.seatOf(token) != 0;
    const bool period = line_.isLoose() && field.name == "period" && attempt_.of_event;
    if (period && token.kind == Token::Kind::word) return true;  // Gus's turn, end of the chain, the end phase
    const bool end_of = field.name == "until" && line_.isLoose() && token.is("end");
    return (isName(token) || end_of || isKnownReserved(field, token)) && !player;
  }
  if (field.value.mark == Mark::seat) return isSeat(line_, token);
  if (field.value.mark == Mark::entity) return beginsEntity(line_, token) || beginsCard(token);
  if (isCard(field)) return beginsCard(token) || (field.list && token.kind == Token::Kind::number);
  const bool of_card = field.value.mark == Mark::event && line_.isLoose();
  return line_.isNumber(token) || (of_card && (token.is("of") || beginsCard(token)));
}

void PartReader::readPart(const Part& part) {
  if (attempt_.context.expected != nullptr && line_.peek().isEnd())
    attempt_.context.expected->parts.push_back({&part, attempt_.phrase.payload});
  switch (part.kind) {
    case Part::Kind::word:
      if (!takeWord(line_, part.word)) line_.expect(part.word);
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
  if (isCard(field) && isOneCard(line_)) return attempt_.set(part.field, readNumber(part));
  const bool bare_text = isBareText(part, true, line_.peek());
  if (!fitsOne(field, afterArticle()) && !bare_text) line_.failExpected(line_.peek(), partDescription(part));
  if (bare_text && line_.peek().kind != Token::Kind::string) return readBareText(part);
  if (field.value.kind == Kind::integer) return attempt_.set(part.field, readNumber(part));
  attempt_.set(part.field, readScalar(line_, field.value, attempt_.context.names, text_));
}

/// A text without quotation marks ends at the next keyword of the phrase; a note ends with the line.
void PartReader::readBareText(const Part& part) {
  const std::size_t from = line_.peek().at;
  std::size_t end = from;
  const bool note = part.field.shape->name == "note";
  const auto begins_item = [&](const Token& token) {
    return std::any_of(attempt_.phrase.items.begin(), attempt_.phrase.items.end(),
                       [&](const Item& item) { return item.hasKeyword() && token.is(item.parts.front().word); });
  };
  while (!line_.peek().isEnd() && !line_.peek().is("{") && (note || !begins_item(line_.peek())))
    end = line_.take().end();
  text_ = std::string(line_.between(from, end));
  attempt_.set(part.field, capnp::Text::Reader(text_.c_str(), text_.size()));
}

std::int64_t PartReader::readNumber(const Part& part) {
  const FieldShape& field = *part.field.shape;
  if (field.value.mark == Mark::name) return readName(field);
  if (isCard(field) && part.kind != Part::Kind::numbers) return readCard(field);
  if (field.value.mark == Mark::entity) {
    if (!attempt_.finder.beginsTitle(line_)) skipArticle(line_);
    constexpr std::uint32_t kBoth = 2;
    if (line_.isLoose() && attempt_.who != 0 && attempt_.state().seats == kBoth && line_.takeIf("opponent"))
      return entity(EntityKind::player, attempt_.who == 1 ? 2 : 1);
    return beginsEntity(line_, line_.peek()) ? readEntity(line_) : readCard(field);
  }
  if (field.value.mark == Mark::event && line_.isLoose() && !line_.isNumber(line_.peek()))
    return readEventNumber(field);
  return readScalar(line_, field.value, attempt_.context.names, text_).as<std::int64_t>();
}

/// An earlier event by a card: "negates activation of "Lantern Fox"", "because "Iron Bell"", "because last".
EventNumber PartReader::readEventNumber(const FieldShape& field) {
  line_.takeIf("of");
  skipArticle(line_);
  if (line_.takeIf("last")) return attempt_.state().event;
  if (field.name == "group" && line_.takeIf("next"))
    return attempt_.state().event + 1;  // the following events belong to that group
  const bool of_activation = field.name == "activation";
  return attempt_.finder.eventOf(line_, readCardWords(line_, attempt_.finder), of_activation,
                                 of_activation ? attempt_.who : Seat{0});
}

void PartReader::readList(const Part& part) {
  const FieldShape& field = *part.field.shape;
  const bool drawn = attempt_.phrase.payload == schema::Event::CARDS_DRAWN && isCard(field) && attempt_.of_event;
  std::vector<std::int64_t> numbers;
  do {
    const Token at = line_.peek();
    if (part.kind == Part::Kind::value && !fitsOne(field, afterArticle()))
      line_.failExpected(at, partDescription(part));
    if (const std::int64_t count = drawn ? readCount() : 0; count != 0) {
      for (std::int64_t i = 0; i < count; ++i) attempt_.drawn.push_back({.at = at});
    } else if (drawn) {
      attempt_.drawn.push_back(readCardWords(line_, attempt_.finder));
    } else {
      numbers.push_back(readNumber(part));
    }
    if (numbers.size() + attempt_.drawn.size() > kMaxCards)
      line_.fail(at, fmt::format("a list has at most {} values", kMaxCards));
  } while (takeComma(line_));
  if (drawn) return;  // the pile is not known yet
  auto list =
      attempt_.of(part.field).init(field.field, static_cast<capnp::uint>(numbers.size())).as<capnp::DynamicList>();
  for (capnp::uint i = 0; i < list.size(); ++i) list.set(i, numbers[i]);
}

void PartReader::readTexts(const Part& part) {
  std::vector<std::string> texts;
  do {
    const Token text = line_.take();
    if (text.kind != Token::Kind::string) line_.failExpected(text, partDescription(part));
    texts.push_back(line_.textOf(text));
    if (texts.size() > kMaxCards) line_.fail(text, fmt::format("a list has at most {} values", kMaxCards));
  } while (line_.takeIf(","));
  auto list = attempt_.of(part.field)
                  .init(part.field.shape->field, static_cast<capnp::uint>(texts.size()))
                  .as<capnp::DynamicList>();
  for (capnp::uint i = 0; i < list.size(); ++i) {
    list.set(i, capnp::Text::Reader(texts[i].c_str(), texts[i].size()));
  }
}

/// The number of cards: "3", "three cards", "a card"; 0 if there is no number.
std::int64_t PartReader::readCount() {
  const Token at = line_.peek();
  const Token next = line_.after(at);
  const bool one = line_.isLoose() && (at.is("a") || at.is("one")) && (next.is("card") || next.isEnd());
  const bool word = line_.isLoose() && line_.isNumber(at) && (next.is("card") || next.is("cards") || next.isEnd());
  if (!one && !word && at.kind != Token::Kind::number) return 0;
  line_.take();
  const std::int64_t count = one ? 1 : line_.numberOf(at, 1, kMaxCards);
  if (line_.isLoose() && !line_.takeIf("cards")) line_.takeIf("card");
  return count;
}

std::string PartReader::typedName(const FieldShape& field, Token& at) {
  if (line_.isLoose()) {
    const KnownNames names(knownNames(attempt_.context.rules, field, attempt_.phrase.payload));
    if (const auto run = longestRun(line_, [&](std::string_view words) { return !names.meantBy(words).empty(); })) {
      at.text = line_.between(at.at, run->end);
      const auto meant = names.meantBy(run->text);
      if (meant.size() > 1) {
        std::vector<Choice> choices;
        for (const std::string_view one : meant) choices.push_back({.text = notedName(one)});
        line_.fail(at, fmt::format("which {}", docket::quoted(run->text)), std::move(choices));
      }
      line_.skipTo(run->end);
      return std::string(meant.front());
    }
    skipArticle(line_);
    at = line_.peek();
    failNearly(field, names);
  }
  const auto number = readScalar(line_, field.value, attempt_.context.names, text_).as<NameNumber>();
  return std::string(attempt_.context.names.text(number));
}

/// Words without quotation marks that are nearly one of the names that alone can appear there: "Famly Honor".
void PartReader::failNearly(const FieldShape& field, const KnownNames& names) const {
  constexpr std::size_t kMaxTokens = 3;
  const bool closed = field.name == "value" || field.name == "orientation" || field.name == "zone" ||
                      field.name == "from" || field.name == "to" || &field == vocabularyField(attempt_.phrase.payload);
  Token at = line_.peek();
  if (!closed || at.kind != Token::Kind::word) return;
  std::vector<Token> tokens;
  Cursor ahead = line_;
  while (tokens.size() < kMaxTokens && ahead.peek().kind == Token::Kind::word && !isReserved(ahead.peek().text))
    tokens.push_back(ahead.take());
  for (const Token& last : tokens | ranges::views::reverse) {
    const std::string_view typed = line_.between(at.at, last.end());
    const std::string_view near = names.nearest(typed);
    if (near.empty() || attempt_.state().vocabulary->names.find(at.text) != 0) continue;
    at.text = typed;
    line_.fail(at, fmt::format("{} is not a {} of the ruleset", docket::quoted(typed), field.name),
               {{.text = notedName(near)}});
  }
}

/// A record may use any name. A person who types a value or an orientation unknown to the ruleset and the game is
/// asked.
void PartReader::requireKnown(const FieldShape& field, const Token& at, std::string_view name) const {
  if (!line_.isLoose() || (field.name != "value" && field.name != "orientation")) return;
  const auto known = knownNames(attempt_.ruleset(), field);
  const bool is_known = std::find(known.begin(), known.end(), name) != known.end();
  if (known.empty() || is_known || attempt_.state().vocabulary->names.find(name) != 0) return;
  std::vector<Choice> choices;
  for (const std::string_view one : known) choices.push_back({.text = notedName(one)});
  line_.fail(at, fmt::format("{} is not a {} of the ruleset", docket::quoted(name), field.name), std::move(choices));
}

NameNumber PartReader::readName(const FieldShape& field) {
  const bool of_period = field.name == "period" && attempt_.of_event && line_.isLoose();
  if (of_period && attempt_.phrase.payload == schema::Event::BEGAN) return PeriodReader(attempt_).began();
  if (of_period && attempt_.phrase.payload == schema::Event::ENDED) {
    const std::size_t begin = line_.peek().at;
    line_.takeIf("of");
    skipArticle(line_);
    if (line_.peek().at == begin) PeriodReader(attempt_).requireEnd();
  }
  if (field.name == "until" && line_.isLoose()) {  // until the end of this turn
    skipArticle(line_);
    if (line_.peek().is("end") && line_.after(line_.peek()).is("of")) {
      line_.take();
      line_.take();
    }
    skipArticle(line_);
    line_.takeIf("this");
  }
  Token at = line_.peek();
  const std::string name = typedName(field, at);
  if (field.name == "counter" && line_.isLoose() && !line_.takeIf("counters")) line_.takeIf("counter");
  const auto slip = slipIn(attempt_.ruleset(), field, name);
  if (!slip) {
    requireKnown(field, at, name);
    return attempt_.context.names.number(name);
  }
  if (field.name == "period" && attempt_.phrase.payload == schema::Event::BEGAN && attempt_.of_event) {
    // "-- action" if the name gives the kind of period.
    const Period* found = nullptr;
    for (const Period& period : attempt_.ruleset().periods) {
      if (std::find(period.names.begin(), period.names.end(), name) == period.names.end()) continue;
      if (found != nullptr)
        line_.fail(at, fmt::format("{} is a {} and a {}: say which", name, found->name, period.name));
      found = &period;
    }
    if (found != nullptr) {
      attempt_.event.getBegan().setName(attempt_.context.names.number(name));
      return attempt_.context.names.number(found->name);
    }
  }
  line_.fail(at, fmt::format("{} is not a {} of the ruleset", docket::quoted(name), field.name), slip->choices);
}

/// The zone that the verb itself moves a card to; kUnbound if it means none.
ZoneIndex PartReader::zoneMeant() const {
  if (!attempt_.zone_meant || !attempt_.event.isCardMoved()) return kUnbound;
  return attempt_.ruleset().zone(attempt_.context.names.text(attempt_.event.getCardMoved().getZone()));
}

/// The zone from which the verb itself takes a card, which only says what card is meant; kUnbound if it means none.
ZoneIndex PartReader::takeUsualZone() {
  if (attempt_.declared_meaning == nullptr || !attempt_.event.isCardMoved()) return kUnbound;
  auto moved = attempt_.event.getCardMoved();
  const ZoneIndex zone = attempt_.ruleset().zone(attempt_.context.names.text(moved.getFrom()));
  moved.setFrom(0);
  moved.setFromPlayer(0);
  return zone;
}

std::optional<NamedPlace> PartReader::placeNamedAfter() const {
  if (!line_.isLoose() || !attempt_.of_event || attempt_.in_correction) return std::nullopt;
  const Part* from = nullptr;
  for (const Item& item : attempt_.phrase.items) {
    if (item.hasKeyword() && item.parts.front().word == "from" && item.parts.back().kind == Part::Kind::zone)
      from = &item.parts.back();
  }
  if (from == nullptr) return std::nullopt;
  Cursor ahead = line_;
  while (!ahead.peek().isEnd() && !ahead.peek().is("{")) {
    if (!ahead.takeIf("from")) {
      ahead.take();
      continue;
    }
    skipArticle(ahead);
    Token at = ahead.peek();
    const bool has_owner = ahead.peek().is("shared") || isSeat(ahead, ahead.peek());
    const Seat owner = has_owner ? takeSeat(ahead) : attempt_.who;
    const KnownNames zones(knownNames(attempt_.ruleset(), *from->field.shape));
    const auto run = longestRun(ahead, [&](std::string_view words) { return zones.meantBy(words).size() == 1; });
    if (!run) return std::nullopt;  // a mistake in it is reported when it is read
    const std::string_view name = zones.meantBy(run->text).front();
    at.text = line_.between(at.at, run->end);
    return NamedPlace{.at = at,
                      .zone = attempt_.ruleset().zone(name),
                      .owner = has_owner ? owner : ownerUnsaid(attempt_.ruleset(), name, owner)};
  }
  return std::nullopt;
}

std::uint32_t PartReader::readCard(const FieldShape& field) {
  CardWords words = readCardWords(line_, attempt_.finder);
  attempt_.numbered = words.number != 0;
  if (words.number == 0 && field.value.mark == Mark::new_card) words.number = attempt_.context.cards + 1;
  if (words.number == 0 && !attempt_.of_event) words.number = attempt_.next_card;
  if (words.titled && words.number != 0) {
    const bool known = attempt_.finder.isKnown(words.number);
    if (known || attempt_.in_correction || !attempt_.of_event) {
      if (attempt_.finder.titleOf(words.number) != words.title)
        attempt_.mentions.push_back({words.number, words.title, words.at});
    } else {
      attempt_.revealed.push_back({.card = words.number, .title = words.title, .at = words.at});
    }
  }
  attempt_.card_words = words;
  // The targets of a play are not the card that is played.
  const bool aimed_at = attempt_.phrase.payload == schema::Event::CARD_PLAYED && field.name != "card";
  const LookupPurpose purpose{.payload = aimed_at ? schema::Event::NOTHING : attempt_.phrase.payload,
                              .who = attempt_.who,
                              .from = words.titled ? placeNamedAfter() : std::nullopt,
                              .to = zoneMeant(),
                              .usually_from = takeUsualZone()};
  const std::uint32_t number = attempt_.finder.find(line_, words, purpose, attempt_.revealed);
  if (words.number == 0 && attempt_.of_event && !attempt_.in_correction && attempt_.finder.isKnown(number))
    attempt_.named.push_back(number);
  return number;
}

void PartReader::readZone(const Part& part) {
  skipArticle(line_);
  const bool has_owner = line_.peek().is("shared") || isSeat(line_, line_.peek());
  const Seat owner = has_owner ? takeSeat(line_) : Seat{0};
  attempt_.owner_said = has_owner;
  if (!isName(line_.peek())) line_.failExpected(line_.peek(), "a zone");
  const NameNumber zone = readName(*part.field.shape);
  Seat unsaid = 0;
  if (!part.no_owner_means_actor)
    unsaid = ownerUnsaid(attempt_.ruleset(), attempt_.context.names.text(zone), attempt_.who);
  attempt_.set(part.field, zone);
  attempt_.set(part.other, has_owner ? owner : unsaid);
}

void PartReader::readRange(const Part& part) {
  if (!line_.takeIf("#")) {
    attempt_.set(part.other, line_.numberOf(line_.take(), 1, kMaxCards));
    line_.takeIf("cards");
    return attempt_.set(part.field, attempt_.context.cards + 1);
  }
  const std::int64_t first = line_.numberOf(line_.take(), 1, kMaxNumber);
  std::int64_t last = first;
  if (line_.takeIf("..")) {
    line_.takeIf("#");
    last = line_.numberOf(line_.take(), first, std::min<std::int64_t>(kMaxNumber, first + kMaxCards - 1));
  }
  attempt_.set(part.field, first);
  attempt_.set(part.other, last - first + 1);
}

void PartReader::readSeats(const Part& part) {
  unsigned mask = 0;
  while (isSeat(line_, line_.peek())) {
    if (const Seat seat = takeSeat(line_); seat != 0) mask |= 1U << (seat - 1U);
    if (line_.isLoose()) takeComma(line_);
  }
  attempt_.set(part.field, mask);
}

}  // namespace docket::notation
