// The page of a report: one file with a game's transcript, findings and rulings, readable without scripts, and the
// story of its boards, which a script shows. It makes no requests.
// Invariant: everything on it comes from the given game, so a page of a seat's view shows nothing else; the same game
// gives the same bytes.
#pragma once

#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "tools/game/game_loader.h"
#include "tools/report/mat.h"
#include "tools/verdict/verdict.h"

namespace docket::report {

/// Called with the number of events that the story has read.
using Progress = std::function<void(EventNumber)>;

/// Writes the page of a game. `verdict`: that on the same game. `mat`: the places of its zones (null: one after
/// another). `archive`: the address of the start page of its site (empty: it belongs to none). `traced`: an expression
/// whose changes it shows. Throws BadInput if that makes no sense in the game.
void writePage(std::ostream& out, const OpenGame& game, const Verdict& verdict, const MatDocument* mat,
               const Progress& progress, std::string_view archive = {},
               const std::optional<std::string>& traced = std::nullopt);

}  // namespace docket::report
