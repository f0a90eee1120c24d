#include "store/rows/event_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "events/errors.h"
#include "events/sole_owner.h"

namespace docket::detail {

EventRows::EventRows(const Database& database) : database_(database), rows_(database.iterator(Family::events)) {}

/// A row without other owners: the one at `place` if nothing else holds it, so that reading in order reuses its memory.
OpenRow& EventRows::fresh(std::shared_ptr<OpenRow>& place) {
  if (!hasOneOwner(place)) place = std::make_shared<OpenRow>();
  return *place;
}

const std::shared_ptr<OpenRow>& EventRows::at(std::uint32_t game, std::uint32_t number, std::string_view id) {
  if (game_ != game) open_ = 0;
  game_ = game;
  for (std::size_t i = 0; i < open_; ++i) {
    if (open_rows_[i]->holds(number)) return open_rows_[i];
  }
  const std::string wanted_key = eventsKey(game, number);
  // Read in order, the wanted row is the next one; else the last one that does not begin after it.
  if (rows_->Valid()) rows_->Next();
  if (!rows_->Valid() || view(rows_->key()) != wanted_key) rows_->SeekForPrev(wanted_key);
  if (!rows_->Valid()) {
    const auto status = rows_->status();
    if (status.IsCorruption())
      throw DamagedArchive(damageText(database_.path(), id, number, "cannot be read: " + status.ToString()));
    require(status, database_.path(), "reading events");
    throwMissingRow(number, id);
  }
  const auto key = view(rows_->key());
  if (key.size() != 8 || readBig32(key) != game) throwMissingRow(number, id);
  open_ = std::min(open_, kOpenRows - 1);
  auto& place = open_rows_[open_];
  try {
    fresh(place).open(readBig32(key.substr(4)), view(rows_->value()));
  } catch (const kj::Exception& malformed) {
    throw DamagedArchive(damageText(database_.path(), id, readBig32(key.substr(4)), malformed.getDescription().cStr()));
  }
  if (!place->holds(number)) throwMissingRow(number, id);
  ++open_;
  return place;
}

void EventRows::throwMissingRow(std::uint32_t number, std::string_view id) const {
  const auto* loss = database_.lossOf(id);
  const bool acknowledged = loss != nullptr && number >= loss->first_lost;
  throw DamagedArchive(
      damageText(database_.path(), id, number, acknowledged ? "was acknowledged but is lost" : "is missing"));
}

}  // namespace docket::detail
