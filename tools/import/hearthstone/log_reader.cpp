#include "tools/import/hearthstone/log_reader.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <set>
#include <utility>

#include "events/errors.h"
#include "events/text/quoted.h"
#include "events/text/whole_number.h"
#include "tools/import/hearthstone/format_entry.h"
#include "tools/import/hearthstone/log_words.h"
#include "tools/import/hearthstone/tags.h"

namespace docket::hearthstone {
namespace {

constexpr std::string_view kPower = "GameState.DebugPrintPower() - ";
constexpr std::string_view kList = "GameState.DebugPrintPowerList() - Count=";
constexpr std::string_view kGame = "GameState.DebugPrintGame() - ";
constexpr std::string_view kCreates = "GameState.DebugPrintPower() - CREATE_GAME";
constexpr std::array<std::string_view, 2> kChoices{"GameState.DebugPrintEntityChoices() - ",
                                                   "GameState.DebugPrintEntitiesChosen() - "};
constexpr std::string_view kSpectates = "= Start Spectator Game =";
constexpr std::string_view kNobody = "UNKNOWN HUMAN PLAYER";
constexpr std::size_t kMaxLineBytes = 64U << 10;
constexpr std::size_t kMaxWordBytes = 40;

/// Lines about presentation, and lines that only accompany others.
constexpr std::array<std::string_view, 9> kPresentation{"META_DATA",
                                                        "SUB_SPELL_START",
                                                        "SUB_SPELL_END",
                                                        "Source",
                                                        "VO_SPELL",
                                                        "VO_BANTER",
                                                        "CACHED_TAG_FOR_DORMANT_CHANGE",
                                                        "CREATE_GAME",
                                                        "ERROR:"};

/// The text between two marks of a line; `until` empty: the rest. Empty if `from` is not found.
std::optional<std::string_view> between(std::string_view line, std::string_view from, std::string_view until) {
  const std::size_t begin = line.find(from);
  if (begin == std::string_view::npos) return std::nullopt;
  line.remove_prefix(begin + from.size());
  // A name can contain blanks and marks; the last mark ends it.
  const std::size_t end = until.empty() ? std::string_view::npos : line.rfind(until);
  return line.substr(0, end);
}

std::string_view firstWord(std::string_view text) { return text.substr(0, text.find(' ')); }

std::string_view trimmedLine(std::string_view line) {
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  return line;
}

std::size_t indentOf(std::string_view content) { return std::min(content.find_first_not_of(' '), content.size()); }

/// True if a line begins with the name of a packet, which the client counts, and not with a part of one.
bool beginsPacket(std::string_view content) {
  const std::string_view word = firstWord(content);
  return !word.empty() && ranges::all_of(word, [](char one) { return (one >= 'A' && one <= 'Z') || one == '_'; });
}

bool isPresentation(std::string_view word) {
  return word.starts_with("Info[") || word.starts_with("Targets[") || ranges::contains(kPresentation, word);
}

/// Calls `each` with the lines of a text, one after the other, and their numbers from 0, until it gives false.
template <class Each>
void forEachLine(std::string_view text, Each&& each) {
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (!each(trimmedLine(text.substr(at, end - at)), number)) return;
    at = end + 1;
  }
}

/// Facts about earlier lines that only later lines state: players' names, missing packets.
class LookAhead {
 public:
  explicit LookAhead(std::string_view game) {
    forEachLine(game, [this](std::string_view line, std::size_t number) {
      if (line.size() <= kMaxLineBytes && simdjson::validate_utf8(line.data(), line.size())) take(line, number);
      return true;
    });
    nameTheLast();
  }

