// Opens the games of an archive with the rules that they were played under, so that a command can ask for the table
// after any event.
// Invariant: an OpenGame folds with the documents that its game is pinned to, unless others were requested.
#pragma once

#include <filesystem>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/fold/history.h"
#include "engine/fold/running_state.h"
#include "engine/rules/catalogue.h"
#include "engine/rules/ruleset.h"
#include "engine/state/state.h"
#include "events/recording.h"
#include "events/text/text_view.h"
#include "store/archive.h"
#include "tools/game/claim_texts.h"
#include "tools/game/documents.h"
#include "tools/game/record_source.h"
#include "tools/words/turn_labels.h"

namespace docket {

struct GameIndex;

/// A compiled ruleset and catalogue, with their digests.
struct GameRules {
  Ruleset ruleset;
  Catalogue catalogue;
  Digest ruleset_digest{};
  Digest catalogue_digest{};  ///< zero: the game has no catalogue
  Digest tag{};               ///< of keyframes: identifies both digests and the semantics version
  ClaimTexts claims{};        ///< the parsed claims of its games' rulings

  /// The rules in the form that the engine takes; valid as long as this object.
  [[nodiscard]] Rules rules() const { return {.ruleset = ruleset, .catalogue = catalogue}; }
};

/// Compiles documents; a null catalogue is an empty one. Documents read from a file are refused if they have mistakes
/// (document_remarks.h); documents that games are pinned to are compiled as they are. Throws BadInput.
[[nodiscard]] std::shared_ptr<const GameRules> compileRules(const HeldDocument& ruleset, const HeldDocument* catalogue);
/// compileRules() for one thread that records footprints: what is asked of the rules is noted in `consulted`, which
/// must outlive them; what a card was read by is noted in its definition.
[[nodiscard]] std::shared_ptr<const GameRules> compileRules(const HeldDocument& ruleset, const HeldDocument* catalogue,
                                                            Consulted& consulted);

/// A game of an archive with its rules. Not thread-safe; must not outlive the GameLoader that opened it.
class OpenGame {
 public:
  OpenGame(const Archive& archive, Game game, std::shared_ptr<const GameRules> rules);
  /// A record in memory, in no archive; every query is answered from it alone.
  OpenGame(std::shared_ptr<const Recording> record, std::shared_ptr<const GameRules> rules);
  OpenGame(OpenGame&&) noexcept;
  OpenGame& operator=(OpenGame&&) noexcept;
  ~OpenGame();

  [[nodiscard]] std::string_view id() const { return game_ ? game_->id() : view(header().getId()); }
  [[nodiscard]] schema::Header::Reader header() const { return record_->header(); }
  /// The whole stored game: heads, segments, secret. Only for a game of an archive.
  [[nodiscard]] const Game& stored() const { return *game_; }
  /// The secrets that its heads are computed with; empty for a view, which needs none.
  [[nodiscard]] Secrets secrets() const { return is_view_ ? Secrets{} : game_->secrets(); }
  /// True for a result of seenBy() and for a record in memory.
  [[nodiscard]] bool isView() const { return is_view_; }
  /// The number of the last event; 0 if there is none.
  [[nodiscard]] EventNumber last() const { return record_->last(); }
  [[nodiscard]] const GameRules& gameRules() const { return *rules_; }
  [[nodiscard]] Rules rules() const { return rules_->rules(); }

  /// The game as `viewer` (a seat, or kSpectator) may see it: every query is answered from the redacted record. States
  /// are folded from the start, because keyframes belong to the whole record.
  [[nodiscard]] OpenGame seenBy(Seat viewer) &&;

  /// The recorded events, in the form that foldAlong() takes.
  [[nodiscard]] const EventSource& events() const { return *record_; }
  /// Event `number`, from 1 to last().
  [[nodiscard]] HeldEvent event(EventNumber number) const { return record_->event(number); }
  /// Which recorded events are in effect. The first call reads the whole game.
  [[nodiscard]] const History& history() const;
  /// The path to the table after event `at`, as it was known then.
  [[nodiscard]] Path pathTo(EventNumber at) const;
  /// The names of the whole game, including those first used after a given point. The first call reads the whole game.
  [[nodiscard]] const Names& names() const;

