#include "tools/import/archive_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "engine/fold/events_of.h"
#include "engine/fold/running_state.h"
#include "engine/query/acts/recorded_names.h"
#include "engine/query/cards/undefined.h"
#include "events/bad_text.h"
#include "events/digest.h"
#include "events/errors.h"
#include "events/game_id.h"
#include "events/heads.h"
#include "events/json/jsonl.h"
#include "events/public.h"
#include "events/public_header.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "store/naming.h"
#include "store/platform/parallel.h"
#include "tools/game/keyframing.h"
#include "tools/import/formats.h"
#include "tools/import/games_of_file.h"
#include "tools/io/files.h"

namespace docket {
namespace {

/// The keys that no catalogue has, in the order in which the game brought them.
std::vector<ImportResult::Undefined> undefinedIn(const State& state, const Catalogue& catalogue) {
  const auto keys = undefinedKeys(state);
  auto all = keys | ranges::views::transform([](const UndefinedKey& one) {
               return ImportResult::Undefined{.key = std::string(one.key), .cards = one.cards};
             }) |
             ranges::to_vector;
  if (all.empty()) return all;
  // A hint is a name: no number is near to another one.
  const auto is_number = [](std::string_view key) {
    return key.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const auto known =
      catalogue.definitions() |
      ranges::views::transform([&](const auto& one) { return is_number(one->key) ? one->title : one->key; }) |
      ranges::to_vector;
  for (std::size_t i = 0; i < std::min(all.size(), ImportResult::kMaxNearest); ++i) {
    if (!is_number(all[i].key)) all[i].nearest = didYouMean(all[i].key, known);
  }
  return all;
}

/// The mistakes of a text that have no suggestions.
std::vector<notation::Mistake> mistakesOf(const BadText<>& bad, const std::string& file) {
  std::vector<notation::Mistake> mistakes;
  for (const BadInput& one : bad.mistakes()) {
    // One without a line says the file itself.
    const notation::Place place{
        .file = one.line() == 0 ? std::string_view{} : file, .line = one.line(), .column = one.column()};
    mistakes.emplace_back(place, one.message());
  }
  return mistakes;
}

/// Checks that the ruleset declares every name in the record. Throws BadText listing those it does not.
void requireKnownNames(const Recording& recording, const Ruleset& ruleset, const std::string& file) {
  FoundMistakes<> found;
  for (EventNumber number = 1; number <= recording.size(); ++number) {
    const HeldEvent event = recording.event(number);
    for (const std::string& wrong : unknownNames(ruleset, recording.names(), event)) {
      found.add(BadInput(fmt::format("{}: under the ruleset {} {}: event {}: {}", file, ruleset.name, ruleset.version,
                                     number, wrong)));
    }
  }
  found.requireNone();
}

}  // namespace

struct ArchiveImport::Prepared {
  Recording recording;
  GameDocuments documents;
  Secrets secrets;
  Digest first_head{};
  std::vector<Digest> heads;  // as the archive wants them
  Digest tag{};
  std::vector<std::pair<EventNumber, kj::Array<capnp::word>>> keyframes;
  std::optional<find::GameTerms> terms{};  // empty: a judge corrected the record
  ImportResult result{};
  GameLabel stored_label{};  // stored separately from its record
  bool has_head = false;     // it was stored or exported before, so that others may know its head

  [[nodiscard]] std::string id() const { return textOf(recording.header().getId()); }
  [[nodiscard]] Digest head() const { return heads.empty() ? first_head : heads.back(); }

