#include "tools/notation/header.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <utility>

#include "events/errors.h"
#include "events/shape.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "events/validate.h"
#include "tools/notation/fields.h"
#include "tools/notation/phrases.h"
#include "tools/notation/spelling.h"
#include "tools/notation/transcript.h"

namespace docket::notation {
namespace {

using capnp::DynamicStruct;

/// A line, and the fields that are on it.
struct HeaderLine {
  std::string_view word;
  std::array<std::string_view, 2> fields;
};
constexpr std::array kLines{
    HeaderLine{"game", {"id", ""}},
    HeaderLine{"event", {"event", ""}},
    HeaderLine{"match", {"match", ""}},
    HeaderLine{"round", {"round", ""}},
    HeaderLine{"table", {"table", ""}},
    HeaderLine{"game-of-match", {"gameOfMatch", ""}},
    HeaderLine{"format", {"format", ""}},
    HeaderLine{"date", {"date", ""}},
    HeaderLine{"ruleset", {"ruleset", "rulesetVersion"}},
    HeaderLine{"source", {"source", ""}},
};
constexpr std::string_view kGame = "game";
constexpr std::string_view kRestWord = "header";
constexpr std::string_view kStarts = "starts", kDeck = "deck";

const Shape& headerShape() {
  static const Shape* const kShape = &shapeOf(capnp::Schema::from<schema::Header>());
  return *kShape;
}

const FieldShape& fieldNamed(std::string_view name) {
  return headerShape().fields[static_cast<std::size_t>(headerShape().find(name))];
}

/// An empty table of names: no field of a header is a name in the game's table.
Names& noNames() {
  thread_local Names names;
  return names;
}

std::string valueText(DynamicStruct::Reader from, const FieldShape& field) {
  const auto value = from.get(field.field);
  if (field.value.kind == Kind::text) return notedString(view(value.as<capnp::Text>()));
  return std::to_string(value.as<std::uint64_t>());
}

/// `{a=1, b=2}` for the fields that are set, without those in `but`; empty if there are none.
std::string restText(DynamicStruct::Reader from, const std::set<std::string_view>& but) {
  std::string text;
  for (const FieldShape& field : shapeOf(from.getSchema()).fields) {
    if (but.contains(field.name) || !isSaid(from, field)) continue;
    text += fmt::format("{}{}", text.empty() ? "{" : ", ", fieldText(from, field, noNames()));
  }
  return text.empty() ? text : text + '}';
}

/// The lines of the starting values; empty if one of them has no name: they are written in braces then.
std::string startingValuesText(schema::Header::Reader header, std::set<std::string_view>& written) {
  std::string text;
  for (const auto value : header.getStartingValues()) {
    if (!value.hasValue()) return {};
    text += fmt::format("{} {} {} {}\n", value.getPlayer() == 0 ? "nobody" : fmt::format("P{}", value.getPlayer()),
                        kStarts, value.getAmount(), notedName(view(value.getValue())));
  }
  if (!text.empty()) written.insert("startingValues");
  return text;
}

/// The fields in braces at the cursor, if there are any.
void readRest(Cursor& line, DynamicStruct::Builder into) {
  const Shape& shape = shapeOf(into.getSchema());
  if (!line.takeIf("{")) return;
  if (line.takeIf("}")) return;
  do {
    const Token name = line.take();
    const int index = shape.find(name.text);
    if (index < 0)
      line.fail(name, fmt::format("{} has no {}", shape.name, found(name)), nearestOf(name.text, shape.names));
    line.expect("=");
    readField(line, into, shape.fields[static_cast<std::size_t>(index)], noNames());
  } while (line.takeIf(","));
  line.expect("}");
}

const HeaderLine* headerLine(const Token& word) {
  const auto* const found =
      std::find_if(kLines.begin(), kLines.end(), [&](const HeaderLine& line) { return word.is(line.word); });
  return found == kLines.end() ? nullptr : found;
}

std::vector<std::string_view> headerWords() {
  std::vector<std::string_view> words;
  for (const HeaderLine& line : kLines) words.push_back(line.word);
  return words;
}

/// Takes a text; without quotation marks, a word if `more` follows, else the line up to a string, "{" or its end.
std::string takeText(Cursor& line, bool more) {
  const Token first = line.take();
  if (first.kind == Token::Kind::string) return line.textOf(first);
  if (first.kind != Token::Kind::word && first.kind != Token::Kind::number)
    line.failExpected(first, "a text in \"...\"");
  std::size_t end = first.end();
  while (!more && !line.peek().isEnd() && !line.peek().is("{") && line.peek().kind != Token::Kind::string)
    end = line.take().end();
  return std::string(line.between(first.at, end));
}

/// True if the rest of a line from a token on has only words, none of them a verb: a player's name.
bool isNameAlone(const Cursor& line, const Token& first) {
  const bool capital = first.text.empty() || first.text.front() < 'a' || first.text.front() > 'z';
  if (first.kind != Token::Kind::word || !capital || isVerb(first.text)) return false;
  Token token = first;
  while (token.kind == Token::Kind::word || token.is("'") || token.is(".")) token = line.after(token);
  return token.isEnd();
}

}  // namespace

std::string headerText(schema::Header::Reader header) {
  const DynamicStruct::Reader whole(header);
  std::string text, salts;
  std::set<std::string_view> written;
  const auto tell_players = [&] {
    unsigned seat = 0;
    for (const auto player : header.getPlayers()) {
      text += fmt::format("P{}{}\n", ++seat, player.hasName() ? ' ' + notedString(view(player.getName())) : "");
      const std::string rest = restText(player, {"name"});
      if (!rest.empty()) salts += fmt::format("P{} {}\n", seat, rest);
      written.insert("players");
    }
  };
  for (const HeaderLine& line : kLines) {
    if (line.word == "ruleset") tell_players();
    if (!isSaid(whole, fieldNamed(line.fields[0]))) continue;
    text += line.word;
    for (const std::string_view field : line.fields) {
      if (field.empty() || !isSaid(whole, fieldNamed(field))) continue;
      text += ' ' + valueText(whole, fieldNamed(field));
      written.insert(field);
    }
    text += '\n';
  }
  text += startingValuesText(header, written);
  const std::string rest = restText(whole, written);
  if (!rest.empty()) text += fmt::format("{} {}\n", kRestWord, rest);
  return text + salts;
}

bool isOfHeader(const Cursor& typed) {
  Cursor line = typed;
  line.loosen();
  const Token word = line.peek();
  const Token next = line.after(word);
  if (word.kind != Token::Kind::word) return false;
  if (word.is(kRestWord)) return next.is("{");
  const bool value = next.kind == Token::Kind::string || next.kind == Token::Kind::number;
  if (word.is(kGame))
    return value || (next.kind == Token::Kind::word && (line.after(next).isEnd() || line.after(next).is("/")));
  if (headerLine(word) != nullptr) return value || next.kind == Token::Kind::word;
  const bool seat = line.seatOf(word) != 0;
  if ((seat || word.is("nobody")) && next.is(kStarts)) return true;
  if (seat && next.is(kDeck)) return line.after(next).kind == Token::Kind::string;
  return seat && (value || next.isEnd() || next.is("{") || isNameAlone(line, next));
}

bool beginsHeader(const Cursor& line) {
  const Token word = line.peek();
  return isOfHeader(line) &&
         (word.is(kGame) || line.after(word).kind != Token::Kind::word || line.after(word).is(kStarts));
}

bool beginsGame(std::string_view line) {
  const auto first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos || (line[first] != 'g' && line[first] != 'G')) return false;
  Cursor cursor(line.substr(first), "", 0);
  cursor.loosen();
  try {
    return cursor.peek().is(kGame) && cursor.after(cursor.peek()).kind == Token::Kind::string;
  } catch (const BadInput&) {  // the text does not end
    return true;
  }
}

