// A game that is typed event by event. Used to read transcripts and by the editor (docket type). See header.h for the
// lines before the first event and completing.h for completions.
//
//   TypedGame game(header, rules, "stdin");
//   game.add(EventLines(Cursor("P1 draws 2", "stdin", 3)));  // the next event
//
// To take events back, construct a new one from the table before them; no text is read again.
// Invariant: the game holds the events that were added, each folded once, before the next is read, so that titles and
// names are resolved as of that point.
#pragma once

#include <capnp/message.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fold/running_state.h"
#include "events/recording.h"
#include "tools/notation/completing.h"
#include "tools/notation/event_reader.h"
#include "tools/notation/header.h"

namespace docket::notation {

/// Returns the lines by which the player of a seat registers a deck list; `file` is the name in the header. Throws
/// BadInput.
using DeckLines = std::function<std::string(const std::string& file, Seat seat, const Rules& rules)>;

class TypedGame {
 public:
  /// A game before its first event. The rules must outlive it; mistakes name the text `file`.
  TypedGame(schema::Header::Reader header, const Rules& rules, const std::string& file);
  /// `game` as it was after event `last`; `state` is the table after that event.
  TypedGame(const TypedGame& game, EventNumber last, State state);
  TypedGame(const TypedGame&) = delete;
  TypedGame& operator=(const TypedGame&) = delete;

  /// Adds the event of these lines and returns its number. Throws a Mistake; then nothing was added, unless isSound()
  /// is false or only a title next to a number is wrong.
  EventNumber add(const EventLines& lines);
  /// Adds the events that register the decks named in the header. Throws a Mistake in the header. If `lines_of` is
  /// empty, no file is read.
  void registerDecks(const std::vector<NamedDeck>& decks, const DeckLines& lines_of);
  /// Adds a note in place of an event that could not be read, so that later ones keep their numbers.
  void addGap();
  /// False once a well-formed event could not be folded: then no further event can be added.
  [[nodiscard]] bool isSound() const { return sound_ && record_so_far_.events() == game_.size(); }

  /// The completions at byte `at` of a line (completing.h).
  [[nodiscard]] Offers offersAt(std::string_view line, std::size_t at) const {
    return notation::offersAt(line, at, table(), record_so_far_.cards());
  }

  [[nodiscard]] EventTable table() const {
    return {.state = running_.state(), .rules = rules_, .titles = *titles_, .labels = labels_, .players = &players_};
  }
  [[nodiscard]] const Recording& recording() const { return game_; }
  [[nodiscard]] Recording& recording() { return game_; }
  /// The players' names by seat, case-folded: they may be typed in place of seats.
  [[nodiscard]] const std::vector<std::string>& players() const { return players_; }

 private:
  /// Adds the event that was just folded.
  void record(schema::Event::Reader event);

  Rules rules_;
  std::shared_ptr<const Titles> titles_;
  CardLabels labels_;
  Recording game_;
  std::string file_;
  RecordSoFar record_so_far_;
  RunningState running_;
  std::vector<std::string> players_;
  bool sound_ = true;
};

}  // namespace docket::notation
