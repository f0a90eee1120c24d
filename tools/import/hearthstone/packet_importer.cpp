#include "tools/import/hearthstone/packet_importer.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "tools/import/hearthstone/log_words.h"

namespace docket::hearthstone {
namespace {

constexpr std::size_t kMaxBlocks = 100;
constexpr std::int64_t kAgainstGame = 1;  // GT_VS_AI
constexpr std::string_view kOnlyDuels = "is not imported: only games of two players with decks of their own are";

bool declares(Packet::Kind kind) {
  return kind == Packet::Kind::game_entity || kind == Packet::Kind::player || kind == Packet::Kind::full_entity;
}

/// True if such a packet has more about an entity that was introduced.
bool isAboutEntity(Packet::Kind kind) {
  return kind == Packet::Kind::show_entity || kind == Packet::Kind::change_entity ||
         kind == Packet::Kind::hide_entity || kind == Packet::Kind::tag_change;
}

}  // namespace

void PacketImporter::handle(const Packet& packet) {
  switch (packet.kind) {
    case Packet::Kind::mode:
      return setMode(packet);
    case Packet::Kind::note:
      return game_.notes.push_back(packet.text);
    case Packet::Kind::skipped:
      return noteSkipped(packet);
    default:
      break;
  }
  if (isAboutEntity(packet.kind) && !game_.entities.contains(packet.entity))
    return game_.skip("packet about an entity that was never introduced", 0);
  if (announcesDamage(packet)) return;
  if (pending_ != nullptr && !isSameStep(packet)) settle();
  game_.place = packet.at;
  if (packet.kind == Packet::Kind::cut) return noteCutShort();
  if (!game_.began && !declares(packet.kind)) begin(packet);
  game_.ordinal = packet.ordinal;
  if (pending_ == nullptr) game_.addDoubts(packet.entity);
  switch (packet.kind) {
    case Packet::Kind::game_entity:
    case Packet::Kind::player:
    case Packet::Kind::full_entity:
      return declare(packet);
    case Packet::Kind::show_entity:
    case Packet::Kind::change_entity:
      return showAs(game_.entity(packet.entity), packet);
    case Packet::Kind::hide_entity:
      pending_ = &game_.entity(packet.entity);
      return set(*pending_, {.tag = numberOf(GameTag::zone), .value = packet.value});
    case Packet::Kind::tag_change:
      return tagChange(game_.entity(packet.entity), packet);
    case Packet::Kind::block_began:
      if (game_.blocks.size() == kMaxBlocks) game_.refuse("blocks are nested too deeply");
      if (!isKnownBlock(packet.block)) game_.skip(fmt::format("block of unknown type {}", packet.text), packet.entity);
      if (!game_.blocks.empty()) game_.blocks.back().group = 0;  // what comes in it is not of the same time
      return turns_.beginBlock(packet);
    case Packet::Kind::block_ended:
      return blockEnds();
    case Packet::Kind::reset:
      game_.refuse("a game that goes back to an earlier point is not imported");
    default:
      return;
  }
}

void PacketImporter::noteSkipped(const Packet& packet) {
  const auto count = static_cast<std::uint64_t>(packet.value == 0 ? 1 : packet.value);
  if (packet.is_harmless) return game_.skipHarmless(packet.text, count);
  game_.skip(packet.text, packet.entity, count);
  if (const auto entity = game_.entities.find(packet.entity); entity != game_.entities.end())
    entity->second.unread.insert(packet.tag);
}

void PacketImporter::setMode(const Packet& packet) {
  game_.place = packet.at;
  game_.mode = packet.value;
  const Mode* mode = modeOf(static_cast<std::uint32_t>(packet.value));
  if (mode == nullptr || packet.value == 0)
    return game_.notes.push_back(fmt::format("unknown game mode: {}", packet.text));
  if (!mode->refused.empty()) game_.refuse(fmt::format("this is {}, which {}", mode->refused, kOnlyDuels));
  if (!mode->note.empty()) game_.notes.emplace_back(mode->note);
}

/// The cards that the game begins with are reported, and something happens.
void PacketImporter::begin(const Packet& packet) {
  if (game_.players.size() != 2)
    game_.refuse("expected a game of two players; the server announced a different number");
  refuseAdventures();
  game_.ordinal = packet.ordinal;
  places_.begin();
  for (auto& [id, entity] : game_.entities) numbers_.follow(entity);
  turns_.begin();
  game_.place = packet.at;
}

/// Games against the computer are imported if both heroes are ordinary ones; adventures and puzzles, which have heroes
/// of their own, are refused.
void PacketImporter::refuseAdventures() {
  if (!game_.mode) game_.notes.emplace_back("the file does not state the game mode");
  const bool against_game = game_.mode ? *game_.mode == kAgainstGame : has_robot_;
  if (against_game || has_robot_) game_.notes.emplace_back("one player is the computer");
  for (const auto& [id, entity] : game_.entities) {
    const bool is_puzzle = entity[GameTag::puzzle_type] != 0 || entity[GameTag::puzzle_mode] != 0;
    const bool is_boss = against_game && entity.kind() == CardKind::hero && entity.zone() == TableZone::play &&
                         !entity.card.empty() && !entity.card.starts_with("HERO_");
    if (is_boss) game_.refuse(fmt::format("this is an adventure, with the hero {}, which {}", entity.card, kOnlyDuels));
    if (is_puzzle && entity.is_game)
      game_.refuse(fmt::format("this is a puzzle or an adventure, which {}", kOnlyDuels));
  }
}

void PacketImporter::noteCutShort() {
  if (!game_.began) game_.refuse("the file is cut short here: it ends before its last tag is closed");
  game_.notes.push_back(fmt::format("the file is cut short at line {}", game_.place.line));
}

/// True if a packet belongs to the same step of the pending card.
bool PacketImporter::isSameStep(const Packet& packet) const {
  if (packet.kind != Packet::Kind::tag_change || packet.entity != pending_->id) return false;
  if (packet.tag == numberOf(GameTag::zone))
    return !placed_ && !moved_;  // the place that was sent is one in the old zone
  return !placed_ || packet.tag != numberOf(GameTag::zone_position);
}

void PacketImporter::refuseOtherModes(const Packet& packet) const {
  if (game_.mode) return;  // adventures have tags of other modes
  for (const Tag& one : packet.tags) {
    const auto tag = static_cast<GameTag>(one.tag);
    if (tag == GameTag::coin_mana_gem || tag == GameTag::tech_level_mana_gem)
      game_.refuse(fmt::format("this is a game of Battlegrounds, which {}", kOnlyDuels));
    if (tag == GameTag::skip_mulligan || tag == GameTag::lettuce_node_type)
      game_.refuse(fmt::format("this is a game of Mercenaries, which {}", kOnlyDuels));
  }
}

/// Sets a tag. An unknown value marks the tag as in doubt and leaves its value unchanged, except for zone and card
/// type.
void PacketImporter::set(HsEntity& entity, const Tag& tag) {
  if (isKnownValue(tag.tag, tag.value)) {
    entity.set(tag.tag, tag.value);
    return read(entity, tag.tag);
  }
  if (tag.value != kUnknownValue) game_.skip(fmt::format("{}={}", tagWord(tag.tag), tag.value), entity.id);
  entity.unread.insert(tag.tag);
  if (tag.tag == numberOf(GameTag::zone) || tag.tag == numberOf(GameTag::card_type)) entity.set(tag.tag, tag.value);
}

/// A tag is known again; once all are, nothing of the entity is in doubt.
void PacketImporter::read(HsEntity& entity, std::uint32_t tag) {
  if (entity.unread.erase(tag) != 0 && entity.unread.empty()) game_.settle(entity.id);
}

void PacketImporter::declare(const Packet& packet) {
  refuseOtherModes(packet);
  if (packet.kind == Packet::Kind::player && packet.seat != 1 && packet.seat != 2)
    game_.refuse(fmt::format("player {} in a game of two", packet.seat));
  HsEntity& entity = game_.entities[packet.entity];
  const bool fresh = entity.id == 0;
  has_robot_ = has_robot_ || packet.is_robot;
  if (!fresh && packet.kind != Packet::Kind::full_entity) return;  // said again after the connection was lost
  if (!fresh && !entity.isCard()) return game_.skip("card with the number of a player", 0);
  if (!fresh && entity.unread.erase(0) != 0 && entity.unread.empty()) game_.settle(entity.id);
  entity.id = packet.entity;
  if (packet.entity == 0) game_.refuse("an entity has the number 0, which stands for none");
  entity.declared = packet.at;
  entity.is_game = packet.kind == Packet::Kind::game_entity;
  if (packet.kind == Packet::Kind::player) {
    entity.seat = static_cast<Seat>(packet.seat);
    game_.players.push_back(entity.id);
  }
  if (packet.kind == Packet::Kind::full_entity && !packet.text.empty()) entity.card = packet.text;
  for (const Tag& one : packet.tags) set(entity, one);
  if (!game_.began || !entity.isCard()) return;
  pending_ = &entity;
  placed_ = entity[GameTag::zone_position] != 0;
}

void PacketImporter::showAs(HsEntity& entity, const Packet& packet) {
  if (!entity.isCard()) return game_.skip("player shown as a card", entity.id);
  if (!packet.text.empty()) entity.card = packet.text;
  for (const Tag& one : packet.tags) set(entity, one);
  pending_ = &entity;
}

void PacketImporter::tagChange(HsEntity& entity, const Packet& packet) {
  const std::int64_t before = entity[static_cast<GameTag>(packet.tag)];
  set(entity, {.tag = packet.tag, .value = packet.value});
  if (!entity.isCard() && !isKnownValue(packet.tag, packet.value)) return;
  if (entity.is_game) {
    if (packet.tag == numberOf(GameTag::turn)) numbers_.beginTurn();
    return turns_.followGameTag(entity, packet.tag, packet.value);
  }
  if (entity.seat != 0) return turns_.followPlayerTag(entity, packet.tag, before, packet.value);
  pending_ = &entity;
  if (packet.tag == numberOf(GameTag::zone)) moved_ = true;
  if (packet.tag == numberOf(GameTag::zone_position)) placed_ = packet.value != 0;
}

void PacketImporter::blockEnds() {
  if (game_.blocks.empty()) return game_.skip("end of a block that never began", 0);
  game_.blocks.pop_back();
  noteMissingDamage();
  if (game_.blocks.empty() && game_.acting) noteMissingPlaces();
}

/// Damage is announced before it is done, or prevented by a Divine Shield.
bool PacketImporter::announcesDamage(const Packet& packet) {
  if (packet.kind != Packet::Kind::tag_change) return false;
  switch (static_cast<GameTag>(packet.tag)) {
    case GameTag::predamage:
      if (packet.value > 0) damaged_.insert(packet.entity);
      return true;
    case GameTag::damage:
    case GameTag::armor:
    case GameTag::divine_shield:
      damaged_.erase(packet.entity);
      return false;
    default:
      return false;
  }
}

void PacketImporter::noteMissingDamage() {
  for (const std::uint32_t id : std::exchange(damaged_, {}))
    noteMissing(game_.entity(id), GameTag::damage, "missing damage that was announced");
}

/// Between two acts every minion and every card in a hand has a place, no two have the same one, and no card in a deck
/// has one.
void PacketImporter::noteMissingPlaces() {
  std::map<std::tuple<TableZone, Seat, std::int64_t>, HsEntity*> places;
  for (auto& [id, entity] : game_.entities) {
    if (!entity.isCard() || !entity.unread.empty()) continue;
    const std::int64_t place = entity[GameTag::zone_position];
    const TableZone zone = entity.zone();
    if (zone == TableZone::deck && place != 0) noteMissing(entity, GameTag::zone, "missing change of place");
    if (zone != TableZone::hand && (zone != TableZone::play || entity.kind() != CardKind::minion)) continue;
    const auto [other, is_free] = places.try_emplace({zone, entity.controller(), place}, &entity);
    if (place != 0 && is_free) continue;
    noteMissing(entity, GameTag::zone, "missing change of place");
    if (place != 0) noteMissing(*other->second, GameTag::zone, "missing change of place");
  }
}

/// Notes that a report of the server is missing; a later report of the same tag settles the doubt.
void PacketImporter::noteMissing(HsEntity& entity, GameTag tag, std::string_view what) {
  if (entity.unread.insert(numberOf(tag)).second) game_.skip(std::string(what), entity.id);
}

void PacketImporter::settle() {
  HsEntity& entity = *pending_;
  pending_ = nullptr;
  moved_ = false;
  places_.follow(entity, std::exchange(placed_, false));
  numbers_.follow(entity);
}

void PacketImporter::finish() {
  if (pending_ != nullptr) settle();
  if (!game_.began) game_.refuse("the game ends before anything happened in it");
  turns_.end();
  if (!game_.is_over) {
    game_.notes.emplace_back("the file does not say how the game ended");
    for (const auto& [id, entity] : game_.entities) {
      if (entity.is_game) game_.skip("the rest of the game", id);
    }
  }
  game_.addDoubts();
}

}  // namespace docket::hearthstone
