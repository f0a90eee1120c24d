// What is shown at a position of a step through a game: the event, the transcript, the table, an explanation, what
// counts against limits, what may be done. In words and as JSON; what `docket log`, `replay`, `explain`, `limits` and
// `moves` show there.
#pragma once

#include <iosfwd>

#include "events/json/json_writer.h"
#include "tools/explain/possible_moves.h"
#include "tools/render/annotated_log.h"
#include "tools/step/stepper.h"

namespace docket::step {

/// The default number of events in the transcript.
inline constexpr EventNumber kLogEvents = 10;

class Views {
 public:
  /// Shows the table at the position of the stepper, which must outlive it.
  explicit Views(Stepper& stepper) : stepper_(stepper) {}

  /// What an instruction that does not move shows; of one that moves, the event there. Throws BadInput for words that
  /// ask for nothing that is there.
  void print(std::ostream& out, const Instruction& asked, bool colour);
  /// Writes what an instruction shows as members of the open object.
  void write(JsonWriter& json, const Instruction& asked);
  /// The transcript of some events, that of the position marked by a ">" in front of its line.
  void printAround(std::ostream& out, EventNumber first, EventNumber last, bool colour);

 private:
  /// The events that `log` shows.
  [[nodiscard]] std::pair<EventNumber, EventNumber> logged(const Instruction& asked) const;
  /// The acts that `moves` shows, on the table of `words`.
  [[nodiscard]] PossibleMoves moves(const Instruction& asked, const Words& words) const;

  Stepper& stepper_;
};

/// What is asked with `explain`, as docket explain takes it: "12 personal honor" is {"#12", "personal honor"}.
[[nodiscard]] std::vector<std::string> questionIn(const std::vector<std::string>& words);

}  // namespace docket::step
