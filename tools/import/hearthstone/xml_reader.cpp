#include "tools/import/hearthstone/xml_reader.h"

#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <optional>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <utility>

#include "events/errors.h"
#include "events/text/letters.h"
#include "events/text/whole_number.h"
#include "tools/import/hearthstone/format_entry.h"
#include "tools/import/hearthstone/log_words.h"
#include "tools/import/hearthstone/tags.h"

namespace docket::hearthstone {
namespace {

constexpr std::size_t kChunkBytes = 64U << 10;
constexpr std::size_t kMaxTagBytes = 1U << 20;
constexpr std::size_t kMaxDepth = 128;
constexpr std::size_t kMaxNameBytes = 40;
constexpr std::string_view kOpensGame = "<Game";
constexpr std::string_view kClosesGame = "</Game>";
constexpr std::string_view kUnnamed = "UNKNOWN HUMAN PLAYER";
constexpr std::string_view kRoot = "<HSReplay>";  // what precedes a game that is not the first of its file

/// Elements that are skipped with their contents, as they do not change the table: offered and chosen options, lists,
/// graphics and sounds. Names are compared in lower case, as writers differ in them.
constexpr std::array<std::string_view, 14> kPassedBy{"choices",        "chosenentities",
                                                     "sendchoices",    "options",
                                                     "sendoption",     "deck",
                                                     "sideboard",      "card",
                                                     "metadata",       "subspelltarget",
                                                     "subspellsource", "vospell",
                                                     "vobanter",       "cachedtagfordormantchange"};
/// Elements that contain packets and are not packets themselves.
constexpr std::array<std::string_view, 2> kHolders{"hsreplay", "subspell"};

struct ParserEnds {
  void operator()(XML_ParserStruct* parser) const { XML_ParserFree(parser); }
};

/// Thrown for a tag that is not what HSReplay has there: it is skipped.
struct UnreadTag {};

class Attributes {
 public:
  explicit Attributes(const XML_Char** pairs) : pairs_(pairs) {}
  [[nodiscard]] std::optional<std::string_view> text(std::string_view name) const {
    for (const XML_Char** pair = pairs_; pair[0] != nullptr; pair += 2) {
      if (pair[0] == name) return std::string_view(pair[1]);
    }
    return std::nullopt;
  }

 private:
  const XML_Char** pairs_;
};

/// Reads one piece. Keeps an error until the parser, which is C, has stopped.
class XmlReader {
 public:
  XmlReader(const std::string& file, std::size_t first_line, const PacketSink& sink)
      : file_(file), first_line_(first_line), sink_(sink), parser_(XML_ParserCreate("UTF-8")) {
    if (!parser_) throw std::bad_alloc();
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), &XmlReader::onStart, &XmlReader::onEnd);
    XML_SetEntityDeclHandler(parser_.get(), &XmlReader::onEntity);
    XML_SetSkippedEntityHandler(parser_.get(), &XmlReader::onSkippedEntity);
    XML_SetCharacterDataHandler(parser_.get(), &XmlReader::onText);
  }

  void read(std::string_view game) {
    if (game.starts_with(kOpensGame)) {
      before_ = kRoot.size();
      feed(kRoot, false);
    }
    const bool whole_file = !game.ends_with(kClosesGame);
    for (std::size_t at = 0; at < game.size() && !done_; at += kChunkBytes) {
      feed(game.substr(at, kChunkBytes), false);
    }
    if (!done_ && whole_file) feed({}, true);
    if (!done_ && games_ == 0) refuse("it contains no game: a <Game> was expected");
  }

 private:
  // ---- the parser's calls

  static void XMLCALL onStart(void* self, const XML_Char* name, const XML_Char** attributes) {
    static_cast<XmlReader*>(self)->guarded([&](XmlReader& reader) { reader.starts(name, Attributes(attributes)); });
  }
  static void XMLCALL onEnd(void* self, const XML_Char* name) {
    static_cast<XmlReader*>(self)->guarded([&](XmlReader& reader) { reader.ends(name); });
  }
  static void XMLCALL onEntity(void* self, const XML_Char* name, int, const XML_Char*, int, const XML_Char*,
                               const XML_Char*, const XML_Char*, const XML_Char*) {
    static_cast<XmlReader*>(self)->guarded([&](const XmlReader& reader) {
      reader.refuse(fmt::format("it declares the entity \"{}\"; entities are not accepted", name));
    });
  }
  static void XMLCALL onSkippedEntity(void* self, const XML_Char* name, int) {
    static_cast<XmlReader*>(self)->guarded(
        [&](const XmlReader& reader) { reader.refuse(fmt::format("the entity \"{}\" is not declared", name)); });
  }
  static void XMLCALL onText(void* self, const XML_Char* text, int length) {
    const std::string_view said(text, static_cast<std::size_t>(length));
    if (said.find_first_not_of(" \t\r\n") == std::string_view::npos) return;
    static_cast<XmlReader*>(self)->guarded([&](XmlReader& reader) { reader.texts(said); });
  }

