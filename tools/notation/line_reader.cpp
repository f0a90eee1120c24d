#include "tools/notation/line_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/view/take.hpp>
#include <tuple>

#include "events/errors.h"
#include "events/payload_names.h"
#include "events/seats.h"
#include "tools/notation/declared_verbs.h"
#include "tools/notation/fields.h"
#include "tools/notation/name_resolution.h"
#include "tools/notation/phrase_reader.h"
#include "tools/notation/reworded_line.h"
#include "tools/notation/spelling.h"
#include "tools/notation/transcript.h"

namespace docket::notation {
namespace {

/// The names of what can happen, as the fields of an event have them: all but the first, `nothing`.
std::vector<std::string_view> typedPayloads() {
  const auto names = payloadNames().subspan(1);
  return {names.begin(), names.end()};
}

/// The verb that the first word means: itself, a synonym, or the only verb that it abbreviates.
std::string_view verbOf(const Cursor& line, const Rules& rules) {
  const Token word = line.peek();
  if (word.is("--")) return "==";
  std::vector<std::string_view> verbs;
  for (const Phrase& phrase : eventPhrases()) {
    const std::string_view verb = phrase.verb.front().word;
    if (word.is(verb)) return verb;
    if (std::find(verbs.begin(), verbs.end(), verb) == verbs.end()) verbs.push_back(verb);
  }
  if (word.kind != Token::Kind::word)
    line.failExpected(word, "a verb, such as draws, plays or moves; or == and a period");
  const std::string typed = word.loose ? folded(word.text) : std::string(word.text);
  if (const std::string_view verb = word.loose ? synonymOf(typed) : ""; !verb.empty()) return verb;
  std::vector<std::string_view> meant;
  std::copy_if(verbs.begin(), verbs.end(), std::back_inserter(meant),
               [&](std::string_view verb) { return verb.starts_with(typed); });
  if (meant.size() == 1) return meant.front();
  if (meant.empty()) {
    if (word.loose) {
      for (const auto& more : {typedPayloads(), declaredVerbs(rules)})
        verbs.insert(verbs.end(), more.begin(), more.end());
    }
    auto near = nearestOf(typed, verbs);
    // If no verb is close, say what verbs are like.
    constexpr std::size_t kMaxVerbs = 4;
    std::string where = near.empty() ? "; verbs are draws, plays, moves, uses, attacks" : "";
    if (near.empty() && word.loose) {
      const auto declared = declaredVerbs(rules);
      for (const std::string_view verb : declared | ranges::views::take(kMaxVerbs)) where += fmt::format(", {}", verb);
    }
    line.fail(word, fmt::format("no event begins with {}{}", found(word), where), std::move(near));
  }
  std::vector<Choice> choices;
  for (const std::string_view verb : meant) choices.push_back({.text = std::string(verb)});
  line.fail(word, fmt::format("{} is short for several verbs", found(word)), std::move(choices));
}

/// True if the line gives an event by its name and fields: cardMoved card=5 zone=field.
bool isInFields(const Cursor& line) {
  const Token word = line.peek();
  if (!line.isLoose() || word.kind != Token::Kind::word) return false;
  static const std::vector<std::string_view> kNames = typedPayloads();
  if (std::find(kNames.begin(), kNames.end(), word.text) == kNames.end()) return false;
  const Token next = line.after(word);
  const auto& phrases = eventPhrases();
  const bool verb = std::any_of(phrases.begin(), phrases.end(),
                                [&](const Phrase& phrase) { return phrase.verb.front().word == word.text; });
  return !verb || (next.kind == Token::Kind::word && line.after(next).is("="));
}

/// The result of the first phrase that the line fits. If none fits, throws the mistake of the one that got furthest.
template <class Read>
auto firstThatFits(const std::vector<const Phrase*>& phrases, Cursor& line, Read&& read) {
  std::optional<Mistake> nearest;
  for (const Phrase* phrase : phrases) {
    try {
      Cursor ahead = line;
      auto message = read(ahead, *phrase);
      line = ahead;
      return message;
    } catch (const Mistake& error) {
      if (!nearest || error.column() > nearest->column()) nearest = error;
    }
  }
  throw Mistake(*nearest);
}

}  // namespace

std::vector<const Phrase*> LineReader::phrasesOf(const Cursor& line) const {
  const std::string_view verb = verbOf(line, context_.rules);
  std::vector<const Phrase*> phrases;
  std::vector<std::string_view> seconds;
  Cursor rest = line;
  rest.take();
  for (const Phrase& phrase : eventPhrases()) {
    if (phrase.verb.front().word != verb) continue;
    Cursor ahead = rest;
    const bool matches = std::all_of(phrase.verb.begin() + 1, phrase.verb.end(),
                                     [&](const Part& part) { return ahead.takeIf(part.word); });
    if (matches) {
      phrases.push_back(&phrase);
    } else {
      seconds.push_back(phrase.verb[1].word);
    }
  }
  if (phrases.empty()) line.failExpected(rest.peek(), fmt::format("{} after {}", fmt::join(seconds, " or "), verb));
  return phrases;
}

Attempt LineReader::attemptAt(Cursor& line, const Phrase& phrase, capnp::DynamicStruct::Builder payload) const {
  return {.context = context_,
          .finder = finder_,
          .line = line,
          .phrase = phrase,
          .payload = payload,
          .in_correction = in_correction_,
          .revealed = revealed_};
}

Attempt LineReader::attemptAt(Cursor& line, const Phrase& phrase, schema::Event::Builder event) const {
  const FieldShape& payload = payloadShape(phrase.payload);
  capnp::DynamicStruct::Builder whole = event;
  capnp::DynamicStruct::Builder inner = whole;
  if (payload.value.kind == Kind::structure) inner = whole.init(payload.field).as<capnp::DynamicStruct>();
  if (payload.value.kind == Kind::nothing) whole.set(payload.field, capnp::VOID);
  if (payload.value.kind == Kind::text) whole.clear(payload.field);
  Attempt attempt = attemptAt(line, phrase, inner);
  attempt.event = event;
  attempt.of_event = true;
  return attempt;
}

void LineReader::keep(Attempt& attempt) {
  std::move(attempt.mentions.begin(), attempt.mentions.end(), std::back_inserter(mentions_));
  revealed_ = std::move(attempt.revealed);
  named_.insert(named_.end(), attempt.named.begin(), attempt.named.end());
}

LineReader::Message LineReader::readEventLine(Cursor& line) {
  const Cursor from = line;
  // A verb of the game is not read as a title.
  const bool begins = declaredVerbAt(line, context_.rules).has_value();
  const LineSubject head = begins ? LineSubject{.at = line.peek()} : readLineSubject(line, finder_);
  if (context_.expected != nullptr && line.peek().isEnd()) context_.expected->verb = true;
  if (line.peek().is("!") || isInFields(line)) {
    if (head.kind != LineSubject::Kind::none && head.kind != LineSubject::Kind::seat)
      line.failExpected(head.at, "a player, such as P1");
    line.takeIf("!");
    return readFields(line, head.seat);
  }
  if (auto message = readReworded(line, head)) return message;
  if (const auto declared = declaredVerbAt(line, context_.rules)) {
    if (auto message = readMeanings(line, *declared, head)) return message;
  }
  try {
    return readPhrases(line, head);
  } catch (const Mistake&) {
    if (auto message = readBarePeriod(from, line)) return message;
    throw;
  }
}

LineReader::Message LineReader::readPhrases(Cursor& line, const LineSubject& head) {
  return firstThatFits(phrasesOf(line), line,
                       [&](Cursor& ahead, const Phrase& phrase) { return readInPhrase(ahead, phrase, head); });
}

/// A period without "==": "turn Gus", "action phase", "end of turn". Null if the line is not all of one.
LineReader::Message LineReader::readBarePeriod(const Cursor& from, Cursor& line) {
  if (!from.isLoose() || in_correction_ || context_.expected != nullptr) return nullptr;
  const std::string text = fmt::format("== {}", from.text().substr(from.at()));
  Cursor marked = from.over(text);
  try {
    auto message = readPhrases(marked, {.at = marked.peek()});
    const auto began = message->getRoot<schema::Event>().asReader();
    if (began.isBegan() && !isNameOfPeriod(context_.names.text(began.getBegan().getName()))) return nullptr;
    line.skipTo(line.text().size());
    return message;
  } catch (const Mistake&) {
    return nullptr;
  }
}

bool LineReader::isNameOfPeriod(std::string_view name) const {
  const bool number = ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
  return number || ranges::any_of(context_.rules.ruleset.periods,
                                  [&](const Period& kind) { return ranges::contains(kind.names, name); });
}

/// A reworded line is read in place of the typed one; its mistakes apply to the whole typed line.
LineReader::Message LineReader::readReworded(Cursor& line, const LineSubject& head) {
  const bool seated = head.kind == LineSubject::Kind::seat;
  const Seat turn = playerOfTurn(context_.state, context_.rules.ruleset);
  const auto loss = rewordedLoss(line, seated ? head.seat : turn, context_.state.seats);
  Cursor whole = line;
  if (head.kind == LineSubject::Kind::card) whole.skipTo(head.at.at);
  const bool can_change = !loss && !in_correction_ && (seated || head.kind != LineSubject::Kind::entity);
  const bool plain = can_change && isChange(line, context_.rules.ruleset);
  const auto reworded_text = can_change ? rewordedChange(whole, context_.rules.ruleset, finder_) : std::nullopt;
  if (!loss && !reworded_text && !plain) return nullptr;
  if (plain) {
    Cursor change = line;
    said_change_ = readPlainChange(change, 0);
  }
  const std::string text = loss.value_or(reworded_text.value_or(""));
  const std::string begins = fmt::format("P{} begins", seated ? head.seat : turn);
  try {
    Cursor reworded(text, line.file(), line.lineNumber());
    reworded.loosen();
    if (reworded_text) said_change_ = readPlainChange(reworded, 0);
    Cursor event_line(loss ? std::string_view(text) : std::string_view(begins), line.file(), line.lineNumber());
    event_line.loosen();
    const LineSubject subject = readLineSubject(event_line, finder_);
    auto message = firstThatFits(phrasesOf(event_line), event_line, [&](Cursor& ahead, const Phrase& phrase) {
      return readInPhrase(ahead, phrase, subject);
    });
    line.skipTo(line.text().size());
    return message;
  } catch (const Mistake& mistake) {
    line.failAtTable(line.peek(), mistake.message());
  }
}

/// Tries the meanings of a document's verb and returns the first that applies to the named card. Null if none does and
/// the verb is also one of the transcript's own.
LineReader::Message LineReader::readMeanings(Cursor& line, const DeclaredVerbInLine& verb, const LineSubject& head) {
  const auto mentions = mentions_;
  const auto revealed = revealed_;
  const auto named = named_;
  std::optional<Mistake> nearest;
  const std::vector<VerbMeaning>& meanings = verb.verb->meanings;
  for (const VerbMeaning& meaning : meanings) {
    Cursor ahead = line;
    try {
      auto message = firstThatFits(phrasesOf(meaningOf(meaning)), ahead, [&](Cursor& each, const Phrase& phrase) {
        return readInPhrase(each, phrase, head, &meaning, verb.words);
      });
      if (isFor(meaning, message->getRoot<schema::Event>())) {
        line = ahead;
        return message;
      }
    } catch (const Mistake& mistake) {
      if (!nearest || mistake.column() > nearest->column()) nearest = mistake;
    }
    mentions_ = mentions;
    revealed_ = revealed;
    named_ = named;
  }
  const bool adds = ranges::all_of(meanings, [](const VerbMeaning& meaning) { return !meaning.types.empty(); });
  if (adds && isVerb(line.peek().text)) return nullptr;
  if (nearest) throw Mistake(*nearest);
  std::vector<std::string> ways;
  for (const VerbMeaning& meaning : meanings)
    ways.push_back(fmt::format("{} ({})", meaning.line, fmt::join(meaning.types, ", ")));
  line.failAtTable(line.peek(), fmt::format("what {} means depends on the card, which is not known: say {}",
                                            found(line.peek()), fmt::join(ways, " or ")));
}

/// True if a meaning fits the event's card: by its type or, if that is unknown, by the zone that the line states.
bool LineReader::isFor(const VerbMeaning& meaning, schema::Event::Reader event) const {
  if (meaning.types.empty()) return true;
  const std::uint32_t number = event.isCardMoved()    ? event.getCardMoved().getCard()
                               : event.isCardPlayed() ? event.getCardPlayed().getCard()
                                                      : 0;
  const CardIndex card = context_.state.cardOf(number);
  const Definition* definition = card == kNone ? nullptr : context_.state.definitionOf(context_.state.cards[card]);
  for (const Revealed& one : revealed_) {
    const auto key = one.card == number ? context_.titles.key(one.title) : std::nullopt;
    if (key) definition = context_.rules.catalogue.find(*key);
  }
  if (definition != nullptr && !definition->types.empty()) {
    return ranges::any_of(definition->types,
                          [&](const std::string& type) { return ranges::contains(meaning.types, type); });
  }
  const NameNumber zone = event.isCardMoved()    ? event.getCardMoved().getZone()
                          : event.isCardPlayed() ? event.getCardPlayed().getZone()
                                                 : NameNumber{0};
  return zone_said_ && meaning.line.find("to " + notedName(context_.names.text(zone))) != std::string_view::npos;
}

LineReader::Message LineReader::readInPhrase(Cursor& line, const Phrase& phrase, const LineSubject& head,
                                             const VerbMeaning* declared_meaning, std::size_t verb_words) {
  auto message = std::make_unique<capnp::MallocMessageBuilder>();
  auto event = message->initRoot<schema::Event>();
  Attempt attempt = attemptAt(line, phrase, event);
  attempt.declared_meaning = declared_meaning;
  attempt.verb_words = verb_words;
  PhraseReader reader(attempt);
  reader.readSubject(head);
  reader.read();
  zone_said_ = declared_meaning != nullptr && !attempt.zone_meant;
  if (event.isCorrected()) readReplacement(line, event);
  if (!line.peek().isEnd()) line.failExpected(line.peek(), "the end of the line");
  keep(attempt);
  return message;
}

void LineReader::checkMeaning(const VerbMeaning& meaning) {
  Cursor nothing("", "", 1);
  std::ignore = firstThatFits(phrasesOf(meaningOf(meaning)), nothing, [&](Cursor& line, const Phrase& phrase) {
    capnp::MallocMessageBuilder message;
    Attempt attempt = attemptAt(line, phrase, message.initRoot<schema::Event>());
    attempt.declared_meaning = &meaning;
    PhraseReader reader(attempt);
    reader.readSubject(phrase.subject_kind == SubjectKind::none
                           ? LineSubject{}
                           : LineSubject{.kind = LineSubject::Kind::seat, .seat = 1});
    reader.readMeaning();
    return true;
  });
}

LineReader::Message LineReader::readFields(Cursor& line, Seat actor) {
  const Token name = line.peek();
  const auto which = payloadNamed(name.text);
  if (!which || *which == schema::Event::NOTHING)
    line.fail(name, fmt::format("there is no event {}", found(name)), nearestOf(name.text, typedPayloads()));
  const Phrase phrase{.payload = *which, .subject_kind = SubjectKind::judge, .verb = {{.word = payloadName(*which)}}};
  return readInPhrase(line, phrase, {.kind = LineSubject::Kind::seat, .seat = actor});
}

void LineReader::readReplacement(Cursor& line, schema::Event::Builder into) {
  if (!line.takeIf(":")) return;
  if (in_correction_) line.fail(line.peek(), "a correction cannot replace an event with another correction");
  if (line.takeIf("nothing")) return;
  LineReader inner(context_);
  inner.in_correction_ = true;
  inner.revealed_ = revealed_;
  const Message instead = inner.readEventLine(line);
  into.getCorrected().setReplacement(instead->getRoot<schema::Event>().asReader());
  mentions_.insert(mentions_.end(), inner.mentions_.begin(), inner.mentions_.end());
}

LineReader::Message LineReader::readChange(Cursor& line, std::uint32_t source) {
  if (const auto reworded = rewordedChange(line, context_.rules.ruleset, finder_)) {
    try {
      Cursor plain(*reworded, line.file(), line.lineNumber());
      plain.loosen();
      return readPlainChange(plain, source);
    } catch (const Mistake& mistake) {
      line.failAtTable(line.peek(), mistake.message());
    }
  }
  return readPlainChange(line, source);
}

LineReader::Message LineReader::readPlainChange(Cursor& line, std::uint32_t source) {
  std::vector<const Phrase*> phrases;
  for (const Phrase& phrase : changePhrases()) phrases.push_back(&phrase);
  auto message = firstThatFits(phrases, line,
                               [&](Cursor& ahead, const Phrase& phrase) { return readChangePhrase(ahead, phrase); });
  auto change = message->getRoot<schema::Change>();
  if (change.getSource() == 0) change.setSource(source);
  return message;
}

LineReader::Message LineReader::readChangePhrase(Cursor& line, const Phrase& phrase) {
  auto message = std::make_unique<capnp::MallocMessageBuilder>();
  Attempt attempt = attemptAt(line, phrase, message->initRoot<schema::Change>());
  PhraseReader(attempt).read();
  if (!line.peek().isEnd()) line.failExpected(line.peek(), "the end of the line");
  keep(attempt);
  return message;
}

void LineReader::readIdentity(Cursor& line, schema::Identity::Builder into, std::uint32_t next, std::uint8_t seats) {
  Attempt attempt = attemptAt(line, identityPhrase(), into);
  attempt.next_card = next;
  PhraseReader reader(attempt);
  reader.read();
  const CardWords& words = attempt.card_words;
  const bool braced = reader.isBraced("definition") || reader.isBraced("printed");
  if (words.titled && !braced) finder_.identify(line, words.at, finder_.asNew(words.title, {}), into);
  if (!attempt.numbered && into.getSeats() == kEveryone) into.setSeats(seats);
  if (!line.peek().isEnd()) line.failExpected(line.peek(), "the end of the line");
  keep(attempt);
}

}  // namespace docket::notation
