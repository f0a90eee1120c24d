#include "tools/import/game_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>
#include <span>
#include <utility>
#include <vector>

#include "engine/fold/events_of.h"
#include "engine/fold/running_state.h"
#include "engine/query/recorded_names.h"
#include "engine/query/undefined.h"
#include "events/bad_text.h"
#include "events/digest.h"
#include "events/errors.h"
#include "events/game_id.h"
#include "events/heads.h"
#include "events/jsonl.h"
#include "events/nearest.h"
#include "events/public.h"
#include "events/public_header.h"
#include "events/quoted.h"
#include "events/text_view.h"
#include "store/naming.h"
#include "tools/game/keyframing.h"
#include "tools/import/formats.h"
#include "tools/import/games_of_file.h"
#include "tools/io/files.h"

namespace docket {
namespace {

/// The keys that no catalogue has, in the order in which the game brought them.
std::vector<Taken::Undefined> undefinedIn(const State& state, const Catalogue& catalogue) {
  const auto keys = undefinedKeys(state);
  auto all = keys | ranges::views::transform([](const UndefinedKey& one) {
               return Taken::Undefined{.key = std::string(one.key), .cards = one.cards};
             }) |
             ranges::to_vector;
  if (all.empty()) return all;
  const auto known =
      catalogue.definitions() | ranges::views::transform([](const auto& one) { return one->key; }) | ranges::to_vector;
  for (std::size_t i = 0; i < std::min(all.size(), Taken::kMostNearest); ++i)
    all[i].nearest = didYouMean(all[i].key, known);
  return all;
}

/// The mistakes of a text that nothing can be chosen for.
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

/// Holds the names of a record to those that its ruleset has. Throws a BadText with all that it has not.
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

struct GameImport::Prepared {
  Recording recording;
  GameDocuments documents;
  Secrets secrets;
  Bytes32 first_head{};
  std::vector<Bytes32> heads;  // as the archive wants them
  Bytes32 tag{};
  std::vector<std::pair<EventNumber, kj::Array<capnp::word>>> keyframes;
  std::vector<Taken::Undefined> undefined{};

  [[nodiscard]] std::string id() const { return textOf(recording.header().getId()); }
  [[nodiscard]] Bytes32 head() const { return heads.empty() ? first_head : heads.back(); }

