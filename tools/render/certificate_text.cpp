#include "tools/render/certificate_text.h"

#include <fmt/format.h>

#include <range/v3/algorithm/contains.hpp>

#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "tools/game/grade.h"
#include "tools/words/layout.h"
#include "tools/words/words.h"

namespace docket {
namespace {

constexpr std::size_t kMaxColumns = 1000;

std::string clauseWords(const std::string& id, const Ruleset& ruleset) {
  const Clause* clause = ruleset.clause(id);
  if (clause == nullptr) return fmt::format("{}: the ruleset has no such clause", clipped(id));
  const std::string place = clause->place.empty() ? std::string() : fmt::format(" ({})", clipped(clause->place));
  return fmt::format("{}{}: {}", clipped(id), place, clipped(clause->gist, kMaxColumns));
}

}  // namespace

std::string rulingSentence(schema::Header::Reader header, const RulingVerdict& verdict) {
  return fmt::format("the ruling of event {} of the game {} is {}", verdict.event, docket::quoted(view(header.getId())),
                     rightOrWrong(verdict.outcome));
}

std::string rulingText(const CertifiedRuling& ruling, const Ruleset& ruleset) {
  const RulingVerdict& verdict = ruling.verdict;
  std::string text = paragraph(
      fmt::format("question: after event {}, does this hold? {}", verdict.about, clipped(verdict.claim, kMaxColumns)),
      2, 4);
  text +=
      paragraph(fmt::format("decision: {}: it does{}", verdict.judge.empty() ? "a judge" : clipped(verdict.judge),
                            verdict.note.empty() ? "" : fmt::format(" (\"{}\")", clipped(verdict.note, kMaxColumns))),
                2, 4);
  for (const std::string& clause : ruling.clauses) {
    const bool cited = ranges::contains(verdict.clauses, clause);
    text += paragraph(fmt::format("{} {}", cited ? "cited:" : "by:", clauseWords(clause, ruleset)), 2, 4);
  }
  text +=
      paragraph(fmt::format("verdict: {}, {}", rightOrWrong(verdict.outcome), clipped(verdict.why, kMaxColumns)), 2, 4);
  if (verdict.superseded_by != 0)
    text += paragraph(fmt::format("it was replaced by the ruling of event {}", verdict.superseded_by), 2, 4);
  return text;
}

void writeRuling(const CertifiedRuling& ruling, const Ruleset& ruleset, JsonWriter& json) {
  const RulingVerdict& verdict = ruling.verdict;
  json.member("ruling", verdict.event).member("about", verdict.about).member("judge", verdict.judge);
  json.member("claim", verdict.claim).member("note", verdict.note).list("cited", verdict.clauses).list("clauses");
  for (const std::string& id : ruling.clauses) {
    const Clause* clause = ruleset.clause(id);
    json.object().member("id", id).member("place", clause == nullptr ? "" : clause->place);
    json.member("gist", clause == nullptr ? "" : clause->gist).end();
  }
  json.end().member("supersededBy", verdict.superseded_by);
  json.member("outcome", outcomeWord(verdict.outcome)).member("why", verdict.why);
}

}  // namespace docket
