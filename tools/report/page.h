// The page of a report: one file that holds a game's transcript, findings and rulings as they are read without a
// script, and the story of its boards, which a script shows. It asks nothing of any server.
// Invariant: all of it comes from the game that is given, so of one as a seat may see it nothing else can appear in it;
// the same game gives the same bytes.
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

/// Writes the page of a game; `verdict` is that on the same game, `mat` where its zones lie (null: they follow each
/// other), `archive` the address of the start page of the site that it is a page of (empty: of none). `traced`: an
/// expression whose changes it shows. Throws BadInput if that makes no sense in the game.
void writePage(std::ostream& out, const OpenGame& game, const Verdict& verdict, const MatDocument* mat,
               const Progress& progress, std::string_view archive = {},
               const std::optional<std::string>& traced = std::nullopt);

}  // namespace docket::report
