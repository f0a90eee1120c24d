#include "events/json/json_scalars.h"

#include <fmt/format.h>

#include <charconv>
#include <stdexcept>

#include "events/entity.h"
#include "events/json/json_number.h"
#include "events/text/letters.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

using simdjson::ondemand::json_type;

std::string found(const JsonToken& token) {
  switch (token.type) {
    case json_type::object:
      return "an object";
    case json_type::array:
      return "a list";
    case json_type::string:
      return fmt::format("the text {}", token.text);
    case json_type::number:
      return fmt::format("the number {}", token.text);
    case json_type::boolean:
    case json_type::null:
      break;
  }
  return std::string(token.text);
}

/// -?(0|[1-9][0-9]*)
bool isInteger(std::string_view text) {
  if (!text.empty() && text.front() == '-') text.remove_prefix(1);
  return areDigits(text) && (text.size() == 1 || text.front() != '0');
}

struct IntegerRange {
  std::int64_t least;
  std::int64_t most;
};

IntegerRange rangeOf(const ValueShape& shape) {
  if (shape.bits == 64) return {.least = shape.is_signed ? -kMaxJsonInteger : 0, .most = kMaxJsonInteger};
  const std::int64_t span = std::int64_t{1} << shape.bits;
  return shape.is_signed ? IntegerRange{.least = -span / 2, .most = span / 2 - 1}
                         : IntegerRange{.least = 0, .most = span - 1};
}

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

}  // namespace

void JsonScalars::fail(const JsonToken& token, std::string_view expected) const {
  auto what = found(token);
  constexpr std::size_t kMaxBytes = 80;
  if (what.size() > kMaxBytes) what = what.substr(0, what.find(' ')) + " " + docket::quoted(token.text);
  text_.fail(token.offset, fmt::format("expected {}, found {}", expected, what));
}

capnp::DynamicValue::Reader JsonScalars::read(const JsonToken& token, simdjson::ondemand::value& value,
                                              const ValueShape& shape, Names* names, Room& room) const {
  switch (shape.kind) {
    case Kind::boolean:
      if (token.text != "true" && token.text != "false") fail(token, "true or false");
      return token.text == "true";
    case Kind::integer:
      if (shape.mark == Mark::name) return name(token, string(token, value, "a name"), names);
      if (shape.mark == Mark::entity) {
        constexpr std::string_view kEntity = R"(an entity ("#57", "P1", "place 3", "unit 2" or "game"))";
        const auto number = entityOf(string(token, value, kEntity));
        if (!number) fail(token, kEntity);
        return *number;
      }
      return integer(token, shape);
    case Kind::text: {
      room.text = string(token, value, "a text");
      return textReader(room.text);
    }
    case Kind::data:
      return bytes(token, string(token, value, "hexadecimal digits"), room);
    case Kind::enumerant:
      return enumerant(token, string(token, value, "a text"), shape.enumerants);
    default:
      throw std::logic_error("not a scalar type");
  }
}

std::uint16_t JsonScalars::name(const JsonToken& token, std::string_view text, Names* names) const {
  if (names == nullptr)
    text_.fail(token.offset, "a name is not allowed here: names belong to a game, and there is none");
  if (names->size() == Names::kMax && !text.empty() && names->find(text) == 0) {
    text_.fail(token.offset, fmt::format("a game can use at most {} names", Names::kMax));
  }
  return names->number(text);
}

/// A string ends where its token ends: what simdjson takes for one token may go on after the quotation mark.
std::string_view JsonScalars::string(const JsonToken& token, simdjson::ondemand::value& value,
                                     std::string_view expected) const {
  if (token.type != json_type::string) fail(token, expected);
  const auto close = text_.closingQuote(token.offset);
  if (close + 1 != token.offset + token.text.size()) {
    text_.fail(text_.pastSpace(close + 1), "this is not JSON: expected ',' or the end of what holds the text");
  }
  const auto raw = token.text.substr(1, token.text.size() - 2);
  if (raw.find('\\') == std::string_view::npos) return raw;
  std::string_view text;
  if (value.get_string().get(text)) {
    text_.failEscape(token.offset);
  }
  return text;
}

capnp::DynamicValue::Reader JsonScalars::integer(const JsonToken& token, const ValueShape& shape) const {
  const auto [least, most] = rangeOf(shape);
  const auto expected = [&, low = least, high = most] {
    return fmt::format("a whole number from {} to {}", low, high);
  };
  if (token.type != json_type::number || !isInteger(token.text)) fail(token, expected());
  std::int64_t number = 0;
  const auto end = std::from_chars(token.text.data(), token.text.data() + token.text.size(), number);
  if (end.ec != std::errc{} || number < least || number > most) {
    const bool too_low = token.text.front() == '-' && !shape.is_signed;
    if (shape.bits != 64 || too_low) fail(token, expected());
    text_.fail(token.offset, fmt::format("{} is larger than 2^53 = {}: other programs would round it",
                                         docket::quoted(token.text), kMaxJsonInteger));
  }
  if (shape.is_signed) return number;
  return static_cast<std::uint64_t>(number);
}

capnp::DynamicValue::Reader JsonScalars::bytes(const JsonToken& token, std::string_view digits, Room& room) const {
  room.bytes.clear();
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    const int high = digit(digits[i]);
    const int low = digit(digits[i + 1]);
    if (high < 0 || low < 0) break;
    room.bytes.push_back(static_cast<std::uint8_t>(high * 16 + low));
  }
  if (room.bytes.size() * 2 != digits.size()) fail(token, "bytes as lowercase hexadecimal digits, two each");
  return capnp::Data::Reader(room.bytes.data(), room.bytes.size());
}

capnp::DynamicValue::Reader JsonScalars::enumerant(const JsonToken& token, std::string_view text,
                                                   capnp::EnumSchema schema) const {
  std::vector<std::string_view> known;
  for (auto each : schema.getEnumerants()) {
    const auto known_name = each.getProto().getName();
    known.emplace_back(known_name.begin(), known_name.size());
    if (known.back() == text) return capnp::DynamicEnum(each);
  }
  text_.fail(token.offset, fmt::format("expected one of {}, found {}{}", fmt::join(known, ", "), docket::quoted(text),
                                       didYouMean(text, known)));
}

}  // namespace docket