  /// The seat of the player with this name.
  [[nodiscard]] std::optional<std::uint32_t> seatOf(std::string_view name) const {
    const auto seat = namedSeat(name);
    return seat || name == kNobody ? seat : robot();  // the log uses several names for the computer player
  }
  /// The name of the player of a seat; empty if it is not known.
  [[nodiscard]] std::string nameOf(std::uint32_t seat) const {
    const auto found = names_.find(seat);
    return found == names_.end() ? std::string() : found->second;
  }
  /// The seat that the game itself plays for: one player alone has no account.
  [[nodiscard]] std::optional<std::uint32_t> robot() const {
    return robots_.size() == 1 && people_.size() == 1 ? std::optional(*robots_.begin()) : std::nullopt;
  }
  [[nodiscard]] std::optional<std::string> mode() const { return mode_; }
  [[nodiscard]] bool isSpectated() const { return spectated_; }
  /// The number of packets that the list announced in that line lacks; empty if it announces none.
  [[nodiscard]] std::optional<std::uint64_t> lackedBy(std::size_t line) const {
    const auto found = lacked_.find(line);
    return found == lacked_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  [[nodiscard]] std::optional<std::uint32_t> namedSeat(std::string_view name) const {
    const auto found = seats_.find(name);
    if (found != seats_.end()) return found->second == 0 ? std::nullopt : std::optional(found->second);
    std::optional<std::uint32_t> seat;  // of "Ada#1234", who is called "Ada" too
    for (const auto& [known, its_seat] : seats_) {
      if (!std::string_view(known).starts_with(name) || known.find('#') != name.size()) continue;
      if (seat && *seat != its_seat) return std::nullopt;
      seat = its_seat;
    }
    return seat;
  }

  void take(std::string_view line, std::size_t number) {
    if (line.find(kSpectates) != std::string_view::npos) spectated_ = true;
    if (const auto content = between(line, kPower, {})) return power(*content);
    if (const auto count = between(line, kList, {})) {
      const auto announced = wholeNumber<std::uint32_t>(*count);
      list_ = announced ? &(lacked_[number] = *announced) : nullptr;
    }
    if (const auto content = between(line, kGame, {})) game(*content);
    for (const std::string_view list : kChoices) {
      if (const auto content = between(line, list, {})) choice(*content);
    }
  }
  void power(std::string_view content) {
    content.remove_prefix(indentOf(content));
    if (list_ != nullptr && *list_ > 0 && beginsPacket(content)) --*list_;
    if (content.starts_with("Player EntityID=")) {
      const auto seat = between(content, "PlayerID=", " GameAccountId");
      const auto account = between(content, " lo=", "]");
      if (!seat) return;
      const std::uint32_t number = wholeNumber<std::uint32_t>(firstWord(*seat)).value_or(0);
      (account == "0" ? robots_ : people_).insert(number);
    }
    if (!content.starts_with("TAG_CHANGE Entity=")) return;
    const auto name = between(content, "Entity=", " tag=");
    if (!name || name->starts_with('[') || *name == "GameEntity" || wholeNumber<std::uint32_t>(*name)) return;
    const auto seat = between(content, " tag=PLAYER_ID value=", {});
    seat ? called(*name, wholeNumber<std::uint32_t>(firstWord(*seat))) : static_cast<void>(used_.emplace(*name));
  }
  void game(std::string_view content) {
    if (const auto mode = between(content, "GameType=", {})) mode_ = *mode;
    const auto seat = between(content, "PlayerID=", ", PlayerName=");
    const auto name = between(content, "PlayerName=", {});
    if (seat && name) called(*name, wholeNumber<std::uint32_t>(*seat));
  }
  /// A player chooses among his or her own cards: "id=1 Player=Ada ...", and then "Entities[0]=[... player=1]".
  void choice(std::string_view content) {
    if (const auto chooser = between(content, "Player=", {}); chooser && content.starts_with("id=")) {
      chooses_ = chooser->substr(0, std::min(chooser->rfind(" TaskList="), chooser->rfind(" EntitiesCount=")));
      return;
    }
    const auto seat = between(content, " player=", "]");
    if (seat && !chooses_.empty() && content.find("Entities[") != std::string_view::npos)
      called(std::exchange(chooses_, {}), wholeNumber<std::uint32_t>(*seat));
  }
  void called(std::string_view name, std::optional<std::uint32_t> seat) {
    if (!seat || (*seat != 1 && *seat != 2)) return;
    const auto [known, is_new] = seats_.emplace(name, *seat);
    if (!is_new && known->second != *seat && name == kNobody) known->second = 0;  // both are
    if (name != kNobody) names_.emplace(known->second, name);
  }
  /// If one player is still unnamed, gives that player the only unclaimed name, else kNobody if it is unused.
  void nameTheLast() {
    std::vector<std::string> unclaimed;
    for (const std::string& name : used_) {
      if (name != kNobody && !namedSeat(name)) unclaimed.push_back(name);
    }
    if (names_.size() == 1 && unclaimed.size() == 1) called(unclaimed.front(), 3U - names_.begin()->first);
    if (names_.size() == 1 && !seats_.contains(kNobody)) called(kNobody, 3U - names_.begin()->first);
  }

  std::map<std::string, std::uint32_t, std::less<>> seats_;  ///< by name; 0: of several
  std::map<std::uint32_t, std::string> names_;               ///< by seat
  std::set<std::string, std::less<>> used_;
  std::set<std::uint32_t> robots_, people_;
  std::map<std::size_t, std::uint64_t> lacked_;  ///< by the line that announces a list
  std::uint64_t* list_ = nullptr;
  std::string chooses_;
  std::optional<std::string> mode_;
  bool spectated_ = false;
};

/// Thrown for a line that is not what the client writes there: it is skipped.
struct UnreadLine {};

class LogReader {
 public:
  LogReader(const std::string& file, const PacketSink& sink, std::string_view game)
      : file_(file), sink_(sink), ahead_(game) {}

