#include "tools/game/titled_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "events/errors.h"

namespace docket {
namespace {

/// A text in quotation marks, [from, to) in bytes, and what it says.
struct Literal {
  std::size_t from = 0, to = 0;
  std::string says{};
};

/// The byte at which a line and column lie, as messages count them: columns in characters.
std::size_t byteAt(std::string_view text, const expression::Source& source, std::size_t line, std::size_t column) {
  std::size_t at = 0;
  for (std::size_t now = source.line; now < line && at < text.size(); ++at) {
    if (text[at] == '\n') ++now;
  }
  const std::size_t first = line == source.line ? source.column : 1;
  for (std::size_t now = first; now < column && at < text.size(); ++now) {
    do ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U);
  }
  return at;
}

/// The text in quotation marks that begins at a byte; a doubled mark in it stands for one.
std::optional<Literal> literalAt(std::string_view text, std::size_t from) {
  if (from >= text.size() || (text[from] != '"' && text[from] != '\'')) return std::nullopt;
  Literal literal{.from = from};
  for (std::size_t at = from + 1; at < text.size(); ++at) {
    if (text[at] == text[from]) {
      if (at + 1 == text.size() || text[at + 1] != text[from]) {
        literal.to = at + 1;
        return literal;
      }
      ++at;
    }
    literal.says += text[at];
  }
  return std::nullopt;
}

std::size_t charactersIn(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  return count;
}

/// Whether a card or another subject is wanted where a text stands.
bool wantsSubject(const BadInput& refused) {
  for (const std::string_view wanted : {"a card", "an entity", "a player"}) {
    if (refused.message() == fmt::format("expected {}; this is a text", wanted)) return true;
  }
  return false;
}

/// Blanks that were put behind a number.
struct Padding {
  std::size_t from, size;
};

/// Puts `number` in place of a literal, as wide as that was, and notes with how many blanks.
void putIn(std::string& text, const Literal& literal, const std::string& number, std::vector<Padding>& paddings) {
  const std::size_t had = literal.to - literal.from;
  const std::size_t wide = charactersIn(std::string_view(text).substr(literal.from, had));
  const std::size_t blanks = wide > number.size() ? wide - number.size() : 0;
  text.replace(literal.from, had, number + std::string(blanks, ' '));
  for (Padding& later : paddings) {
    if (later.from > literal.from) later.from = later.from + number.size() + blanks - had;
  }
  paddings.push_back({.from = literal.from + number.size(), .size = blanks});
}

std::string without(std::string text, std::vector<Padding> paddings) {
  std::sort(paddings.begin(), paddings.end(), [](const Padding& a, const Padding& b) { return a.from > b.from; });
  for (const Padding& one : paddings) text.erase(one.from, one.size);
  return text;
}

}  // namespace

std::string withNumbers(std::string text, const expression::Scope& scope, const expression::Source& source,
                        const NamedCards& cards) {
  std::vector<Padding> paddings;  // places stay those of what was typed
  for (;;) {
    try {
      static_cast<void>(expression::parse(text, scope, source));
      return without(std::move(text), std::move(paddings));
    } catch (const BadInput& refused) {
      if (!wantsSubject(refused)) throw;
      const auto literal = literalAt(text, byteAt(text, source, refused.line(), refused.column()));
      if (!literal) throw;
      try {
        putIn(text, *literal, cards.written(literal->says), paddings);
      } catch (const BadInput& unknown) {
        throw BadInput(source.file, refused.line(), refused.column(), unknown.message());
      }
    }
  }
}

}  // namespace docket