  // Chains the heads and folds the whole game, so that what is stored is known to be readable.
  void run(const GameRules& rules, const std::string& name) {
    tag = rules.tag;
    Head head(recording.header(), secrets);
    first_head = head.value();
    heads.clear();
    keyframes.clear();
    requireKnownNames(recording, rules.ruleset, name);
    const EventsOf events(recording);
    EventNumber number = 1;
    try {
      RunningState follower(recording.header(), rules.rules());
      for (; number <= recording.size(); ++number) {
        const auto event = recording.event(number);
        head.append(event, number);
        if (number % Head::kBlockEvents == 0 || number == recording.size()) heads.push_back(head.value());
        follower.add(number, event, events);
        if (number % eventsBetweenKeyframes(follower.state()) == 0)
          keyframes.emplace_back(number, keyframeOf(follower.state(), rules.rules()));
      }
      undefined = undefinedIn(follower.state(), rules.catalogue);
    } catch (const DamagedArchive& cannot_be_folded) {
      throw BadInput(fmt::format("{}: under the ruleset {} {}: {}", name, rules.ruleset.name, rules.ruleset.version,
                                 cannot_be_folded.what()));
    }
  }
};

GameImport::GameImport(std::filesystem::path archive, GameImportOptions options)
    : path_(std::move(archive)), options_(std::move(options)), pinning_(options_.ruleset, options_.cards) {
  if (Archive::standsAt(path_)) loader_.emplace(path_, Access::record);
}

GameImport::~GameImport() = default;

void GameImport::take(const std::filesystem::path& file, const Each& each) {
  try {
    GamesOfFile games(file);
    take(games, each);
  } catch (const BadInput& error) {
    refuse({.error = error}, each);
  }
}

void GameImport::take(std::istream& from, const std::string& name, const Each& each) {
  try {
    GamesOfFile games(from, name);
    take(games, each);
  } catch (const BadInput& error) {
    refuse({.error = error}, each);
  }
}

void GameImport::take(GamesOfFile& games, const Each& each) {
  const GameFormat& format = games.format();
  if (options_.expected_head && !format.has_end)
    throw BadInput(games.name() + ": --expect-head: only a record in JSON Lines has a head before it is imported");
  std::size_t nth = 0;
  while (const auto text = games.next()) {
    ++nth;
    const bool is_only = nth == 1 && !games.hasMore();
    if (const auto* of_one = optionOfOneGame(); of_one != nullptr && !is_only)
      throw BadInput(fmt::format("{}: {} is for one game, and several are in it", games.name(), of_one));
    try {
      take(options_.replaces ? prepareReplacement(format, *text, games.name())
                             : prepare(format, *text, games.name(), is_only ? 0 : nth),
           games.name(), each);
    } catch (const notation::BadTranscript& bad) {
      refuse({.error = bad, .mistakes = bad.mistakes(), .more = bad.more()}, each);
    } catch (const BadText<>& bad) {
      refuse({.error = bad, .mistakes = mistakesOf(bad, games.name()), .more = bad.more()}, each);
    } catch (const BadInput& error) {
      refuse({.error = error}, each);
    }
  }
}

const char* GameImport::optionOfOneGame() const {
  if (options_.id) return "--id";
  if (options_.expected_head) return "--expect-head";
  return options_.replaces ? "--replaces" : nullptr;
}

void GameImport::refuse(Refusal refusal, const Each& each) {
  add({.game = {}, .tell = [each, refusal = std::move(refusal)] { each.refused(refusal); }});
}

void GameImport::take(Prepared prepared, const std::string& name, const Each& each) {
  if (waits(prepared.id())) finish();
  Taken taken{.game = prepared.id(),
              .events = prepared.recording.size(),
              .head = prepared.head(),
              .undefined = prepared.undefined,
              .has_catalogue = prepared.documents.catalogue != nullptr,
              .replaces = replacedId(prepared.id())};
  taken.was_there = isThere(prepared, name);
  std::shared_ptr<const Prepared> game;
  if (!taken.was_there) {
    if (!loader_) loader_.emplace(GameLoader::toRecord(path_));
    if (options_.replaces) loader_->archive().seal(taken.replaces);  // the leaf of the new one follows its last
    prepared.documents.storeIn(loader_->archive());
    game = std::make_shared<const Prepared>(std::move(prepared));
  }
  add({.game = std::move(game),
       .tell = [each, taken = std::move(taken)] { each.took(taken); },
       .refuse = [each](const BadInput& error) { each.refused({.error = error}); }});
}

void GameImport::add(Waiting one) {
  if (one.game) events_waiting_ += one.game->recording.size();
  waiting_.push_back(std::move(one));
  if (waiting_.size() >= kMostWaiting || events_waiting_ >= kMostEventsWaiting) flush();
}

void GameImport::flush() {
  settle();
  storing_ = std::exchange(waiting_, {});
  events_waiting_ = 0;
  stored_ = std::async(std::launch::async, [this] { store(storing_); });
}

void GameImport::settle() {
  if (stored_.valid()) stored_.get();
  for (const Waiting& one : std::exchange(storing_, {})) one.tell();
}

void GameImport::finish() {
  flush();
  settle();
}

bool GameImport::waits(const std::string& id) const {
  const auto has_id = [&](const Waiting& one) { return one.game && one.game->id() == id; };
  return ranges::any_of(waiting_, has_id) || ranges::any_of(storing_, has_id);
}

GameImport::Prepared GameImport::prepare(const GameFormat& format, const GameText& text, const std::string& name,
                                         std::size_t nth, Becoming becoming) {
  Prepared game{.recording = {}, .documents = {}, .heads = {}, .keyframes = {}};
  const auto set_documents = [&](schema::Header::Reader header) {
    game.documents = pinning_.documentsFor(header, name, archive());
  };
  std::optional<Secrets> secrets;
  const auto secrets_for = [&](const std::string& id) {
    if (becoming == Becoming::the_next) return Secrets(newSecret());  // no hidden value is closed by the same salt
    const auto there = becoming == Becoming::what_is_there ? std::optional(replacedGame()) : gameThere(id);
    return there ? there->secrets() : Secrets(newSecret());
  };
  const std::string without_id = options_.id.value_or(gameIdFrom(name) + (nth == 0 ? "" : fmt::format("-{}", nth)));
  ReadGame read = format.read({.of = text,
                               .file = name,
                               .seat = options_.seat,
                               .rules_of =
                                   [&](schema::Header::Reader header) {
                                     set_documents(header);
                                     return pinning_.rulesFor(game.documents)->rules();
                                   },
                               .id = without_id,
                               .secret =
                                   [&] {
                                     secrets = secrets_for(without_id);
                                     return secrets->of(0);
                                   }});
  game.recording = std::move(read.recording);
  if (format.has_end) requireWhole(game.recording, read.end, name);
  if (game.documents.ruleset == nullptr) set_documents(game.recording.header());
  if (read.end && read.end->secrets) secrets = read.end->secrets;
  const auto own_id = options_.id.value_or(textOf(game.recording.header().getId()));
  game.secrets = secrets ? *secrets : secrets_for(own_id.empty() ? without_id : own_id);
  if (becoming != Becoming::what_it_says) becomeRecordOf(game, replacedGame(), becoming, name);
  completeHeader(game, name, text.text, format.name);
  game.run(*pinning_.rulesFor(game.documents), name);
  return game;
}

// A correction that is taken in a second time is there.
GameImport::Prepared GameImport::prepareReplacement(const GameFormat& format, const GameText& text,
                                                    const std::string& name) {
  auto as_there = prepare(format, text, name, 0, Becoming::what_is_there);
  const Game there = replacedGame();
  if (as_there.recording.size() == there.count() && as_there.head() == there.head()) return as_there;
  return prepare(format, text, name, 0, Becoming::the_next);
}

Game GameImport::replacedGame() {
  const auto& typed = *options_.replaces;
  if (archive() == nullptr)
    throw BadInput(
        fmt::format("--replaces {}: there is no archive {}, so there is no such game", typed, path_.string()));
  Game game = named(*archive(), typed);
  if (const auto newer = replacedBy(*archive(), game.id()))
    throw BadInput(
        fmt::format("--replaces {}: {} has replaced it already: docket import --replaces {} replaces the newest "
                    "record",
                    typed, *newer, gameNameOf(typed).game));
  if (game.branchPoint())
    throw BadInput(fmt::format("--replaces {}: this is a branch, which docket branch makes anew", typed));
  return game;
}

void GameImport::becomeRecordOf(Prepared& game, const Game& replaced, Becoming becoming,
                                const std::string& name) const {
  auto header = game.recording.header();
  const auto own = gameNameOf(view(header.getId()));
  const auto of = gameNameOf(replaced.id());
  if (!own.game.empty() && own.game != of.game)
    throw BadInput(
        fmt::format("{}: --replaces {}: this is a record of the game {}", name, *options_.replaces, own.game));
  if (header.getViewer() != 0)
    throw BadInput(fmt::format("{}: --replaces {}: this is what one seat could see, and no whole record", name,
                               *options_.replaces));
  const bool is_next = becoming == Becoming::the_next;
  header.setId(recordId(of.game, std::max(of.record, 1U) + (is_next ? 1 : 0)));
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

// A record that was cut, or is another one than was expected, is refused.
void GameImport::requireWhole(const Recording& recording, const std::optional<RecordEnd>& end,
                              const std::string& name) const {
  const auto its_head = end || !options_.cut ? requireEnd(recording, end, name) : std::nullopt;
  if (!options_.expected_head) return;
  const auto head = hex(its_head ? *its_head : headOf(recording, Secrets{}));
  if (head != *options_.expected_head)
    throw BadInput(fmt::format("{}: this is not the expected record: it has the head {}, not {}", name, head,
                               *options_.expected_head));
}

// What the file says stays as it is: a game that was exported comes back with the head that it had.
void GameImport::completeHeader(Prepared& game, const std::string& name, std::string_view bytes,
                                std::string_view source) {
  auto header = game.recording.header();
  if (options_.id) header.setId(*options_.id);
  if (header.getId().size() == 0) header.setId(gameIdFrom(name));
  if (header.getSource().size() == 0) header.setSource(std::string(source));
  // Of what was left out for a viewer, and of a source that was forgotten, nothing is said.
  if (header.getViewer() == 0 && !header.hasSourceDigest() && !header.hasSourceCommitment()) {
    const auto of_file = digest(bytes);
    header.setSourceDigest(capnp::Data::Reader(of_file.data(), of_file.size()));
  }
  if (const auto there = gameThere(textOf(header.getId()))) takeSalts(header, there->header());
  saltHeader(header, game.secrets.of(0));
  game.documents.pinIn(header, name);
}

std::optional<Game> GameImport::gameThere(const std::string& id) {
  if (waits(id)) finish();
  return archive() == nullptr ? std::nullopt : archive()->find(id);
}

// The heads were chained with the secret of the game that is there, so equal content has an equal head. That game may
// have gone on: rulings and appeals that came after what the file has.
bool GameImport::isThere(const Prepared& game, const std::string& name) const {
  if (archive() == nullptr) return false;
  const auto there = archive()->find(game.id());
  if (!there) return false;
  const auto count = game.recording.size();
  const auto head = there->count() == count ? std::optional(there->head()) : there->headAt(count);
  if (head == game.head()) return true;
  throw BadInput(
      fmt::format("{}: the archive has a different game {}: import this one under another id with --id, or "
                  "with --replaces {} where it is the same game, corrected",
                  name, game.id(), gameNameOf(view(game.recording.header().getId())).game));
}

// All at once; where one of them cannot be stored, each for itself.
void GameImport::store(std::vector<Waiting>& games) {
  const auto imported = [](const Prepared& game) {
    return ImportedGame{.game = {.header = game.recording.header(), .secrets = game.secrets, .head = game.first_head},
                        .recording = &game.recording,
                        .heads = game.heads};
  };
  std::vector<ImportedGame> all;
  for (const Waiting& one : games) {
    if (one.game) all.push_back(imported(*one.game));
  }
  if (all.empty()) return;
  Archive& archive = loader_->archive();
  try {
    archive.import(all);
  } catch (const BadInput&) {
    for (Waiting& one : games) {
      try {
        if (one.game) archive.import(imported(*one.game));
      } catch (const BadInput& error) {
        one.tell = [refuse = one.refuse, error] { refuse(error); };
        one.game = nullptr;
      }
    }
  }
  auto keyframes = archive.keyframes();
  for (const Waiting& one : games) {
    if (!one.game || one.game->keyframes.empty()) continue;
    const auto stored = archive.game(one.game->id());
    for (const auto& [number, words] : one.game->keyframes)
      keyframes.put(stored, one.game->tag, number, bytesOf(words));
  }
}

bool looksLikeGame(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::array<char, 4096> bytes{};
  in.read(bytes.data(), bytes.size());
  const std::string_view read(bytes.data(), static_cast<std::size_t>(in.gcount()));
  return looksLikeGame(read);
}

}  // namespace docket
