// A model, in memory, of what an archive must hold (acknowledged) and may hold (requested). Whatever else is read from
// it is wrong.
// Invariant: an event's content and head follow from the game and the event's number, so that one read in the place of
// another is seen.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "events/recording.h"
#include "store/archive.h"

namespace docket::faults {

/// The head of a game after event `number`.
Digest headOf(std::string_view game, std::uint32_t number);
/// Makes `recording` hold events from..to of a game, its header first.
void fill(Recording& recording, const std::string& game, std::uint32_t from, std::uint32_t to);
/// The same events in the form that Archive::append() takes.
std::vector<NewEvent> newEvents(const Recording& recording, const std::string& game, std::uint32_t from);
std::string documentText(std::uint32_t number);

/// The differences between an archive and what was written to it.
struct Difference {
  std::uint64_t lost = 0;  ///< events that were acknowledged and are not there
  std::vector<std::string> wrong;
};

class Truth {
 public:
  /// The number of events that a game has once a request is done.
  struct StoredCount {
    std::string game;
    std::uint32_t count = 0;
  };
  struct GameTruth {
    std::uint32_t acknowledged = 0;
    bool is_there = false;            // its beginning was acknowledged
    std::set<std::uint32_t> allowed;  // further counts that it may have
    std::string parent;               // of a branch
    std::uint32_t at = 0;             // the last event that it shares
    std::uint32_t label = 0;          // the table that its label says, as was acknowledged
    std::set<std::uint32_t> labels;   // further ones that it may say
    std::set<std::uint32_t> asked_labels;
  };

  /// The archive is about to get this request, which is all or nothing.
  void ask(std::vector<StoredCount> together);
  /// The archive is about to get the request for a branch.
  void askBranch(const StoredCount& branch, const std::string& parent, std::uint32_t at);
  void askDocument(std::uint32_t number);
  /// The archive is about to get a label that gives the table of a game.
  void askLabel(const std::string& game, std::uint32_t table);
  /// It has acknowledged the last request.
  void acknowledge();

  [[nodiscard]] const std::map<std::string, GameTruth>& games() const { return games_; }
  /// The games whose beginning was acknowledged.
  [[nodiscard]] std::vector<std::string> gamesThere() const;
  /// How many were acknowledged, all in all.
  [[nodiscard]] std::uint64_t acknowledgedEvents() const { return acknowledged_events_; }
  /// How many have to be there.
  [[nodiscard]] std::uint64_t eventsThere() const;

  /// Reads all of `archive`. Throws what reading throws.
  [[nodiscard]] Difference compare(const Archive& archive) const;
  /// Treats the present content as acknowledged. Call only after it was compared.
  void adopt(const Archive& archive);
  /// Requires no more of each game than `counts`, and nothing of others: a disk has lied.
  void expectNoMoreThan(const std::map<std::string, std::uint32_t>& counts);

 private:
  [[nodiscard]] const std::string& ownerOf(const std::string& game, std::uint32_t number) const;
  void compareGame(const Game& game, Difference& found) const;
  void compareTogether(const Archive& archive, Difference& found) const;

  std::map<std::string, GameTruth> games_;
  std::set<std::uint32_t> documents_, asked_documents_;
  std::vector<StoredCount> last_;                  // not acknowledged yet
  std::vector<std::vector<StoredCount>> unknown_;  // were never acknowledged; after the first that failed none is taken
  std::uint32_t last_document_ = 0;
  std::string last_labelled_;
  std::uint32_t last_label_ = 0;
  bool lied_ = false;  // a disk has, since all was compared last
  std::uint64_t acknowledged_events_ = 0;
};

}  // namespace docket::faults
