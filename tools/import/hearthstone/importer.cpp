#include "tools/import/hearthstone/importer.h"

#include <fmt/format.h>

#include <utility>

namespace docket::hearthstone {
namespace {

constexpr std::size_t kMostBlocks = 100;

bool declares(Packet::Kind kind) {
  return kind == Packet::Kind::game_entity || kind == Packet::Kind::player || kind == Packet::Kind::full_entity;
}

}  // namespace

void Importer::take(const Packet& packet) {
  if (pending_ != nullptr && !goesOn(packet)) settle();
  game_.place = packet.at;
  if (!game_.began && !declares(packet.kind)) {
    if (game_.players.size() != 2)
      game_.refuse("a game of two players was expected: the server told of another number of them");
    game_.ordinal = packet.ordinal;
    places_.begin();
    for (auto& [id, entity] : game_.entities) numbers_.follow(entity);
    course_.begin();
    game_.place = packet.at;
  }
  game_.ordinal = packet.ordinal;
  switch (packet.kind) {
    case Packet::Kind::game_entity:
    case Packet::Kind::player:
    case Packet::Kind::full_entity:
      return declare(packet);
    case Packet::Kind::show_entity:
    case Packet::Kind::change_entity:
      return become(game_.entity(packet.entity), packet);
    case Packet::Kind::hide_entity:
      game_.entity(packet.entity).set(numberOf(GameTag::zone), packet.value);
      pending_ = &game_.entity(packet.entity);
      return;
    case Packet::Kind::tag_change:
      return tagChange(game_.entity(packet.entity), packet);
    case Packet::Kind::block_began:
      if (game_.blocks.size() == kMostBlocks) game_.refuse("blocks lie in each other too deep");
      if (!game_.blocks.empty()) game_.blocks.back().group = 0;  // what comes in it is not of the same time
      return course_.blockBegan(packet);
    case Packet::Kind::block_ended:
      return blockEnds();
    case Packet::Kind::shuffled:
      return;
    case Packet::Kind::reset:
      game_.refuse("a game that goes back to an earlier point is not imported");
  }
}

/// Whether a packet tells more of the same step of the card that is pending.
bool Importer::goesOn(const Packet& packet) const {
  if (packet.kind != Packet::Kind::tag_change || packet.entity != pending_->id) return false;
  return !placed_ || packet.tag != numberOf(GameTag::zone_position);
}

void Importer::refuseOtherModes(const Packet& packet) const {
  for (const Tag& one : packet.tags) {
    const auto tag = static_cast<GameTag>(one.tag);
    if (tag == GameTag::coin_mana_gem || tag == GameTag::tech_level_mana_gem)
      game_.refuse(
          "this is a game of Battlegrounds, which is not imported: only games of two with decks of their own are");
    if (tag == GameTag::skip_mulligan || tag == GameTag::lettuce_node_type)
      game_.refuse(
          "this is a game of Mercenaries, which is not imported: only games of two with decks of their own are");
  }
}

void Importer::declare(const Packet& packet) {
  refuseOtherModes(packet);
  if (packet.kind == Packet::Kind::player && packet.seat != 1 && packet.seat != 2)
    game_.refuse(fmt::format("player {} in a game of two", packet.seat));
  HsEntity& entity = game_.entities[packet.entity];
  const bool fresh = entity.id == 0;
  if (!fresh && packet.kind != Packet::Kind::full_entity) return;  // said again after the connection was lost
  if (!fresh && !entity.isCard()) game_.refuse(fmt::format("entity {} is a player and a card", packet.entity));
  entity.id = packet.entity;
  if (packet.entity == 0) game_.refuse("an entity has the number 0, which stands for none");
  entity.declared = packet.at;
  entity.is_game = packet.kind == Packet::Kind::game_entity;
  if (packet.kind == Packet::Kind::player) {
    entity.seat = static_cast<Seat>(packet.seat);
    game_.players.push_back(entity.id);
  }
  if (packet.kind == Packet::Kind::full_entity && !packet.text.empty()) entity.card = packet.text;
  for (const Tag& one : packet.tags) entity.set(one.tag, one.value);
  if (!game_.began || !entity.isCard()) return;
  pending_ = &entity;
  placed_ = entity[GameTag::zone_position] != 0;
}

void Importer::become(HsEntity& entity, const Packet& packet) {
  if (!entity.isCard()) game_.refuse(fmt::format("entity {} is no card", entity.id));
  if (!packet.text.empty()) entity.card = packet.text;
  for (const Tag& one : packet.tags) entity.set(one.tag, one.value);
  pending_ = &entity;
}

void Importer::tagChange(HsEntity& entity, const Packet& packet) {
  const std::int64_t before = entity[static_cast<GameTag>(packet.tag)];
  entity.set(packet.tag, packet.value);
  if (entity.is_game) {
    if (packet.tag == numberOf(GameTag::turn)) numbers_.turnBegins();
    return course_.gameTag(entity, packet.tag, packet.value);
  }
  if (entity.seat != 0) return course_.playerTag(entity, packet.tag, before, packet.value);
  pending_ = &entity;
  if (packet.tag == numberOf(GameTag::zone_position)) placed_ = packet.value != 0;
}

void Importer::blockEnds() {
  if (game_.blocks.empty()) game_.refuse("a block ends that never began");
  game_.blocks.pop_back();
}

void Importer::settle() {
  HsEntity& entity = *pending_;
  pending_ = nullptr;
  places_.follow(entity, std::exchange(placed_, false));
  numbers_.follow(entity);
}

void Importer::finish() {
  if (pending_ != nullptr) settle();
  if (!game_.began) game_.refuse("the game ends before anything happened in it");
  course_.end();
}

}  // namespace docket::hearthstone
