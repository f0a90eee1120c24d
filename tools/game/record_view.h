// A view of a game's record: for one seat or a spectator; whole, with the salts that open its hidden values; or with
// only some of them opened. Views are folded and printed like records, so nothing has to be filtered out later.
// Invariant: a view contains neither a value that the viewer may not see nor the game's secret. Its heads are those of
// the stored record, and need no secret.
#pragma once

#include <capnp/message.h>

#include <functional>
#include <optional>
#include <string>

#include "engine/rules/ids.h"
#include "events/validate.h"
#include "store/game.h"
#include "tools/game/record_source.h"

namespace docket {

/// The viewer that "P1", "1" or "spectator" (kSpectator) names; empty if nothing is given. Throws BadInput if the game
/// has no such seat.
[[nodiscard]] std::optional<Seat> viewerOf(const std::optional<std::string>& text, schema::Header::Reader header);

/// "P1", "a spectator".
[[nodiscard]] std::string viewerWords(Seat viewer);

class RecordView : public RecordSource {
 public:
  /// Whether the hidden value at a place of an event is opened to who may have the record.
  using Opens = std::function<bool(EventNumber, std::uint16_t place, std::uint8_t seats)>;

  /// The view of that seat of the game, or of kSpectator. The game must outlive it, here and below.
  RecordView(const Game& game, Seat viewer);
  /// The record for a spectator, with some hidden values opened.
  RecordView(const Game& game, Opens opens);
  /// Everything, each hidden value with its salt.
  static RecordView whole(const Game& game);
  ~RecordView() noexcept override = default;  // Cap'n Proto's own may throw; what is given back here does not
  RecordView(const RecordView&) = delete;
  RecordView& operator=(const RecordView&) = delete;

  /// A seat, kSpectator, or 0: everything.
  [[nodiscard]] Seat viewer() const { return viewer_; }
  /// The game's header, saying whose view it is.
  [[nodiscard]] schema::Header::Reader header() const override { return header_; }
  [[nodiscard]] EventNumber last() const override { return game_.count(); }
  void forEach(EventNumber first, EventNumber last, const Visit& visit) const override;
  /// Event `number` of the game, as the viewer may see it.
  [[nodiscard]] HeldEvent event(EventNumber number) const override;

 private:
  RecordView(const Game& game, Seat viewer, Opens opens);  // 0: everything
  [[nodiscard]] HeldEvent redacted(EventNumber number, const HeldEvent& event) const;

  const Game& game_;
  Secrets secrets_;
  Seat viewer_;
  Opens opens_;
  capnp::MallocMessageBuilder message_;  // holds the header
  schema::Header::Reader header_;
};

}  // namespace docket
