// The facts about a game for the lists and the search of a site: enough for every page except the game's own.
// Invariant: it has nothing that no page of the site shows, so it may be stored next to the pages. Its texts are
// printable (events/text/printable.h) and of bounded length.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/rules/ids.h"

namespace docket::site {

struct Participant {
  std::uint32_t number = 0;  ///< of the player in this archive; 0: there is no name
  std::string name;          ///< as it is shown: "Player 12", or the name; "P2" if there is none
  bool won = false;
};

/// A finding, a ruling or a penalty.
struct PagePoint {
  enum class Kind : std::uint8_t { finding, ruling, penalty };
  Kind kind{};
  EventNumber event = 0;
  std::string tag;                   ///< "Illegal", "right", "warning"
  std::string text;                  ///< the finding, the claim in words, or the penalty
  std::string notation{};            ///< of a ruling: the claim as it is typed
  std::string why{};                 ///< of a ruling
  std::string by{};                  ///< the judge, if names are shown
  std::string note{};                ///< likewise
  std::vector<std::string> cites{};  ///< the clauses
  bool stands = true;                ///< not taken back, not replaced
  std::string replaced_by{};         ///< of a ruling that was: "Dana, event 32"
};

struct ClauseCited {
  std::string id, gist;
};

struct PageFacts {
  std::string key;   ///< replaces its id in paths
  std::string tag;   ///< covers everything that the facts and the pages depend on; equal: unchanged
  std::string name;  ///< its id, if names are shown; else "Game 1a2b3c4d"
  std::string event, match, date, format;
  std::uint32_t round = 0, table = 0, game_of_match = 0;
  std::vector<Participant> players{};  ///< by seat
  std::string ruleset, ruleset_version;
  std::uint32_t events = 0;
  bool live = false;
  std::string outcome;           ///< how it ended; empty: no known end
  std::string grade;             ///< "EXACT", ...; empty: the record is damaged
  bool differs_in_past = false;  ///< it is DIVERGED only because of rulings that were replaced
  std::string parent;            ///< of a branch: the key of its parent
  std::uint32_t parted_at = 0;
  std::uint32_t findings = 0, rulings = 0;  ///< their numbers, including those not in `points`
  std::vector<PagePoint> points{};          ///< at most kMaxPoints of each kind, in the order of their events
  std::vector<ClauseCited> clauses{};       ///< those that the points cite
  std::vector<std::string> cards{};         ///< titles of those that came into play or were used, in order
  std::vector<std::uint64_t> page_bytes{};  ///< the sizes of its written pages, that of the boards' page last
};
inline constexpr std::size_t kMaxPoints = 200;

}  // namespace docket::site
