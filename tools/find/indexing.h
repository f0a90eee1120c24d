// Finds the terms of games and stores them as segments of the index.
// Invariant: a game that a judge corrected is not covered, because what holds in it is not what was known then.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "engine/fold/history.h"
#include "tools/find/index_terms.h"
#include "tools/find/term_index.h"
#include "tools/game/game_loader.h"
#include "tools/ranges/merged_results.h"
#include "tools/ranges/range_run.h"

namespace docket::find {

/// The most games of a segment.
inline constexpr std::size_t kMaxGamesOfSegment = 16'384;
/// At this number of segments an import adds no further one: `docket index` joins them.
inline constexpr std::size_t kMaxSegments = 64;

/// Compiles probes once for each pair of documents and number of players. Thread-safe.
class ProbeCache {
 public:
  /// Valid as long as this object.
  [[nodiscard]] const Probes& of(const GameRules& rules, std::size_t players);

 private:
  std::mutex compiling_;  // guards compiled_
  std::map<std::pair<Digest, std::size_t>, std::unique_ptr<const Probes>> compiled_;
};

/// Adds the terms that the record alone says: its documents and how it ended.
void addRecordTerms(schema::Header::Reader header, const EventSource& events, EventNumber last, GameTerms& terms);

/// The terms of a game that are found by folding it; empty if a judge corrected the record. Throws DamagedArchive if it
/// cannot be folded.
[[nodiscard]] std::optional<GameTerms> tableTerms(const OpenGame& game, ProbeCache& probes);

/// Stores what was collected as a segment. The archive must be recording. `events`: as in IndexWriter::takeRows().
void storeSegment(const Archive& recorder, IndexWriter& collected, std::uint64_t events);

struct IndexedGames {
  std::uint64_t games = 0;     ///< games that can be searched
  std::uint64_t added = 0;     ///< games whose terms were newly found
  std::uint64_t left_out = 0;  ///< live, corrected or damaged ones, which are always searched
};
/// Brings the index of an archive up to date, with `threads` threads; `again`: from nothing. Throws EnvironmentError if
/// another process records.
[[nodiscard]] IndexedGames bringUpToDate(GameLoader& loader, bool again, std::size_t threads,
                                         const std::function<void(std::uint64_t)>& progress);

/// Writes the terms of the games of a range as lines of its result.
void indexRange(GameLoader& loader, const leaf_ranges::RangeRun& run, leaf_ranges::ResultWriter& writer,
                std::size_t threads, const std::function<void(std::uint64_t)>& progress);
/// Throws BadInput if the lines are no terms about the games of their ranges.
void checkTerms(GameLoader& loader, const leaf_ranges::ResultLines& lines);
/// Stores the terms of the ranges with these lines, except for games that were written to since. Throws BadInput for
/// what is malformed, before anything is stored; EnvironmentError if another process records.
[[nodiscard]] IndexedGames indexedBy(GameLoader& loader, const leaf_ranges::ResultLines& lines);

/// The games whose stored terms lack a term of a new computation, by id; each is a defect of the index or of the disk.
[[nodiscard]] std::vector<std::string> gamesLackingTerms(GameLoader& loader, std::size_t threads,
                                                         const std::function<void(std::uint64_t)>& progress);

}  // namespace docket::find
