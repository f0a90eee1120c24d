#include "tools/import/hearthstone/game.h"

#include <fmt/format.h>

#include <utility>

#include "events/errors.h"
#include "events/seats.h"

namespace docket::hearthstone {

void Game::refuse(const std::string& message) const { throw BadInput(file, place.line, place.column, message); }

HsEntity& Game::entity(std::uint32_t id) {
  const auto found = entities.find(id);
  if (found == entities.end()) refuse(fmt::format("the entity {} was not introduced before", id));
  return found->second;
}

Entity Game::subject(std::uint32_t id) const {
  const auto found = entities.find(id);
  if (found == entities.end()) return kNone;
  const HsEntity& one = found->second;
  if (one.seat != 0) return entityOf(EntityKind::player, one.seat);
  if (one.is_game) return entityOf(EntityKind::game, 0);
  return one.recorded.number == 0 ? kNone : one.recorded.number;
}

void Game::skip(const std::string& what, std::uint32_t about, std::uint64_t count) {
  skipHarmless(what, count);
  doubts_.push_back({what, about});
}

void Game::settle(std::uint32_t entity) { doubts_.push_back({{}, entity}); }

/// The event has no actor and no cause, so that its surroundings stay as they are.
void Game::addDoubts(std::uint32_t next) {
  if (!began) return;
  std::vector<Doubt> later;
  for (Doubt& one : std::exchange(doubts_, {})) {
    const Entity about = one.about == 0 ? kNone : subject(one.about);
    const bool settles = one.what.empty();
    if (one.about != 0 && one.about == next && about == kNone) {
      later.push_back(std::move(one));  // it is about to come into the record
    } else if (settles ? open_.erase(about) != 0 && about != kNone : open_.insert(about).second) {
      recording.add([&](schema::Event::Builder event) {
        auto skipped = event.initSkipped();
        skipped.setWhat(one.what);
        skipped.setSubject(about == kNone ? 0 : about);
        auto context = event.initContext();
        context.setSource(ordinal);
        context.setSeats(kEveryone);
      });
    }
  }
  doubts_ = std::move(later);
}

EventNumber Game::causeOfNext() {
  for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) {
    if (block->event != 0) return block->event;
    if (block->kind != BlockKind::trigger) continue;
    const auto found = entities.find(block->entity);
    if (found == entities.end() || found->second.recorded.number == 0) continue;
    const HsEntity& source = found->second;
    auto known = std::move(known_);  // they belong to the event that follows from this one
    known_.clear();
    const EventNumber outer = recording.size();
    block->event = recording.add([&](schema::Event::Builder event) {
      event.setActor(source.recorded.player);
      auto triggered = event.initTraitTriggered();
      triggered.setPlayer(source.recorded.player);
      triggered.setCard(source.recorded.number);
      EventNumber cause = 0;
      for (auto other = block + 1; other != blocks.rend() && cause == 0; ++other) cause = other->event;
      fillContext(event.initContext(), cause <= outer ? cause : 0);
    });
    known_ = std::move(known);
    return block->event;
  }
  return 0;
}

EventNumber Game::groupOfNext() {
  if (blocks.empty() || blocks.back().kind != BlockKind::deaths) return 0;
  EventNumber& group = blocks.back().group;
  if (group == 0) group = recording.size() + 1;
  return group;
}

void Game::fillContext(schema::Context::Builder context, EventNumber cause) {
  context.setSource(ordinal);
  context.setSeats(kEveryone);
  if (cause != 0) context.initCauses(1).set(0, cause);
  if (known_.empty()) return;
  auto identities = context.initIdentities(static_cast<unsigned>(known_.size()));
  for (unsigned i = 0; i < known_.size(); ++i) {
    identities[i].setCard(known_[i].number);
    identities[i].setSeats(known_[i].seats);
    identities[i].setDefinition(known_[i].card);
  }
  known_.clear();
}

}  // namespace docket::hearthstone
