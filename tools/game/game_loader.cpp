#include "tools/game/game_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <range/v3/view/reverse.hpp>

#include "engine/snapshot/keyframe_load.h"
#include "events/digest.h"
#include "events/errors.h"
#include "events/text/text_view.h"
#include "store/naming.h"
#include "tools/game/document_remarks.h"
#include "tools/game/game_index.h"
#include "tools/game/keyframing.h"
#include "tools/game/record_view.h"

namespace docket {
namespace {

/// Increased if a keyframe stores more than before, or an event is folded differently: older ones are not read.
constexpr char kKeyframeLayout = 6;

Digest tagOf(const Digest& ruleset, const Digest& catalogue) {
  std::string bytes(ruleset.begin(), ruleset.end());
  bytes.append(catalogue.begin(), catalogue.end());
  for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(kSemantics >> shift & 0xFFU);
  bytes += kKeyframeLayout;
  return documentDigest(bytes);
}

/// True if the state that was folded up to event `number` is one that the path goes through: no later event corrects
/// what went into it.
bool goesThrough(const Path& path, EventNumber number) {
  const bool on_path = number == 0 || path.covers(number);
  return on_path && std::none_of(path.corrections.begin(), path.corrections.end(), [&](Correction correction) {
           return correction.event <= number && correction.by > number;
         });
}

std::vector<capnp::word> keyframeWords(std::string_view bytes) {
  std::vector<capnp::word> words(bytes.size() / sizeof(capnp::word));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(capnp::word));
  return words;
}

}  // namespace

namespace {

std::shared_ptr<const GameRules> compiledGameRules(const HeldDocument& ruleset, const HeldDocument* catalogue,
                                                   Consulted* consulted) {
  auto rules = std::make_shared<GameRules>();
  rules->ruleset_digest = ruleset.digest;
  rules->ruleset = compiledRuleset(ruleset, consulted);
  // Documents that come in are checked against their own names; documents that games pin stay usable unchanged.
  if (!ruleset.json.empty()) refuseMistakes(remarksOn(ruleset, rules->ruleset));
  if (catalogue != nullptr) {
    rules->catalogue_digest = catalogue->digest;
    rules->catalogue = compiledCards(*catalogue, rules->ruleset);
    if (!catalogue->json.empty()) {
      refuseMistakes(remarksOnCards(*catalogue, ruleset, rules->ruleset, rules->catalogue));
    }
  }
  rules->tag = tagOf(rules->ruleset_digest, rules->catalogue_digest);
  return rules;
}

}  // namespace

std::shared_ptr<const GameRules> compileRules(const HeldDocument& ruleset, const HeldDocument* catalogue) {
  return compiledGameRules(ruleset, catalogue, nullptr);
}

std::shared_ptr<const GameRules> compileRules(const HeldDocument& ruleset, const HeldDocument* catalogue,
                                              Consulted& consulted) {
  return compiledGameRules(ruleset, catalogue, &consulted);
}

OpenGame::OpenGame(const Archive& archive, Game game, std::shared_ptr<const GameRules> rules)
    : keyframes_(std::make_unique<DerivedStore>(archive.derivedStore())),
      game_(std::make_unique<Game>(std::move(game))),
      record_(std::make_unique<const StoredRecord>(*game_)),
      rules_(std::move(rules)) {}
OpenGame::OpenGame(std::shared_ptr<const Recording> record, std::shared_ptr<const GameRules> rules)
    : record_(std::make_unique<const RecordInMemory>(std::move(record))), is_view_(true), rules_(std::move(rules)) {}
OpenGame::OpenGame(OpenGame&&) noexcept = default;
OpenGame& OpenGame::operator=(OpenGame&&) noexcept = default;
OpenGame::~OpenGame() = default;

OpenGame OpenGame::seenBy(Seat viewer) && {
  record_ = std::make_unique<const RecordView>(*game_, viewer);
  is_view_ = true;
  index_.reset();
  keyframe_summary_.reset();
  compared_.clear();
  recent_.clear();
  return std::move(*this);
}