bool isSlipOfHeader(const Cursor& line) {
  const Token word = line.peek();
  if (word.kind != Token::Kind::word || isVerb(word.text)) return false;
  const Token next = line.after(word);
  const bool value = next.kind == Token::Kind::string || next.kind == Token::Kind::number;
  std::vector<std::string_view> words = headerWords();
  for (const Phrase& phrase : eventPhrases()) words.push_back(phrase.verb.front().word);
  const std::string_view near = value ? KnownNames(words).nearest(word.text) : std::string_view{};
  const auto headers = headerWords();
  return std::find(headers.begin(), headers.end(), near) != headers.end();
}

void failAsHeader(const Cursor& line) {
  const Token word = line.peek();
  line.fail(word, fmt::format("{} is not a line of a header", found(word)), nearestOf(word.text, headerWords()));
}

void failName(const Cursor& line, const Token& at, std::string_view name, std::string_view what,
              const KnownNames& known) {
  auto meant = known.meantBy(name);
  if (meant.empty()) {
    const std::string_view near = known.nearest(name);
    meant = near.empty() ? known.all() : std::vector<std::string_view>{near};
  }
  std::vector<Choice> choices;
  for (const std::string_view one : meant) choices.push_back({.text = notedName(one)});
  line.fail(at, fmt::format("{} is not a {} of the ruleset", docket::quoted(name), what), std::move(choices));
}