  /// Chains the heads and folds the whole game, so that what is stored is known to be readable.
  void run(const GameRules& rules, const std::string& name, find::ProbeCache& probes) {
    tag = rules.tag;
    Head head(recording.header(), secrets);
    first_head = head.value();
    heads.clear();
    keyframes.clear();
    requireKnownNames(recording, rules.ruleset, name);
    const EventsOf events(recording);
    EventNumber number = 1;
    const Rules by = rules.rules();
    find::TermCollector collector(by, probes.of(rules, recording.header().getPlayers().size()));
    try {
      RunningState running(recording.header(), by);
      collector.begin(running.state());
      for (; number <= recording.size(); ++number) {
        const auto event = recording.event(number);
        head.append(event, number);
        if (number % Head::kBlockEvents == 0 || number == recording.size()) heads.push_back(head.value());
        running.add(number, event, events);
        collector.add(running, event);
        if (number % eventsBetweenKeyframes(running.state()) == 0)
          keyframes.emplace_back(number, keyframeOf(running.state(), by));
      }
      result.undefined = undefinedIn(running.state(), rules.catalogue);
    } catch (const DamagedArchive& cannot_be_folded) {
      throw BadInput(fmt::format("{}: under the ruleset {} {}: {}", name, rules.ruleset.name, rules.ruleset.version,
                                 cannot_be_folded.what()));
    }
    terms.reset();
    if (!collector.isCorrected()) terms = std::move(collector).take();
  }
};

ArchiveImport::ArchiveImport(std::filesystem::path archive, ArchiveImportOptions options)
    : path_(std::move(archive)),
      options_(std::move(options)),
      pinning_(options_.ruleset, options_.cards, OtherCards::left_out) {
  if (Archive::archiveExists(path_)) loader_.emplace(path_, Access::record);
}

ArchiveImport::~ArchiveImport() = default;

void ArchiveImport::importFile(const std::filesystem::path& file, const ImportCallbacks& callbacks) {
  try {
    GamesOfFile games(file);
    queueGames(games, callbacks);
  } catch (const BadInput& error) {
    refuse({.error = error}, callbacks);
  }
}

void ArchiveImport::importStream(std::istream& from, const std::string& name, const ImportCallbacks& callbacks) {
  try {
    GamesOfFile games(from, name);
    queueGames(games, callbacks);
  } catch (const BadInput& error) {
    refuse({.error = error}, callbacks);
  }
}

void ArchiveImport::queueGames(GamesOfFile& games, const ImportCallbacks& callbacks) {
  const GameFormat& format = games.format();
  if (options_.expected_head && !format.has_end)
    throw BadInput(games.name() + ": --expect-head works only for JSON Lines");
  std::size_t nth = 0;
  while (const auto text = games.next()) {
    ++nth;
    const bool is_only = nth == 1 && !games.hasMore();
    if (const auto* of_one = optionOfOneGame(); of_one != nullptr && !is_only)
      throw BadInput(fmt::format("{}: {} is for one game, but the file has several", games.name(), of_one));
    unread_bytes_ += text->text.size();
    unread_.push_back({.format = &format,
                       .text = std::string(text->text),
                       .first_line = text->first_line,
                       .file = games.name(),
                       .nth = is_only ? 0 : nth,
                       .callbacks = callbacks});
    if (unread_.size() >= kMaxUnread || unread_bytes_ >= kMaxUnreadBytes) readQueued();
  }
}

void ArchiveImport::readQueued() {
  const std::vector<Unread> unread = std::exchange(unread_, {});
  unread_bytes_ = 0;
  std::vector<std::optional<Prepared>> read(unread.size());
  const auto find_unless_queued = [&](const std::string& id) -> std::optional<Game> {
    if (isWaiting(id)) throw BadInput("a game with this id is waiting to be stored");
    return archive() == nullptr ? std::nullopt : archive()->find(id);
  };
  if (unread.size() > 1 && !options_.replaces) {
    inParallel(unread.size(), threadsOfMachine(), [&](std::size_t i) {
      try {
        read[i] = prepare(unread[i], find_unless_queued);
      } catch (...) {
        // It is read again in its turn, and the mistake is reported then.
      }
    });
  }
  std::set<std::string> ids;
  for (std::size_t i = 0; i < unread.size(); ++i) {
    // A game whose id an earlier one of the batch has was read without knowing that one.
    if (!read[i] || !ids.insert(read[i]->id()).second) {
      readAlone(unread[i]);
    } else {
      queueOrRefuse(unread[i], [&] { return std::move(*read[i]); });
    }
  }
}

void ArchiveImport::readAlone(const Unread& one) {
  const auto find_after_storing_queue = [this](const std::string& id) {
    if (isWaiting(id)) finish();
    return archive() == nullptr ? std::nullopt : archive()->find(id);
  };
  queueOrRefuse(one, [&] {
    return options_.replaces ? prepareReplacement(one, find_after_storing_queue)
                             : prepare(one, find_after_storing_queue);
  });
}

template <class Read>
void ArchiveImport::queueOrRefuse(const Unread& one, const Read& read) {
  try {
    queuePrepared(read(), one.file, one.callbacks);
  } catch (const notation::BadTranscript& bad) {
    refuse({.error = bad, .mistakes = bad.mistakes(), .more = bad.more()}, one.callbacks);
  } catch (const BadText<>& bad) {
    refuse({.error = bad, .mistakes = mistakesOf(bad, one.file), .more = bad.more()}, one.callbacks);
  } catch (const BadInput& error) {
    refuse({.error = error}, one.callbacks);
  }
}

std::string ArchiveImport::givenId(const Unread& one) const {
  const std::string id = options_.id ? *options_.id : gameIdFrom(one.file);
  return one.nth == 0 ? id : fmt::format("{}-{}", id, one.nth);
}

const char* ArchiveImport::optionOfOneGame() const {
  if (options_.expected_head) return "--expect-head";
  if (options_.labelling.of_all.game_of_match != 0) return "--game-of-match";
  return options_.replaces ? "--replaces" : nullptr;
}

void ArchiveImport::refuse(Refusal refusal, const ImportCallbacks& callbacks) {
  readQueued();  // those before it are reported first
  enqueue({.id = {}, .game = {}, .report = [callbacks, refusal = std::move(refusal)] { callbacks.refused(refusal); }});
}

void ArchiveImport::queuePrepared(Prepared prepared, const std::string& name, const ImportCallbacks& callbacks) {
  if (isWaiting(prepared.id())) finish();
  const bool is_stored = isStored(prepared, name);
  ImportResult result = std::move(prepared.result);
  result.game = prepared.id();
  result.events = prepared.recording.size();
  result.head = prepared.head();
  result.has_catalogue = prepared.documents.catalogue != nullptr;
  result.already_stored = is_stored;
  result.replaces = replacedId(result.game);
  std::shared_ptr<const Prepared> game;
  if (result.already_stored) {
    labelStoredGame(prepared, result);
  } else {
    if (!loader_) loader_.emplace(GameLoader::toRecord(path_));
    if (options_.replaces) loader_->archive().seal(result.replaces);  // the leaf of the new one follows its last
    if (!documents_stored_.contains(prepared.tag)) {
      prepared.documents.storeIn(loader_->archive());
      documents_stored_.insert(prepared.tag);  // only what is there now: else the next game would lack them
    }
    game = std::make_shared<const Prepared>(std::move(prepared));
  }
  enqueue({.id = game ? game->id() : std::string(),
           .game = std::move(game),
           .report = [callbacks, result = std::move(result)] { callbacks.imported(result); },
           .refuse = [callbacks](const BadInput& error) { callbacks.refused({.error = error}); }});
}

void ArchiveImport::enqueue(Waiting one) {
  if (one.game) events_waiting_ += one.game->recording.size();
  waiting_.push_back(std::move(one));
  if (waiting_.size() >= kMaxWaiting || events_waiting_ >= kMaxEventsWaiting) flush();
}

void ArchiveImport::flush() {
  reportStored();
  storing_ = std::exchange(waiting_, {});
  events_waiting_ = 0;
  stored_ = std::async(std::launch::async, [this] { return store(storing_); });
}

void ArchiveImport::reportStored() {
  const auto refused = stored_.valid() ? stored_.get() : std::map<std::size_t, BadInput>();
  const auto done = std::exchange(storing_, {});
  for (std::size_t i = 0; i < done.size(); ++i) {
    const auto why = refused.find(i);
    why == refused.end() ? done[i].report() : done[i].refuse(why->second);
  }
}

void ArchiveImport::finish() {
  readQueued();
  flush();
  reportStored();
  if (loader_) storeIndex();
}

bool ArchiveImport::isWaiting(const std::string& id) const {
  return ranges::contains(waiting_, id, &Waiting::id) || ranges::contains(storing_, id, &Waiting::id);
}

ArchiveImport::Prepared ArchiveImport::prepare(const Unread& one, const FindStored& find_stored, ReplacementMode mode) {
  Prepared game{.recording = {}, .documents = {}, .heads = {}, .keyframes = {}};
  const auto set_documents = [&](schema::Header::Reader header) {
    game.documents = pinning_.documentsFor(header, one.file, archive());
  };
  std::optional<Secrets> secrets;
  const auto secrets_for = [&](const std::string& id) {
    if (mode == ReplacementMode::next_record)
      return Secrets(newSecret());  // no hidden value is closed by the same salt
    const auto stored = mode == ReplacementMode::same_record ? std::optional(replacedGame()) : find_stored(id);
    return stored ? stored->secrets() : Secrets(newSecret());
  };
  const std::string given_id = givenId(one);
  ReadGame read = one.format->read({.source = {.text = one.text, .first_line = one.first_line},
                                    .file = one.file,
                                    .seat = options_.seat,
                                    .rules_of =
                                        [&](schema::Header::Reader header) {
                                          set_documents(header);
                                          return pinning_.rulesFor(game.documents)->rules();
                                        },
                                    .id = given_id,
                                    .secret =
                                        [&] {
                                          secrets = secrets_for(given_id);
                                          return secrets->of(0);
                                        }});
  game.recording = std::move(read.recording);
  game.stored_label = std::move(read.label);
  game.result.skipped = std::move(read.skipped);
  game.result.notes = std::move(read.notes);
  if (one.format->has_end) requireWhole(game.recording, read.end, one.file);
  if (game.documents.ruleset == nullptr) set_documents(game.recording.header());
  if (read.end && read.end->secrets) secrets = read.end->secrets;
  const auto own_id = options_.id ? std::string() : textOf(game.recording.header().getId());
  game.secrets = secrets ? *secrets : secrets_for(own_id.empty() ? given_id : own_id);
  if (mode != ReplacementMode::none) {
    const Game replaced = replacedGame();
    adoptReplacedIdentity(game, replaced, mode, one.file);
    game.stored_label.fillFrom(replaced.label());
    game.stored_label.erased_seats = replaced.label().erased_seats;
  }
  game.has_head = game.recording.header().getRecordFormat() != 0;
  completeHeader(game, one, find_stored);
  game.run(*pinning_.rulesFor(game.documents), one.file, probes_);
  return game;
}

/// A correction imported a second time is already stored.
ArchiveImport::Prepared ArchiveImport::prepareReplacement(const Unread& one, const FindStored& find_stored) {
  auto as_there = prepare(one, find_stored, ReplacementMode::same_record);
  const Game stored = replacedGame();
  if (as_there.recording.size() == stored.count() && as_there.head() == stored.head()) return as_there;
  return prepare(one, find_stored, ReplacementMode::next_record);
}

Game ArchiveImport::replacedGame() {
  const auto& typed = *options_.replaces;
  if (archive() == nullptr)
    throw BadInput(
        fmt::format("--replaces {}: there is no archive {}, so there is no such game", typed, path_.string()));
  Game game = named(*archive(), typed);
  if (const auto newer = replacedBy(*archive(), game.id()))
    throw BadInput(
        fmt::format("--replaces {}: it was already replaced by {}: docket import --replaces {} replaces the newest "
                    "record",
                    typed, *newer, gameNameOf(typed).game));
  if (game.branchPoint())
    throw BadInput(fmt::format("--replaces {}: this is a branch; make it again with docket branch", typed));
  return game;
}

void ArchiveImport::adoptReplacedIdentity(Prepared& game, const Game& replaced, ReplacementMode mode,
                                          const std::string& name) const {
  auto header = game.recording.header();
  const auto own = gameNameOf(view(header.getId()));
  const auto replaced_name = gameNameOf(replaced.id());
  if (!own.game.empty() && own.game != replaced_name.game)
    throw BadInput(
        fmt::format("{}: --replaces {}: this is a record of the game {}", name, *options_.replaces, own.game));
  if (header.getViewer() != 0)
    throw BadInput(
        fmt::format("{}: --replaces {}: this is a record for one seat, not a complete one", name, *options_.replaces));
  const bool is_next = mode == ReplacementMode::next_record;
  header.setId(recordId(replaced_name.game, std::max(replaced_name.record, 1U) + (is_next ? 1 : 0)));
  header.disownSourceDigest();
  header.disownSourceSalt();
  header.disownSourceCommitment();
  header.disownIdSalt();
  if (is_next) {
    header.setSource(std::string(kReplacementSource));
    header.setSourceDigest(capnp::Data::Reader(replaced.head().data(), replaced.head().size()));
    takeSalts(header, replaced.header());  // a name that was erased is not brought back
    return;
  }
  const auto stored = replaced.header();
  header.setSource(stored.getSource());
  if (stored.hasSourceDigest()) header.setSourceDigest(stored.getSourceDigest());
  if (stored.hasSourceSalt()) header.setSourceSalt(stored.getSourceSalt());
  if (stored.hasSourceCommitment()) header.setSourceCommitment(stored.getSourceCommitment());
}

/// Refuses a record that was cut short or is not the expected one.
void ArchiveImport::requireWhole(const Recording& recording, const std::optional<RecordEnd>& end,
                                 const std::string& name) const {
  const auto its_head = end || !options_.cut ? requireEnd(recording, end, name) : std::nullopt;
  if (!options_.expected_head) return;
  const auto head = hex(its_head ? *its_head : headOf(recording, Secrets{}));
  if (head != *options_.expected_head)
    throw BadInput(fmt::format("{}: this is not the expected record: it has the head {}, not {}", name, head,
                               *options_.expected_head));
}

/// An exported record has a head, which another name would change: names are stored next to it.
void ArchiveImport::nameGame(Prepared& game, const Unread& from) const {
  auto header = game.recording.header();
  std::vector<LabelConflict> conflicts;
  const auto add_conflicts = [&](const std::string& by) {
    for (LabelConflict& one : std::exchange(conflicts, {}))
      game.result.label.conflicts.push_back({.what = std::move(one), .by = by});
  };
  if (!options_.labelling.empty()) nameByOptions(game, from);
  if (!game.has_head) addLabel(header, std::exchange(game.result.label.adds, {}));
  // The label of the file, or of the record that it replaces.
  const GameLabel own_label = std::exchange(game.stored_label, {.erased_seats = game.stored_label.erased_seats});
  game.stored_label =
      relabelled(mergedLabel(header, game.stored_label, own_label, conflicts), game.result.label.adds, conflicts);
  add_conflicts("its label in " + from.file);
}

void ArchiveImport::nameByOptions(Prepared& game, const Unread& from) const {
  auto header = game.recording.header();
  const std::string id = game.id();
  game.result.label = labelFor(options_.labelling, header.asReader(), {.id = id, .file = from.file, .nth = from.nth},
                               EventsOf(game.recording), game.recording.size());
}

/// A stored game gets the label fields that it lacks.
void ArchiveImport::labelStoredGame(const Prepared& game, ImportResult& result) {
  if (game.stored_label.empty()) return;
  const Game stored = loader_->archive().game(game.id());
  const GameLabel kept = stored.label();
  std::vector<LabelConflict> conflicts;
  const GameLabel label = mergedLabel(stored.header(), kept, game.stored_label, conflicts);
  for (LabelConflict& one : conflicts) result.label.conflicts.push_back({.what = std::move(one), .by = "its file"});
  const NewLabel one{.game = stored.id(), .label = label};
  if (label != kept) loader_->archive().label({&one, 1});
}

/// Keeps what the file says: an exported game returns with its head.
void ArchiveImport::completeHeader(Prepared& game, const Unread& from, const FindStored& find_stored) {
  auto header = game.recording.header();
  if (options_.id || header.getId().size() == 0) header.setId(givenId(from));
  if (header.getSource().size() == 0) header.setSource(std::string(from.format->name));
  nameGame(game, from);
  // A view, or a record whose source was erased, gets no source digest.
  if (header.getViewer() == 0 && !header.hasSourceDigest() && !header.hasSourceCommitment()) {
    const auto of_file = digest(from.text);
    header.setSourceDigest(capnp::Data::Reader(of_file.data(), of_file.size()));
  }
  if (const auto stored = find_stored(textOf(header.getId()))) takeSalts(header, stored->header());
  saltHeader(header, game.secrets.of(0));
  game.documents.pinIn(header, from.file);
}

std::string otherIdAdvice(std::string_view id) {
  return fmt::format(
      "import this one under another id with --id, or with --replaces {} if it is the same game, corrected",
      gameNameOf(id).game);
}

/// The heads were chained with the secret of the stored game, so equal content has an equal head. That game may have
/// been continued with rulings and appeals that the file lacks.
bool ArchiveImport::isStored(const Prepared& game, const std::string& name) const {
  if (archive() == nullptr) return false;
  const auto stored = archive()->find(game.id());
  if (!stored) return false;
  const auto count = game.recording.size();
  const auto head = stored->count() == count ? std::optional(stored->head()) : stored->headAt(count);
  if (head == game.head()) return true;
  throw BadInput(
      fmt::format("{}: the archive has a different game {}: {}{}", name, game.id(), otherIdAdvice(game.id()),
                  game.result.label.adds.empty() ? "" : "; docket label labels a game that is in the archive"));
}

/// Stores all at once, or one by one if that fails.
std::map<std::size_t, BadInput> ArchiveImport::store(const std::vector<Waiting>& games) {
  const auto imported = [&](const Prepared& game) {
    GameLabel label = game.stored_label;
    for (const std::string& name : options_.recorded_by) addRecordedBy(label, name, 1, game.recording.size());
    return ImportedGame{.game = {.header = game.recording.header(),
                                 .secrets = game.secrets,
                                 .head = game.first_head,
                                 .label = std::move(label)},
                        .recording = &game.recording,
                        .heads = game.heads};
  };
  std::vector<ImportedGame> all;
  for (const Waiting& one : games) {
    if (one.game) all.push_back(imported(*one.game));
  }
  std::map<std::size_t, BadInput> refused;
  if (all.empty()) return refused;
  Archive& archive = loader_->archive();
  try {
    archive.import(all);
  } catch (const BadInput&) {
    for (std::size_t i = 0; i < games.size(); ++i) {
      try {
        if (games[i].game) archive.import(imported(*games[i].game));
      } catch (const BadInput& error) {
        refused.emplace(i, error);
      }
    }
  }
  auto keyframes = archive.derivedStore();
  for (std::size_t i = 0; i < games.size(); ++i) {
    const Waiting& one = games[i];
    if (!one.game || refused.contains(i)) continue;
    const auto stored = archive.game(one.game->id());
    addToIndex(stored, *one.game);
    for (const auto& [number, words] : one.game->keyframes)
      keyframes.put(stored, one.game->tag, number, bytesOf(words));
  }
  return refused;
}

void ArchiveImport::addToIndex(const Game& stored, const Prepared& game) {
  if (!game.terms) return;
  find::GameTerms terms = *game.terms;
  find::addRecordTerms(stored.header(), EventsOf(game.recording), game.recording.size(), terms);
  collected_.add(stored.number(), find::IndexLevel::table, terms);
  if (collected_.games() >= find::kMaxGamesOfSegment) storeIndex();
}

void ArchiveImport::storeIndex() {
  const Archive& archive = loader_->archive();
  if (collected_.games() != 0 && find::TermIndex(archive).segments() < find::kMaxSegments)
    find::storeSegment(archive, collected_, archive.totals().events);
}

bool looksLikeGame(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::array<char, 4096> bytes{};
  in.read(bytes.data(), bytes.size());
  const std::string_view read(bytes.data(), static_cast<std::size_t>(in.gcount()));
  return looksLikeGame(read);
}

}  // namespace docket
