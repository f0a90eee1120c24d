#include "tools/lab/difference_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "events/text/whole_number.h"
#include "tools/lab/compared_item.h"
#include "tools/verdict/verdict.h"
#include "tools/words/text.h"

namespace docket::lab {
namespace {

constexpr std::size_t kFields = 10;

std::string said(const std::string& text) { return text.empty() ? std::string("nothing") : printable(text); }

std::string joinedClauses(const std::vector<std::string>& clauses) {
  return printable(fmt::format("{}", fmt::join(clauses, " + ")));
}

}  // namespace

DifferenceLine lineOf(std::string_view game, const Difference& difference) {
  const ComparedItem& compared = difference.compared;
  DifferenceLine line{.cause = difference.causes.empty() ? "no clause" : joinedClauses(difference.causes),
                      .game = printable(game),
                      .event = compared.event,
                      .kind = std::string(kindWord(compared.kind)),
                      .subject = printable(difference.subject),
                      .what = printable(compared.key),
                      .from = said(difference.from),
                      .to = said(difference.to),
                      .end = {},
                      .replaced = joinedClauses(difference.replaced)};
  if (compared.kind == ComparedItem::Kind::value) line.end = difference.lasts ? "at the end too" : "not at the end";
  return line;
}

std::string_view answerWords(std::string_view kind, std::string_view answer) {
  using Outcome = RulingVerdict::Outcome;
  if (kind != kindWord(ComparedItem::Kind::ruling)) return answer;
  for (const Outcome outcome : {Outcome::right, Outcome::wrong, Outcome::undecided}) {
    if (answer == outcomeWord(outcome)) return rightOrWrong(outcome);
  }
  return answer;
}

std::string differenceText(const DifferenceLine& line) {
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}", line.cause, line.game, line.event, line.kind,
                     line.subject, line.what, line.from, line.to, line.end, line.replaced);
}

std::optional<DifferenceLine> readLine(std::string_view text) {
  std::array<std::string_view, kFields> fields;
  std::size_t count = 0;
  for (std::size_t from = 0; from <= text.size(); ++count) {
    const auto end = std::min(text.find('\t', from), text.size());
    if (count == kFields) return std::nullopt;
    fields[count] = text.substr(from, end - from);
    from = end + 1;
  }
  if (count != kFields) return std::nullopt;
  DifferenceLine line{.cause = std::string(fields[0]),
                      .game = std::string(fields[1]),
                      .kind = std::string(fields[3]),
                      .subject = std::string(fields[4]),
                      .what = std::string(fields[5]),
                      .from = std::string(fields[6]),
                      .to = std::string(fields[7]),
                      .end = std::string(fields[8]),
                      .replaced = std::string(fields[9])};
  const auto event = wholeNumber<EventNumber>(fields[2]);
  if (!event) return std::nullopt;
  line.event = *event;
  return line;
}

}  // namespace docket::lab