  /// The table after event `at`, as it was known then; 0 is before the first event. Starts at the nearest keyframe that
  /// was compared with the events, because anyone who can write to an archive can store another state there. The first
  /// call therefore folds from the first event. Throws BadInput beyond the last event.
  [[nodiscard]] State stateAt(EventNumber at) const;
  /// The table at the end of a path of its history. Starts at a keyframe in the same way.
  [[nodiscard]] State stateAlong(const Path& path) const;
  /// True if a ruling may ask for an earlier table; can be a false positive. The first call reads the whole game.
  [[nodiscard]] bool looksBack() const;
  /// Caches the table after an event for a later stateAt(). Keeps the latest kStatesKept. Callers that fold the whole
  /// game and query its points call this regularly.
  void remember(const State& state) const;
  void forgetStates() const { recent_.clear(); }
  /// Notes that the keyframe after that event agrees with the events.
  void noteAgreement(EventNumber keyframe) const { compared_.insert(keyframe); }
  static constexpr EventNumber kEventsBetweenStates = 16;
  static constexpr std::size_t kStatesKept = 16;
  /// A running state that continues from the table after event `at`. Throws as stateAt() does; must not outlive this
  /// object.
  [[nodiscard]] RunningState runningStateAfter(EventNumber at) const;
  /// The event that a text names: "57", "start" (0), "end" (the last), "T3" (turn 3 began), "T3.battle" (the first
  /// battle in it began), "T3.main 1" (the phase of that name), "T3.battle 2" (the second one), "T3.end" (its last
  /// event). Events that a judge took back by a rewind do not count. Throws BadInput with the available points.
  [[nodiscard]] EventNumber point(std::string_view text) const;

  /// The results stored beside its points under these rules; empty for a view. Read once.
  [[nodiscard]] const DerivedStore::KeyframeSummary& keyframeSummary() const;

  /// Stores missing keyframes, but none of a view. Only while the archive is recording.
  void keepKeyframes();

 private:
  [[nodiscard]] const GameIndex& index() const;
  [[nodiscard]] State nearestState(const Path& path) const;
  void compareKeyframe(const State& state) const;

  std::unique_ptr<DerivedStore> keyframes_;  // null for a record in memory, as the next one is
  std::unique_ptr<Game> game_;
  std::unique_ptr<const RecordSource> record_;
  bool is_view_ = false;
  std::shared_ptr<const GameRules> rules_;
  mutable std::unique_ptr<GameIndex> index_;
  mutable std::optional<DerivedStore::KeyframeSummary> keyframe_summary_;
  mutable std::list<State> recent_;         // the latest last
  mutable std::set<EventNumber> compared_;  // the keyframes that agree with the events
};

/// The turn labels of all events of a game, which must outlive them.
[[nodiscard]] inline TurnLabels turnLabelsOf(const OpenGame& game) {
  return {game.gameRules().ruleset, game.names(), game.events(), game.last()};
}

/// An open archive and a cache of compiled rules. Several threads can open games at once.
class GameLoader {
 public:
  /// Opens the archive at `path`. Throws BadInput if there is none (Access::create makes one), and as Archive::open()
  /// does.
  explicit GameLoader(const std::filesystem::path& path, Access access = Access::read);
  /// Opens the archive for recording, or creates it if there is none.
  [[nodiscard]] static GameLoader toRecord(const std::filesystem::path& path);

  [[nodiscard]] Archive& archive() { return archive_; }
  [[nodiscard]] const Archive& archive() const { return archive_; }

  /// The game with that id and the rules that it is pinned to. Throws BadInput if there is none (with the nearest ids)
  /// or if it needs a newer program, DamagedArchive if a document that it names is missing.
  [[nodiscard]] OpenGame game(std::string_view id);
  /// A game with its rules but, if `under` is given, with that ruleset (a name, NAME@VERSION, a file) and the catalogue
  /// that the game is pinned to. Throws BadInput for a ruleset that is missing or unusable.
  [[nodiscard]] OpenGame game(std::string_view id, const std::optional<std::string>& under);
  /// game() for a game that is already open.
  [[nodiscard]] OpenGame game(Game game, const std::optional<std::string>& under);
  /// The rules that a header is pinned to. Compiled once for each pair of documents.
  [[nodiscard]] std::shared_ptr<const GameRules> rulesOf(schema::Header::Reader header);
  /// The rules of a pair of stored documents; a zero catalogue digest means no catalogue.
  [[nodiscard]] std::shared_ptr<const GameRules> rulesOf(const Digest& ruleset, const Digest& catalogue);

 private:
  [[nodiscard]] HeldDocument document(std::string_view kind, const Digest& digest) const;
  /// The result of chooseRuleset() for a game of that date. Cached by date, so that the documents are not read again
  /// for each game.
  [[nodiscard]] std::shared_ptr<const HeldDocument> chosen(const std::string& choice, const std::string& date);
  [[nodiscard]] std::shared_ptr<const GameRules> rulesOf(const HeldDocument& ruleset, const Digest& catalogue);
  explicit GameLoader(Archive archive) : archive_(std::move(archive)) {}

  Archive archive_;
  std::unique_ptr<std::mutex> compiling_ = std::make_unique<std::mutex>();  // guards rules_
  std::map<std::pair<Digest, Digest>, std::shared_ptr<const GameRules>> rules_;
  std::unique_ptr<std::mutex> choosing_ = std::make_unique<std::mutex>();                      // guards chosen_
  std::map<std::pair<std::string, std::string>, std::shared_ptr<const HeldDocument>> chosen_;  // by choice and date
};

}  // namespace docket
