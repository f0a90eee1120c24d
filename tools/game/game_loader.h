// A desk with an archive on it: games opened together with the rules that they were played under, so that a command can
// ask for the table as it stood after any event.
// Invariant: an OpenGame folds by the documents that its game is pinned to, unless others were asked for.
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

#include "engine/fold/events_of.h"
#include "engine/fold/history.h"
#include "engine/fold/running_state.h"
#include "engine/rules/catalogue.h"
#include "engine/rules/ruleset.h"
#include "engine/state/state.h"
#include "events/recording.h"
#include "events/text_view.h"
#include "store/archive.h"
#include "tools/game/claim_texts.h"
#include "tools/game/documents.h"
#include "tools/game/held_record.h"

namespace docket {

/// A ruleset and a catalogue, compiled, and what names them.
struct GameRules {
  Ruleset ruleset;
  Catalogue catalogue;
  Bytes32 ruleset_digest{};
  Bytes32 catalogue_digest{};  ///< zero: the game has no catalogue
  Bytes32 tag{};               ///< of keyframes: stands for both digests and the version of the semantics
  ClaimTexts claims{};         ///< those of its games' rulings that were read

  /// As the engine wants them; valid as long as this is.
  [[nodiscard]] Rules rules() const { return {.ruleset = ruleset, .catalogue = catalogue}; }
};

/// Compiles documents; a null catalogue is an empty one. Those that have a text, so that they come from a file, are
/// refused for mistakes (document_remarks.h); what games are pinned to is compiled as it is. Throws BadInput.
[[nodiscard]] std::shared_ptr<const GameRules> compileRules(const HeldDocument& ruleset, const HeldDocument* catalogue);
/// The same for one thread that takes footprints: what is asked of the rules is noted in `consulted`, which must
/// outlive them; by what a card was read stands in its definition.
[[nodiscard]] std::shared_ptr<const GameRules> compileRules(const HeldDocument& ruleset, const HeldDocument* catalogue,
                                                            Consulted& consulted);

/// A game of an archive with its rules. Used by one thread; must not outlive the desk that opened it.
class OpenGame {
 public:
  OpenGame(const Archive& archive, Game game, std::shared_ptr<const GameRules> rules);
  /// A record in memory that no archive has: whatever is asked is answered from it alone.
  OpenGame(std::shared_ptr<const Recording> record, std::shared_ptr<const GameRules> rules);
  OpenGame(OpenGame&&) noexcept;
  OpenGame& operator=(OpenGame&&) noexcept;
  ~OpenGame();

  [[nodiscard]] std::string_view id() const { return game_ ? game_->id() : view(header().getId()); }
  [[nodiscard]] schema::Header::Reader header() const { return view_ ? view_->header() : game_->header(); }
  /// The game as it is stored, whole: heads, segments, secret. Only of a game of an archive.
  [[nodiscard]] const Game& stored() const { return *game_; }
  /// What its heads are made with; a view needs none, and is given none.
  [[nodiscard]] Secrets secrets() const { return view_ ? Secrets{} : game_->secrets(); }
  /// Whether it is what seenBy() gave, or a record in memory.
  [[nodiscard]] bool isView() const { return view_ != nullptr; }
  /// The number of the last event; 0 where there is none.
  [[nodiscard]] EventNumber last() const { return view_ ? view_->last() : game_->count(); }
  [[nodiscard]] const GameRules& gameRules() const { return *rules_; }
  [[nodiscard]] Rules rules() const { return rules_->rules(); }

  /// The same game as `viewer` (a seat, or kSpectator) may have it: whatever is asked of it is answered from the
  /// redacted record. Its states are folded from the start, as keyframes are those of the whole record.
  [[nodiscard]] OpenGame seenBy(Seat viewer) &&;

  /// The recorded events, as foldAlong() wants them.
  [[nodiscard]] const EventSource& events() const;
  /// Event `number`, from 1 to last().
  [[nodiscard]] HeldEvent event(EventNumber number) const {
    return view_ == nullptr ? game_->event(number) : view_->event(number);
  }
  /// Which of the recorded events are in effect. The first call reads the whole game.
  [[nodiscard]] const History& history() const;
  /// The way to the table as it stood after event `at`, as it was known then.
  [[nodiscard]] Path pathTo(EventNumber at) const;
  /// Whoever goes through the events from the first on says how far none of them goes back: so far nothing is read to
  /// know the way.
  void noteStraight(EventNumber up_to) const { straight_to_ = up_to; }
  /// The names of the whole game, also those that are first used after a point. The first call reads the whole game.
  [[nodiscard]] const Names& names() const;

