#include "tools/game/seat_view.h"

#include <fmt/format.h>

#include "events/public.h"
#include "events/public_header.h"
#include "tools/render/words.h"

namespace docket {

std::optional<Seat> viewerOf(const std::optional<std::string>& text, schema::Header::Reader header) {
  if (!text) return std::nullopt;
  return *text == "spectator" ? kSpectator : seatOf(text, header);
}

std::string viewerWords(Seat viewer) { return viewer == kSpectator ? "a spectator" : Words::seat(viewer); }

SeatView::SeatView(const Game& game, Seat viewer) : game_(game), secrets_(game.secrets()), viewer_(viewer) {
  message_.setRoot(game.header());
  auto header = message_.getRoot<schema::Header>();
  redact(header, viewer);
  header_ = header.asReader();
}

void SeatView::forEach(EventNumber first, EventNumber last, const Visit& visit) const {
  game_.forEach(first, last, [&](EventNumber number, schema::Event::Reader event) {
    const HeldEvent seen = redacted(number, event);
    visit(number, seen);
  });
}

HeldEvent SeatView::event(EventNumber number) const {
  const HeldEvent whole = game_.event(number);
  return redacted(number, whole);
}

HeldEvent SeatView::redacted(EventNumber number, schema::Event::Reader event) const {
  auto message = std::make_shared<capnp::MallocMessageBuilder>();
  redact(event, number, secrets_.of(number), viewer_, message->initRoot<schema::Event>());
  return HeldEvent(std::move(message));
}

}  // namespace docket