  void read(std::string_view game, std::size_t first_line) {
    number_ = first_line;
    if (game.find(kCreates) == std::string_view::npos) refuse("it contains no game: a line CREATE_GAME was expected");
    noteFile();
    forEachLine(game, [&](std::string_view line, std::size_t number) {
      number_ = first_line + number;
      if (line.find(kList) != std::string_view::npos) beginList(number);
      if (const auto content = between(line, kPower, {})) {
        const bool is_text = line.size() <= kMaxLineBytes && simdjson::validate_utf8(line.data(), line.size());
        is_text ? take(*content) : skip("line that is not text");
      }
      return !done_;
    });
    flush();
  }

 private:
  void noteFile() {
    if (ahead_.isSpectated()) {
      Packet packet = made(Packet::Kind::note);
      packet.text = "this is a spectator's log: it has what the watched player saw";
      hand(packet);
    }
    if (!ahead_.mode()) return;
    Packet packet = made(Packet::Kind::mode);
    if (const Mode* mode = modeOf(*ahead_.mode())) packet.value = mode->number;
    packet.text = *ahead_.mode();
    hand(packet);
  }

  /// The client announces the number of packets, so missing ones are noticed.
  void beginList(std::size_t line) {
    const auto lacks = ahead_.lackedBy(line);
    is_whole_ = lacks == 0U;
    has_lists_ = true;
    opened_in_list_ = 0;
    if (lacks && *lacks > 0) skip("packet announced but missing from the log", 0, *lacks);
  }

  void take(std::string_view content) {
    const std::size_t indent = indentOf(content);
    content.remove_prefix(indent);
    if (content.empty()) return;
    const std::string_view word = firstWord(content);
    try {
      if (word.starts_with("tag=")) return takeTag(content);
      if (isPresentation(word)) return;
      flush();
      if (done_) return;
      closeBlocks(word, indent / 4);
      packet(word, content);
    } catch (const UnreadLine&) {
      const bool is_tag = content.starts_with("tag=");
      skip(fmt::format("{} that cannot be read", is_tag ? "tag" : word.substr(0, kMaxWordBytes)),
           is_tag ? entity_.entity : 0);
    }
  }

  /// Lines inside a block that began in the same list are indented; a line that is indented less comes after the end of
  /// the block.
  void closeBlocks(std::string_view word, std::size_t depth) {
    if (word != "TAG_CHANGE" && word != "BLOCK_START" && word != "ACTION_START") return;
    indents_ = indents_ || (depth > 0 && opened_in_list_ > 0);
    for (; indents_ && opened_in_list_ > depth; --opened_in_list_, --open_blocks_) {
      hand(made(Packet::Kind::block_ended));
      skip("BLOCK_START without its end");
    }
  }

  void packet(std::string_view word, std::string_view content) {
    if (word == "TAG_CHANGE") return tagChange(content);
    if (word == "GameEntity" || word == "Player") return declare(content, word == "Player");
    if (word == "FULL_ENTITY") return fullEntity(content);
    if (word == "SHOW_ENTITY") return become(content, Packet::Kind::show_entity);
    if (word == "CHANGE_ENTITY") return become(content, Packet::Kind::change_entity);
    if (word == "HIDE_ENTITY") return hide(content);
    if (word == "BLOCK_START" || word == "ACTION_START") return blockBegins(content);
    if (word == "BLOCK_END" || word == "ACTION_END") return blockEnds();
    if (word == "RESET_GAME") return hand(made(Packet::Kind::reset));
    if (word == "SHUFFLE_DECK") {
      Packet shuffled = made(Packet::Kind::shuffled);
      shuffled.seat = number(needed(content, "PlayerID=", {}));
      return hand(shuffled);
    }
    skip(fmt::format("unknown packet {}", word.substr(0, kMaxWordBytes)));
  }

