#include "tools/notation/phrase_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "events/entity.h"
#include "events/text/quoted.h"
#include "tools/notation/declared_verbs.h"
#include "tools/notation/drawn_cards.h"
#include "tools/notation/spelling.h"
#include "tools/notation/transcript.h"

namespace docket::notation {
namespace {

bool isOneCardItem(const Item* item) {
  const Part& part = item->parts.back();
  return !item->hasKeyword() && part.kind == Part::Kind::value && part.field.shape->value.mark == Mark::card &&
         !part.field.shape->list;
}

}  // namespace

void PhraseReader::readSubject(const LineSubject& head) {
  const Seat turn = playerOfTurn(attempt_.state(), attempt_.ruleset());
  if (head.kind != LineSubject::Kind::none && attempt_.phrase.subject_kind == SubjectKind::none)
    line_.failExpected(head.at, "== or --");
  if (!head.others.empty()) readCoSubjects(head);
  if (attempt_.phrase.subject_kind == SubjectKind::subject) {
    if (head.kind == LineSubject::Kind::none && turn == 0 && line_.isLoose())
      line_.failExpected(head.at, "who or what it is about, such as P1: it is nobody's turn");
    Entity subject = head.entity;
    if (head.kind == LineSubject::Kind::none) subject = turn == 0 ? 0 : entity(EntityKind::player, turn);
    if (head.kind == LineSubject::Kind::seat && head.seat != 0) subject = entity(EntityKind::player, head.seat);
    if (head.kind == LineSubject::Kind::card) {
      subject =
          attempt_.finder.find(line_, head.card, {.payload = attempt_.phrase.payload, .who = turn}, attempt_.revealed);
    }
    if (kindOf(subject) == EntityKind::player) attempt_.who = static_cast<Seat>(numberOf(subject));
    attempt_.set(attempt_.phrase.subject_field, subject);
    return attempt_.event.setActor(attempt_.who);
  }
  if (head.kind == LineSubject::Kind::entity || head.kind == LineSubject::Kind::card)
    line_.failExpected(head.at, "a player, such as P1");
  const bool is_seat = head.kind == LineSubject::Kind::seat;
  if (attempt_.phrase.subject_kind != SubjectKind::none)
    attempt_.who = is_seat ? head.seat : attempt_.phrase.subject_kind == SubjectKind::judge ? Seat{0} : turn;
  const bool of_field =
      attempt_.phrase.subject_kind == SubjectKind::player || attempt_.phrase.subject_kind == SubjectKind::others;
  if (of_field && !is_seat && turn == 0) line_.failExpected(head.at, "who did it, such as P1: it is nobody's turn");
  if (of_field) attempt_.set(attempt_.phrase.subject_field, attempt_.who);
  attempt_.event.setActor(attempt_.phrase.subject_kind == SubjectKind::others ? Seat{0} : attempt_.who);
}

void PhraseReader::readCoSubjects(const LineSubject& head) {
  if (!attempt_.phrase.co_subjects) line_.fail(head.at, "only one player can do this; only winners can be several");
  const auto count = static_cast<unsigned>(head.others.size());
  auto list = attempt_.payload.init(attempt_.phrase.co_subjects.shape->field, count).as<capnp::DynamicList>();
  for (unsigned i = 0; i < count; ++i) list.set(i, entity(EntityKind::player, head.others[i]));
}

void PhraseReader::takeVerb() {
  returns_ = line_.peek().is("returns") || line_.peek().is("return");
  for (const Part& part : attempt_.phrase.verb) {
    line_.take();  // it is the verb, or short for it
    if (part.field) attempt_.setConstant(part);
  }
}

/// Reads the document's line as if it had been typed; for "..." the typed line continues.
void PhraseReader::readMeaning() {
  for (std::size_t i = 0; i < attempt_.verb_words; ++i) line_.take();
  const Cursor rest = line_;
  line_ = meaningOf(*attempt_.declared_meaning);
  takeVerb();
  std::vector<const Item*> open;
  for (const Item& item : attempt_.phrase.items) open.push_back(&item);
  while (!line_.peek().isEnd()) {
    const bool left_out = line_.takeIf("..");
    if (left_out) line_.takeIf(".");
    auto next = std::find_if(open.begin(), open.end(), [&](const Item* item) {
      return left_out ? !item->hasKeyword() : item->hasKeyword() && parts_.fits(*item);
    });
    if (next == open.end() && !left_out)
      next = std::find_if(open.begin(), open.end(), [](const Item* item) { return !item->hasKeyword(); });
    if (next == open.end()) failUnexpected(open);
    if (!left_out) {
      parts_.read(**next);
      implied_.push_back(*next);
      attempt_.zone_meant = attempt_.zone_meant || (*next)->parts.back().kind == Part::Kind::zone;
    }
    open.erase(next);
  }
  line_ = rest;
}

/// A verb sends a card to its owner's zone: "destroys" means the owner's graveyard, "returns" the owner's hand.
void PhraseReader::sendToOwnersZone() {
  const bool to_owner = attempt_.zone_meant || (returns_ && !attempt_.owner_said);
  if (!to_owner || !attempt_.of_event || !attempt_.event.isCardMoved()) return;
  auto moved = attempt_.event.getCardMoved();
  const ZoneIndex zone = attempt_.ruleset().zone(attempt_.context.names.text(moved.getZone()));
  const CardIndex card = attempt_.state().cardOf(moved.getCard());
  if (zone == kUnbound || card == kNone) return;
  const Zone& to = attempt_.ruleset().zones[zone];
  if (!to.in_play && to.owner == schema::Zone::Owner::EACH) moved.setPlayer(attempt_.state().cards[card].owner);
}

void PhraseReader::read() {
  braces_.find();
  attempt_.declared_meaning != nullptr ? readMeaning() : takeVerb();
  readItems();
  sendToOwnersZone();
  if (attempt_.phrase.payload == schema::Event::CARDS_DRAWN && attempt_.of_event) dealDrawn(attempt_);
  if (line_.peek().is("{")) braces_.read();
}

/// True if field=value pairs follow.
bool PhraseReader::isInFields() const {
  const Token name = line_.peek();
  return line_.isLoose() && name.kind == Token::Kind::word && line_.after(name).is("=");
}

void PhraseReader::readItems() {
  std::vector<const Item*> pending;
  for (const Item& item : attempt_.phrase.items) {
    // A word of its own can override what the verb implies.
    const bool meant = std::find(implied_.begin(), implied_.end(), &item) != implied_.end();
    if (!braces_.say(item) && (!meant || item.hasKeyword())) pending.push_back(&item);
  }
  while (true) {
    const Token token = line_.peek();
    if (token.isEnd()) expect(pending);
    if (token.isEnd() || token.is("{") || token.is(":")) break;
    if (isInFields()) {
      braces_.readBare();
      break;
    }
    // Items with a keyword can be in any order, the others in the order of the phrase. A title can begin with a
    // keyword.
    auto next = std::find_if(pending.begin(), pending.end(), isOneCardItem);
    if (next != pending.end() && !attempt_.finder.beginsTitle(line_)) next = pending.end();
    if (next == pending.end()) {
      next = std::find_if(pending.begin(), pending.end(),
                          [&](const Item* item) { return item->hasKeyword() && parts_.fits(*item); });
    }
    if (next == pending.end()) {
      next = std::find_if(pending.begin(), pending.end(), [&](const Item* item) {
        return !item->hasKeyword() && (parts_.fits(*item) || !(item->optional || omitted_.canSkip(*item)));
      });
    }
    if (next == pending.end()) {
      expectAfterWord(pending);
      failUnexpected(pending);
    }
    if (!parts_.fits(**next)) failMissing(**next);
    const Item& item = **next;
    // Optional items that were skipped are left out.
    pending.erase(std::remove_if(pending.begin(), next,
                                 [&](const Item* before) { return before->optional && !before->hasKeyword(); }),
                  next);
    pending.erase(std::find(pending.begin(), pending.end(), &item));
    parts_.read(item);
    if (item.parts.back().kind == Part::Kind::zone) attempt_.zone_meant = false;
  }
  for (const Item* item : pending) {
    const bool meant = std::find(implied_.begin(), implied_.end(), item) != implied_.end();
    if (!item->optional && !meant && !omitted_.supply(*item)) failMissing(*item);
  }
}

/// If the line ends after an item's keyword, such as "to", its value comes next.
void PhraseReader::expectAfterWord(const std::vector<const Item*>& pending) const {
  if (attempt_.context.expected == nullptr) return;
  for (const Item* item : pending) {
    Cursor ahead = line_;
    for (const Part& part : item->parts) {
      if (part.kind == Part::Kind::word && takeWord(ahead, part.word)) continue;
      const bool begun = item->hasKeyword() && &part != &item->parts.front() && ahead.peek().isEnd();
      if (begun) attempt_.context.expected->parts.push_back({&part, attempt_.phrase.payload});
      break;
    }
  }
}

/// Notes the items that can come next: those with a keyword, and the others up to the first that is required.
void PhraseReader::expect(const std::vector<const Item*>& pending) const {
  if (attempt_.context.expected == nullptr) return;
  bool in_order = true;
  for (const Item* item : pending) {
    if (!item->hasKeyword() && !in_order) continue;
    attempt_.context.expected->parts.push_back({&item->parts.front(), attempt_.phrase.payload});
    if (!item->hasKeyword() && !item->optional) in_order = false;
  }
}

void PhraseReader::failMissing(const Item& item) const {
  const Part& part = item.parts.back();
  std::vector<Choice> choices;
  const auto is_missing = [&](schema::Event::Which payload, std::string_view field) {
    return attempt_.phrase.payload == payload && attempt_.of_event && part.field && part.field.shape->name == field;
  };
  const bool drawn_from = is_missing(schema::Event::CARDS_DRAWN, "from");
  const bool shuffled = is_missing(schema::Event::SHUFFLED, "zone");
  for (const Zone& zone : attempt_.ruleset().zones) {
    const bool deck = zone.kind == schema::Zone::Kind::PILE && zone.seen_by == schema::Zone::SeenBy::NOBODY;
    if (deck && (drawn_from || shuffled))
      choices.push_back({.text = (drawn_from ? "from " : "") + notedName(zone.name)});
  }
  line_.failExpected(line_.peek(),
                     drawn_from ? "from which zone"
                     : shuffled ? "which deck"
                                : described(item),
                     std::move(choices));
}

/// Refuses several unquoted words that are not a known title, below an event that lists cards.
void PhraseReader::requireKnownTitle() const {
  Token title = attempt_.card_words.at;
  if (attempt_.of_event || &attempt_.phrase != &identityPhrase() || title.kind != Token::Kind::word) return;
  Cursor ahead = line_;
  while (isName(ahead.peek()) && ahead.peek().kind == Token::Kind::word) ahead.take();
  if (ahead.at() == line_.at()) return;
  title.text = line_.between(title.at, ahead.at());
  line_.fail(title,
             fmt::format("{} is no known title, and another one needs quotation marks", docket::quoted(title.text)),
             {{.text = notedString(title.text)}});
}

void PhraseReader::failUnexpected(const std::vector<const Item*>& pending) const {
  requireKnownTitle();
  constexpr std::size_t kMaxShown = 4;
  std::vector<std::string_view> words;
  std::vector<const Item*> items;
  for (const Item* item : pending) {
    if (!item->hasKeyword() || item->parts.front().word == ".") continue;
    words.push_back(item->parts.front().word);
    items.push_back(item);
  }
  const Token token = line_.peek();
  auto near = token.kind == Token::Kind::word ? nearestOf(token.text, words) : std::vector<Choice>{};
  std::stable_partition(items.begin(), items.end(), [&](const Item* item) {
    return std::any_of(near.begin(), near.end(),
                       [&](const Choice& choice) { return choice.text == item->parts.front().word; });
  });
  std::string list;
  for (std::size_t i = 0; i < items.size() && i < kMaxShown; ++i)
    list += (i == 0 ? " or one of: " : ", ") + described(*items[i]);
  if (items.size() > kMaxShown) list += fmt::format(", or {} more", items.size() - kMaxShown);
  line_.fail(token, fmt::format("found {}, expected the end of the line{}", found(token), list), std::move(near));
}

}  // namespace docket::notation
