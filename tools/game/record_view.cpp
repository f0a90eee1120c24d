#include "tools/game/record_view.h"

#include <fmt/format.h>

#include <utility>

#include "events/errors.h"
#include "events/hidden.h"
#include "events/public.h"
#include "events/public_header.h"
#include "events/seats.h"
#include "events/text/nearest.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

namespace docket {
namespace {

RecordView::Opens openTo(Seat viewer) {
  return [viewer](EventNumber, std::uint16_t, std::uint8_t seats) { return hasSeat(seats, viewer); };
}

}  // namespace

std::optional<Seat> viewerOf(const std::optional<std::string>& text, schema::Header::Reader header) {
  if (!text) return std::nullopt;
  if (sameLetters(*text, "spectator")) return kSpectator;
  try {
    return seatOf(text, header);
  } catch (const BadInput& error) {
    const std::vector<std::string_view> others{"spectator"};
    throw BadInput(fmt::format("{}, or spectator{}", error.what(), didYouMean(*text, others)));
  }
}

std::string viewerWords(Seat viewer) { return viewer == kSpectator ? "a spectator" : Words::seat(viewer); }

RecordView::RecordView(const Game& game, Seat viewer) : RecordView(game, viewer, openTo(viewer)) {}

RecordView::RecordView(const Game& game, Opens opens) : RecordView(game, kSpectator, std::move(opens)) {}

RecordView RecordView::whole(const Game& game) {
  return {game, 0, [](EventNumber, std::uint16_t, std::uint8_t) { return true; }};
}

RecordView::RecordView(const Game& game, Seat viewer, Opens opens)
    : game_(game), secrets_(game.secrets()), viewer_(viewer), opens_(std::move(opens)) {
  message_.setRoot(game.header());
  auto header = message_.getRoot<schema::Header>();
  const auto salt = idSaltOf(header, secrets_.of(0));
  header.setIdSalt(capnp::Data::Reader(salt.data(), salt.size()));
  if (viewer != 0) redact(header, viewer);
  header_ = header.asReader();
}

void RecordView::forEach(EventNumber first, EventNumber last, const Visit& visit) const {
  game_.forEach(first, last, [&](EventNumber number, const HeldEvent& event) {
    const HeldEvent seen = redacted(number, event);
    visit(number, seen);
  });
}

HeldEvent RecordView::event(EventNumber number) const { return redacted(number, game_.event(number)); }

HeldEvent RecordView::redacted(EventNumber number, const HeldEvent& event) const {
  if (!mayHide(event)) return event;
  auto message = std::make_shared<capnp::MallocMessageBuilder>();
  const auto sees = [&](std::uint16_t place, std::uint8_t seats) { return opens_(number, place, seats); };
  redact(event, number, secrets_.of(number), sees, message->initRoot<schema::Event>());
  return HeldEvent(std::move(message));
}

}  // namespace docket