void HeaderReader::read(Cursor& line) {
  line.loosen();
  const Token word = line.take();
  DynamicStruct::Builder whole(into_);
  if (word.is(kRestWord)) {
    readRest(line, whole);
  } else if (const HeaderLine* header_line = headerLine(word)) {
    for (const std::string_view name : header_line->fields) {
      if (name.empty() || (name == header_line->fields[1] && line.peek().isEnd())) continue;
      const FieldShape& field = fieldNamed(name);
      if (field.value.kind != Kind::text) {
        readField(line, whole, field, noNames());
      } else {
        const bool more = name == header_line->fields[0] && !header_line->fields[1].empty();
        const std::string text = takeText(line, more);
        whole.set(field.field, capnp::Text::Reader(text.c_str(), text.size()));
      }
    }
  } else {
    player(line, line.seatOf(word));
  }
  if (!line.peek().isEnd()) line.failExpected(line.peek(), "the end of the line");
}

void HeaderReader::player(Cursor& line, std::uint8_t seat) {
  if (line.takeIf(kStarts)) {
    constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
    const std::int64_t amount = line.numberOf(line.take(), -kMax, kMax);
    const Token name = line.peek();
    if (name.kind != Token::Kind::word && name.kind != Token::Kind::string)
      line.failExpected(name, "the name of a value, such as \"life\"");
    starts_.emplace_back(line, name);
    starting_values_.push_back({seat, takeText(line, false), amount});
    starts_.back().second.text = starts_.back().first.between(name.at, line.at());
    if (starting_values_.size() > kMaxCards) line.fail(name, "too many starting values");
    return;
  }
  if (line.takeIf(kDeck)) {
    const Token name = line.peek();
    decks_.push_back({.line = line, .at = name, .seat = seat, .file = takeText(line, false)});
    return;
  }
  while (players_.size() < seat) {
    players_.push_back(std::make_unique<capnp::MallocMessageBuilder>());
    players_.back()->initRoot<schema::Header::Player>();
  }
  auto player = players_[seat - 1U]->getRoot<schema::Header::Player>();
  if (const Token next = line.peek(); next.kind == Token::Kind::string || next.kind == Token::Kind::word)
    player.setName(takeText(line, false));
  readRest(line, player);
}

void HeaderReader::finish() {
  if (!players_.empty()) {
    auto players = into_.initPlayers(static_cast<unsigned>(players_.size()));
    for (unsigned i = 0; i < players.size(); ++i) {
      players.setWithCaveats(i, players_[i]->getRoot<schema::Header::Player>().asReader());
    }
  }
  if (starting_values_.empty()) return;
  auto values = into_.initStartingValues(static_cast<unsigned>(starting_values_.size()));
  for (unsigned i = 0; i < values.size(); ++i) {
    values[i].setPlayer(starting_values_[i].player);
    values[i].setValue(starting_values_[i].value);
    values[i].setAmount(starting_values_[i].amount);
  }
}

}  // namespace docket::notation
