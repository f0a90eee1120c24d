// A game's record as one viewer may have it: every event redacted for that seat, or for a spectator, the header saying
// whose view it is. What a viewer is shown is folded and printed from it, so nothing has to be left out afterwards.
// Invariant: no value that the viewer may not see goes in, so none can come out; the heads stay those of the whole
// record.
#pragma once

#include <capnp/message.h>

#include <optional>
#include <string>

#include "engine/fold/history.h"
#include "engine/rules/ids.h"
#include "events/validate.h"
#include "store/game.h"

namespace docket {

/// The viewer that "P1", "1" or "spectator" (kSpectator) names; nothing where nothing is given. Throws BadInput where
/// the game has no such seat.
[[nodiscard]] std::optional<Seat> viewerOf(const std::optional<std::string>& text, schema::Header::Reader header);

/// "P1", "a spectator".
[[nodiscard]] std::string viewerWords(Seat viewer);

class SeatView : public EventSource {
 public:
  /// The game must outlive it. `viewer` is a seat of the game, or kSpectator.
  SeatView(const Game& game, Seat viewer);
  ~SeatView() noexcept override = default;  // Cap'n Proto's own may throw; what is given back here does not
  SeatView(const SeatView&) = delete;
  SeatView& operator=(const SeatView&) = delete;

  [[nodiscard]] Seat viewer() const { return viewer_; }
  /// The game's header, saying whose view it is.
  [[nodiscard]] schema::Header::Reader header() const { return header_; }
  void forEach(EventNumber first, EventNumber last, const Visit& visit) const override;
  /// Event `number` of the game, as the viewer may have it.
  [[nodiscard]] HeldEvent event(EventNumber number) const;

 private:
  [[nodiscard]] HeldEvent redacted(EventNumber number, schema::Event::Reader event) const;

  const Game& game_;
  Secrets secrets_;
  Seat viewer_;
  capnp::MallocMessageBuilder message_;  // holds the header
  schema::Header::Reader header_;
};

}  // namespace docket
