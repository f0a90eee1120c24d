#include "tools/relay/batch_receiver.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "events/errors.h"
#include "events/game_id.h"
#include "events/heads.h"
#include "events/json/jsonl.h"
#include "events/public_header.h"
#include "events/text/quoted.h"
#include "schemas/card.capnp.h"
#include "schemas/ruleset.capnp.h"
#include "tools/game/documents.h"
#include "tools/game/stored_head.h"

namespace docket::relay {
namespace {

constexpr std::size_t kMaxLiveGames = 4'096;
constexpr std::size_t kMaxAssembling = 4;
constexpr std::uint64_t kVisitsOfAWord = 16;
constexpr const char* kBatchName = "batch";

/// The first line of a text, without its end, which is taken off the text.
std::string_view takeLine(std::string_view& text) {
  const auto end = text.find('\n');
  const auto line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

/// A document as its words, if they are the canonical ones of a document of that kind and digest. Throws BadInput.
HeldDocument documentOfWords(const DocumentPart& part, std::string_view bytes) {
  std::optional<HeldDocument> held;
  try {
    const auto words = alignedWords(bytes);
    const kj::ArrayPtr<const capnp::word> segment = words;
    // Each word of a canonical document is in one place: one that is reached again and again is refused.
    capnp::SegmentArrayMessageReader message(
        kj::arrayPtr(&segment, 1), {.traversalLimitInWords = kVisitsOfAWord * (words.size() + 64), .nestingLimit = 64});
    held = part.kind == kRulesetKind ? heldRuleset(message.getRoot<schema::Ruleset>(), "a hall")
                                     : heldCatalogue(message.getRoot<schema::Catalogue>(), "a hall");
  } catch (const kj::Exception& malformed) {
    throw BadInput(fmt::format("a malformed {}: {}", part.kind, malformed.getDescription().cStr()));
  } catch (const DamagedArchive& malformed) {
    throw BadInput(fmt::format("a malformed {}: {}", part.kind, malformed.what()));
  }
  if (held->digest != part.digest || held->bytes != bytes)
    throw BadInput(fmt::format("a {} that does not match its digest", part.kind));
  return std::move(*held);
}

}  // namespace

/// The result of a message, answered once everything is on disk.
struct BatchReceiver::Outcome {
  Addressed to;
  bool is_signed = false;
  Says says = Says::refused;
  std::uint32_t first = 0, count = 0;
  std::string why{};
  std::vector<Lack> lacks{};
};

/// A game that halls are recording, and its events that wait to be stored.
struct BatchReceiver::Live {
  std::string id;
  std::string hall;
  LiveGame game;
  std::vector<NewEvent> waiting{};
  std::uint32_t sealed = 0;
};

/// A document, as far as it is here.
struct BatchReceiver::Assembling {
  std::string kind;
  Digest digest{};
  std::string bytes;
  std::shared_ptr<const HeldDocument> whole;
  std::uint64_t used_at = 0;  // the larger, the later
};

BatchReceiver::BatchReceiver(GameLoader& loader, SignerKey own, std::vector<VerifierKey> halls)
    : loader_(loader), own_(std::move(own)), halls_(std::move(halls)) {
  std::set<std::string_view> names;
  for (const VerifierKey& hall : halls_) {
    if (!names.insert(hall.name).second)
      throw BadInput(fmt::format("two halls have keys of the name {}", docket::quoted(hall.name)));
  }
}
BatchReceiver::~BatchReceiver() = default;

std::vector<Received> BatchReceiver::take(std::span<const std::string_view> messages) {
  std::vector<Outcome> outcomes;
  for (const std::string_view bytes : messages) outcomes.push_back(takeMessage(bytes));
  flush();
  std::vector<Received> all;
  for (Outcome& outcome : outcomes) {
    Received received{.from = outcome.to.from,
                      .game = outcome.to.game,
                      .is_signed = outcome.is_signed,
                      .says = std::string(wordOf(outcome.says)),
                      .first = outcome.first,
                      .count = outcome.count,
                      .why = outcome.why,
                      .answer = {}};
    if (outcome.is_signed) {
      const Tail tail = outcome.says == Says::refused ? Tail{} : tailOf(outcome.to.game).value_or(Tail{});
      AnswerMessage answer{outcome.to};
      std::swap(answer.to, answer.from);
      answer.says = outcome.says;
      answer.count = tail.count;
      answer.sealed = tail.sealed;
      answer.head = tail.head;
      answer.lacks = std::move(outcome.lacks);
      answer.why = std::move(outcome.why);
      received.answer = written(answer, own_);
    }
    all.push_back(std::move(received));
  }
  return all;
}

BatchReceiver::Outcome BatchReceiver::takeMessage(std::string_view bytes) {
  Outcome refused;
  try {
    const Message message = readMessage(bytes, own_.verifier.name, halls_);
    refused.is_signed = true;
    if (const auto* const batch = std::get_if<Batch>(&message.content)) {
      refused.to = *batch;
      refused.first = batch->first;
      refused.count = batch->count;
      Outcome outcome = takeBatch(*batch, message.payload);
      std::tie(outcome.to, outcome.is_signed, outcome.first, outcome.count) =
          std::tuple(refused.to, true, batch->first, batch->count);
      return outcome;
    }
    if (const auto* const part = std::get_if<DocumentPart>(&message.content)) {
      refused.to = *part;
      Outcome outcome = takePart(*part, message.payload);
      std::tie(outcome.to, outcome.is_signed) = std::tuple(refused.to, true);
      return outcome;
    }
    refused.is_signed = false;
    throw BadInput("message: it is neither a batch nor a document");
  } catch (const BadInput& why) {
    refused.why = why.what();
  } catch (const DamagedArchive& why) {  // of this game: the others go on
    refused.why = why.what();
  }
  if (!refused.is_signed) {
    const Claimed claimed = claimedBy(bytes);
    refused.to.from = claimed.from;
    refused.to.game = claimed.game;
  }
  return refused;
}

BatchReceiver::Outcome BatchReceiver::takeBatch(const Batch& batch, std::string_view payload) {
  const auto tail = tailOf(batch.game);
  const Fit fit = fitOf(batch, tail, [&](std::uint32_t at) { return headOf(batch.game, at); });
  switch (fit) {
    case Fit::there:
      sealWhereDue(batch);
      return {.says = Says::kept};
    case Fit::differs:
      return {
          .says = Says::differs,
          .why = batch.first == 1 && headOf(batch.game, 0) != batch.before
                     ? fmt::format("the archive has a different game {}", batch.game)
                     : fmt::format("the archive's record of {} diverges before event {}", batch.game, batch.last())};
    case Fit::resend:
    case Fit::next:
      break;
  }
  if (tail) requireHall(batch);
  if (fit == Fit::resend) return {.says = Says::resend};
  return store(batch, payload);
}

void BatchReceiver::requireHall(const Batch& batch) {
  const auto open = live_by_id_.find(batch.game);
  const std::string hall = open != live_by_id_.end() ? open->second->hall : loader_.archive().game(batch.game).hall();
  if (hall == batch.from) return;
  throw BadInput(hall.empty() ? fmt::format("{} was not begun by a hall", batch.game)
                              : fmt::format("{} is recorded by the hall {}", batch.game, hall));
}

BatchReceiver::Outcome BatchReceiver::store(const Batch& batch, std::string_view payload) {
  if (batch.first == 1) {
    const auto header = takeLine(payload);
    if (!tailOf(batch.game)) {
      auto lacks = beginGame(batch, header);
      if (!lacks.empty()) return {.says = Says::lacks, .lacks = std::move(lacks)};
    }
  }
  sealWhereDue(batch);
  Live& to = live(batch.game);
  const auto waiting = to.waiting.size();
  try {
    readEvents(to, batch, payload);
  } catch (const BadInput&) {
    to.waiting.erase(to.waiting.begin() + static_cast<std::ptrdiff_t>(waiting), to.waiting.end());
    flush();
    close(batch.game);
    throw;
  }
  sealWhereDue(batch);
  return {.says = Says::kept};
}

std::vector<Lack> BatchReceiver::beginGame(const Batch& batch, std::string_view header_line) {
  capnp::MallocMessageBuilder message;
  auto header = message.initRoot<schema::Header>();
  JsonLinesReader(kBatchName).header(header_line, 1, header);
  if (std::string_view(header.getId().begin(), header.getId().size()) != batch.game)
    throw BadInput(kBatchName, 1, 0, "the header is that of another game");
  if (header.getViewer() != 0) throw BadInput(kBatchName, 1, 0, "it is a record for one seat, not a complete one");
  if (header.getRulesetDigest().size() == 0) throw BadInput(kBatchName, 1, 0, "the header pins no ruleset");
  if (Head(header.asReader(), Secrets{}).value() != batch.before)
    throw BadInput(kBatchName, 1, 0, "the header does not have the head that the batch says");
  std::vector<Lack> lacks;
  const auto pinned = header.asReader();
  const GameDocuments documents{
      .ruleset = documentOf(kRulesetKind, pinned.getRulesetDigest(), batch.from, lacks),
      .catalogue = documentOf(kCatalogueKind, pinned.getCatalogueDigest(), batch.from, lacks)};
  if (!lacks.empty()) return lacks;
  documents.pinIn(header, kBatchName);
  std::ignore = pinning_.rulesFor(documents);  // documents that do not compile are refused
  if (Head(header.asReader(), Secrets{}).value() != batch.before)
    throw BadInput(kBatchName, 1, 0, "the header does not match the documents that it pins");
  documents.storeIn(loader_.archive());
  for (const std::string_view kind : {kRulesetKind, kCatalogueKind})
    assembling_.erase(batch.from + '\n' + std::string(kind));
  loader_.archive().begin(
      {.header = header, .secrets = newSecret(), .head = batch.before, .label = {}, .hall = batch.from});
  return {};
}

std::shared_ptr<const HeldDocument> BatchReceiver::documentOf(std::string_view kind, capnp::Data::Reader pinned,
                                                              const std::string& hall, std::vector<Lack>& lacks) {
  const auto digest = digestIn(pinned);
  if (!digest) return nullptr;
  const auto sent = assembling_.find(hall + '\n' + std::string(kind));
  const bool is_sent = sent != assembling_.end() && sent->second.digest == *digest;
  if (is_sent && sent->second.whole) return sent->second.whole;
  if (auto found = findDocument(kind, *digest, &loader_.archive()))
    return std::make_shared<const HeldDocument>(std::move(*found));
  lacks.push_back(
      {.kind = std::string(kind), .digest = *digest, .have = is_sent ? sent->second.bytes.size() : std::size_t{0}});
  return nullptr;
}

BatchReceiver::Outcome BatchReceiver::takePart(const DocumentPart& part, std::string_view payload) {
  if (part.size > kMaxDocumentBytes)
    return {.says = Says::refused,
            .why = fmt::format("a {} of {} bytes; the maximum is {}", part.kind, part.size, kMaxDocumentBytes)};
  if (part.kind != kRulesetKind && part.kind != kCatalogueKind)
    return {.says = Says::refused, .why = fmt::format("{} is not a kind of document", docket::quoted(part.kind))};
  if (findDocument(part.kind, part.digest, &loader_.archive())) return {.says = Says::resend};
  const std::string key = part.from + '\n' + part.kind;
  Assembling& into = assembling_[key];
  if (into.digest != part.digest) into = {.kind = part.kind, .digest = part.digest, .bytes = {}, .whole = {}};
  into.used_at = ++assembled_;
  if (assembling_.size() > kMaxAssembling)
    assembling_.erase(std::min_element(assembling_.begin(), assembling_.end(), [](const auto& a, const auto& b) {
      return a.second.used_at < b.second.used_at;
    }));
  if (into.whole) return {.says = Says::resend};
  if (part.offset == into.bytes.size()) into.bytes += payload;
  if (into.bytes.size() < part.size)
    return {.says = Says::lacks, .lacks = {{.kind = part.kind, .digest = part.digest, .have = into.bytes.size()}}};
  try {
    into.whole = std::make_shared<const HeldDocument>(documentOfWords(part, std::exchange(into.bytes, {})));
  } catch (const BadInput&) {
    assembling_.erase(key);
    throw;
  }
  return {.says = Says::resend};
}

void BatchReceiver::readEvents(Live& live, const Batch& batch, std::string_view lines) {
  std::size_t line_number = batch.first == 1 ? 2 : 1;
  std::uint32_t read = 0;
  for (; !lines.empty(); ++line_number, ++read) {
    if (read == batch.count) throw BadInput(kBatchName, line_number, 0, "the batch has more lines than events");
    const auto line = takeLine(lines);
    const ReadEvent event = live.game.read(line, line_number, loader_.archive(), [&] {
      if (read != 0) throw BadInput(kBatchName, line_number, 0, "a rewind or a correction must begin a batch");
      flush();
    });
    live.waiting.push_back({.number = event.number, .event = event.event(), .head = event.head});
  }
  if (read != batch.count)
    throw BadInput(kBatchName, line_number, 0, fmt::format("the batch has {} events, and not {}", read, batch.count));
  if (live.game.head() != batch.after)
    throw BadInput(kBatchName, line_number, 0, "its events do not have the head that the batch says");
}

/// A hall's segments end where they end at the hall: before the first event of the batch, or after its last one.
void BatchReceiver::sealWhereDue(const Batch& batch) {
  const auto tail = tailOf(batch.game);
  const bool is_due = tail && (tail->count == batch.sealed || (batch.seals && tail->count == batch.last()));
  if (!is_due || tail->sealed == tail->count) return;
  flush();
  if (loader_.archive().game(batch.game).hall() != batch.from) return;
  loader_.archive().seal(batch.game);
  close(batch.game);  // a finished game needs no memory
}

std::optional<Tail> BatchReceiver::tailOf(const std::string& game) {
  if (const auto open = live_by_id_.find(game); open != live_by_id_.end()) {
    const Live& one = *open->second;
    return Tail{.count = one.game.last(), .sealed = one.sealed, .head = one.game.head()};
  }
  const auto stored = loader_.archive().find(game);
  if (!stored) return std::nullopt;
  return Tail{.count = stored->count(), .sealed = stored->sealed(), .head = stored->head()};
}

Digest BatchReceiver::headOf(const std::string& game, std::uint32_t at) {
  if (const auto tail = tailOf(game); tail && tail->count == at) return tail->head;
  flush();
  return headAfter(loader_.archive().game(game), at).value();
}

BatchReceiver::Live& BatchReceiver::live(const std::string& game) {
  if (const auto found = live_by_id_.find(game); found != live_by_id_.end()) {
    live_.splice(live_.begin(), live_, found->second);
    return live_.front();
  }
  if (live_.size() >= kMaxLiveGames) {
    flush();
    close(std::string(live_.back().id));
  }
  const Game stored = loader_.archive().game(game);
  live_.push_front({.id = game,
                    .hall = stored.hall(),
                    .game = LiveGame(loader_.game(exactName(game)), kBatchName),
                    .waiting = {},
                    .sealed = stored.sealed()});
  live_by_id_.emplace(game, live_.begin());
  return live_.front();
}

void BatchReceiver::close(const std::string& game) {
  const auto found = live_by_id_.find(game);
  if (found == live_by_id_.end()) return;
  live_.erase(found->second);
  live_by_id_.erase(found);
}

void BatchReceiver::flush() {
  std::vector<NewEvents> all;
  for (const Live& one : live_) {
    if (!one.waiting.empty()) all.push_back({.game = one.id, .events = one.waiting, .hall = one.hall});
  }
  if (all.empty()) return;
  loader_.archive().append(all);
  for (Live& one : live_) one.waiting.clear();
}

}  // namespace docket::relay
