#include "tools/import/hearthstone/xml_reader.h"

#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <exception>
#include <memory>
#include <optional>
#include <range/v3/algorithm/contains.hpp>
#include <utility>

#include "events/errors.h"

namespace docket::hearthstone {
namespace {

constexpr std::size_t kChunkBytes = 64U << 10;
constexpr std::size_t kMostTagBytes = 1U << 20;
constexpr std::size_t kMostDepth = 128;
constexpr std::string_view kOpensGame = "<Game";
constexpr std::string_view kClosesGame = "</Game>";
constexpr std::string_view kRoot = "<HSReplay>";  // what stands before a game that is not the first of its file

// What says nothing of the table: choices and options as they are offered and made, lists, what is shown.
constexpr std::array<std::string_view, 21> kPassedBy{
    "HSReplay",    "Choices",        "Choice",         "ChosenEntities", "SendChoices",
    "Options",     "Option",         "SubOption",      "Target",         "SendOption",
    "Deck",        "Card",           "Sideboard",      "MetaData",       "Info",
    "SubSpell",    "SubSpellTarget", "SubSpellSource", "VOSpell",        "CachedTagForDormantChange",
    "MetaDataInfo"};

struct ParserEnds {
  void operator()(XML_ParserStruct* parser) const { XML_ParserFree(parser); }
};

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

/// Reads one piece. What is wrong is kept until the parser, which is C, has come to a stop.
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
    if (!done_ && games_ == 0) refuse("there is no game in it: a <Game> was expected");
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
      reader.refuse(fmt::format("it declares the entity \"{}\": a replay needs none, and none is taken", name));
    });
  }
  static void XMLCALL onSkippedEntity(void* self, const XML_Char* name, int) {
    static_cast<XmlReader*>(self)->guarded(
        [&](const XmlReader& reader) { reader.refuse(fmt::format("the entity \"{}\" is declared nowhere", name)); });
  }
  static void XMLCALL onText(void* self, const XML_Char* text, int length) {
    const std::string_view said(text, static_cast<std::size_t>(length));
    if (said.find_first_not_of(" \t\r\n") == std::string_view::npos) return;
    static_cast<XmlReader*>(self)->guarded(
        [&](const XmlReader& reader) { reader.refuse("text stands between the tags, where a replay has none"); });
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
      if (error == XML_ERROR_NO_ELEMENTS || error == XML_ERROR_UNCLOSED_TOKEN || (last && depth_ > 0))
        refuse("the file is cut short here: it ends before its last tag is closed");
      refuse(fmt::format("this is no XML: {}", XML_ErrorString(error)));
    }
    const auto reached = XML_GetCurrentByteIndex(parser_.get());
    if (reached >= 0 && fed_ - static_cast<std::size_t>(reached) > kMostTagBytes)
      refuse(fmt::format("a tag is longer than {} bytes", kMostTagBytes));
  }

  // ---- elements

  void starts(std::string_view name, const Attributes& attributes) {
    if (in_game_) ++elements_;
    if (++depth_ > kMostDepth) refuse(fmt::format("tags lie in each other more than {} deep", kMostDepth));
    if (depth_ == 1 && name != "HSReplay") refuse(fmt::format("<{}> is not <HSReplay>: this is no replay", name));
    if (name == "Game") return startsGame();
    if (name == "Tag") return takeTag(attributes);
    if (name == "TagChange") return tagChange(attributes);
    if (name == "Block" || name == "Action") return startsBlock(attributes);
    if (ranges::contains(kPassedBy, name)) return;
    requireGame(name);
    entity_ = {.at = here()};
    if (name == "ShuffleDeck") {
      entity_.kind = Packet::Kind::shuffled;
      entity_.seat = number<std::uint32_t>(attributes, "player_id");
      return hand(std::move(entity_));
    }
    if (name == "ResetGame") {
      entity_.kind = Packet::Kind::reset;
      return hand(std::move(entity_));
    }
    if (name == "HideEntity") {
      entity_.kind = Packet::Kind::hide_entity;
      entity_.entity = number<std::uint32_t>(attributes, "entity");
      entity_.value = number<std::int32_t>(attributes, "zone");
      return hand(std::move(entity_));
    }
    startsEntity(name, attributes);
  }

  void startsGame() {
    if (++games_ > 1) refuse("a game within a game");
    in_game_ = true;
    elements_ = 1;
  }

  void startsEntity(std::string_view name, const Attributes& attributes) {
    struct Element {
      std::string_view name, id, text;
      Packet::Kind kind;
    };
    static constexpr std::array<Element, 5> kElements{
        {{"GameEntity", "id", "", Packet::Kind::game_entity},
         {"Player", "id", "name", Packet::Kind::player},
         {"FullEntity", "id", "cardID", Packet::Kind::full_entity},
         {"ShowEntity", "entity", "cardID", Packet::Kind::show_entity},
         {"ChangeEntity", "entity", "cardID", Packet::Kind::change_entity}}};
    const auto* found =
        std::find_if(kElements.begin(), kElements.end(), [&](const Element& one) { return one.name == name; });
    if (found == kElements.end()) refuse(fmt::format("<{}> is no tag of a replay that is known here", name));
    if (collecting_) refuse(fmt::format("<{}> stands within another entity", name));
    entity_.kind = found->kind;
    entity_.entity = number<std::uint32_t>(attributes, found->id);
    if (found->kind == Packet::Kind::player) entity_.seat = number<std::uint32_t>(attributes, "playerID");
    entity_.text = attributes.text(found->text).value_or("");
    collecting_ = true;
  }

  void takeTag(const Attributes& attributes) {
    if (!collecting_) refuse("<Tag> stands outside of an entity");
    if (entity_.tags.size() == kMostTags) refuse(fmt::format("an entity has more than {} tags", kMostTags));
    entity_.tags.push_back(
        {.tag = number<std::uint32_t>(attributes, "tag"), .value = number<std::int32_t>(attributes, "value")});
  }

  void tagChange(const Attributes& attributes) {
    requireGame("TagChange");
    if (collecting_) refuse("<TagChange> stands within an entity");
    Packet packet{.kind = Packet::Kind::tag_change, .at = here()};
    packet.entity = number<std::uint32_t>(attributes, "entity");
    packet.tag = number<std::uint32_t>(attributes, "tag");
    packet.value = number<std::int32_t>(attributes, "value");
    hand(std::move(packet));
  }

  void startsBlock(const Attributes& attributes) {
    requireGame("Block");
    Packet packet{.kind = Packet::Kind::block_began, .at = here()};
    packet.entity = number<std::uint32_t>(attributes, "entity");
    packet.block = number<std::uint32_t>(attributes, "type");
    if (attributes.text("target")) packet.target = number<std::uint32_t>(attributes, "target");
    hand(std::move(packet));
  }

  void ends(std::string_view name) {
    --depth_;
    if (name == "Block" || name == "Action") {
      hand({.kind = Packet::Kind::block_ended, .at = here()});
    } else if (collecting_ && name != "Tag" && !ranges::contains(kPassedBy, name)) {
      collecting_ = false;
      hand(std::move(entity_));
    } else if (name == "Game") {
      in_game_ = false;
    }
  }

  void hand(Packet packet) {
    packet.ordinal = elements_;
    if (!sink_(packet)) done_ = true;
  }

  // ---- what stands in a tag

  template <class Number>
  Number number(const Attributes& attributes, std::string_view name) const {
    const auto text = attributes.text(name);
    if (!text) refuse(fmt::format("the tag has no {}=\"...\"", name));
    Number value{};
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
    if (error != std::errc{} || end != text->data() + text->size())
      refuse(fmt::format("{}=\"{}\": a whole number of 32 bits was expected", name, text->substr(0, 40)));
    return value;
  }

  void requireGame(std::string_view name) const {
    if (!in_game_) refuse(fmt::format("<{}> stands outside of a <Game>", name));
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
  bool collecting_ = false;  // the tags of entity_
  bool done_ = false;
  Packet entity_;
};

/// Whether `<Game` at `at` opens a game, and not a <GameEntity>.
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
