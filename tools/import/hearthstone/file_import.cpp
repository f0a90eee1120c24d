#include "tools/import/hearthstone/file_import.h"

#include <map>

#include "tools/import/hearthstone/packet_importer.h"

namespace docket::hearthstone {
namespace {

constexpr const char* kRuleset = "hearthstone";

void fillHeader(schema::Header::Builder header, const std::map<Seat, std::string>& names) {
  header.setRuleset(kRuleset);
  auto players = header.initPlayers(2);
  for (Seat seat = 1; seat <= 2; ++seat) {
    if (const auto found = names.find(seat); found != names.end()) players[seat - 1U].setName(found->second);
  }
}

}  // namespace

Seat viewerOf(const GameFile& game) {
  Seat viewer = 0;
  std::map<std::uint32_t, HsEntity> entities;
  game.read(game.text, game.name, game.first_line, [&](const Packet& packet) {
    if (packet.kind == Packet::Kind::player || packet.kind == Packet::Kind::game_entity || packet.entity == 0)
      return true;
    HsEntity& entity = entities[packet.entity];
    for (const Tag& one : packet.tags) entity.set(one.tag, one.value);
    if (packet.kind == Packet::Kind::tag_change) entity.set(packet.tag, packet.value);
    if (!packet.text.empty()) entity.card = packet.text;
    if (!entity.card.empty() && entity.zone() == TableZone::hand) viewer = entity.controller();
    return viewer == 0;
  });
  return viewer;
}

ReadGame importGame(const GameFile& game, CardNumbers* cards) {
  ReadGame import;
  std::map<Seat, std::string> names;
  PacketImporter importer(game.name, viewerOf(game), import.recording);
  game.read(game.text, game.name, game.first_line, [&](const Packet& packet) {
    if (packet.kind == Packet::Kind::player) names[static_cast<Seat>(packet.seat)] = packet.text;
    importer.handle(packet);
    return true;
  });
  importer.finish();
  fillHeader(import.recording.header(), names);
  for (const auto& [id, entity] : importer.game().entities) {
    if (cards != nullptr && entity.recorded.number != 0) cards->emplace(id, entity.recorded.number);
  }
  for (const auto& [what, count] : importer.game().skipped()) import.skipped.push_back({what, count});
  import.notes = importer.game().notes;
  return import;
}

}  // namespace docket::hearthstone
