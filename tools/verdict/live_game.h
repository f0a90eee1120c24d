// A game being recorded: validates, judges, folds and chains its lines one by one.
// Invariant: an event that read() returned fits after all events before it. Nothing is stored here.
#pragma once

#include <capnp/message.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fold/running_state.h"
#include "events/heads.h"
#include "events/json/jsonl.h"
#include "events/rewind_tree.h"
#include "tools/game/game_loader.h"
#include "tools/notation/event_reader.h"
#include "tools/notation/mistake.h"

namespace docket {

/// A parsed event, ready to be stored.
struct ReadEvent {
  std::shared_ptr<capnp::MallocMessageBuilder> message;
  EventNumber number = 0;
  Digest head{};
  std::string findings;  ///< a list, as JSON
  bool ends_game = false;

  [[nodiscard]] HeldEvent event() const { return HeldEvent(message); }
};

/// A refused line that was typed for a live game: a mistake with its place in the line of JSON.
class RefusedLine : public notation::Mistake {
 public:
  /// `mistake`: its place in the typed text; `place`: the place of that text in the input.
  RefusedLine(const notation::Mistake& mistake, const notation::Place& place)
      : Mistake(mistake.movedTo(place)), typed_line_(mistake.line()), typed_column_(mistake.column()) {}

  /// The place in the typed text, both from 1.
  [[nodiscard]] std::size_t typedLine() const { return typed_line_; }
  [[nodiscard]] std::size_t typedColumn() const { return typed_column_; }

 private:
  std::size_t typed_line_, typed_column_;
};

class LiveGame {
 public:
  /// Continues after the last stored event of a game. `file`: the name of its lines in errors.
  explicit LiveGame(OpenGame game, const char* file = "standard input");

  [[nodiscard]] std::string_view id() const { return game_.id(); }
  [[nodiscard]] EventNumber last() const { return head_.number(); }
  [[nodiscard]] Digest head() const { return head_.value(); }

  /// Reads the line of the next event: JSON Lines, or {"line":"..."} with typed transcript lines. Throws BadInput, or
  /// RefusedLine for typed lines; if isSound() is then false, the game must be reopened. A rewind or a correction reads
  /// stored events, so `flush` is called first to store what was read so far.
  template <class Flush>
  ReadEvent read(std::string_view line, std::size_t line_number, Archive& archive, Flush&& flush) {
    ReadEvent next = parse(line, line_number);
    const HeldEvent event = next.event();
    const bool goes_back = goesBack(*event);
    if (goes_back) flush();
    fold(next, line_number, archive, goes_back);
    return next;
  }
  [[nodiscard]] bool isSound() const { return sound_; }

 private:
  ReadEvent parse(std::string_view line, std::size_t line_number);
  void fold(ReadEvent& next, std::size_t line_number, const Archive& archive, bool goes_back);
  [[nodiscard]] std::string judged(const ReadEvent& next) const;

  OpenGame game_;
  const char* file_;
  notation::Titles titles_;
  notation::CardLabels labels_;
  std::vector<std::string> players_;
  JsonLinesReader reader_;
  Head head_;
  RunningState running_;
  bool sound_ = true;
};

}  // namespace docket
