// What can be written to an archive: new games, events, branches and labels (archive.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "events/digest.h"
#include "events/game_label.h"
#include "events/heads.h"
#include "events/held_event.h"
#include "events/recording.h"
#include "schemas/event.capnp.h"
#include "store/game.h"

namespace docket {

/// A game to begin or to import.
struct NewGame {
  schema::Header::Reader header;  ///< its id: 1 to 128 of A-Z a-z 0-9 . _ - /
  Secrets secrets{};              ///< made by newSecret() (digest.h); a branch has its own; some records have several
  Digest head{};                  ///< head(0): the head of the header
  GameLabel label{};              ///< data about the game that is not in its record or header
  /// The hall that records it and sends it here, by the name of its key; empty: it is recorded here. Until the game is
  /// sealed, only that hall appends to it.
  std::string_view hall{};
};

/// A new label for a game of the archive.
struct NewLabel {
  std::string_view game;
  GameLabel label;  ///< the complete label; an empty one removes it
};

/// An event to append.
struct NewEvent {
  std::uint32_t number = 0;  ///< count + 1 of its game; any other number is refused, so a repeated append adds nothing
  HeldEvent event;           ///< at most kMaxEventBytes
  Digest head{};             ///< the game's head after it
};

/// Events of one game, in order.
struct NewEvents {
  std::string_view game;
  std::span<const NewEvent> events;
  std::string_view hall{};  ///< the hall that sends them; empty: they are recorded here
};

/// A whole game to import, sealed.
struct ImportedGame {
  NewGame game;
  const Recording* recording = nullptr;
  /// The heads after events 256, 512, ... and after the last one (only once if that is a multiple of 256).
  std::span<const Digest> heads;
  /// The segments of the game; events after the last segment are live. If not given: all events are one segment.
  std::optional<std::span<const Segment>> segments{};
};

/// A game that shares the past of another game and continues with its own events, sealed.
struct NewBranch {
  NewGame game;              ///< its header's source is kBranchSource, its source digest the parent's head after `at`
  std::string_view parent;   ///< a game of the archive
  std::uint32_t at = 0;      ///< the last shared event
  Digest head_at{};          ///< the branch's own head after that event
  std::uint8_t account = 0;  ///< the seat of the player whose account it is; 0: none
  std::span<const NewEvent> events{};  ///< from at + 1 on
  /// The segments of these events; those after the last segment are live. If not given: all are one segment.
  std::optional<std::span<const Segment>> segments{};
};

}  // namespace docket
