#include "tools/generate/script_line.h"

#include <capnp/dynamic.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "events/entity.h"
#include "events/errors.h"
#include "events/json/line_words.h"
#include "events/shape.h"
#include "events/text/letters.h"
#include "events/text/nearest.h"
#include "events/text/split.h"
#include "events/text/whole_number.h"

namespace docket::generate {
namespace {

constexpr std::string_view kBegins = "+";  // with this word begins a line that is a change

/// True for a letter of a name that is in a text: "$e1.owner".
bool isOfName(char c) { return isSmallLetter(c) || isDigit(c) || c == '.'; }

/// Puts in what a text names: "stat(#$a, "Force") = $n + 1".
std::string filled(std::string_view text, const Meaning& meaning) {
  std::string filled;
  for (auto mark = text.find('$'); mark != std::string_view::npos; mark = text.find('$')) {
    filled += text.substr(0, mark);
    text.remove_prefix(mark + 1);
    const auto end = std::find_if_not(text.begin(), text.end(), isOfName);
    const std::string_view name(text.begin(), end);
    filled += meaning(name);
    text.remove_prefix(name.size());
  }
  return filled.append(text);
}

/// The bounds of a range, 3..7, from which a number is drawn; empty if the text is not one.
std::optional<std::pair<std::int64_t, std::int64_t>> rangeIn(std::string_view text) {
  const auto dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const auto least = wholeNumber<std::int64_t>(text.substr(0, dots));
  const auto most = wholeNumber<std::int64_t>(text.substr(dots + 2));
  return least && most && *least <= *most ? std::optional(std::pair(*least, *most)) : std::nullopt;
}

// ---- lines

class ScriptValues {
 public:
  ScriptValues(const notation::Line& line, const Meaning& meaning, const Draw& draw)
      : line_(line), meaning_(meaning), draw_(draw) {}

  /// A value with its references replaced: "#$a", "P$me", "$e1", 3..7.
  [[nodiscard]] std::string value(notation::Word word) const {
    const std::string_view text = word.text;
    if (text.starts_with('"')) return notation::unquoted(line_, word);
    if (const auto mark = text.find('$'); mark != std::string_view::npos)
      return std::string(text.substr(0, mark)) + meaning_(text.substr(mark + 1));
    const auto range = rangeIn(text);
    return range ? std::to_string(draw_(range->first, range->second)) : std::string(text);
  }

  [[nodiscard]] Word word(const notation::Field& field) const {
    const notation::Values values = notation::valuesOf(line_, field.value);
    Word word{.name = std::string(field.name.text), .values = {}, .list = values.list};
    for (const notation::Word& one : values.words) {
      if (values.list) {
        // Several things can be named, such as the cards on top of a pile.
        eachPart(value(one), {","}, [&](std::string_view each) { word.values.emplace_back(each); });
      } else {
        word.values.push_back(value(one));
      }
    }
    return word;
  }

