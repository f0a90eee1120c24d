// The lines of one event as the next event of a game: what is typed in a transcript, for a live game, to a branch, or
// as an act that is only supposed is read here, so that it is one language. Its place: between the lines
// (line_reader.h) and whoever has a game to which events are added. Invariant: the table is not changed, nor anything
// of the game where a line is refused.
#pragma once

#include <capnp/message.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/state/state.h"
#include "events/validate.h"
#include "tools/notation/line_reader.h"

namespace docket::notation {

/// The lines of an event: the one that says it, and those below that belong to it.
class EventLines {
 public:
  /// Whether a line belongs to the event above it.
  [[nodiscard]] static bool belongToEvent(const Cursor& line);
  /// Begins with the line that says it. `players`: their names by seat, folded, where they may be typed for seats.
  /// Throws a Mistake where the line belongs to an event above it.
  explicit EventLines(Cursor line, const std::vector<std::string>* players = nullptr);
  /// Adds a line that belongs to it. Throws a Mistake where there are too many.
  void add(Cursor line);

  /// From its first word on.
  [[nodiscard]] const Cursor& line() const { return line_; }
  [[nodiscard]] const std::vector<Cursor>& identities() const { return identities_; }  ///< from behind their "="
  [[nodiscard]] const std::vector<Cursor>& changes() const { return changes_; }        ///< from behind their "+"
  [[nodiscard]] std::uint32_t listed() const { return listed_; }  ///< how many cards the identities list
  /// Whether somebody typed it; else it was printed, with its number: nothing is left out then, and it is read exactly.
  [[nodiscard]] bool isTyped() const { return !number_; }
  /// Throws a Mistake where it has a number, and another one than this.
  void requireNumber(EventNumber next) const;

 private:
  Cursor line_;
  std::optional<Token> number_;
  const std::vector<std::string>* players_;
  std::vector<Cursor> identities_, changes_;
  std::uint32_t listed_ = 0;
};

/// Takes the count in front of a card, where there is one.
[[nodiscard]] std::uint32_t takeCount(Cursor& line);

/// What events are read against: the table just before them.
struct EventTable {
  const State& state;
  Rules rules;
  const Titles& titles;
  const CardLabels& labels;
  const std::vector<std::string>* players = nullptr;  ///< playersOf() the header; null: only their seats may be typed
};

/// The names of the players of a header by seat, folded; empty for one without.
[[nodiscard]] std::vector<std::string> playersOf(schema::Header::Reader header);

struct EventRead {
  EventNumber number = 0;
  std::vector<Mention> mentions{};  ///< to be held to the table after it: requireMentions()
};

/// Reads an event into the empty message `into`, as the next one of the record. Throws a Mistake; the record can go on
/// with other lines for the same event then.
[[nodiscard]] EventRead readEvent(const EventLines& lines, const EventTable& table, Roster& record,
                                  capnp::MallocMessageBuilder& into);
/// Holds the titles that are next to numbers to what the cards are after the event. Throws a Mistake.
void requireMentions(const EventRead& read, const EventLines& lines, const State& after, const Ruleset& ruleset);

/// Reads a text, whose first line says the event and whose others belong to it. `name` stands for it in mistakes.
EventNumber readEventText(std::string_view text, std::string_view name, const EventTable& table, Roster& record,
                          capnp::MallocMessageBuilder& into);

/// Whether a text says fields of an event alone: "amount=3 value=life".
[[nodiscard]] bool saysFieldsOnly(std::string_view text);
/// Sets the fields of an event's payload that such a text says. Names go to `names`. Throws a Mistake.
void readFields(std::string_view text, std::string_view name, schema::Event::Builder into, Names& names);

}  // namespace docket::notation
