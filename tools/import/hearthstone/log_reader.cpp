#include "tools/import/hearthstone/log_reader.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <array>
#include <map>
#include <optional>
#include <utility>

#include "events/errors.h"
#include "events/quoted.h"
#include "tools/import/hearthstone/log_words.h"
#include "tools/import/hearthstone/tags.h"

namespace docket::hearthstone {
namespace {

constexpr std::string_view kPower = "GameState.DebugPrintPower() - ";
constexpr std::string_view kGame = "GameState.DebugPrintGame() - ";
constexpr std::string_view kCreates = "GameState.DebugPrintPower() - CREATE_GAME";
constexpr std::string_view kNobody = "UNKNOWN HUMAN PLAYER";
constexpr std::size_t kMostLineBytes = 64U << 10;

/// What stands between two marks of a line; `until` empty: the rest. Nothing where `from` is not in it.
std::optional<std::string_view> between(std::string_view line, std::string_view from, std::string_view until) {
  const std::size_t begin = line.find(from);
  if (begin == std::string_view::npos) return std::nullopt;
  line.remove_prefix(begin + from.size());
  // What is named can hold blanks and marks; the last one ends it.
  const std::size_t end = until.empty() ? std::string_view::npos : line.rfind(until);
  return line.substr(0, end);
}

std::string_view firstWord(std::string_view text) { return text.substr(0, text.find(' ')); }

std::string_view trimmedLine(std::string_view line) {
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  return line;
}

class LogReader {
 public:
  LogReader(const std::string& file, const PacketSink& sink) : file_(file), sink_(sink) {}

  void read(std::string_view game, std::size_t first_line) {
    number_ = first_line;
    if (game.find(kCreates) == std::string_view::npos) refuse("no game begins in it: a line CREATE_GAME was expected");
    readNames(game);
    for (std::size_t at = 0; at < game.size() && !done_; ++number_) {
      const std::size_t end = std::min(game.find('\n', at), game.size());
      if (end - at > kMostLineBytes) refuse(fmt::format("the line is longer than {} bytes", kMostLineBytes));
      line_ = trimmedLine(game.substr(at, end - at));
      if (const auto said = between(line_, kPower, {})) {
        if (!simdjson::validate_utf8(line_.data(), line_.size())) refuse("the line is not UTF-8");
        take(*said);
      }
      at = end + 1;
    }
    flush();
  }

 private:
  /// Who is called what stands in lines of their own, behind the first that use it.
  void readNames(std::string_view game) {
    for (std::size_t at = game.find(kGame); at != std::string_view::npos; at = game.find(kGame, at + 1)) {
      const auto line = trimmedLine(game.substr(at, std::min(game.find('\n', at), game.size()) - at));
      const auto id = between(line, "PlayerID=", ", PlayerName=");
      const auto seat = id ? wholeNumber<std::uint32_t>(*id) : std::nullopt;
      const auto name = between(line, "PlayerName=", {});
      if (seat && name && simdjson::validate_utf8(name->data(), name->size())) name_of_[*seat] = *name;
    }
  }

  void take(std::string_view said) {
    const std::size_t begin = said.find_first_not_of(' ');
    if (begin == std::string_view::npos) return;
    said.remove_prefix(begin);
    const std::string_view word = firstWord(said);
    if (word.starts_with("tag=")) return takeTag(said);
    flush();
    if (done_) return;
    if (word == "TAG_CHANGE") return tagChange(said);
    if (word == "GameEntity" || word == "Player") return declare(said, word == "Player");
    if (word == "FULL_ENTITY") return fullEntity(said);
    if (word == "SHOW_ENTITY") return become(said, Packet::Kind::show_entity);
    if (word == "CHANGE_ENTITY") return become(said, Packet::Kind::change_entity);
    if (word == "HIDE_ENTITY") return hide(said);
    if (word == "BLOCK_START" || word == "ACTION_START") return blockBegins(said);
    if (word == "BLOCK_END" || word == "ACTION_END") return hand(made(Packet::Kind::block_ended));
    if (word == "RESET_GAME") return hand(made(Packet::Kind::reset));
    if (word == "SHUFFLE_DECK") {
      Packet packet = made(Packet::Kind::shuffled);
      packet.seat = number(needed(said, "PlayerID=", {}), "PlayerID");
      hand(packet);
    }
  }

