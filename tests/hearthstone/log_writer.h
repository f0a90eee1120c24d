// Writes a game of HSReplay as the client would have logged it, for the tests of the log's reader: so each recorded
// game exists in both forms.
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>

#include "tools/import/hearthstone/log_words.h"
#include "tools/import/hearthstone/tags.h"
#include "tools/import/hearthstone/xml_reader.h"

namespace docket::hearthstone {

class LogWriter {
 public:
  void take(const Packet& packet) {
    switch (packet.kind) {
      case Packet::Kind::game_entity:
        game_ = packet.entity;
        say(fmt::format("CREATE_GAME"));
        say(fmt::format("    GameEntity EntityID={}", packet.entity));
        return tags(packet);
      case Packet::Kind::player:
        names_[packet.entity] = packet.text;
        say(fmt::format("    Player EntityID={} PlayerID={} GameAccountId=[hi=1 lo={}]", packet.entity, packet.seat,
                        packet.is_robot ? 0 : packet.entity));
        seats_ += fmt::format("D 10:00:00.0000000 GameState.DebugPrintGame() - PlayerID={}, PlayerName={}\n",
                              packet.seat, packet.text);
        return tags(packet);
      case Packet::Kind::full_entity:
        say(fmt::format("    FULL_ENTITY - Creating ID={} CardID={}", packet.entity, packet.text));
        return tags(packet);
      case Packet::Kind::show_entity:
        say(fmt::format("SHOW_ENTITY - Updating Entity={} CardID={}", named(packet.entity), packet.text));
        return tags(packet);
      case Packet::Kind::change_entity:
        say(fmt::format("CHANGE_ENTITY - Updating Entity={} CardID={}", named(packet.entity), packet.text));
        return tags(packet);
      case Packet::Kind::hide_entity:
        return say(fmt::format("HIDE_ENTITY - Entity={} tag=ZONE value={}", named(packet.entity), packet.value));
      case Packet::Kind::tag_change:
        return say(
            fmt::format("TAG_CHANGE Entity={} tag={} value={} ", named(packet.entity), packet.tag, packet.value));
      case Packet::Kind::block_began:
        return say(fmt::format("BLOCK_START BlockType={} Entity={} EffectCardId= EffectIndex=0 Target={} SubOption=-1 ",
                               packet.block, named(packet.entity), packet.target == 0 ? "0" : named(packet.target)));
      case Packet::Kind::block_ended:
        return say("BLOCK_END");
      case Packet::Kind::shuffled:
        return say(fmt::format("SHUFFLE_DECK PlayerID={}", packet.seat));
      case Packet::Kind::reset:
        return say("RESET_GAME");
      case Packet::Kind::mode:
        if (const Mode* mode = modeOf(static_cast<std::uint32_t>(packet.value)))
          seats_ += fmt::format("D 10:00:00.0000000 GameState.DebugPrintGame() - GameType={}\n", mode->word);
        return;
      case Packet::Kind::note:
      case Packet::Kind::skipped:
      case Packet::Kind::cut:
        return;
    }
  }
  [[nodiscard]] std::string text() const { return log_ + seats_; }
  /// The log with a line before each packet that says that one follows, as the client writes before each list of
  /// packets.
  [[nodiscard]] std::string counted() const {
    std::string lists;
    for (std::size_t at = 0; at < log_.size();) {
      const std::size_t end = log_.find('\n', at) + 1;
      const std::string line = log_.substr(at, end - at);
      const std::string said = line.substr(line.find(" - ") + 3);
      const std::string word = said.substr(0, said.find_first_of(" \n", said.find_first_not_of(' ')));
      const std::size_t begins = word.find_first_not_of(' ');
      const bool is_packet = word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_", begins) == std::string::npos;
      if (is_packet) lists += "D 10:00:00.0000000 GameState.DebugPrintPowerList() - Count=1\n";
      lists += line;
      at = end;
    }
    return lists + seats_;
  }

 private:
  void say(const std::string& said) { log_ += "D 10:00:00.0000000 GameState.DebugPrintPower() - " + said + "\n"; }
  void tags(const Packet& packet) {
    static const std::map<std::int64_t, std::string> kZones{{1, "PLAY"}, {2, "DECK"}, {3, "HAND"}, {4, "GRAVEYARD"}};
    for (const Tag& one : packet.tags) {
      const auto zone = kZones.find(one.value);
      if (one.tag == numberOf(GameTag::zone) && zone != kZones.end()) {
        say(fmt::format("        tag=ZONE value={}", zone->second));
      } else {
        say(fmt::format("        tag={} value={}", one.tag, one.value));
      }
    }
  }
  [[nodiscard]] std::string named(std::uint32_t entity) const {
    if (entity == game_) return "GameEntity";
    if (const auto name = names_.find(entity); name != names_.end()) return name->second;
    return fmt::format("[entityName=UNKNOWN ENTITY [cardType=INVALID] id={} zone=DECK zonePos=0 cardId= player=1]",
                       entity);
  }

  std::string log_, seats_;
  std::uint32_t game_ = 0;
  std::map<std::uint32_t, std::string> names_;
};

inline LogWriter written(const std::string& xml, const std::string& file) {
  LogWriter writer;
  readXml(xml, file, 1, [&](const Packet& packet) {
    writer.take(packet);
    return true;
  });
  return writer;
}
inline std::string logOf(const std::string& xml, const std::string& file) { return written(xml, file).text(); }

}  // namespace docket::hearthstone