const GameIndex& OpenGame::index() const {
  if (!index_) {
    index_ = std::make_unique<GameIndex>();
    events().forEach(1, last(), [&](EventNumber number, schema::Event::Reader event) { index_->add(number, event); });
  }
  return *index_;
}

const History& OpenGame::history() const { return index().history; }
Path OpenGame::pathTo(EventNumber at) const { return history().pathTo(at); }
const Names& OpenGame::names() const { return index().names; }

EventNumber OpenGame::point(std::string_view text) const { return pointOf(text, index(), rules_->ruleset, last()); }

const DerivedStore::KeyframeSummary& OpenGame::keyframeSummary() const {
  if (!keyframe_summary_)
    keyframe_summary_ = is_view_ ? DerivedStore::KeyframeSummary{} : keyframes_->summary(*game_, rules_->tag);
  return *keyframe_summary_;
}

bool OpenGame::looksBack() const { return index().looks_back; }

void OpenGame::remember(const State& state) const {
  if (recent_.size() == kStatesKept) recent_.pop_front();
  recent_.push_back(state);
}

State OpenGame::nearestState(const Path& path) const {
  for (const State& kept : recent_ | ranges::views::reverse) {
    if (goesThrough(path, kept.event)) return kept;
  }
  for (const EventNumber number : compared_ | ranges::views::reverse) {
    if (!goesThrough(path, number)) continue;
    const auto keyframe = keyframes_->nearest(*game_, rules_->tag, number);
    if (!keyframe || keyframe->number != number) continue;
    try {
      return loadKeyframe(keyframeWords(keyframe->bytes), rules());
    } catch (const DamagedArchive&) {
      // Keyframes only save time: one that is not what it should be is as good as none.
    }
  }
  return initialState(header(), rules());
}

void OpenGame::compareKeyframe(const State& state) const {
  const auto keyframe = keyframes_->nearest(*game_, rules_->tag, state.event);
  if (!keyframe || keyframe->number != state.event) return;
  try {
    if (fingerprintOfKeyframe(keyframeWords(keyframe->bytes), rules()) == state.fingerprint) noteAgreement(state.event);
  } catch (const DamagedArchive&) {
    // As above.
  }
}

State OpenGame::stateAt(EventNumber at) const {
  if (at > last()) throw BadInput(fmt::format("{} has no event {}: the last one is {}", id(), at, last()));
  return stateAlong(pathTo(at));
}

State OpenGame::stateAlong(const Path& path) const {
  State state = nearestState(path);
  if (is_view_) {  // a view has no keyframes
    foldAlong(state, rules(), events(), path);
    return state;
  }
  foldAlong(state, rules(), events(), path, [&](const State& before, EventNumber, schema::Event::Reader, EventNumber) {
    const bool may_have_keyframe = before.event != 0 && before.event % kKeyframeEvents == 0;
    if (may_have_keyframe && goesThrough(path, before.event) && !compared_.contains(before.event))
      compareKeyframe(before);
  });
  return state;
}

RunningState OpenGame::runningStateAfter(EventNumber at) const { return {header(), rules(), stateAt(at)}; }

void OpenGame::keepKeyframes() {
  if (is_view_) return;
  keyframe_summary_.reset();
  const auto kept = keyframes_->nearest(*game_, rules_->tag, last());
  EventNumber step = kKeyframeEvents;
  const auto next = [&](EventNumber number) { return number / step * step + step; };
  for (EventNumber number = next(kept ? kept->number : 0); number <= last(); number = next(number)) {
    const State state = stateAt(number);
    step = eventsBetweenKeyframes(state);
    if (number % step != 0) continue;
    const auto words = keyframeOf(state, rules());
    keyframes_->put(*game_, rules_->tag, number, bytesOf(words));
    noteAgreement(number);
  }
}

