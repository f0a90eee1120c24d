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
#include "events/digest.h"
#include "events/errors.h"
#include "events/heads.h"
#include "events/jsonl.h"
#include "events/nearest.h"
#include "events/public.h"
#include "events/public_header.h"
#include "events/quoted.h"
#include "events/text_view.h"
#include "tools/game/keyframing.h"
#include "tools/import/formats.h"
#include "tools/io/files.h"

namespace docket {
namespace {

constexpr std::size_t kMostFileBytes = 256U << 20;

/// The format of a file. Throws BadInput for what is none of them.
const GameFormat& requireFormat(std::string_view bytes, const std::string& name) {
  if (const GameFormat* format = formatOf(bytes)) return *format;
  std::string expected;
  for (const GameFormat& one : gameFormats()) {
    const bool last = &one == &gameFormats().back();
    expected += fmt::format("{}{}", expected.empty() ? "" : last ? ", or " : ", ", one.expected);
  }
  throw BadInput(fmt::format("{}: docket cannot read this as a game: expected {}", name, expected));
}

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
    const EventsOf events(recording);
    EventNumber number = 1;
    try {
      RunningState follower(recording.header(), rules.rules());
      for (; number <= recording.size(); ++number) {
        const auto event = recording.event(number);
        if (const auto wrong = unknownName(rules.ruleset, recording.names(), event); !wrong.empty()) {
          throw DamagedArchive(fmt::format("event {}: {}", number, wrong));
        }
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
  const auto name = file.string();
  const auto refuse_all = [&](Refusal refusal) {
    add({.game = {}, .tell = [each, refusal = std::move(refusal)] { each.refused(refusal); }});
  };
  const auto refuse = [&](const BadInput& error) { refuse_all({.error = error}); };
  std::string bytes;
  const GameFormat* format = nullptr;
  try {
    bytes = readText(file, kMostFileBytes);
    format = &requireFormat(bytes, name);
  } catch (const BadInput& error) {
    return refuse(error);
  }
  const std::vector<GameText> games = format->games_in(bytes);
  if (games.size() > 1 && (options_.id || options_.expected_head)) {
    return refuse(
        BadInput(fmt::format("{}: {}, and {} games are in it", name,
                             options_.id ? "--id is for one game" : "--expect-head is for one game", games.size())));
  }
  if (options_.expected_head && !format->has_end)
    return refuse(BadInput(name + ": --expect-head: only a record in JSON Lines has a head before it is imported"));
  for (std::size_t i = 0; i < games.size(); ++i) {
    try {
      take(prepare(*format, games[i], name, games.size() > 1 ? i + 1 : 0), name, each);
    } catch (const notation::BadTranscript& bad) {
      refuse_all({.error = bad, .mistakes = bad.mistakes(), .more = bad.more()});
    } catch (const BadInput& error) {
      refuse(error);
    }
  }
}

void GameImport::take(Prepared prepared, const std::string& name, const Each& each) {
  if (waits(prepared.id())) finish();
  Taken taken{.game = prepared.id(),
              .events = prepared.recording.size(),
              .head = prepared.head(),
              .undefined = prepared.undefined,
              .has_catalogue = prepared.documents.catalogue != nullptr};
  taken.was_there = isThere(prepared, name);
  std::shared_ptr<const Prepared> game;
  if (!taken.was_there) {
    if (!loader_) loader_.emplace(GameLoader::toRecord(path_));
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
                                         std::size_t nth) {
  Prepared game{.recording = {}, .documents = {}, .heads = {}, .keyframes = {}};
  const auto set_documents = [&](schema::Header::Reader header) {
    game.documents = pinning_.documentsFor(header, name, archive());
  };
  std::optional<Secrets> secrets;
  const auto secrets_for = [&](const std::string& id) {
    const auto there = gameThere(id);
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
  completeHeader(game, name, text.text, format.name);
  game.run(*pinning_.rulesFor(game.documents), name);
  return game;
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
  throw BadInput(fmt::format("{}: the archive has a different game {}: import this one under another id with --id",
                             name, game.id()));
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
