#include "tools/intake.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <istream>
#include <map>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>
#include <span>
#include <streambuf>
#include <vector>

#include "engine/follow.h"
#include "engine/keyframe.h"
#include "engine/recorded_events.h"
#include "engine/recorded_names.h"
#include "engine/undefined.h"
#include "events/digest.h"
#include "events/errors.h"
#include "events/heads.h"
#include "events/jsonl.h"
#include "events/nearest.h"
#include "events/public.h"
#include "events/quoted.h"
#include "events/text_view.h"
#include "events/trimmed.h"
#include "events/validate.h"
#include "tools/edopro/import.h"
#include "tools/files.h"
#include "tools/keyframing.h"
#include "tools/transcript.h"

namespace docket {
namespace {

constexpr std::size_t kMostFileBytes = 256U << 20;
constexpr std::string_view kReplayMagic = "yrp";  // yrpX, or yrp1 of an older program
constexpr const char* kReplayRuleset = "yugioh";

/// Bytes in memory as a stream, without a copy.
class BytesBuffer : public std::streambuf {
 public:
  explicit BytesBuffer(const std::string& bytes) {
    char* const begin = const_cast<char*>(bytes.data());  // a get area is never written to
    setg(begin, begin, begin + bytes.size());
  }
};

bool beginsAsJson(std::string_view bytes) {
  const auto start = bytes.find_first_not_of(" \t\r\n");
  return start != std::string_view::npos && bytes[start] == '{';
}

/// The lines of one game within a file.
struct GameText {
  std::string_view text;
  std::size_t first_line = 1;
  bool is_transcript = false;  // else JSON Lines
};

std::vector<GameText> transcriptsIn(std::string_view bytes) {
  std::vector<GameText> games;
  std::size_t line = 1;
  const auto begins = gamesOfTranscript(bytes);
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const auto end = i + 1 < begins.size() ? begins[i + 1] : bytes.size();
    games.push_back({.text = bytes.substr(begins[i], end - begins[i]), .first_line = line, .is_transcript = true});
    line += static_cast<std::size_t>(std::count(games.back().text.begin(), games.back().text.end(), '\n'));
  }
  return games;
}

/// The games of a file of JSON Lines or transcripts, each from its header on; none where it is a replay. Throws
/// BadInput for what is none of them.
std::vector<GameText> gamesIn(std::string_view bytes, const std::string& name) {
  if (bytes.starts_with(kReplayMagic)) return {};
  if (!beginsAsJson(bytes)) {
    if (looksLikeTranscript(bytes)) return transcriptsIn(bytes);
    throw BadInput(
        fmt::format("{}: this is no game that docket can read: expected JSON Lines that begin with "
                    "{{\"game\":{{...}}}}, a transcript that begins with game \"...\", or a replay of EDOPro (.yrpX)",
                    name));
  }
  std::vector<GameText> games;
  std::size_t line = 1;
  for (std::size_t at = 0; at < bytes.size(); ++line) {
    const auto end = std::min(bytes.find('\n', at), bytes.size() - 1) + 1;
    // What stands before the first header belongs to it, so that it is told of with its line.
    if (games.empty() || (isHeaderLine(bytes.substr(at, end - at)) && !isBlank(games.back().text)))
      games.push_back({.text = bytes.substr(at, 0), .first_line = line});
    auto& text = games.back().text;
    text = {text.data(), text.size() + (end - at)};
    at = end;
  }
  return games;
}

// An importer builds what it builds without asking; what it built is held to what every record is held to.
void requireValid(const Recording& recording, const std::string& name) {
  Roster roster(recording.header());
  for (EventNumber number = 1; number <= recording.size(); ++number) {
    const auto event = recording.event(number);
    if (const auto fault = validate(event, number, roster))
      throw BadInput(
          fmt::format("{}: it makes no sense at event {}: {}: {}", name, number, fault->path, fault->message));
    roster.add(event);
  }
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

struct Intake::Prepared {
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
    const RecordedEvents events(recording);
    EventNumber number = 1;
    try {
      Follower follower(recording.header(), rules.rules());
      for (; number <= recording.size(); ++number) {
        const auto event = recording.event(number);
        if (const auto wrong = unknownName(rules.ruleset, recording.names(), event); !wrong.empty()) {
          throw DamagedArchive(fmt::format("event {}: {}", number, wrong));
        }
        head.append(event, number);
        if (number % Head::kBlockEvents == 0 || number == recording.size()) heads.push_back(head.value());
        follower.add(number, event, events);
        if (number % kKeyframeEvents == 0)
          keyframes.emplace_back(number, saveKeyframe(follower.state(), rules.rules()));
      }
      undefined = undefinedIn(follower.state(), rules.catalogue);
    } catch (const DamagedArchive& cannot_be_folded) {
      throw BadInput(fmt::format("{}: under the ruleset {} {}: {}", name, rules.ruleset.name, rules.ruleset.version,
                                 cannot_be_folded.what()));
    }
  }
};

Intake::Intake(std::filesystem::path archive, IntakeOptions options)
    : path_(std::move(archive)), options_(std::move(options)), pinning_(options_.ruleset, options_.cards) {
  if (Archive::standsAt(path_)) desk_.emplace(path_, Access::record);
}

Intake::~Intake() = default;

void Intake::take(const std::filesystem::path& file, const Each& each) {
  const auto name = file.string();
  const auto take_one = [&](auto&& read) {
    try {
      each.took(take(read(), name));
    } catch (const BadInput& error) {
      each.refused(error);
    }
  };
  std::string bytes;
  std::vector<GameText> games;
  try {
    bytes = readFile(file, kMostFileBytes);
    games = gamesIn(bytes, name);
  } catch (const BadInput& error) {
    return each.refused(error);
  }
  if (games.size() > 1 && (options_.id || options_.expected_head)) {
    return each.refused(
        BadInput(fmt::format("{}: {}, and {} games are in it", name,
                             options_.id ? "--id names one game" : "--expect-head is of one game", games.size())));
  }
  if (options_.expected_head && (games.empty() || games.front().is_transcript))
    return each.refused(
        BadInput(name + ": --expect-head: only a record in JSON Lines has a head before it is imported"));
  if (games.empty()) return take_one([&] { return readReplay(bytes, name); });
  for (const GameText& game : games) {
    take_one([&] {
      const std::string text(game.text);
      return game.is_transcript ? readNotation(text, name, game.first_line) : readJson(text, name, game.first_line);
    });
  }
}

Taken Intake::take(const Prepared& game, const std::string& name) {
  Taken taken{.game = game.id(),
              .events = game.recording.size(),
              .head = game.head(),
              .undefined = game.undefined,
              .has_catalogue = game.documents.catalogue != nullptr};
  taken.was_there = isThere(game, name);
  if (!taken.was_there) store(game);
  return taken;
}

Intake::Prepared Intake::readJson(const std::string& bytes, const std::string& name, std::size_t first_line) {
  BytesBuffer buffer(bytes);
  std::istream in(&buffer);
  std::optional<RecordEnd> end;
  Prepared game{.recording = readJsonLines(in, name, first_line, &end), .documents = {}, .heads = {}, .keyframes = {}};
  const auto its_head = end || !options_.cut ? requireEnd(game.recording, end, name) : std::nullopt;
  const auto secrets = end ? end->secrets : std::nullopt;
  if (options_.expected_head) {
    const auto head = hex(its_head ? *its_head : headOf(game.recording, Secrets{}));
    if (head != *options_.expected_head)
      throw BadInput(fmt::format("{}: another record was expected: this one has the head {}, and {} was asked for",
                                 name, head, *options_.expected_head));
  }
  game.documents = pinning_.documentsFor(game.recording.header(), name, archive());
  complete(game, name, bytes, "json lines", secrets);
  return game;
}

Intake::Prepared Intake::readNotation(const std::string& bytes, const std::string& name, std::size_t first_line) {
  Prepared game{.recording = {}, .documents = {}, .heads = {}, .keyframes = {}};
  const auto rules_of = [&](schema::Header::Reader header) {
    game.documents = pinning_.documentsFor(header, name, archive());
    return pinning_.rulesFor(game.documents)->rules();
  };
  game.recording = readTranscript(bytes, name, rules_of, first_line);
  complete(game, name, bytes, "transcript", {});
  return game;
}

void Intake::complete(Prepared& game, const std::string& name, const std::string& bytes, const char* source,
                      const std::optional<Secrets>& secrets) {
  const auto id = options_.id.value_or(textOf(game.recording.header().getId()));
  game.secrets = secrets ? *secrets : secretsOf(id.empty() ? gameIdFrom(name) : id).value_or(newSecret());
  completeHeader(game, name, bytes, source);
  game.run(*pinning_.rulesFor(game.documents), name);
}

Intake::Prepared Intake::readReplay(const std::string& bytes, const std::string& name) {
  Prepared game{.recording = {}, .documents = {}, .heads = {}, .keyframes = {}};
  const auto id = options_.id.value_or(gameIdFrom(name));
  capnp::MallocMessageBuilder bare;  // a replay has no header of ours: the game is known by the kind of the file
  bare.initRoot<schema::Header>().setRuleset(kReplayRuleset);
  game.documents = pinning_.documentsFor(bare.getRoot<schema::Header>(), name, archive());
  game.secrets = secretsOf(id).value_or(newSecret());
  const auto rules = pinning_.rulesFor(game.documents);
  game.recording = edopro::importReplay(std::as_bytes(std::span(bytes)), name, rules->rules(),
                                        {.game = id, .seat = options_.seat, .secret = game.secrets.of(0)})
                       .recording;
  completeHeader(game, name, bytes, "edopro");
  requireValid(game.recording, name);
  game.run(*rules, name);
  return game;
}

// What the file says stays as it is: a game that was exported comes back with the head that it had.
void Intake::completeHeader(Prepared& game, const std::string& name, const std::string& bytes,
                            const char* source) const {
  auto header = game.recording.header();
  if (options_.id) header.setId(*options_.id);
  if (header.getId().size() == 0) header.setId(gameIdFrom(name));
  if (header.getSource().size() == 0) header.setSource(source);
  // Of what was left out for a viewer, and of a source that was forgotten, nothing is said.
  if (header.getViewer() == 0 && !header.hasSourceDigest() && !header.hasSourceCommitment()) {
    const auto of_file = digest(bytes);
    header.setSourceDigest(capnp::Data::Reader(of_file.data(), of_file.size()));
  }
  saltHeader(header, game.secrets.of(0));
  game.documents.pinIn(header, name);
}

std::optional<Secrets> Intake::secretsOf(const std::string& id) const {
  if (archive() == nullptr) return std::nullopt;
  const auto there = archive()->find(id);
  return there ? std::optional(there->secrets()) : std::nullopt;
}

// The heads were chained with the secret of the game that is there, so equal content has an equal head. That game may
// have gone on: rulings and appeals that came after what the file has.
bool Intake::isThere(const Prepared& game, const std::string& name) const {
  if (archive() == nullptr) return false;
  const auto there = archive()->find(game.id());
  if (!there) return false;
  const auto count = game.recording.size();
  const auto head = there->count() == count ? std::optional(there->head()) : there->headAt(count);
  if (head == game.head()) return true;
  throw BadInput(
      fmt::format("{}: the archive has another game {}: take this one in under another id by --id", name, game.id()));
}

void Intake::store(const Prepared& game) {
  if (!desk_) desk_.emplace(Desk::toRecord(path_));
  Archive& archive = desk_->archive();
  game.documents.storeIn(archive);
  archive.import({.game = {.header = game.recording.header(), .secrets = game.secrets, .head = game.first_head},
                  .recording = &game.recording,
                  .heads = game.heads});
  const auto stored = archive.game(game.id());
  auto keyframes = archive.keyframes();
  for (const auto& [number, words] : game.keyframes) keyframes.put(stored, game.tag, number, bytesOf(words));
}

bool looksLikeGame(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::array<char, 4096> bytes{};
  in.read(bytes.data(), bytes.size());
  const std::string_view read(bytes.data(), static_cast<std::size_t>(in.gcount()));
  return read.starts_with(kReplayMagic) || isHeaderLine(read) || looksLikeTranscript(read);
}

}  // namespace docket