  void takeTag(std::string_view content) {
    if (!collecting_) return skip("tag without a packet");
    if (entity_.tags.size() == kMaxTags) refuse(fmt::format("an entity has more than {} tags", kMaxTags));
    const auto tag = tagNumber(needed(content, "tag=", " value="));
    if (!tag || !isRead(*tag)) return;
    entity_.tags.push_back(
        {.tag = *tag, .value = value(*tag, firstWord(needed(content, " value=", {})), entity_.entity)});
    entity_.ordinal = number_;
  }

  void tagChange(std::string_view content) {
    const auto tag = tagNumber(firstWord(needed(content, " tag=", " value=")));
    if (!tag || !isRead(*tag)) return;
    Packet packet = made(Packet::Kind::tag_change);
    packet.entity = entity(needed(content, "Entity=", " tag="));
    packet.tag = *tag;
    packet.value = value(*tag, firstWord(needed(content, " value=", {})), packet.entity);
    hand(packet);
  }

  void declare(std::string_view content, bool player) {
    begin(player ? Packet::Kind::player : Packet::Kind::game_entity);
    collecting_ = false;
    entity_.entity = number(firstWord(needed(content, "EntityID=", {})));
    if (player) {
      entity_.seat = number(firstWord(needed(content, "PlayerID=", {})));
      entity_of_[entity_.seat] = entity_.entity;
      entity_.text = ahead_.nameOf(entity_.seat);
      entity_.is_robot = ahead_.robot() == entity_.seat;
    } else {
      game_ = entity_.entity;
    }
    collecting_ = true;
  }

  void fullEntity(std::string_view content) {
    const auto id = between(content, "Creating ID=", " CardID=");
    const std::uint32_t entity_id = id ? number(*id) : entity(needed(content, "Updating ", " CardID="));
    const std::string_view card = firstWord(needed(content, " CardID=", {}));
    begin(Packet::Kind::full_entity);
    entity_.entity = entity_id;
    entity_.text = card;
  }

  void become(std::string_view content, Packet::Kind kind) {
    const std::uint32_t id = entity(needed(content, "Entity=", " CardID="));
    begin(kind);
    entity_.entity = id;
    entity_.text = firstWord(needed(content, " CardID=", {}));
  }

  void hide(std::string_view content) {
    Packet packet = made(Packet::Kind::hide_entity);
    packet.entity = entity(needed(content, "Entity=", " tag="));
    packet.value = value(numberOf(GameTag::zone), firstWord(needed(content, " value=", {})), packet.entity);
    hand(packet);
  }

  void blockBegins(std::string_view content) {
    Packet packet = made(Packet::Kind::block_began);
    packet.block = static_cast<std::uint32_t>(BlockKind::unknown);
    ++open_blocks_;
    if (has_lists_) ++opened_in_list_;
    try {
      std::string_view named = needed(content, " Entity=", {});
      for (const std::string_view after : {" EffectCardId=", " SubType=", " BlockType=", " Index=", " EffectIndex="})
        named = named.substr(0, named.find(after));
      packet.entity = entity(named);
      if (const auto target = between(content, " Target=", {})) {
        const std::string_view at = target->substr(0, target->find(" SubOption="));
        if (at != "0") packet.target = entity(at);
      }
      const auto word = content.find(" BlockType=") != std::string_view::npos ? needed(content, " BlockType=", {})
                                                                              : needed(content, " SubType=", {});
      const auto block = blockNumber(firstWord(word));
      packet.text = firstWord(word);
      if (block) packet.block = *block;
    } catch (const UnreadLine&) {
      packet.text = "a line that cannot be read";
    }
    hand(packet);
  }

  void blockEnds() {
    if (open_blocks_ == 0) return skip("BLOCK_END without its start", 0, 1, is_whole_);
    --open_blocks_;
    if (opened_in_list_ > 0) --opened_in_list_;
    hand(made(Packet::Kind::block_ended));
  }

  // ---- the contents of a line
  /// "[... id=30 ...]", a number, the game, or what a player is called.
  std::uint32_t entity(std::string_view named) {
    if (named == "GameEntity") return game_;
    if (const auto id = wholeNumber<std::uint32_t>(named)) return *id;
    if (!named.starts_with('[')) return player(named);
    std::size_t at = named.rfind(" id=");
    if (at == std::string_view::npos) at = named.starts_with("[id=") ? 0 : std::string_view::npos;
    if (at == std::string_view::npos) throw UnreadLine{};
    const std::string_view id = named.substr(at + 4);
    return number(id.substr(0, id.find_first_of(" ]")));
  }

  std::uint32_t player(std::string_view name) const {
    const auto seat = ahead_.seatOf(name);
    const auto id = seat ? entity_of_.find(*seat) : entity_of_.end();
    if (id == entity_of_.end())
      refuse(fmt::format("the log does not say which player is called {}", docket::quoted(name)));
    return id->second;
  }

