#include "tools/notation/header.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <utility>

#include "events/nearest.h"
#include "events/shape.h"
#include "events/text_view.h"
#include "events/validate.h"
#include "tools/notation/fields.h"
#include "tools/notation/transcript.h"

namespace docket::notation {
namespace {

using capnp::DynamicStruct;

/// A line, and the fields that stand on it.
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
constexpr std::string_view kRest = "header";
constexpr std::string_view kStarts = "starts";

const Shape& headerShape() {
  static const Shape* const kShape = &shapeOf(capnp::Schema::from<schema::Header>());
  return *kShape;
}

const FieldShape& fieldNamed(std::string_view name) {
  return headerShape().fields[static_cast<std::size_t>(headerShape().find(name))];
}

/// A header has no field that is a name of the game's table.
Names& noNames() {
  thread_local Names names;
  return names;
}

std::string valueText(DynamicStruct::Reader from, const FieldShape& field) {
  const auto value = from.get(field.field);
  if (field.value.kind == Kind::text) return notedString(view(value.as<capnp::Text>()));
  return std::to_string(value.as<std::uint64_t>());
}

/// `{a=1, b=2}` of the fields that are said and are not among `but`; empty where none is.
std::string restText(DynamicStruct::Reader from, const std::set<std::string_view>& but) {
  std::string text;
  for (const FieldShape& field : shapeOf(from.getSchema()).fields) {
    if (but.contains(field.name) || !isSaid(from, field)) continue;
    text += fmt::format("{}{}", text.empty() ? "{" : ", ", fieldText(from, field, noNames()));
  }
  return text.empty() ? text : text + '}';
}

/// The lines of the starting values; none where one of them has no name, and they are left to the braces.
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

/// The fields in braces that the cursor stands at, if it does.
void readRest(Cursor& line, DynamicStruct::Builder into) {
  const Shape& shape = shapeOf(into.getSchema());
  if (!line.takeIf("{")) return;
  if (line.takeIf("}")) return;
  do {
    const Token name = line.take();
    const int index = shape.find(name.text);
    if (index < 0)
      line.fail(name, fmt::format("{} has no {}{}", shape.name, found(name), didYouMean(name.text, shape.names)));
    line.expect("=");
    readField(line, into, shape.fields[static_cast<std::size_t>(index)], noNames());
  } while (line.takeIf(","));
  line.expect("}");
}

const HeaderLine* lineOf(std::string_view word) {
  const auto* const found =
      std::find_if(kLines.begin(), kLines.end(), [&](const HeaderLine& line) { return line.word == word; });
  return found == kLines.end() ? nullptr : found;
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
  if (!rest.empty()) text += fmt::format("{} {}\n", kRest, rest);
  return text + salts;
}

bool isOfHeader(const Cursor& line) {
  const Token word = line.peek();
  const Token next = line.after(word);
  if (word.kind != Token::Kind::word) return false;
  if (word.is(kRest)) return next.is("{");
  const bool value = next.kind == Token::Kind::string || next.kind == Token::Kind::number;
  if (lineOf(word.text) != nullptr) return value;
  const bool seat = seatOfWord(word.text) != 0;
  return (seat && (value || next.isEnd() || next.is("{"))) || ((seat || word.is("nobody")) && next.is(kStarts));
}

bool beginsGame(const Cursor& line) { return line.peek().is("game") && isOfHeader(line); }

void HeaderReader::read(Cursor& line) {
  const Token word = line.take();
  const DynamicStruct::Builder whole(into_);
  if (word.is(kRest)) {
    readRest(line, whole);
  } else if (const HeaderLine* of = lineOf(word.text)) {
    for (const std::string_view name : of->fields) {
      if (name.empty() || (name == of->fields[1] && line.peek().isEnd())) continue;
      const FieldShape& field = fieldNamed(name);
      const bool text = field.value.kind == Kind::text;
      if (text && line.peek().kind != Token::Kind::string) line.failExpected(line.peek(), "a text in \"...\"");
      readField(line, whole, field, noNames());
    }
  } else {
    player(line, seatOfWord(word.text));
  }
  if (!line.peek().isEnd()) line.failExpected(line.peek(), "the end of the line");
}

void HeaderReader::player(Cursor& line, std::uint8_t seat) {
  if (line.takeIf(kStarts)) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    const std::int64_t amount = line.numberOf(line.take(), -kMost, kMost);
    const Token name = line.take();
    const bool word = name.kind == Token::Kind::word;
    if (!word && name.kind != Token::Kind::string) line.failExpected(name, "the name of a value, as \"life\"");
    starting_values_.push_back({seat, word ? std::string(name.text) : line.textOf(name), amount});
    if (starting_values_.size() > kMostCards) line.fail(name, "too many starting values");
    return;
  }
  while (players_.size() < seat) {
    players_.push_back(std::make_unique<capnp::MallocMessageBuilder>());
    players_.back()->initRoot<schema::Header::Player>();
  }
  auto of = players_[seat - 1U]->getRoot<schema::Header::Player>();
  if (line.peek().kind == Token::Kind::string) of.setName(line.textOf(line.take()));
  readRest(line, of);
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