  template <class Act>
  void guarded(Act&& act) {
    if (wrong_ || done_) return;
    try {
      act(*this);
    } catch (...) {
      wrong_ = std::current_exception();
    }
    if (wrong_ || done_) XML_StopParser(parser_.get(), XML_FALSE);
  }

  void feed(std::string_view bytes, bool last) {
    fed_ += bytes.size();
    const XML_Status status = XML_Parse(parser_.get(), bytes.data(), static_cast<int>(bytes.size()), last ? 1 : 0);
    if (wrong_) std::rethrow_exception(wrong_);
    if (done_) return;
    if (status != XML_STATUS_OK) {
      const XML_Error error = XML_GetErrorCode(parser_.get());
      const bool is_cut = error == XML_ERROR_NO_ELEMENTS || error == XML_ERROR_UNCLOSED_TOKEN ||
                          error == XML_ERROR_PARTIAL_CHAR || (last && depth_ > 0);
      if (is_cut && in_game_) {
        hand({.kind = Packet::Kind::cut, .at = here()});
        done_ = true;
        return;
      }
      if (is_cut) refuse("the file is cut short here: it ends before its last tag is closed");
      refuse(fmt::format("this is not XML: {}", XML_ErrorString(error)));
    }
    const auto reached = XML_GetCurrentByteIndex(parser_.get());
    if (reached >= 0 && fed_ - static_cast<std::size_t>(reached) > kMaxTagBytes)
      refuse(fmt::format("a tag is longer than {} bytes", kMaxTagBytes));
  }

  // ---- elements

  void starts(std::string_view written, const Attributes& attributes) {
    if (in_game_) ++elements_;
    if (++depth_ > kMaxDepth) refuse(fmt::format("tags are nested more than {} deep", kMaxDepth));
    if (depth_ == 1 && written != "HSReplay")
      refuse(fmt::format("<{}> is not <HSReplay>: this is not a replay", written));
    if (passed_by_ != 0) return;
    const std::string name = asciiLower(written);
    if (name == "game") return startsGame(attributes);
    if (ranges::contains(kHolders, name)) return;
    if (ranges::contains(kPassedBy, name) || !in_game_) {
      if (isPacket(name)) refuse(fmt::format("<{}> is outside of a <Game>", written));
      passed_by_ = depth_;
      return;
    }
    try {
      packet(name, attributes);
    } catch (const UnreadTag&) {
      skip(fmt::format("<{}> that cannot be read", written.substr(0, kMaxNameBytes)), about(attributes));
      if (name == "block" || name == "action")
        hand(
            {.kind = Packet::Kind::block_began, .at = here(), .block = static_cast<std::uint32_t>(BlockKind::unknown)});
    }
  }

  static bool isPacket(std::string_view name) {
    return name == "tagchange" || name == "block" || name == "action" || elementOf(name) != nullptr;
  }

  void packet(std::string_view name, const Attributes& attributes) {
    if (name == "tag") return takeTag(attributes);
    if (name == "initialname" && collecting_ != 0 && entity_.kind == Packet::Kind::player) {
      named_ = depth_;
      return;
    }
    if (collecting_ != 0 && !isPacket(name)) {
      passed_by_ = depth_;
      return skip(fmt::format("unknown element <{}>", name.substr(0, kMaxNameBytes)), entity_.entity);
    }
    flush();
    if (done_) return;
    if (name == "tagchange") return tagChange(attributes);
    if (name == "block" || name == "action") return startsBlock(attributes);
    if (const Element* element = elementOf(name)) return startsEntity(*element, attributes);
    Packet packet{.at = here()};
    if (name == "shuffledeck") {
      packet.kind = Packet::Kind::shuffled;
      packet.seat = number<std::uint32_t>(attributes, "player_id");
    } else if (name == "resetgame") {
      packet.kind = Packet::Kind::reset;
    } else if (name == "hideentity") {
      packet.kind = Packet::Kind::hide_entity;
      packet.entity = number<std::uint32_t>(attributes, "entity");
      packet.value = value(attributes, "zone", numberOf(GameTag::zone), packet.entity);
    } else {
      return skip(fmt::format("unknown element <{}>", name.substr(0, kMaxNameBytes)), about(attributes));
    }
    hand(std::move(packet));
  }

