#include "tools/notation/line_subject.h"

#include "events/entity.h"
#include "tools/notation/fields.h"
#include "tools/notation/phrases.h"

namespace docket::notation {

bool isName(const Token& token) {
  return token.kind == Token::Kind::string || (token.kind == Token::Kind::word && !isReserved(token.text));
}

bool isSeat(const Cursor& line, const Token& token) { return token.is("nobody") || line.seatOf(token) != 0; }

bool beginsCard(const Token& token) { return token.is("#") || token.is("?") || isName(token); }

void skipArticle(Cursor& line) {
  if (!line.isLoose()) return;
  for (const std::string_view word : {"the", "a", "an", "his", "her", "its", "their"}) {
    const Token article = line.peek();
    if (!article.is(word)) continue;
    const Token next = line.after(article);
    const bool goes_on = next.kind == Token::Kind::word || next.kind == Token::Kind::string || next.is("?");
    if (goes_on) line.take();
    return;
  }
}

bool isOneCard(const Cursor& line) {
  const Token count = line.peek();
  return line.isLoose() && (count.text == "1" || count.is("a") || count.is("one")) && line.after(count).is("card");
}

Seat takeSeat(Cursor& line) {
  const Seat seat = line.seatOf(line.take());
  if (!line.isLoose()) return seat;
  const Token mark = line.peek();
  if (mark.is("'") && line.after(mark).is("s")) {
    line.take();
    line.take();
  }
  return seat;
}

CardWords readCardWords(Cursor& line, const CardFinder& finder) {
  CardWords words{.at = line.peek()};
  if (isOneCard(line)) {
    line.take();
    line.take();
    return words;
  }
  if (!finder.beginsTitle(line)) skipArticle(line);
  words.at = line.peek();
  if (isName(words.at) || finder.beginsTitle(line)) {
    words = finder.takeTitle(line);
  } else if (!line.takeIf("?") && !line.peek().is("#")) {
    line.failExpected(words.at, "a card: \"Title\", \"Title\" #12, #12 or ?");
  }
  if (line.takeIf("#")) words.number = static_cast<std::uint32_t>(line.numberOf(line.take(), 0, kMaxEntityNumber));
  return words;
}

LineSubject readLineSubject(Cursor& line, const CardFinder& finder) {
  LineSubject head{.at = line.peek()};
  if (isSeat(line, head.at)) {
    head.kind = LineSubject::Kind::seat;
    head.seat = takeSeat(line);
    while (line.peek().is("and") && line.seatOf(line.after(line.peek())) != 0) {
      line.take();
      head.others.push_back(takeSeat(line));
    }
  } else if (head.at.is("place") || head.at.is("unit") || head.at.is("game")) {
    head.kind = LineSubject::Kind::entity;
    head.entity = readEntity(line);
  } else if (head.at.is("#") || head.at.is("?") || head.at.kind == Token::Kind::string ||
             (!isVerb(head.at.text) && finder.beginsTitle(line))) {
    head.kind = LineSubject::Kind::card;
    head.card = readCardWords(line, finder);
  }
  return head;
}

}  // namespace docket::notation
