// Imports recorded games into an archive: reads a file, completes its header and checks everything before storing
// anything. A game is stored whole or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "events/errors.h"
#include "tools/find/indexing.h"
#include "tools/game/game_loader.h"
#include "tools/import/formats.h"
#include "tools/import/labelling.h"
#include "tools/import/pinning.h"
#include "tools/notation/mistake.h"

namespace docket {

struct ArchiveImportOptions {
  std::optional<std::string> ruleset;  ///< NAME, NAME@VERSION or FILE; default: the file's own
  std::vector<std::string> cards;      ///< NAME, NAME@VERSION or FILE of catalogues; a game gets those for its rules
  std::optional<std::string> id;       ///< default: the file's own, or its name; numbered if the file has several games
  Seat seat = 0;                       ///< of a foreign file: import only what that seat could see
  bool cut = false;                    ///< import an exported record without its end as far as it goes
  std::optional<std::string> expected_head{};  ///< the expected head of the record in JSON Lines
  std::optional<std::string> replaces{};       ///< the game, as store/naming.h names it, whose record is replaced
  Labelling labelling{};                       ///< the labels of games whose files have none
  std::vector<std::string> recorded_by{};      ///< who recorded the games
};

/// The result of importing a game.
struct ImportResult {
  std::string game;
  EventNumber events = 0;
  Digest head{};
  /// Cards that no catalogue has: the key, the number of cards, and " (did you mean ...?)" or nothing.
  struct Undefined {
    std::string key;
    std::uint32_t cards = 0;
    std::string nearest{};  ///< only for the first kMaxNearest
  };
  static constexpr std::size_t kMaxNearest = 5;
  std::vector<Undefined> undefined{};
  bool has_catalogue = true;
  bool already_stored = false;  ///< the archive already had the same game; nothing was stored
  std::string replaces{};       ///< the id of the replaced record, if any
  std::vector<Skipped> skipped{};
  std::vector<std::string> notes{};
  LabelledGame label{};  ///< the result of ArchiveImportOptions::labelling
};

/// The reason why a game was not imported.
struct Refusal {
  BadInput error;  ///< the first reason
  /// All reported mistakes of a text, including the first; otherwise empty.
  std::vector<notation::Mistake> mistakes{};
  std::size_t more = 0;  ///< the number of further mistakes
};

/// Called for each game of a file, in order: it was imported, or refused because it has a mistake or another game has
/// its id. A refused game is not stored at all.
struct ImportCallbacks {
  std::function<void(const ImportResult&)> imported;
  std::function<void(const Refusal&)> refused;
};

class GamesOfFile;

class ArchiveImport {
 public:
  /// Opens the archive for recording if it exists; otherwise the first valid game creates it.
  ArchiveImport(std::filesystem::path archive, ArchiveImportOptions options);
  ~ArchiveImport();

  /// Imports the games of a file or a stream; games_of_file.h splits it. Games are queued, so that all cores read them,
  /// several share one disk sync, and reading continues meanwhile. `callbacks` are called, in order, once games are
  /// stored, and must stay callable until finish() returns.
  void importFile(const std::filesystem::path& file, const ImportCallbacks& callbacks);
  void importStream(std::istream& from, const std::string& name, const ImportCallbacks& callbacks);
  /// Stores the queued games. Without this call they are lost.
  void finish();
  /// Notes for the user on how the card files were read, after games were read.
  [[nodiscard]] std::vector<std::string> cardNotes() { return pinning_.notes(); }

 private:
  struct Prepared;
  /// The unparsed text of a game.
  struct Unread {
    const GameFormat* format;
    std::string text;
    std::size_t first_line;
    std::string file;  ///< its name, for messages
    std::size_t nth;   ///< its place among several in the file; 0: it is the only one
    ImportCallbacks callbacks;
  };
  /// A game waiting to be stored, or a report on a game that is not.
  struct Waiting {
    std::string id;                        ///< of the game; empty: there is nothing to store
    std::shared_ptr<const Prepared> game;  ///< null: the same
    std::function<void()> report;
    std::function<void(const BadInput&)> refuse{};
  };
  static constexpr std::size_t kMaxUnread = 16;
  static constexpr std::size_t kMaxUnreadBytes = 4U << 20;  // or one game of any size
  static constexpr std::size_t kMaxWaiting = 64;
  static constexpr std::size_t kMaxEventsWaiting = 20'000;

