// Taking recorded games into an archive: a file is read, its header completed, everything checked, and only then
// anything stored. A game is stored whole or not at all.
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
#include <vector>

#include "events/errors.h"
#include "tools/game/game_loader.h"
#include "tools/import/formats.h"
#include "tools/import/labelling.h"
#include "tools/import/pinning.h"
#include "tools/notation/mistake.h"

namespace docket {

struct GameImportOptions {
  std::optional<std::string> ruleset;          ///< NAME, NAME@VERSION or FILE; else what the file says
  std::vector<std::string> cards;              ///< NAME, NAME@VERSION or FILE of catalogues, one for each ruleset
  std::optional<std::string> id;               ///< else what the file says, or its name; numbered where it has several
  Seat seat = 0;                               ///< of a foreign file: take in only what that seat could see
  bool cut = false;                            ///< take an exported record that has lost its end as far as it goes
  std::optional<std::string> expected_head{};  ///< the record, in JSON Lines, must come to this one
  std::optional<std::string> replaces{};       ///< the game, as store/naming.h knows it, whose record it replaces
  Labelling labelling{};                       ///< what the games are called, where their files do not say it
};

/// What became of a game.
struct Taken {
  std::string game;
  EventNumber events = 0;
  Bytes32 head{};
  /// Of cards that no catalogue has: the key, how many cards have it, and " (did you mean ...?)" or nothing.
  struct Undefined {
    std::string key;
    std::uint32_t cards = 0;
    std::string nearest{};  ///< of the first kMostNearest
  };
  static constexpr std::size_t kMostNearest = 5;
  std::vector<Undefined> undefined{};
  bool has_catalogue = true;
  bool was_there = false;  ///< the archive had the same game already; nothing was stored
  std::string replaces{};  ///< the id of the record that it replaces, where it does
  std::vector<Skipped> skipped{};
  std::vector<std::string> notes{};
  LabelledGame label{};  ///< what came of GameImportOptions::labelling
};

/// Why a game was not taken in.
struct Refusal {
  BadInput error;                             ///< the first reason
  std::vector<notation::Mistake> mistakes{};  ///< of a text: all that are told, the first among them; else none
  std::size_t more = 0;                       ///< how many there are beside them
};

class GamesOfFile;

class GameImport {
 public:
  /// Opens the archive to record, where there is one; else the first game that is good makes it.
  GameImport(std::filesystem::path archive, GameImportOptions options);
  ~GameImport();

  /// What is called for each game of a file, in order: taken in, or refused, as where anything about it is wrong or
  /// another game has its id. Nothing of a game that is refused is stored.
  struct Each {
    std::function<void(const Taken&)> took;
    std::function<void(const Refusal&)> refused;
  };
  /// Takes in the games of a file, or of what comes from a stream: games_of_file.h tells where each begins. Games wait
  /// for each other, so that all cores read them, many share one sync of the disk, and the next are read while that
  /// goes on; `each` is called, in order, when they are stored, and must be callable until finish() returns.
  void take(const std::filesystem::path& file, const Each& each);
  void take(std::istream& from, const std::string& name, const Each& each);
  /// Stores what waits. What was not finished is not stored.
  void finish();
  /// What people should know of how the files of cards were read, when games were read.
  [[nodiscard]] const std::vector<std::string>& cardNotes() const { return pinning_.notes(); }

 private:
  struct Prepared;
  /// The text of a game, before it is read.
  struct Unread {
    const GameFormat* format;
    std::string text;
    std::size_t first_line;
    std::string file;  ///< its name, for messages
    std::size_t nth;   ///< which of several in the file; 0: it is the only one
    Each each;
  };
  /// A game that waits to be stored, or word of one that is not.
  struct Waiting {
    std::string id;                        ///< of the game; empty: there is nothing to store
    std::shared_ptr<const Prepared> game;  ///< null likewise
    std::function<void()> tell;
    std::function<void(const BadInput&)> refuse{};
  };
  static constexpr std::size_t kMostUnread = 16;
  static constexpr std::size_t kMostUnreadBytes = 4U << 20;  // or one game of any size
  static constexpr std::size_t kMostWaiting = 64;
  static constexpr std::size_t kMostEventsWaiting = 20'000;