  /// The table as it stood after event `at`, as it was known then; 0 is before the first. Begins at the nearest
  /// keyframe that was compared with the events: whoever can write to an archive can write another state there. So the
  /// first call folds from the first event. Throws BadInput beyond the last event.
  [[nodiscard]] State stateAt(EventNumber at) const;
  /// The table at the end of a path of its history. Begins likewise.
  [[nodiscard]] State stateAlong(const Path& path) const;
  /// Whether a ruling was given in it. The first call reads the whole game.
  [[nodiscard]] bool hasRulings() const;
  /// Whether one of them asks for the table as it stood before; it may say so of more than do. Likewise.
  [[nodiscard]] bool looksBack() const;
  /// Keeps a state, the table as it stood after one of its events, for a stateAt() that is asked soon: as many as
  /// kStatesKept, the latest. Whoever folds the whole game and asks about points of it gives it one now and then.
  void remember(const State& state) const;
  void forgetStates() const { recent_.clear(); }
  /// Takes note that the keyframe after that event has the state that the events give.
  void noteAgreement(EventNumber keyframe) const { compared_.insert(keyframe); }
  static constexpr EventNumber kEventsBetweenStates = 16;
  static constexpr std::size_t kStatesKept = 16;
  /// What goes on from the table as it stood after event `at`. Throws likewise; must not outlive this.
  [[nodiscard]] RunningState runningStateAfter(EventNumber at) const;
  /// The event that a text names: "57", "start" (0), "end" (the last), "T3" (turn 3 began), "T3.battle" (the first
  /// battle in it began), "T3.main 1" (the phase of that name), "T3.battle 2" (the second one), "T3.end" (its last
  /// event). What a judge took back by a rewind does not count. Throws BadInput, saying what there is.
  [[nodiscard]] EventNumber point(std::string_view text) const;

  /// What is kept of its points under these rules; of a view nothing is. Read once.
  [[nodiscard]] const Keyframes::Beside& keptBeside() const;

  /// Stores keyframes that are not there yet, none of a view. Only where the archive records.
  void keepKeyframes();

 private:
  struct IndexOnce;
  [[nodiscard]] const IndexOnce& scan() const;
  [[nodiscard]] State nearestState(const Path& path) const;
  void compareKeyframe(const State& state) const;

  std::unique_ptr<Keyframes> keyframes_;  // null of a record in memory, as the next two are
  std::unique_ptr<Game> game_;
  std::unique_ptr<EventsOf<Game>> events_;
  std::shared_ptr<const GameRules> rules_;
  std::unique_ptr<const HeldRecord> view_;  // null: the whole record
  mutable std::unique_ptr<IndexOnce> scan_;
  mutable EventNumber straight_to_ = 0;  // noteStraight()
  mutable std::optional<Keyframes::Beside> beside_;
  mutable std::list<State> recent_;         // the latest last
  mutable std::set<EventNumber> compared_;  // the keyframes that agree with the events
};

/// An opened archive and the rules that were compiled so far. Games can be opened by several threads at once.
class GameLoader {
 public:
  /// Opens the archive at `path`; BadInput where there is none (Access::create makes one), and as Archive::open().
  explicit GameLoader(const std::filesystem::path& path, Access access = Access::read);
  /// To record: opens the archive, or makes it where there is none.
  [[nodiscard]] static GameLoader toRecord(const std::filesystem::path& path);

  [[nodiscard]] Archive& archive() { return archive_; }
  [[nodiscard]] const Archive& archive() const { return archive_; }

  /// The game of that id with the rules that it is pinned to. Throws BadInput where there is none (with the nearest
  /// ids) or it needs a newer program, DamagedArchive where a document that it names is missing.
  [[nodiscard]] OpenGame game(std::string_view id);
  /// The same; where `under` is given under that ruleset instead (a name, NAME@VERSION, a file), with the catalogue
  /// that the game is pinned to. Throws BadInput for a ruleset that cannot be had or used.
  [[nodiscard]] OpenGame game(std::string_view id, const std::optional<std::string>& under);
  /// The same of a game that was opened.
  [[nodiscard]] OpenGame game(Game game, const std::optional<std::string>& under);
  /// The rules of a header. Compiled once for each pair of documents.
  [[nodiscard]] std::shared_ptr<const GameRules> rulesOf(schema::Header::Reader header);
  /// The rules of a pair of stored documents; a catalogue digest of zero is none.
  [[nodiscard]] std::shared_ptr<const GameRules> rulesOf(const Bytes32& ruleset, const Bytes32& catalogue);

 private:
  [[nodiscard]] HeldDocument document(std::string_view kind, const Bytes32& digest) const;
  /// The ruleset that chooseRuleset() gives for a game of that date: all that there are are read once for a date, and
  /// not for each game.
  [[nodiscard]] std::shared_ptr<const HeldDocument> chosen(const std::string& choice, const std::string& date);
  [[nodiscard]] std::shared_ptr<const GameRules> rulesOf(const HeldDocument& ruleset, const Bytes32& catalogue);
  explicit GameLoader(Archive archive) : archive_(std::move(archive)) {}

  Archive archive_;
  std::unique_ptr<std::mutex> compiling_ = std::make_unique<std::mutex>();  // guards rules_
  std::map<std::pair<Bytes32, Bytes32>, std::shared_ptr<const GameRules>> rules_;
  std::unique_ptr<std::mutex> choosing_ = std::make_unique<std::mutex>();                      // guards chosen_
  std::map<std::pair<std::string, std::string>, std::shared_ptr<const HeldDocument>> chosen_;  // by choice and date
};

}  // namespace docket