  [[nodiscard]] const Archive* archive() const { return loader_ ? &loader_->archive() : nullptr; }
  void queueGames(GamesOfFile& games, const ImportCallbacks& callbacks);
  /// Reads the unread games on all cores, and imports them in order.
  void readQueued();
  /// Reads a game that was not read in parallel, or whose parallel reading failed.
  void readAlone(const Unread& one);
  /// Imports the result of `read`, or refuses the game with the error that `read` throws.
  template <class Read>
  void queueOrRefuse(const Unread& one, const Read& read);
  void queuePrepared(Prepared prepared, const std::string& name, const ImportCallbacks& callbacks);
  void refuse(Refusal refusal, const ImportCallbacks& callbacks);
  /// The id of a game that has none, or is to get another: the given one, or the file's name. Several games of a file
  /// are numbered: "evening-1", "evening-2".
  [[nodiscard]] std::string givenId(const Unread& one) const;
  /// The given option that applies to one game only; null: none was given.
  [[nodiscard]] const char* optionOfOneGame() const;
  void enqueue(Waiting one);
  /// Starts to store the queued games once the previous store has finished.
  void flush();
  /// Waits for the current store and reports it.
  void reportStored();
  [[nodiscard]] bool isWaiting(const std::string& id) const;
  /// The kinds of replacing records.
  enum class ReplacementMode : std::uint8_t {
    none,         ///< it replaces none
    same_record,  ///< the game's newest record again; with another head it is a different record
    next_record   ///< the record that replaces that one
  };
  /// The game of an id that the archive has, or nothing.
  using FindStored = std::function<std::optional<Game>(const std::string&)>;
  /// Reads a game and runs it under its rules. Thread-safe if `find_stored` and `mode` allow it.
  Prepared prepare(const Unread& one, const FindStored& find_stored, ReplacementMode mode = ReplacementMode::none);
  /// prepare() for a game that replaces a record.
  Prepared prepareReplacement(const Unread& one, const FindStored& find_stored);
  /// The newest record of the game to replace. Throws BadInput if there is none, or it cannot be replaced.
  [[nodiscard]] Game replacedGame();
  void adoptReplacedIdentity(Prepared& game, const Game& replaced, ReplacementMode mode, const std::string& name) const;
  void requireWhole(const Recording& recording, const std::optional<RecordEnd>& end, const std::string& name) const;
  void completeHeader(Prepared& game, const Unread& from, const FindStored& find_stored);
  void nameGame(Prepared& game, const Unread& from) const;
  /// Sets the labels that ArchiveImportOptions::labelling gives the game.
  void nameByOptions(Prepared& game, const Unread& from) const;
  void labelStoredGame(const Prepared& game, ImportResult& result);
  [[nodiscard]] bool isStored(const Prepared& game, const std::string& name) const;
  /// Returns the errors of the games that could not be stored, by position.
  [[nodiscard]] std::map<std::size_t, BadInput> store(const std::vector<Waiting>& games);
  void addToIndex(const Game& stored, const Prepared& game);
  void storeIndex();

  std::filesystem::path path_;
  ArchiveImportOptions options_;
  Pinning pinning_;
  std::optional<GameLoader> loader_;
  find::ProbeCache probes_;
  find::IndexWriter collected_;        // the facts of the stored games that are not in the index yet
  std::set<Digest> documents_stored_;  // by their tag (GameRules::tag)
  std::vector<Unread> unread_;
  std::size_t unread_bytes_ = 0;
  std::vector<Waiting> waiting_, storing_;
  std::size_t events_waiting_ = 0;
  std::future<std::map<std::size_t, BadInput>> stored_;  // of storing_, which stays as it is meanwhile
};

/// The words for a game whose id the archive has: how to import it nevertheless.
[[nodiscard]] std::string otherIdAdvice(std::string_view id);

/// True if the file looks like a game that ArchiveImport can read, judged by its first bytes, not by its name.
[[nodiscard]] bool looksLikeGame(const std::filesystem::path& file);

}  // namespace docket