  /// The entity that an element is about, as far as it says that; 0: not known.
  [[nodiscard]] std::uint32_t about(const Attributes& attributes) const {
    if (collecting_ != 0) return entity_.entity;
    return wholeNumber<std::uint32_t>(attributes.text("entity").value_or("")).value_or(0);
  }

  void startsGame(const Attributes& attributes) {
    if (++games_ > 1) refuse("a game within a game");
    in_game_ = true;
    elements_ = 1;
    // `type` is the mode, except in files of one program, which has 0 there and the mode beside it.
    auto mode_text = attributes.text("gameType");
    if (!mode_text) mode_text = attributes.text("type");
    const auto mode = wholeNumber<std::uint32_t>(mode_text.value_or("0")).value_or(0);
    if (mode == 0) return;
    Packet packet{.kind = Packet::Kind::mode, .at = here()};
    packet.value = mode;
    packet.text = *mode_text;
    hand(std::move(packet));
  }

  struct Element {
    std::string_view name, id, text;
    Packet::Kind kind;
  };
  static const Element* elementOf(std::string_view name) {
    static constexpr std::array<Element, 5> kElements{
        {{"gameentity", "id", "", Packet::Kind::game_entity},
         {"player", "id", "name", Packet::Kind::player},
         {"fullentity", "id", "cardID", Packet::Kind::full_entity},
         {"showentity", "entity", "cardID", Packet::Kind::show_entity},
         {"changeentity", "entity", "cardID", Packet::Kind::change_entity}}};
    const auto* const found = ranges::find(kElements, name, &Element::name);
    return found == kElements.end() ? nullptr : found;
  }

  void startsEntity(const Element& element, const Attributes& attributes) {
    Packet entity{.kind = element.kind, .at = here()};
    entity.entity = number<std::uint32_t>(attributes, element.id);
    if (element.kind == Packet::Kind::player) {
      entity.seat = number<std::uint32_t>(attributes, "playerID");
      entity.is_robot = attributes.text("accountLo") == "0";
    }
    entity.text = attributes.text(element.text).value_or("");
    entity_ = std::move(entity);
    collecting_ = depth_;
  }

  void takeTag(const Attributes& attributes) {
    if (collecting_ == 0) return skip("<Tag> outside of an entity");
    if (entity_.tags.size() == kMaxTags) refuse(fmt::format("an entity has more than {} tags", kMaxTags));
    const auto tag = number<std::uint32_t>(attributes, "tag");
    if (isRead(tag)) entity_.tags.push_back({.tag = tag, .value = value(attributes, "value", tag, entity_.entity)});
  }

  void tagChange(const Attributes& attributes) {
    Packet packet{.kind = Packet::Kind::tag_change, .at = here()};
    packet.tag = number<std::uint32_t>(attributes, "tag");
    if (!isRead(packet.tag)) return;
    packet.entity = number<std::uint32_t>(attributes, "entity");
    packet.value = value(attributes, "value", packet.tag, packet.entity);
    hand(std::move(packet));
  }

  void startsBlock(const Attributes& attributes) {
    Packet packet{.kind = Packet::Kind::block_began, .at = here()};
    packet.entity = number<std::uint32_t>(attributes, "entity");
    packet.block = number<std::uint32_t>(attributes, "type");
    packet.text = attributes.text("type").value_or("");
    if (attributes.text("target")) packet.target = number<std::uint32_t>(attributes, "target");
    hand(std::move(packet));
  }

  void ends(std::string_view written) {
    const std::size_t depth = depth_--;
    if (passed_by_ != 0) {
      if (passed_by_ == depth) passed_by_ = 0;
      return;
    }
    if (named_ == depth) named_ = 0;
    if (collecting_ == depth) return flush();
    const std::string name = asciiLower(written);
    if (name == "block" || name == "action") hand({.kind = Packet::Kind::block_ended, .at = here()});
    if (name == "game") in_game_ = false;
  }

  void texts(std::string_view text) {
    if (named_ != 0) {
      if (!initial_name_ && !entity_.text.empty() && entity_.text != kUnnamed) return;
      if (!std::exchange(initial_name_, true)) entity_.text.clear();
      entity_.text += text;
    } else if (passed_by_ == 0 && in_game_) {
      skip("text between the tags");
    }
  }

