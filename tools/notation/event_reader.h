// Reads lines as the next event of a game. Transcripts, live games, branches and hypothetical acts are all read here,
// so that they share one language. Callers own the game and add the event; line_reader.h reads single lines.
// Invariant: the table does not change, and neither does the game if a line is refused.
#pragma once

#include <capnp/message.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/state/fold_step.h"
#include "engine/state/state.h"
#include "events/validate.h"
#include "tools/notation/line_reader.h"

namespace docket::notation {

/// The lines of an event: its first line, and the lines below that belong to it.
class EventLines {
 public:
  /// True if a line belongs to the event above it.
  [[nodiscard]] static bool belongsToEvent(const Cursor& line);
  /// `line` is the event's first. `players`: their names by seat, case-folded, if they may be typed in place of seats.
  /// Throws a Mistake if the line belongs to an event above it.
  explicit EventLines(Cursor line, const std::vector<std::string>* players = nullptr);
  /// Adds a line that belongs to it. Throws a Mistake if there are too many.
  void add(Cursor line);

  /// The event's own line, from its first word on.
  [[nodiscard]] const Cursor& line() const { return line_; }
  [[nodiscard]] const std::vector<Cursor>& identities() const { return identities_; }  ///< after their "="
  [[nodiscard]] const std::vector<Cursor>& changes() const { return changes_; }        ///< after their "+"
  [[nodiscard]] std::uint32_t listed() const { return listed_; }  ///< how many cards the identities list
  /// True if a person typed it. Otherwise it was printed with its number, omits nothing, and is read exactly.
  [[nodiscard]] bool isTyped() const { return !number_; }
  /// Throws a Mistake if it has a number other than `next`.
  void requireNumber(EventNumber next) const;

 private:
  Cursor line_;
  std::optional<Token> number_;
  const std::vector<std::string>* players_;
  std::vector<Cursor> identities_, changes_;
  std::uint32_t listed_ = 0;
};

/// Takes the count in front of a card, if there is one.
[[nodiscard]] std::uint32_t takeCount(Cursor& line);

/// The table just before an event, against which the event is read.
struct EventTable {
  const State& state;
  Rules rules;
  const Titles& titles;
  const CardLabels& labels;
  const std::vector<std::string>* players = nullptr;  ///< playersOf() the header; null: only seats may be typed
};

/// The players' names of a header by seat, case-folded; empty for a player without a name.
[[nodiscard]] std::vector<std::string> playersOf(schema::Header::Reader header);

struct EventRead {
  EventNumber number = 0;
  std::vector<Mention> mentions{};  ///< to be checked against the table after it: requireMentions()
};

/// Reads an event into the empty message `into`, as the next one of the record, except for what addShownCards() adds.
/// Throws a Mistake; then the record can continue with other lines for the same event.
[[nodiscard]] EventRead readEvent(const EventLines& lines, const EventTable& table, RecordSoFar& record,
                                  capnp::MallocMessageBuilder& into);
/// Adds to a typed event the identities of the cards that it leaves face up or uses: everybody knows them, unless its
/// lines say who learns them. `after`: the table after the event; `step`: its changes. Returns these cards.
std::vector<CardIndex> addShownCards(schema::Event::Builder event, const State& after, const Step& step,
                                     const Ruleset& ruleset);
/// Checks the titles next to numbers against the cards after the event. Throws a Mistake.
void requireMentions(const EventRead& read, const EventLines& lines, const State& after, const Ruleset& ruleset);

/// Reads a text whose first line is the event's and whose other lines belong to it. Mistakes name the text `name`.
EventNumber readEventText(std::string_view text, std::string_view name, const EventTable& table, RecordSoFar& record,
                          capnp::MallocMessageBuilder& into);

/// True if a text consists of fields of an event only: "amount=3 value=life".
[[nodiscard]] bool saysFieldsOnly(std::string_view text);
/// Sets the fields that such a text gives for an event's payload. Names go to `names`. Throws a Mistake.
void readFields(std::string_view text, std::string_view name, schema::Event::Builder into, Names& names);

}  // namespace docket::notation
