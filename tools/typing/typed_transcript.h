// A transcript as far as it is typed, read as a game: what each line is, what is wrong with it, what the judge finds
// beside it, and the table after it. Knows no terminal.
// Invariant: a line that cannot be read is left out, and what follows is read without it; what is read is what
// docket import would read of the lines that are right. A change costs reading that line and those after it, not those
// before.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "events/errors.h"
#include "tools/game/game_loader.h"
#include "tools/notation/typed_game.h"

namespace docket::typing {

/// A problem with a line.
struct LineMistake {
  std::size_t column = 0;  ///< from 1, in bytes; 0: of the whole line
  std::string message{};
};

struct ReadLine {
  enum class Kind : std::uint8_t {
    blank,  ///< or a comment
    header,
    event,
    below,   ///< belongs to the event above it
    unread,  ///< not yet, or not at all because the header is wrong
  };
  Kind kind = Kind::unread;
  EventNumber event = 0;  ///< the event that the line says; for a line without one, the last event before it
  std::optional<LineMistake> mistake{};
  std::vector<std::string> comments{};  ///< findings and verdicts, as docket log has them
};

/// True if there are findings against the event of a line.
[[nodiscard]] bool hasFinding(const ReadLine& line);

class TypedTranscript {
 public:
  /// The documents of the game that a header begins. Throws BadInput.
  using RulesOf = std::function<std::shared_ptr<const GameRules>(schema::Header::Reader)>;
  /// `deck_lines`: of the decks that the header names.
  explicit TypedTranscript(RulesOf rules_of, notation::DeckLines deck_lines = {})
      : rules_of_(std::move(rules_of)), deck_lines_(std::move(deck_lines)) {}

  /// Sets the text; lines from `first` on may differ from before.
  void take(const std::vector<std::string>& lines, std::size_t first);
  /// Reads about as many further lines; false if all are read.
  bool work(std::size_t lines);

  /// The kind of a line.
  [[nodiscard]] const ReadLine& line(std::size_t index) const { return read_[index]; }
  [[nodiscard]] std::size_t lines() const { return read_.size(); }
  /// True if the header is correct, so that there is a game.
  [[nodiscard]] bool hasGame() const { return reading_ != nullptr; }
  /// Only if there is one.
  [[nodiscard]] const Recording& game() const { return std::as_const(*reading_).recording(); }
  [[nodiscard]] const std::shared_ptr<const GameRules>& rules() const { return rules_; }
  /// The table after an event.
  [[nodiscard]] std::shared_ptr<const State> tableAfter(EventNumber event);
  /// The line that says an event, or the last line if none does.
  [[nodiscard]] std::size_t lineOf(EventNumber event) const;

  /// The completions after the beginning of line `index`.
  [[nodiscard]] notation::Offers offers(std::size_t index, std::string_view begun,
                                        const std::vector<std::string>& rulesets);

 private:
  /// An event, or a line that is none, and the table before it, of some.
  struct Unit {
    std::size_t line = 0;
    EventNumber before = 0;
    std::shared_ptr<const State> table{};
  };
  void readHeader();
  void begin(std::span<const notation::Cursor> lines, schema::Header::Builder header);
  void readUnit();
  void readEvent(Unit& unit, const notation::Cursor& line, const std::vector<notation::Cursor>& below);
  void comment(ReadLine& read, const Unit& unit, EventNumber number);
  /// Called if the event of `unit` forms a group with the event above it: recomputes the results for that event.
  void judgeAgainInGroup(Unit& unit);
  /// The state after an event of `from` or a later unit, folded from the stored state of `from`.
  [[nodiscard]] std::shared_ptr<const State> tableFrom(const Unit& from, EventNumber event) const;
  void goBackTo(EventNumber last, const State& table);
  void fail(std::size_t line, const BadInput& mistake);
  /// To before the unit that holds line `first`; with `below`, of the event above it.
  void goBack(std::size_t first, bool below);
  [[nodiscard]] notation::Cursor cursorAt(std::size_t index) const;
  [[nodiscard]] bool isHeader(std::size_t index) const;

  RulesOf rules_of_;
  notation::DeckLines deck_lines_;
  std::vector<std::string> text_{};
  std::vector<ReadLine> read_{};
  std::size_t next_ = 0;  // the first line that is not read
  bool header_read_ = false;
  std::size_t header_end_ = 0;  // the first line after the header
  std::string header_{};        // its lines, as they were read last
  std::vector<Unit> units_{};
  std::shared_ptr<const GameRules> rules_{};
  std::unique_ptr<notation::TypedGame> reading_{};
  std::shared_ptr<const State> begin_{};  // the table before the first line of an event
  EventNumber registered_ = 0;            // the events before that: the decks that the header names
  EventNumber asked_ = 0;                 // the table that was asked for last
  std::shared_ptr<const State> asked_table_{};
};

}  // namespace docket::typing
