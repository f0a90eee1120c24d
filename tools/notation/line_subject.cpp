#include "tools/notation/line_subject.h"

#include "events/entity.h"
#include "tools/notation/fields.h"
#include "tools/notation/phrases.h"

namespace docket::notation {

bool isName(const Token& token) {
  return token.kind == Token::Kind::string || (token.kind == Token::Kind::word && !isReserved(token.text));
}

bool isSeat(const Token& token) {
  return token.kind == Token::Kind::word && (token.text == "nobody" || seatOfWord(token.text) != 0);
}

bool beginsCard(const Token& token) { return token.is("#") || token.is("?") || isName(token); }

CardWords readCardWords(Cursor& line) {
  CardWords words{.at = line.peek()};
  if (isName(words.at)) {
    const Token title = line.take();
    words.title = title.kind == Token::Kind::string ? line.textOf(title) : std::string(title.text);
    words.titled = true;
  } else if (!line.takeIf("?") && !line.peek().is("#")) {
    line.failExpected(words.at, "a card: \"Title\", \"Title\" #12, #12 or ?");
  }
  if (line.takeIf("#")) words.number = static_cast<std::uint32_t>(line.numberOf(line.take(), 0, kMostEntityNumber));
  return words;
}

LineSubject readLineSubject(Cursor& line) {
  LineSubject head{.at = line.peek()};
  if (isSeat(head.at)) {
    line.take();
    head.kind = LineSubject::Kind::seat;
    head.seat = seatOfWord(head.at.text);
  } else if (head.at.is("place") || head.at.is("unit") || head.at.is("game")) {
    head.kind = LineSubject::Kind::entity;
    head.entity = readEntity(line);
  } else if (head.at.is("#") || head.at.is("?") || head.at.kind == Token::Kind::string) {
    head.kind = LineSubject::Kind::card;
    head.card = readCardWords(line);
  }
  return head;
}

}  // namespace docket::notation
