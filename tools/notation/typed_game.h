// A game as it is typed, event by event: what reads a transcript, and what a program that helps somebody typing asks
// (docket type). Beside it: header.h for the lines before the first event, completing.h for what may come next.
//
//   TypedGame game(header, rules, "stdin");
//   const LineTrial trial = game.tryLines("P1 draws 2");      // events, findings, or every mistake; nothing is added
//   game.add(...)                                             // the next event
//
// To take events back, begin again from the table before them: nothing is read again.
// Invariant: the game holds the events that were added, each folded before the next is read, so that titles and names
// mean what they mean at that point.
#pragma once

#include <capnp/message.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fold/running_state.h"
#include "engine/query/acts/finding.h"
#include "events/recording.h"
#include "tools/notation/completing.h"
#include "tools/notation/event_reader.h"
#include "tools/notation/header.h"

namespace docket::notation {

/// The result of trying lines.
struct LineTrial {
  std::vector<Mistake> mistakes{};  ///< all that are found: after one that has choices it is read on with the first
  EventNumber number = 0;           ///< of the event, where there is no mistake
  std::shared_ptr<capnp::MallocMessageBuilder> message{};  ///< its root is the event
  std::vector<Finding> findings{};                         ///< what the judge has against it
};

/// Reads an event of lines that may have mistakes: where one has choices the first takes the place of what was typed,
/// and the reading goes on, so that all are found.
class Mending {
 public:
  Mending(std::vector<Cursor> lines, const std::vector<std::string>* players)
      : lines_(std::move(lines)), players_(players) {}

  /// Calls `read` with the lines until they can be read, and gives whether they could be.
  template <class Read>
  bool run(Read&& read) {
    while (true) {
      try {
        read(eventLines());
        return true;
      } catch (const Mistake& mistake) {
        if (!mend(mistake)) return false;
      }
    }
  }
  /// As they are in what was typed.
  [[nodiscard]] const std::vector<Mistake>& mistakes() const { return mistakes_; }

 private:
  struct Patch {
    std::size_t line, column, was, is;
  };
  [[nodiscard]] EventLines eventLines() const;
  bool mend(const Mistake& mistake);
  [[nodiscard]] Place placeTyped(const Mistake& mistake) const;

  std::vector<Cursor> lines_;
  const std::vector<std::string>* players_;
  std::vector<std::unique_ptr<std::string>> texts_;
  std::vector<Patch> patches_;
  std::vector<Mistake> mistakes_;
};

/// The lines by which the player of a seat registers the deck of a list; `file`: as the header names it. Throws
/// BadInput.
using DeckLines = std::function<std::string(const std::string& file, Seat seat, const Rules& rules)>;

class TypedGame {
 public:
  /// Before its first event. The rules must outlive this; `file` stands for the text in mistakes.
  TypedGame(schema::Header::Reader header, const Rules& rules, const std::string& file);
  /// The same game as it was after event `last`, after which the table was `state`.
  TypedGame(const TypedGame& game, EventNumber last, State state);
  TypedGame(const TypedGame&) = delete;
  TypedGame& operator=(const TypedGame&) = delete;

  /// Adds the event that lines say, and gives its number. Throws a Mistake: nothing is added then, unless isSound() is
  /// false, or only a title beside a number is wrong.
  EventNumber add(const EventLines& lines);
  /// Adds the events by which the decks that the header names are registered. Throws a Mistake in the header. Without
  /// `lines_of` no file is read.
  void registerDecks(const std::vector<NamedDeck>& decks, const DeckLines& lines_of);
  /// Adds a note in place of an event that could not be read, so that later ones keep their numbers.
  void addGap();
  /// Whether further events can be added: not where one was well-formed and could not be folded.
  [[nodiscard]] bool isSound() const { return sound_ && roster_.events() == game_.size(); }

  /// Tries the lines of a text as the next event.
  [[nodiscard]] LineTrial tryLines(std::string_view text) const;

  /// What may come next at byte `at` of a line (completing.h).
  [[nodiscard]] Offers offersAt(std::string_view line, std::size_t at) const {
    return notation::offersAt(line, at, table(), roster_.cards());
  }

  [[nodiscard]] EventTable table() const {
    return {.state = follower_.state(), .rules = rules_, .titles = *titles_, .labels = labels_, .players = &players_};
  }
  [[nodiscard]] const Recording& recording() const { return game_; }
  [[nodiscard]] Recording& recording() { return game_; }
  /// The players' names by seat, folded: they may be typed for seats.
  [[nodiscard]] const std::vector<std::string>& players() const { return players_; }

 private:
  void take(schema::Event::Reader event);

  Rules rules_;
  std::shared_ptr<const Titles> titles_;
  CardLabels labels_;
  Recording game_;
  std::string file_;
  Roster roster_;
  RunningState follower_;
  std::vector<std::string> players_;
  bool sound_ = true;
};

}  // namespace docket::notation