  void takeTag(std::string_view said) {
    if (!collecting_) return;  // of what is passed by
    if (entity_.tags.size() == kMostTags) refuse(fmt::format("an entity has more than {} tags", kMostTags));
    const auto tag = tagNumber(needed(said, "tag=", " value="));
    if (!tag) return;
    entity_.tags.push_back({.tag = *tag, .value = value(*tag, firstWord(needed(said, " value=", {})))});
    entity_.ordinal = number_;
  }

  void tagChange(std::string_view said) {
    const auto tag = tagNumber(firstWord(needed(said, " tag=", " value=")));
    if (!tag) return;
    Packet packet = made(Packet::Kind::tag_change);
    packet.entity = entity(needed(said, "Entity=", " tag="));
    packet.tag = *tag;
    packet.value = value(*tag, firstWord(needed(said, " value=", {})));
    hand(packet);
  }

  void declare(std::string_view said, bool player) {
    begin(player ? Packet::Kind::player : Packet::Kind::game_entity);
    entity_.entity = number(firstWord(needed(said, "EntityID=", {})), "EntityID");
    if (!player) {
      game_ = entity_.entity;
      return;
    }
    entity_.seat = number(firstWord(needed(said, "PlayerID=", {})), "PlayerID");
    entity_of_[entity_.seat] = entity_.entity;
    if (const auto name = name_of_.find(entity_.seat); name != name_of_.end() && name->second != kNobody)
      entity_.text = name->second;
  }

  void fullEntity(std::string_view said) {
    begin(Packet::Kind::full_entity);
    const auto id = between(said, "Creating ID=", " CardID=");
    entity_.entity = id ? number(*id, "ID") : entity(needed(said, "Updating ", " CardID="));
    entity_.text = firstWord(needed(said, " CardID=", {}));
  }

  void become(std::string_view said, Packet::Kind kind) {
    begin(kind);
    entity_.entity = entity(needed(said, "Entity=", " CardID="));
    entity_.text = firstWord(needed(said, " CardID=", {}));
  }

  void hide(std::string_view said) {
    Packet packet = made(Packet::Kind::hide_entity);
    packet.entity = entity(needed(said, "Entity=", " tag="));
    packet.value = value(numberOf(GameTag::zone), firstWord(needed(said, " value=", {})));
    hand(packet);
  }

  void blockBegins(std::string_view said) {
    Packet packet = made(Packet::Kind::block_began);
    const auto word = said.find(" BlockType=") != std::string_view::npos ? needed(said, " BlockType=", {})
                                                                         : needed(said, " SubType=", {});
    const auto block = blockNumber(firstWord(word));
    if (!block) refuse(fmt::format("{}: no kind of block that is known here", quoted(firstWord(word))));
    packet.block = *block;
    std::string_view named = needed(said, " Entity=", {});
    for (const std::string_view after : {" EffectCardId=", " SubType=", " Index=", " EffectIndex="})
      named = named.substr(0, named.find(after));
    packet.entity = entity(named);
    if (const auto target = between(said, " Target=", {})) {
      const std::string_view at = target->substr(0, target->find(" SubOption="));
      if (at != "0") packet.target = entity(at);
    }
    hand(packet);
  }

  // ---- what stands in a line

  /// "[... id=30 ...]", a number, the game, or what a player is called.
  std::uint32_t entity(std::string_view named) {
    if (named == "GameEntity") return game_;
    if (const auto id = wholeNumber<std::uint32_t>(named)) return *id;
    if (!named.starts_with('[')) return player(named);
    std::size_t at = named.rfind(" id=");
    if (at == std::string_view::npos) at = named.starts_with("[id=") ? 0 : std::string_view::npos;
    if (at == std::string_view::npos) refuse(fmt::format("{}: no id=... is in it", quoted(named.substr(0, 60))));
    const std::string_view id = named.substr(at + 4);
    return number(id.substr(0, id.find_first_of(" ]")), "id");
  }

