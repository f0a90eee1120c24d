#include "tools/import/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <istream>
#include <range/v3/algorithm/find_if.hpp>
#include <streambuf>

#include "events/errors.h"
#include "events/text/trimmed.h"
#include "events/validate.h"
#include "tools/import/deck_list.h"
#include "tools/import/edopro/format_entry.h"
#include "tools/import/hearthstone/format_entry.h"
#include "tools/notation/transcript.h"
#include "tools/notation/transcript_reader.h"

namespace docket {
namespace {

/// Bytes in memory as a stream, without a copy.
class BytesBuffer : public std::streambuf {
 public:
  explicit BytesBuffer(std::string_view bytes) {
    char* const begin = const_cast<char*>(bytes.data());  // a get area is never written to
    setg(begin, begin, begin + bytes.size());
  }
};

// ---- JSON Lines

bool beginsAsJson(std::string_view bytes) {
  const auto start = bytes.find_first_not_of(" \t\r\n");
  return start != std::string_view::npos && bytes[start] == '{';
}

/// Refuses a JSON document of several lines, such as a catalogue or a ruleset.
void requireLines(const GameToRead& game) {
  const std::string_view text = trimmed(game.source.text);
  const bool is_whole = trimmed(text.substr(0, text.find('\n'))).ends_with('}');
  const auto name = text.find_first_not_of(" \t\r\n", 1);
  if (is_whole || name == std::string_view::npos || text.substr(name).starts_with("\"game\"")) return;
  throw BadInput(fmt::format(
      "{}: this is not a recorded game: expected JSON Lines that begin with {{\"game\":{{...}}}}; a catalogue is "
      "given with --cards, a ruleset with --ruleset",
      game.file));
}

ReadGame readRecord(const GameToRead& game) {
  requireLines(game);
  BytesBuffer buffer(game.source.text);
  std::istream in(&buffer);
  ReadGame read;
  read.recording = readJsonLines(in, game.file, game.source.first_line, &read.end, &read.label);
  return read;
}

// ---- transcripts

std::vector<GameText> transcriptsIn(std::string_view bytes) {
  std::vector<GameText> games;
  std::size_t line = 1;
  const auto begins = gamesOfTranscript(bytes);
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const auto end = i + 1 < begins.size() ? begins[i + 1] : bytes.size();
    games.push_back({.text = bytes.substr(begins[i], end - begins[i]), .first_line = line});
    line += static_cast<std::size_t>(std::count(games.back().text.begin(), games.back().text.end(), '\n'));
  }
  return games;
}

ReadGame readTyped(const GameToRead& game) {
  const auto deck_lines = [&](const std::string& deck, Seat seat, const Rules& rules) {
    return registeringLines(game.file, deck, seat, rules);
  };
  return {.recording = readTranscript(game.source.text, game.file, game.rules_of, game.source.first_line, deck_lines)};
}

constexpr std::array kFormats{
    GameFormat{.name = "json lines",
               .expected = "JSON Lines that begin with {\"game\":{...}}",
               .has_end = true,
               .recognises = beginsAsJson,
               .is_game = [](std::string_view bytes) { return isHeaderLine(bytes); },
               .begins_game = [](std::string_view line) { return isHeaderLine(line); },
               .read = readRecord},
    GameFormat{.name = "transcript",
               .expected = "a transcript that begins with game \"...\"",
               .recognises = looksLikeTranscript,
               .games_in = transcriptsIn,
               .read = readTyped},
    GameFormat{.name = "edopro",
               .expected = "a replay of EDOPro (.yrpX)",
               .recognises = edopro::looksLikeReplay,
               .games_in = [](std::string_view bytes) { return std::vector<GameText>{{.text = bytes}}; },
               .read = edopro::readGame},
    GameFormat{.name = "hsreplay",
               .expected = "a game of Hearthstone from HSReplay (.xml)",
               .recognises = hearthstone::looksLikeXml,
               .games_in = hearthstone::xmlGamesIn,
               .read = hearthstone::readXmlGame},
    GameFormat{.name = "power.log",
               .expected = "a game of Hearthstone from the client's log (Power.log)",
               .recognises = hearthstone::looksLikeLog,
               .games_in = hearthstone::logGamesIn,
               .read = hearthstone::readLogGame},
};

}  // namespace

std::span<const GameFormat> gameFormats() { return kFormats; }

void requireValid(const Recording& recording, const std::string& file) {
  RecordSoFar record_so_far(recording.header());
  for (EventNumber number = 1; number <= recording.size(); ++number) {
    const auto event = recording.event(number);
    if (const auto fault = validate(event, number, record_so_far))
      throw BadInput(fmt::format("{}: event {} is not valid: {}: {}", file, number, fault->path, fault->message));
    record_so_far.add(event);
  }
}

bool looksLikeGame(std::string_view first_bytes) {
  const GameFormat* format = formatOf(first_bytes);
  return format != nullptr && (format->is_game == nullptr || format->is_game(first_bytes));
}

const GameFormat* formatOf(std::string_view first_bytes) {
  const auto found = ranges::find_if(kFormats, [&](const GameFormat& one) { return one.recognises(first_bytes); });
  return found == kFormats.end() ? nullptr : &*found;
}

}  // namespace docket