  std::string_view needed(std::string_view content, std::string_view from, std::string_view until) const {
    const auto found = between(content, from, until);
    if (!found) throw UnreadLine{};
    return *found;
  }
  [[nodiscard]] static std::uint32_t number(std::string_view text) {
    const auto found = wholeNumber<std::uint32_t>(text);
    if (!found) throw UnreadLine{};
    return *found;
  }
  std::int64_t value(std::uint32_t tag, std::string_view word, std::uint32_t entity_id) {
    if (const auto found = tagValue(tag, word)) return *found;
    skip(fmt::format("{}={}", tagWord(tag), word.substr(0, kMaxWordBytes)), entity_id, 1, false, tag);
    return kUnknownValue;
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
  void skip(std::string what, std::uint32_t entity = 0, std::uint64_t count = 1, bool is_harmless = false,
            std::uint32_t tag = 0) {
    Packet packet = made(Packet::Kind::skipped);
    packet.text = std::move(what);
    packet.entity = entity;
    packet.value = static_cast<std::int64_t>(count);
    packet.is_harmless = is_harmless;
    packet.tag = tag;
    hand(packet);
  }
  void hand(const Packet& packet) {
    if (!sink_(packet)) done_ = true;
  }
  [[noreturn]] void refuse(const std::string& message) const { throw BadInput(file_, number_, 1, message); }

  const std::string& file_;
  const PacketSink& sink_;
  const LookAhead ahead_;
  std::size_t number_ = 1;
  std::uint32_t game_ = 0;
  std::map<std::uint32_t, std::uint32_t> entity_of_;  ///< by seat
  std::size_t open_blocks_ = 0, opened_in_list_ = 0;
  bool has_lists_ = false;  ///< packets come in lists, each with a line before it that counts them
  bool indents_ = false;    ///< lines in a block are
  bool is_whole_ = false;   ///< the current list has as many packets as it announces
  Packet entity_;
  bool collecting_ = false;
  bool done_ = false;
};

std::size_t lineBegin(std::string_view file, std::size_t at) {
  const std::size_t before = at == 0 ? std::string_view::npos : file.rfind('\n', at - 1);
  return before == std::string_view::npos ? 0 : before + 1;
}

/// The beginning of the game that is created at `at`: the line that counts its packets, or the one by which a spectator
/// begins to watch it, if these are after `after`.
std::size_t gameBegin(std::string_view file, std::size_t at, std::size_t after) {
  std::size_t begin = lineBegin(file, at);
  const std::size_t previous = begin == 0 ? 0 : lineBegin(file, begin - 1);
  if (previous >= after && file.substr(previous, begin - previous).find(kList) != std::string_view::npos)
    begin = previous;
  const std::size_t watched = file.substr(0, begin).rfind(" Spectator ");
  if (watched == std::string_view::npos || watched < after) return begin;
  const std::size_t line = lineBegin(file, watched);
  return file.substr(line).substr(0, file.substr(line).find('\n')).find(kSpectates) == std::string_view::npos ? begin
                                                                                                              : line;
}

}  // namespace

bool looksLikeLog(std::string_view first_bytes) {
  constexpr std::size_t kFirst = 400;
  const std::size_t begin = first_bytes.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return false;
  const std::string_view first = first_bytes.substr(begin, kFirst);
  if (!first.starts_with("D ") && !first.starts_with("[Power]") && !first.starts_with("W ")) return false;
  return first.find("GameState.") != std::string_view::npos || first.find("PowerTaskList.") != std::string_view::npos ||
         first.find("PowerProcessor.") != std::string_view::npos || first.find(" Spectat") != std::string_view::npos;
}

std::vector<std::string_view> gamesOfLog(std::string_view file) {
  std::vector<std::size_t> begins;
  for (std::size_t at = file.find(kCreates); at != std::string_view::npos; at = file.find(kCreates, at + 1))
    begins.push_back(gameBegin(file, at, begins.empty() ? 0 : begins.back() + kCreates.size()));
  if (begins.empty()) return {file};
  std::vector<std::string_view> games;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const std::size_t end = i + 1 < begins.size() ? begins[i + 1] : file.size();
    games.push_back(file.substr(begins[i], end - begins[i]));
  }
  return games;
}

void readLog(std::string_view game, const std::string& file, std::size_t first_line, const PacketSink& sink) {
  LogReader(file, sink, game).read(game, first_line);
}

}  // namespace docket::hearthstone
