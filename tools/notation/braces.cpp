#include "tools/notation/braces.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/notation/fields.h"
#include "tools/notation/spelling.h"

namespace docket::notation {

void Braces::find() {
  Cursor ahead = line_;
  int open = 0;
  for (Token token = ahead.take(); !token.isEnd(); token = ahead.take()) {
    if (open == 0 && token.is(":")) return;  // what follows is another event, with braces of its own
    if (token.is("{") || token.is("[")) ++open;
    if ((token.is("}") || token.is("]")) && --open == 0) return;
    const bool among = open == 1 || (open == 0 && line_.isLoose());
    const bool names = among && token.kind == Token::Kind::word && ahead.peek().is("=");
    if (names) fields_.insert(token.text);
  }
}

bool Braces::say(const Item& item) const {
  return std::any_of(item.parts.begin(), item.parts.end(), [&](const Part& part) {
    return (part.field && say(part.field.shape->name)) ||
           (part.kind == Part::Kind::range && say(part.other.shape->name));
  });
}

void Braces::read() {
  line_.expect("{");
  if (line_.takeIf("}")) return;
  do {
    readBrace();
  } while (line_.takeIf(","));
  line_.expect("}");
}

void Braces::readBare() {
  while (!line_.peek().isEnd() && !line_.peek().is(":") && !line_.peek().is("{")) readBrace();
}

void Braces::readBrace() {
  const Token name = line_.take();
  FieldAt field = fieldOf(attempt_.phrase.payload, name.text);
  if (!attempt_.of_event) {
    const Shape& shape = shapeOf(attempt_.payload.getSchema());
    const int index = shape.find(name.text);
    field = index < 0 ? FieldAt{} : FieldAt{FieldHolder::payload, &shape.fields[static_cast<std::size_t>(index)]};
    if (!field) line_.fail(name, fmt::format("there is no field {}", found(name)), nearestOf(name.text, shape.names));
  }
  const bool other_payload = field && field.shape->chosen && field.shape != &payloadShape(attempt_.phrase.payload);
  if (!field || other_payload) {
    const FieldShape& payload = payloadShape(attempt_.phrase.payload);
    line_.fail(
        name, fmt::format("{} has no field {}", payload.name, found(name)),
        payload.value.shape != nullptr ? nearestOf(name.text, payload.value.shape->names) : std::vector<Choice>{});
  }
  line_.expect("=");
  readField(line_, attempt_.of(field), *field.shape, attempt_.context.names);
}

}  // namespace docket::notation