 private:
  const notation::Line& line_;
  const Meaning& meaning_;
  const Draw& draw_;
};

[[noreturn]] void unknown(std::string_view what, std::string_view name, const Shape& shape) {
  throw BadInput(fmt::format("there is no {} \"{}\"{}", what, name, didYouMean(name, shape.names)));
}

using Builder = capnp::DynamicStruct::Builder;

capnp::DynamicValue::Reader dynamicValue(const ValueShape& shape, const std::string& text, Recording& recording) {
  if (shape.kind == Kind::text) return capnp::Text::Reader(text.c_str(), text.size());
  if (shape.kind == Kind::boolean) return text == "true";
  if (shape.kind == Kind::enumerant) {
    KJ_IF_MAYBE (enumerant, shape.enumerants.findEnumerantByName(text)) return capnp::DynamicEnum(*enumerant);
    throw BadInput(fmt::format("\"{}\" is not a word that is allowed there", text));
  }
  if (shape.mark == Mark::name) return recording.name(text);
  if (shape.mark == Mark::entity) {
    if (const auto entity = entityOf(text)) return *entity;
  }
  if (const auto number = wholeNumber<std::int64_t>(text)) return *number;
  throw BadInput(fmt::format("\"{}\" is not a number", text));
}

void fillField(Builder to, const Shape& shape, const Word& word, Recording& recording) {
  const int found = shape.find(word.name);
  if (found < 0) unknown("field", word.name, shape);
  const FieldShape& field = shape.fields[static_cast<std::size_t>(found)];
  if (!field.list) return to.set(field.field, dynamicValue(field.value, word.values.front(), recording));
  auto list = to.init(field.field, static_cast<unsigned>(word.values.size())).as<capnp::DynamicList>();
  for (unsigned i = 0; i < list.size(); ++i) list.set(i, dynamicValue(field.value, word.values[i], recording));
}

void fillPayload(schema::Event::Builder event, const Line& line, Recording& recording) {
  static const Shape& shape = shapeOf(capnp::Schema::from<schema::Event>());
  const int found = shape.find(line.payload);
  if (found < 0 || !shape.fields[static_cast<std::size_t>(found)].chosen) unknown("event", line.payload, shape);
  const FieldShape& field = shape.fields[static_cast<std::size_t>(found)];
  Builder to = event;
  if (field.value.kind == Kind::nothing) return to.set(field.field, capnp::VOID);
  if (field.value.kind == Kind::text) return to.set(field.field, line.text.c_str());
  auto payload = to.init(field.field).as<capnp::DynamicStruct>();
  for (const Word& word : line.fields) fillField(payload, *field.value.shape, word, recording);
}

void fillContext(schema::Event::Builder event, const Line& line) {
  const bool creates = !line.definition.empty();
  const auto is_new =
      [&](const ShownCard& one) {  // what a deck brings and what is created is reported by the line itself
        const bool of_deck = one.number >= line.number("first") && one.number - line.number("first") < line.keys.size();
        return !of_deck && !(creates && one.number == line.number("card"));
      };
  std::vector<ShownCard> shown;
  std::copy_if(line.shown.begin(), line.shown.end(), std::back_inserter(shown), is_new);
  if (line.causes.empty() && line.keys.empty() && line.order.empty() && !creates && shown.empty()) return;
  auto context = event.initContext();
  if (!line.causes.empty()) context.setCauses(kj::arrayPtr(line.causes.data(), line.causes.size()));
  if (!line.order.empty()) {
    context.setSeats(0);
    event.getShuffled().setOrder(kj::arrayPtr(line.order.data(), line.order.size()));
  }
  const std::size_t of_line = line.keys.size() + (creates ? 1U : 0U);
  if (of_line + shown.size() == 0) return;
  auto identities = context.initIdentities(static_cast<unsigned>(of_line + shown.size()));
  unsigned place = 0;
  const auto say = [&](std::uint32_t card, const std::string& key) {
    auto identity = identities[place++];
    identity.setCard(card);
    identity.setDefinition(key);
    return identity;
  };
  if (creates) say(line.number("card"), line.definition);
  for (unsigned i = 0; i < line.keys.size(); ++i) {
    auto identity = say(line.number("first") + i, line.keys[i]);
    const auto owner = line.number("player");
    const bool lies_open = line.shown.size() == line.keys.size();  // of a deck all cards do, or none
    if (owner != 0 && !lies_open) identity.setSeats(static_cast<std::uint8_t>(1U << (owner - 1)));
  }
  for (const ShownCard& one : shown) say(one.number, one.key);
}

struct ClaimSaid {
  std::string_view clause;
  std::optional<std::string_view> claim;
};

/// A ruling, ? CLAUSE: CLAIM; empty for any other line.
std::optional<ClaimSaid> claimSaid(std::string_view text) {
  if (!text.starts_with("? ")) return std::nullopt;
  text.remove_prefix(2);
  const auto colon = text.find(": ");
  if (colon == std::string_view::npos) return ClaimSaid{.clause = text, .claim = {}};
  return ClaimSaid{.clause = text.substr(0, colon), .claim = text.substr(colon + 2)};
}

Line claimLine(const ClaimSaid& parsed, std::string_view text, const Meaning& meaning) {
  if (!parsed.claim) throw BadInput(fmt::format("\"{}\": expected ? CLAUSE: CLAIM", text));
  return {.payload = "rulingGiven",
          .fields = {{.name = "judge", .values = {"the judge of the table"}},
                     {.name = "claim", .values = {filled(*parsed.claim, meaning)}},
                     {.name = "clauses", .values = {std::string(parsed.clause)}, .list = true}}};
}

}  // namespace

std::string_view clauseClaimed(std::string_view text) {
  const auto parsed = claimSaid(text);
  return parsed ? parsed->clause : std::string_view();
}

std::string_view Line::value(std::string_view field) const {
  for (const Word& word : fields) {
    if (word.name == field && !word.values.empty()) return word.values.front();
  }
  return {};
}

std::uint32_t Line::number(std::string_view field) const {
  auto digits = value(field);
  if (digits.starts_with('#')) digits.remove_prefix(1);
  return wholeNumber<std::uint32_t>(digits).value_or(0);
}

std::vector<std::uint32_t> Line::numbers(std::string_view field) const {
  std::vector<std::uint32_t> all;
  for (const Word& word : fields) {
    if (word.name != field) continue;
    for (const auto& digits : word.values) all.push_back(wholeNumber<std::uint32_t>(digits).value_or(0));
  }
  return all;
}

Line readLine(std::string_view text, const Meaning& meaning, const Draw& draw) {
  if (const auto parsed = claimSaid(text)) return claimLine(*parsed, text, meaning);
  const notation::Line whole{.file = fmt::format("\"{}\"", text), .text = text, .at = {.line = 1, .column = 1}};
  const ScriptValues reading(whole, meaning, draw);
  auto words = notation::wordsOf(whole);
  if (!words.empty() && words.front().text == kBegins) words.erase(words.begin());
  notation::LineParts parts = notation::linePartsOf(words);
  if (parts.payload.text.empty()) whole.fail(whole.at, "expected the name of an event, such as cardPlayed");
  Line line;
  if (!parts.actor.text.empty()) line.actor = wholeNumber<std::uint8_t>(reading.value(parts.actor.from(1))).value_or(0);
  line.payload = parts.payload.text;
  if (auto& rest = parts.words; !rest.empty() && rest.front().text.starts_with('"')) {
    line.text = filled(notation::unquoted(whole, rest.front()), meaning);
    rest.erase(rest.begin());
  }
  for (const notation::Field& one : notation::fieldsOf(whole, parts.words)) {
    Word field = reading.word(one);
    if (field.name == "causes") {
      for (const auto& cause : field.values) line.causes.push_back(wholeNumber<std::uint32_t>(cause).value_or(0));
    } else if (field.name == "group") {
      line.group = wholeNumber<std::uint32_t>(field.values.front()).value_or(0);
    } else if (field.name == "definition") {
      line.definition = field.values.front();
    } else {
      line.fields.push_back(std::move(field));
    }
  }
  return line;
}

std::uint32_t record(const Line& line, Recording& recording) {
  return recording.add([&](schema::Event::Builder event) {
    event.setActor(line.actor);
    event.setGroup(line.group);
    fillPayload(event, line, recording);
    fillContext(event, line);
    if (line.begins.empty()) return;
    static const Shape& shape = shapeOf(capnp::Schema::from<schema::Change>());
    auto begins = event.initBegins(static_cast<unsigned>(line.begins.size()));
    for (unsigned i = 0; i < begins.size(); ++i) {
      const Line& change = line.begins[i];
      fillField(begins[i], shape, Word{.name = "kind", .values = {change.payload}}, recording);
      for (const Word& word : change.fields) fillField(begins[i], shape, word, recording);
    }
  });
}

}  // namespace docket::generate
