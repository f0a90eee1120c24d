// An explanation: a tree of statements, each with its value, the clause that it follows from and the event behind it.
// It is built by the builders below and printed as text (explanation.cpp) or JSON.
// Invariant: what a statement says follows from those below it; a clause that is cited is one of the ruleset.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "engine/query/amounts.h"
#include "events/json_writer.h"
#include "tools/game/agreement.h"
#include "tools/render/words.h"

namespace docket {

struct Explanation {
  std::string what;       ///< "printed value", "minimum 4 from Hall of the First Oath #1"
  std::string value{};    ///< what it gives; empty where the statement says it
  std::string clause{};   ///< its id in the ruleset; empty where no single clause says it
  EventNumber event = 0;  ///< the event behind it; 0 none
  std::vector<Explanation> children{};
  std::optional<std::size_t> against{};  ///< of a legality: it tells that finding of judge(); none: it is in order
};

struct Explained {
  Explanation root;
  Agreement agreement = Agreement::exact;
  bool differs = false;  ///< an illegal act, a divergence, an overturned ruling: exit status 1
};

/// Why a stat of a card or another subject is what it is: printed, step A, step B, step C.
[[nodiscard]] Explained explainStat(const Words& words, Entity subject, StatIndex stat);
/// An explanation that is graded as an amount is; its statements are to come.
[[nodiscard]] Explained explainedBy(const AmountReading& reading);
/// Adds what was observed of the amount, and how that stands to it.
void addObservation(const Words& words, const AmountReading& reading, std::vector<Explanation>& steps);
/// The changes of a stat that are in the ledger and count for nothing, or for less than they say, and why; the oldest
/// first.
[[nodiscard]] std::vector<Explanation> idleChanges(const Words& words, Entity subject, StatIndex stat);
/// Why a value of an entity is what it is: each event that changed it, of the events on `path`.
[[nodiscard]] Explained explainValue(const Words& words, Entity subject, std::uint32_t key, const EventSource& events,
                                     const Path& path);
/// A line of that: what event `number` did to a value, and what it was `after` it (nothing: that is not known);
/// `corrected_by` 0: as recorded.
[[nodiscard]] Explanation explainValueChange(EventNumber number, schema::Event::ValueChanged::Reader by,
                                             std::optional<std::int64_t> after, bool is_void,
                                             EventNumber corrected_by = 0);
/// Who controls a card, since when, until when, and who gets it back.
[[nodiscard]] Explained explainController(const Words& words, CardIndex card);
/// The counters of a card's ability, of each of them for 0: what is counted, uses, what was given back, resets.
[[nodiscard]] Explained explainLimits(const Words& words, CardIndex card, std::uint16_t ability, Seat player);
/// Whether event `number` was legal: `words` is about the table just before it.
[[nodiscard]] Explained explainLegality(const Words& words, EventNumber number, schema::Event::Reader event);
/// The same of an event that is supposed: it needs no cause.
[[nodiscard]] Explained explainHypothetical(const Words& words, EventNumber number, schema::Event::Reader event);

/// How a counter stands: the statements below a limit.
[[nodiscard]] Explanation explainCounter(const Words& words, const AppliedLimit& limit, const UseQuestion& question);
/// What a finding says, with the events that it rests on.
[[nodiscard]] Explanation explainFinding(const Words& words, const Finding& finding);

/// As text, at most 80 columns wide, then the clauses that it cites.
void printExplanation(std::ostream& out, const Explained& explained, const Words& words, bool colour);
/// The tree without heading and clauses, each line after `indent` blanks.
void printTree(std::ostream& out, const Explanation& tree, const Words& words, std::size_t indent, bool colour);
/// An object {what, value, clause, event, children}.
void writeExplanation(JsonWriter& json, const Explanation& tree);

}  // namespace docket