  [[nodiscard]] const Archive* archive() const { return loader_ ? &loader_->archive() : nullptr; }
  void take(GamesOfFile& games, const Each& each);
  /// Reads those that are unread, by all cores, and takes them in one after the other.
  void readThem();
  /// Reads one that nobody read beside others: it was not tried, or came to nothing.
  void readAlone(const Unread& one);
  /// Takes in what `read` gives of it, or refuses it for what `read` throws.
  template <class Read>
  void takeOrRefuse(const Unread& one, const Read& read);
  void take(Prepared prepared, const std::string& name, const Each& each);
  void refuse(Refusal refusal, const Each& each);
  /// The id of a game that says none, or is to have another: the one that was given, or the file's name. Several games
  /// of a file are numbered: "evening-1", "evening-2".
  [[nodiscard]] std::string givenId(const Unread& one) const;
  /// The option that was given and is for one game; null: none was.
  [[nodiscard]] const char* optionOfOneGame() const;
  void add(Waiting one);
  /// Begins to store what waits, when what was begun before is done.
  void flush();
  /// Waits for that and tells of it.
  void settle();
  [[nodiscard]] bool waits(const std::string& id) const;
  /// What a record becomes that is to replace another one.
  enum class Becoming : std::uint8_t {
    what_it_says,   ///< it is to replace none
    what_is_there,  ///< the newest record of the game again: has it another head, then it is another one
    the_next        ///< the record that replaces that one
  };
  /// The game of an id that the archive has, or nothing.
  using GameThere = std::function<std::optional<Game>(const std::string&)>;
  /// Reads a game and runs it under its rules. Several threads may, where `game_there` and the becoming let them.
  Prepared prepare(const Unread& one, const GameThere& game_there, Becoming becoming = Becoming::what_it_says);
  /// The same of a game that is to replace one.
  Prepared prepareReplacement(const Unread& one, const GameThere& game_there);
  /// The newest record of the game that is to be replaced. Throws BadInput where there is none, or it cannot be.
  [[nodiscard]] Game replacedGame();
  void becomeRecordOf(Prepared& game, const Game& replaced, Becoming becoming, const std::string& name) const;
  void requireWhole(const Recording& recording, const std::optional<RecordEnd>& end, const std::string& name) const;
  void completeHeader(Prepared& game, const Unread& from, const GameThere& game_there);
  void nameGame(Prepared& game, const Unread& from) const;
  /// Finds what GameImportOptions::labelling says of it.
  void nameByOptions(Prepared& game, const Unread& from) const;
  void labelThere(const Prepared& game, Taken& taken);
  [[nodiscard]] bool isThere(const Prepared& game, const std::string& name) const;
  /// Gives why some of them could not be stored, by their places.
  [[nodiscard]] std::map<std::size_t, BadInput> store(const std::vector<Waiting>& games);

  std::filesystem::path path_;
  GameImportOptions options_;
  Pinning pinning_;
  std::optional<GameLoader> loader_;
  std::set<Bytes32> documents_stored_;  // by their tag (GameRules::tag)
  std::vector<Unread> unread_;
  std::size_t unread_bytes_ = 0;
  std::vector<Waiting> waiting_, storing_;
  std::size_t events_waiting_ = 0;
  std::future<std::map<std::size_t, BadInput>> stored_;  // of storing_, which stays as it is meanwhile
};

/// Whether the file looks like a game that take() can read: by its first bytes, not by its name.
[[nodiscard]] bool looksLikeGame(const std::filesystem::path& file);

}  // namespace docket
