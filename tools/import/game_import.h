// Taking recorded games into an archive: a file is read, its header completed, everything checked, and only then
// anything stored. A game is stored whole or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "events/errors.h"
#include "tools/game/game_loader.h"
#include "tools/import/formats.h"
#include "tools/import/pinning.h"
#include "tools/notation/mistake.h"

namespace docket {

struct GameImportOptions {
  std::optional<std::string> ruleset;          ///< NAME, NAME@VERSION or FILE; else what the file says
  std::vector<std::string> cards;              ///< NAME, NAME@VERSION or FILE of catalogues, one for each ruleset
  std::optional<std::string> id;               ///< else what the file says, or its name
  Seat seat = 0;                               ///< of a foreign file: take in only what that seat could see
  bool cut = false;                            ///< take an exported record that has lost its end as far as it goes
  std::optional<std::string> expected_head{};  ///< the record, in JSON Lines, must come to this one
  std::optional<std::string> replaces{};       ///< the game, as store/naming.h knows it, whose record it replaces
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
  /// for each other, so that many share one sync of the disk and the next are read while that goes on; `each` is
  /// called, in order, when they are stored, and must be callable until finish() returns.
  void take(const std::filesystem::path& file, const Each& each);
  void take(std::istream& from, const std::string& name, const Each& each);
  /// Stores what waits. What was not finished is not stored.
  void finish();

 private:
  struct Prepared;
  /// A game that waits to be stored, or word of one that is not.
  struct Waiting {
    std::shared_ptr<const Prepared> game;  ///< null: there is nothing to store
    std::function<void()> tell;
    std::function<void(const BadInput&)> refuse{};
  };
  static constexpr std::size_t kMostWaiting = 64;
  static constexpr std::size_t kMostEventsWaiting = 20'000;

  [[nodiscard]] const Archive* archive() const { return loader_ ? &loader_->archive() : nullptr; }
  void take(GamesOfFile& games, const Each& each);
  void take(Prepared prepared, const std::string& name, const Each& each);
  void refuse(Refusal refusal, const Each& each);
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
  /// Reads one game of a file and runs it under its rules. `nth`: which of several in the file; 0: it is the only one.
  Prepared prepare(const GameFormat& format, const GameText& text, const std::string& name, std::size_t nth,
                   Becoming becoming = Becoming::what_it_says);
  /// The same of a game that is to replace one.
  Prepared prepareReplacement(const GameFormat& format, const GameText& text, const std::string& name);
  /// The newest record of the game that is to be replaced. Throws BadInput where there is none, or it cannot be.
  [[nodiscard]] Game replacedGame();
  void becomeRecordOf(Prepared& game, const Game& replaced, Becoming becoming, const std::string& name) const;
  void requireWhole(const Recording& recording, const std::optional<RecordEnd>& end, const std::string& name) const;
  void completeHeader(Prepared& game, const std::string& name, std::string_view bytes, std::string_view source);
  /// The game of that id, where the archive has one; what waits is stored first.
  [[nodiscard]] std::optional<Game> gameThere(const std::string& id);
  [[nodiscard]] bool isThere(const Prepared& game, const std::string& name) const;
  void store(std::vector<Waiting>& games);

  std::filesystem::path path_;
  GameImportOptions options_;
  Pinning pinning_;
  std::optional<GameLoader> loader_;
  std::vector<Waiting> waiting_, storing_;
  std::size_t events_waiting_ = 0;
  std::future<void> stored_;  // of storing_
};

/// Whether the file looks like a game that take() can read: by its first bytes, not by its name.
[[nodiscard]] bool looksLikeGame(const std::filesystem::path& file);

}  // namespace docket