  void flush() {
    if (std::exchange(collecting_, 0) == 0) return;
    named_ = 0;
    initial_name_ = false;
    hand(std::move(entity_));
  }
  void skip(std::string what, std::uint32_t entity = 0, std::uint32_t tag = 0) {
    Packet packet{.kind = Packet::Kind::skipped, .at = here()};
    packet.text = std::move(what);
    packet.entity = entity;
    packet.tag = tag;
    packet.value = 1;
    hand(std::move(packet));
  }

  void hand(Packet packet) {
    packet.ordinal = elements_;
    if (!sink_(packet)) done_ = true;
  }

  // ---- the contents of a tag

  template <class Number>
  static Number number(const Attributes& attributes, std::string_view name) {
    const auto text = attributes.text(name);
    const auto found = text ? wholeNumber<Number>(*text) : std::nullopt;
    if (!found) throw UnreadTag{};
    return *found;
  }
  /// The value of a tag of an entity. Unknown if it does not have 32 bits, as the server's values do.
  std::int64_t value(const Attributes& attributes, std::string_view name, std::uint32_t tag, std::uint32_t entity_id) {
    const auto text = attributes.text(name);
    if (!text) throw UnreadTag{};
    if (const auto found = wholeNumber<std::int32_t>(*text)) return *found;
    skip(fmt::format("{}={}", tagWord(tag), text->substr(0, kMaxNameBytes)), entity_id, tag);
    return kUnknownValue;
  }

  [[nodiscard]] FilePlace here() const {
    const auto line = static_cast<std::size_t>(XML_GetCurrentLineNumber(parser_.get()));
    const auto column = static_cast<std::size_t>(XML_GetCurrentColumnNumber(parser_.get())) + 1;
    return {.line = first_line_ + line - 1, .column = line == 1 && column > before_ ? column - before_ : column};
  }

  [[noreturn]] void refuse(const std::string& message) const {
    const FilePlace at = here();
    throw BadInput(file_, at.line, at.column, message);
  }

  const std::string& file_;
  std::size_t first_line_;
  const PacketSink& sink_;
  std::unique_ptr<XML_ParserStruct, ParserEnds> parser_;
  std::exception_ptr wrong_;
  std::size_t before_ = 0;  // bytes that were put before the piece, on its first line
  std::size_t fed_ = 0;
  std::size_t depth_ = 0;
  std::uint64_t elements_ = 0;  // of the game so far
  int games_ = 0;
  bool in_game_ = false;
  std::size_t collecting_ = 0;  // the depth of the entity whose tags are collected; 0: of none
  std::size_t passed_by_ = 0;   // the depth of the element that is passed by with all that is in it
  std::size_t named_ = 0;       // the depth of the element whose text is a name
  bool initial_name_ = false;   // it is the name that entity_ has
  bool done_ = false;
  Packet entity_;
};

/// True if `<Game` at `at` opens a game, and not a <GameEntity>.
bool opensGame(std::string_view file, std::size_t at) {
  const std::size_t end = at + kOpensGame.size();
  return end < file.size() && std::string_view(" \t\r\n>").find(file[end]) != std::string_view::npos;
}

}  // namespace

bool looksLikeXml(std::string_view first_bytes) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (first_bytes.starts_with(kMark)) first_bytes.remove_prefix(kMark.size());
  const auto start = first_bytes.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return false;
  first_bytes.remove_prefix(start);
  return first_bytes.starts_with("<?xml") || first_bytes.starts_with("<HSReplay") ||
         first_bytes.starts_with("<!DOCTYPE");
}

std::vector<std::string_view> gamesOfXml(std::string_view file) {
  std::vector<std::string_view> games;
  std::size_t begin = 0;
  for (std::size_t at = file.find(kClosesGame); at != std::string_view::npos; at = file.find(kClosesGame, at + 1)) {
    std::size_t next = file.find(kOpensGame, at);
    while (next != std::string_view::npos && !opensGame(file, next)) next = file.find(kOpensGame, next + 1);
    if (next == std::string_view::npos) break;
    games.push_back(file.substr(begin, at + kClosesGame.size() - begin));
    begin = next;
  }
  games.push_back(file.substr(begin));
  return games;
}

void readXml(std::string_view game, const std::string& file, std::size_t first_line, const PacketSink& sink) {
  XmlReader(file, first_line, sink).read(game);
}

}  // namespace docket::hearthstone
