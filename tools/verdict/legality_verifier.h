// The legality part of a verdict: judges the events of a game as they are folded, and settles findings and doubts by
// what becomes known later.
// Invariant: findings against the record as it was stay listed, but only those in effect count.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/fold/history.h"
#include "engine/fold/running_state.h"
#include "engine/query/acts/finding.h"
#include "engine/query/acts/pending_event.h"
#include "engine/rules/expression/value.h"
#include "events/held_event.h"
#include "tools/game/game_loader.h"
#include "tools/verdict/verdict.h"
#include "tools/words/turn_labels.h"

namespace docket {

class LegalityVerifier {
 public:
  /// `in_effect` is the path to the last event, known before the first call of judgeAndFold(). `wants_all`: false if
  /// only grades are wanted, so that what no grade depends on is skipped. `turn_labels` is called for words about
  /// events. Results are added to `legality`. All arguments must outlive this object.
  LegalityVerifier(const OpenGame& game, const Path& in_effect, bool wants_all,
                   std::function<const TurnLabels&()> turn_labels, LegalityVerdict& legality);

  /// Judges the next event and folds it into `running`. Returns the findings against the event as recorded, and the
  /// cycles of traits that it begins.
  std::vector<Finding> judgeAndFold(RunningState& running, EventNumber number, const HeldEvent& event);

  /// To be called after the last event: settles what `folded`, the state then, shows about earlier events.
  void finish(const State& folded);

 private:
  /// The facts about a card that the words for its unread text depend on.
  struct UnreadText {
    expression::Reason reason{};
    std::uint32_t number = 0, definition = 0;
    bool is_as_printed = false;  ///< no change can give it another title
    friend bool operator==(const UnreadText&, const UnreadText&) = default;
  };

  /// Judges and folds an event. Cycles of traits are checked by judgeAndFold().
  std::vector<Finding> judgeRecorded(RunningState& running, EventNumber number, schema::Event::Reader event);
  /// judgeRecorded() in a game with corrections: the event as recorded and the event in effect are each judged; the
  /// second counts.
  std::vector<Finding> judgeRecordedAndInEffect(RunningState& running, EventNumber number, const HeldEvent& event);
  void addFound(std::vector<ReportedFinding>& to, const State& at, EventNumber number, schema::Event::Reader event,
                const std::vector<Finding>& findings);
  [[nodiscard]] std::vector<ReportedFinding> foundBy(const State& before, EventNumber number,
                                                     schema::Event::Reader event,
                                                     const std::vector<Finding>& findings) const;
  /// True for an uncertain finding on a view: a view does not show everything, so this counts as a doubt.
  [[nodiscard]] bool isDoubtOfView(const Finding& finding) const;
  /// True if the record is the view of a seat or a spectator.
  [[nodiscard]] bool isView() const { return game_.header().getViewer() != 0; }

  /// Merges the findings in effect, which count, with those against the record as it was, which are still reported.
  void mergeFindings();
  /// Settles open questions about earlier acts by what was revealed later.
  void settleInHindsight(const State& folded);
  /// `knowing`: the table before an event about which something is open, with what is known now.
  void settle(const State& knowing, EventNumber number, schema::Event::Reader event);
  [[nodiscard]] ReportedFinding::Fate fateOf(EventNumber number) const;

  /// True if doubts still have to be looked for: a grade needs only one that nothing later can settle.
  [[nodiscard]] bool wantsDoubts() const;
  [[nodiscard]] bool wantsScope() const { return wants_all_ || legality_.scope.judged() == 0; }
  /// Counts an event, with its doubt if it has one.
  void noteEvent(const PendingEvent& pending, const std::vector<Finding>& findings);
  /// Like noteEvent(), for an event that is judged again after it is folded: returns what is uncertain before that.
  std::optional<UncertainEvent> noteDoubtBefore(const PendingEvent& pending);
  void noteDoubtAfter(const PendingEvent& pending, std::optional<UncertainEvent> before,
                      const std::vector<Finding>& findings, const State& after);
  /// Counts what is unknown about an event, or that a view shows too little for its findings to be certain.
  void noteDoubt(const State& table, EventNumber number, const std::optional<expression::Reason>& unknown,
                 const std::vector<Finding>& findings);
  void tallyScope(const PendingEvent& pending);
  [[nodiscard]] UncertainEvent uncertain(const State& table, EventNumber number, const expression::Reason& unknown);
  void addUncertain(UncertainEvent one) { legality_.uncertain.push_back(std::move(one)); }
  /// Caches the words: usually the reason is the same text of the same card, event after event. They are made again
  /// only if the card's title may have changed.
  [[nodiscard]] const std::string& unknownWords(const State& table, const expression::Reason& reason);

  const OpenGame& game_;
  const Rules rules_;
  const Path& in_effect_;
  const bool wants_all_;
  const std::function<const TurnLabels&()> turn_labels_;
  LegalityVerdict& legality_;
  std::vector<ReportedFinding> found_in_effect_;  // in a game with corrections
  std::optional<UnreadText> unread_text_;
  std::string unread_words_;
};

}  // namespace docket
