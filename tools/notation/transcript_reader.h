// Reading a transcript (transcript.h): its lines one after the other, each event folded before the next line is read,
// so that titles and names are resolved as of that point.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/state/state.h"
#include "events/recording.h"
#include "tools/notation/typed_game.h"

namespace docket {

/// The rules of a header that was read; they must outlive the reading.
using RulesOf = std::function<Rules(schema::Header::Reader)>;
/// Reads one game. Throws a BadTranscript (mistake.h) with all its mistakes: reading continues with the first choice of
/// a mistake, or without the event if there is none; mistakes that only follow from this are not reported. `first_line`
/// is the number, in the file, of the first line of `text`. Memory is bounded by the text: a line has at most 16 MiB.
/// `deck_lines`: of the decks that the header names.
[[nodiscard]] Recording readTranscript(std::string_view text, const std::string& file, const RulesOf& rules_of,
                                       std::size_t first_line = 1, const notation::DeckLines& deck_lines = {});
/// True if a text begins like a transcript, apart from comments.
[[nodiscard]] bool looksLikeTranscript(std::string_view text);
/// The beginnings of the games in a text: each line that names a game, the first at the start of the text.
[[nodiscard]] std::vector<std::size_t> gamesOfTranscript(std::string_view text);

}  // namespace docket