GameLoader::GameLoader(const std::filesystem::path& path, Access access) : archive_(Archive::open(path, access)) {}

GameLoader GameLoader::toRecord(const std::filesystem::path& path) {
  return GameLoader(path, Archive::archiveExists(path) ? Access::record : Access::create);
}

OpenGame GameLoader::game(std::string_view name) { return game(name, std::nullopt); }

OpenGame GameLoader::game(std::string_view name, const std::optional<std::string>& under) {
  return game(named(archive_, name), under);
}

OpenGame GameLoader::game(Game game, const std::optional<std::string>& under) {
  if (!under) {
    auto rules = rulesOf(game.header());
    return OpenGame(archive_, std::move(game), std::move(rules));
  }
  const auto ruleset = chosen(*under, std::string(view(game.header().getDate())));
  if (const auto own = view(game.header().getRuleset()); ruleset->name != own)
    throw BadInput(fmt::format("{} is a game of {}, but these rules are for {}", game.id(), own, ruleset->name));
  auto rules = rulesOf(*ruleset, digestIn(game.header().getCatalogueDigest()).value_or(Digest{}));
  return OpenGame(archive_, std::move(game), std::move(rules));
}

std::shared_ptr<const HeldDocument> GameLoader::chosen(const std::string& choice, const std::string& date) {
  const std::lock_guard lock(*choosing_);
  auto& found = chosen_[{choice, date}];
  if (found != nullptr) return found;
  auto ruleset = std::make_shared<const HeldDocument>(chooseRuleset(choice, date, &archive_));
  // Most dates give the same document, which is stored once.
  for (const auto& [key, one] : chosen_) {
    if (one != nullptr && one->digest == ruleset->digest) return found = one;
  }
  return found = std::move(ruleset);
}

std::shared_ptr<const GameRules> GameLoader::rulesOf(schema::Header::Reader header) {
  const std::string_view id(header.getId().begin(), header.getId().size());
  if (header.getSemantics() > kSemantics)
    throw BadInput(
        fmt::format("{} was recorded with version {} of the rules engine; this program knows versions up to {}: "
                    "use a newer docket",
                    id, header.getSemantics(), kSemantics));
  const auto ruleset = digestIn(header.getRulesetDigest());
  if (!ruleset) throw DamagedArchive(fmt::format("{}: its header has no ruleset", id));
  return rulesOf(*ruleset, digestIn(header.getCatalogueDigest()).value_or(Digest{}));
}

HeldDocument GameLoader::document(std::string_view kind, const Digest& digest) const {
  auto found = findDocument(kind, digest, &archive_);
  if (!found)
    throw DamagedArchive(
        fmt::format("{}: the {} with the digest {} is not in it", archive_.path().string(), kind, hex(digest)));
  return std::move(*found);
}

std::shared_ptr<const GameRules> GameLoader::rulesOf(const Digest& ruleset, const Digest& catalogue) {
  {
    const std::lock_guard lock(*compiling_);
    if (const auto known = rules_.find({ruleset, catalogue}); known != rules_.end()) return known->second;
  }
  return rulesOf(document(kRulesetKind, ruleset), catalogue);
}

std::shared_ptr<const GameRules> GameLoader::rulesOf(const HeldDocument& ruleset, const Digest& catalogue) {
  const std::lock_guard lock(*compiling_);  // while it compiles, too: others want the same rules
  const auto known = rules_.find({ruleset.digest, catalogue});
  if (known != rules_.end()) return known->second;
  // Kept only once they are there: a document that cannot be read is reported to each who wants it.
  std::optional<HeldDocument> cards;
  if (catalogue != Digest{}) cards = document(kCatalogueKind, catalogue);
  auto rules = compileRules(ruleset, cards ? &*cards : nullptr);
  return rules_.emplace(std::pair(ruleset.digest, catalogue), std::move(rules)).first->second;
}

}  // namespace docket