  std::uint32_t player(std::string_view name) {
    std::optional<std::uint32_t> found;
    for (const auto& [seat, known] : name_of_) {
      if (known == name) found = seat;
    }
    if (!found) {  // who has no name yet, where that is only one, is called so
      for (const auto& [seat, id] : entity_of_) {
        const auto known = name_of_.find(seat);
        if (known != name_of_.end() && known->second != kNobody) continue;
        if (found) refuse(fmt::format("the log does not say which player is called {}", quoted(name)));
        found = seat;
      }
      if (found && name != kNobody) name_of_[*found] = name;
    }
    const auto id = found ? entity_of_.find(*found) : entity_of_.end();
    if (id == entity_of_.end()) refuse(fmt::format("the log does not say which player is called {}", quoted(name)));
    return id->second;
  }

  std::string_view needed(std::string_view said, std::string_view from, std::string_view until) const {
    const auto found = between(said, from, until);
    if (!found) refuse(fmt::format("{} was expected in the line", quoted(from)));
    return *found;
  }
  std::uint32_t number(std::string_view text, std::string_view what) const {
    const auto found = wholeNumber<std::uint32_t>(text);
    if (!found) refuse(fmt::format("{}={}: a whole number was expected", what, quoted(text.substr(0, 40))));
    return *found;
  }
  std::int64_t value(std::uint32_t tag, std::string_view word) const {
    const auto found = tagValue(tag, word);
    if (!found) refuse(fmt::format("value={}: no value of tag {} that is known here", quoted(word.substr(0, 40)), tag));
    return *found;
  }

  Packet made(Packet::Kind kind) const {
    return {.kind = kind, .at = {.line = number_, .column = 1}, .ordinal = number_};
  }
  void begin(Packet::Kind kind) {
    entity_ = made(kind);
    collecting_ = true;
  }
  void flush() {
    if (std::exchange(collecting_, false)) hand(entity_);
  }
  void hand(const Packet& packet) {
    if (!sink_(packet)) done_ = true;
  }
  [[noreturn]] void refuse(const std::string& message) const { throw BadInput(file_, number_, 1, message); }

  const std::string& file_;
  const PacketSink& sink_;
  std::string_view line_;
  std::size_t number_ = 1;
  std::uint32_t game_ = 0;
  std::map<std::uint32_t, std::uint32_t> entity_of_;  ///< by seat
  std::map<std::uint32_t, std::string> name_of_;      ///< by seat
  Packet entity_;
  bool collecting_ = false;
  bool done_ = false;
};

std::size_t lineBegin(std::string_view file, std::size_t at) {
  const std::size_t before = at == 0 ? std::string_view::npos : file.rfind('\n', at - 1);
  return before == std::string_view::npos ? 0 : before + 1;
}

}  // namespace

bool looksLikeLog(std::string_view first_bytes) {
  constexpr std::size_t kFirst = 400;
  const std::string_view first = first_bytes.substr(0, kFirst);
  if (!first.starts_with("D ") && !first.starts_with("[Power]") && !first.starts_with("W ")) return false;
  return first.find("GameState.DebugPrint") != std::string_view::npos ||
         first.find("PowerTaskList.DebugPrint") != std::string_view::npos;
}

std::vector<std::string_view> gamesOfLog(std::string_view file) {
  std::vector<std::size_t> begins;
  for (std::size_t at = file.find(kCreates); at != std::string_view::npos; at = file.find(kCreates, at + 1))
    begins.push_back(lineBegin(file, at));
  if (begins.empty()) return {file};
  std::vector<std::string_view> games;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const std::size_t end = i + 1 < begins.size() ? begins[i + 1] : file.size();
    games.push_back(file.substr(begins[i], end - begins[i]));
  }
  return games;
}

void readLog(std::string_view game, const std::string& file, std::size_t first_line, const PacketSink& sink) {
  LogReader(file, sink).read(game, first_line);
}

}  // namespace docket::hearthstone
