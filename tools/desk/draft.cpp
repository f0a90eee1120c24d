#include "tools/desk/draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <range/v3/algorithm/contains.hpp>
#include <utility>

#include "events/digest.h"
#include "events/text/quoted.h"
#include "tools/import/deck_list.h"
#include "tools/io/files.h"
#include "tools/io/output.h"
#include "tools/typing/new_game.h"

namespace docket::desk {
namespace {

constexpr std::size_t kLinesAtOnce = 1'000;
constexpr std::size_t kMaxNameBytes = 1'000;

std::filesystem::path catalogueFile(const std::filesystem::path& folder) { return folder / "catalogue.txt"; }
/// A name per line; invitations have no names with ends of lines.
std::filesystem::path typistsFile(const std::filesystem::path& folder) { return folder / "typists.txt"; }

std::string catalogueOf(const std::filesystem::path& folder) {
  const auto file = catalogueFile(folder);
  return std::filesystem::exists(file) ? readText(file, kMaxNameBytes) : std::string();
}

std::vector<std::string> choicesOf(const std::string& catalogue) {
  return catalogue.empty() ? std::vector<std::string>() : std::vector{catalogue};
}

std::string_view kindWord(typing::ReadLine::Kind kind) {
  using Kind = typing::ReadLine::Kind;
  switch (kind) {
    case Kind::blank:
      return "blank";
    case Kind::header:
      return "header";
    case Kind::event:
      return "event";
    case Kind::below:
      return "below";
    case Kind::unread:
      break;
  }
  return "unread";
}

std::string lineJson(const std::string& text, const typing::ReadLine& line) {
  JsonWriter json;
  json.object().member("text", text).member("kind", kindWord(line.kind)).member("event", line.event);
  if (line.mistake) {
    json.object("mistake").member("column", line.mistake->column).member("message", line.mistake->message).end();
  } else {
    json.memberNull("mistake");
  }
  return json.list("comments", line.comments).member("finding", typing::hasFinding(line)).end().text();
}

/// The list of a deck beside the transcript; a transcript that somebody else wrote reaches no other file.
std::string deckLines(const std::filesystem::path& transcript, const std::string& deck, Seat seat, const Rules& rules) {
  if (deck.find('/') != std::string::npos || deck.starts_with("."))
    throw BadInput(
        fmt::format("the deck {} is not a file of this draft: add the deck list first", docket::quoted(deck)));
  return registeringLines(transcript.string(), deck, seat, rules);
}

}  // namespace

void Draft::begin(const std::filesystem::path& folder, std::string_view text, const std::string& catalogue) {
  std::filesystem::create_directories(folder);
  useCatalogue(folder, catalogue);
  writeOutputFile(folder / "game.txt", text);
}

void Draft::useCatalogue(const std::filesystem::path& folder, const std::string& catalogue) {
  writeOutputFile(catalogueFile(folder), catalogue);
}

Draft::Draft(std::filesystem::path folder, const Archive& archive)
    : folder_(std::move(folder)),
      archive_(archive),
      catalogue_(catalogueOf(folder_)),
      pinning_({}, choicesOf(catalogue_)),
      text_(readText(file(), kMaxBytes)),
      game_(
          [this](schema::Header::Reader header) {
            return pinning_.rulesFor(pinning_.documentsFor(header, "this game", &archive_));
          },
          [this](const std::string& deck, Seat seat, const Rules& rules) {
            return deckLines(file(), deck, seat, rules);
          }) {
  read();
}

std::string Draft::version() const { return hex(digest(text_.text())).substr(0, 16); }

void Draft::requireVersion(const std::string& version) const {
  if (version != this->version())
    throw Outdated("another page has changed this draft; its latest version is shown now");
}

void Draft::read() {
  game_.take(text_.lines(), text_.takeChanged());
  while (game_.work(kLinesAtOnce)) {
  }
}

void Draft::save() const {
  const std::string text = text_.text();
  if (text.size() > kMaxBytes)
    throw BadInput(fmt::format("a draft has at most {} bytes: import the game from a file", kMaxBytes));
  writeOutputFile(file(), text);
}

void Draft::saveOr(bool (typing::TypedText::*take_back)()) {
  try {
    save();
  } catch (...) {
    (text_.*take_back)();
    throw;
  }
  read();
}

void Draft::edit(const std::string& version, std::size_t first, std::size_t count, std::vector<std::string> with) {
  requireVersion(version);
  text_.replaceLines(first, count, std::move(with));
  saveOr(&typing::TypedText::undo);
}

bool Draft::undo(const std::string& version) {
  requireVersion(version);
  if (!text_.undo()) return false;
  saveOr(&typing::TypedText::redo);
  return true;
}

bool Draft::redo(const std::string& version) {
  requireVersion(version);
  if (!text_.redo()) return false;
  saveOr(&typing::TypedText::undo);
  return true;
}

std::vector<std::string> Draft::linesRead() const {
  std::vector<std::string> read;
  for (std::size_t i = 0; i < text_.lines().size(); ++i) read.push_back(lineJson(text_.lines()[i], game_.line(i)));
  return read;
}

std::vector<std::string> Draft::typists() const {
  std::vector<std::string> names;
  std::ifstream file(typistsFile(folder_));
  for (std::string name; std::getline(file, name);) names.push_back(name);
  return names;
}

void Draft::addTypist(const std::string& name) {
  auto names = typists();
  if (name.empty() || ranges::contains(names, name)) return;
  names.push_back(name);
  writeOutputFile(typistsFile(folder_), fmt::format("{}\n", fmt::join(names, "\n")));
}

std::size_t Draft::mistakes() const {
  std::size_t count = 0;
  for (std::size_t line = 0; line < game_.lines(); ++line) count += game_.line(line).mistake ? 1U : 0U;
  return count;
}

notation::Offers Draft::offers(std::size_t line, std::string_view begun) {
  if (line >= game_.lines() && line != 0) return {};
  return game_.offers(line, begun, typing::rulesetNames(&archive_));
}

OpenGame Draft::open() {
  if (!game_.hasGame()) throw BadInput("the first lines of the draft do not say yet which game it is");
  return {std::make_shared<const Recording>(game_.game()), game_.rules()};
}

}  // namespace docket::desk
