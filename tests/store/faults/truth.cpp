#include "tests/store/faults/truth.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "events/text/text_view.h"

namespace docket::faults {

namespace {

/// A number that follows from a game and an event's number.
std::uint32_t numberOf(std::string_view game, std::uint32_t event) {
  std::uint32_t hash = 2166136261U;
  for (const char letter : game) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619U;
  return ((hash ^ event) * 16777619U) >> 2U;
}

bool isNote(std::uint32_t event) { return event % 7 == 0; }

std::string noteOf(std::string_view game, std::uint32_t event) {
  return fmt::format("note {} of {}", event, game) + std::string(numberOf(game, event) % 90, 'x');
}

bool isAsWritten(std::string_view owner, std::uint32_t number, schema::Event::Reader event) {
  if (isNote(number)) return event.isNote() && textOf(event.getNote()) == noteOf(owner, number);
  return event.isValueChanged() &&
         static_cast<std::uint32_t>(event.getValueChanged().getAmount()) == numberOf(owner, number);
}

}  // namespace

Digest headOf(std::string_view game, std::uint32_t number) {
  return documentDigest(fmt::format("{} {}", game, number));
}

void fill(Recording& recording, const std::string& game, std::uint32_t from, std::uint32_t to) {
  recording.header().setId(game);
  for (std::uint32_t number = from; number <= to; ++number)
    recording.add([&](schema::Event::Builder event) {
      if (isNote(number)) {
        event.setNote(noteOf(game, number));
      } else {
        auto change = event.initValueChanged();
        change.setSubject(1U << 28 | 1);
        change.setAmount(static_cast<std::int32_t>(numberOf(game, number)));
      }
    });
}

std::vector<NewEvent> newEvents(const Recording& recording, const std::string& game, std::uint32_t from) {
  std::vector<NewEvent> events;
  for (std::uint32_t i = 1; i <= recording.size(); ++i)
    events.push_back({.number = from + i - 1, .event = recording.event(i), .head = headOf(game, from + i - 1)});
  return events;
}

std::string documentText(std::uint32_t number) {
  return fmt::format("document {} ", number) + std::string(50 + number % 977, 'd');
}

void Truth::ask(std::vector<StoredCount> together) {
  for (const auto& one : together) games_[one.game].allowed.insert(one.count);
  last_ = std::move(together);
  unknown_.push_back(last_);
  last_document_ = 0;
  last_labelled_.clear();
}

void Truth::askBranch(const StoredCount& branch, const std::string& parent, std::uint32_t at) {
  ask({branch});
  games_[branch.game].parent = parent;
  games_[branch.game].at = at;
}

void Truth::askDocument(std::uint32_t number) {
  last_.clear();
  last_document_ = number;
  last_labelled_.clear();
  asked_documents_.insert(number);
}

void Truth::askLabel(const std::string& game, std::uint32_t table) {
  last_.clear();
  last_document_ = 0;
  last_labelled_ = game;
  last_label_ = table;
  games_[game].labels.insert(table);
  games_[game].asked_labels.insert(table);
}

void Truth::acknowledge() {
  for (const auto& one : last_) {
    auto& game = games_[one.game];
    acknowledged_events_ += one.count - std::max(game.acknowledged, game.at);
    game.acknowledged = one.count;
    game.is_there = true;
    game.allowed.clear();
  }
  last_.clear();
  unknown_.clear();
  if (last_document_ != 0) documents_.insert(last_document_);
  if (last_labelled_.empty()) return;
  auto& game = games_[last_labelled_];
  game.label = last_label_;
  game.labels.clear();
}

std::vector<std::string> Truth::gamesThere() const {
  std::vector<std::string> there;
  for (const auto& [id, game] : games_)
    if (game.is_there) there.push_back(id);
  return there;
}

std::uint64_t Truth::eventsThere() const {
  std::uint64_t events = 0;
  for (const auto& [id, game] : games_)
    if (game.is_there) events += game.acknowledged - game.at;
  return events;
}

const std::string& Truth::ownerOf(const std::string& game, std::uint32_t number) const {
  const std::string* owner = &game;
  for (auto known = games_.find(*owner);
       known != games_.end() && !known->second.parent.empty() && number <= known->second.at;
       known = games_.find(*owner))
    owner = &known->second.parent;
  return *owner;
}

void Truth::compareGame(const Game& game, Difference& found) const {
  const std::string id(game.id());
  const auto known = games_.find(id);
  if (known == games_.end()) {
    found.wrong.push_back(fmt::format("there is a game {} that nobody asked for", id));
    return;
  }
  const auto& expected = known->second;
  const auto count = game.count();
  if (count < expected.acknowledged) {
    found.lost += expected.acknowledged - count;
  } else if (count != expected.acknowledged && !expected.allowed.contains(count)) {
    found.wrong.push_back(fmt::format("game {} has {} events, which it was never to have", id, count));
  }
  const auto table = game.label().table;
  if (table != expected.label && !expected.labels.contains(table))
    found.wrong.push_back(fmt::format("game {}: its label says {} and not {}", id, table, expected.label));
  if (game.head() != headOf(id, count)) found.wrong.push_back(fmt::format("game {}: its head differs", id));
  for (const auto& segment : game.segments())
    if (segment.head != headOf(id, segment.last))
      found.wrong.push_back(fmt::format("game {}: the head of its segment to {} differs", id, segment.last));
  std::uint32_t next = 1;
  game.forEach([&](std::uint32_t number, schema::Event::Reader event) {
    if (number != next++ || !isAsWritten(ownerOf(id, number), number, event))
      found.wrong.push_back(fmt::format("game {}, event {}: it is not what was written", id, number));
  });
  if (next != count + 1) found.wrong.push_back(fmt::format("game {}: {} of {} events are read", id, next - 1, count));
}

// A request that was not acknowledged is stored whole or not at all: anything more than the acknowledged data is
// exactly one such request.
void Truth::compareTogether(const Archive& archive, Difference& found) const {
  std::map<std::string, std::uint32_t> beyond;
  for (const auto& [id, known] : games_) {
    const auto game = archive.find(id);
    if (game && (!known.is_there || game->count() != known.acknowledged)) beyond[id] = game->count();
  }
  const auto explains = [&](const std::vector<StoredCount>& request) {
    return request.size() == beyond.size() && std::all_of(request.begin(), request.end(), [&](const StoredCount& one) {
             const auto there = beyond.find(one.game);
             return there != beyond.end() && there->second == one.count;
           });
  };
  if (!beyond.empty() && std::none_of(unknown_.begin(), unknown_.end(), explains))
    found.wrong.push_back(fmt::format("game {}: half of a request is there", beyond.begin()->first));
}

Difference Truth::compare(const Archive& archive) const {
  Difference found;
  std::set<std::string> seen;
  std::uint64_t events = 0;
  archive.forEachGame([&](Game& game) {
    compareGame(game, found);
    events += game.count() - game.shared();
    seen.emplace(game.id());
    return true;
  });
  for (const auto& [id, game] : games_) {
    if (!game.is_there || seen.contains(id)) continue;
    found.lost += game.acknowledged;
    found.wrong.push_back(fmt::format("game {} was acknowledged and is not there", id));
  }
  if (!lied_) compareTogether(archive, found);
  const auto totals = archive.totals();
  if (totals.games != seen.size() || totals.events != events || archive.list().size() != seen.size())
    found.wrong.push_back(fmt::format("{} games with {} events are counted, {} with {} are there, {} are listed",
                                      totals.games, totals.events, seen.size(), events, archive.list().size()));
  const auto documents = archive.documents();
  std::set<Digest> stored;
  for (const auto& entry : documents.list()) {
    stored.insert(entry.digest);
    if (!documents.get(entry.digest)) found.wrong.emplace_back("a listed document is missing");
  }
  for (const auto number : documents_)
    if (!stored.contains(documentDigest(documentText(number))))
      found.wrong.push_back(fmt::format("document {} was acknowledged and is not there", number));
  if (stored.size() > asked_documents_.size()) found.wrong.emplace_back("there is a document that nobody stored");
  return found;
}

void Truth::adopt(const Archive& archive) {
  std::map<std::string, std::uint32_t> counts, labels;
  archive.forEachGame([&](Game& game) {
    counts[std::string(game.id())] = game.count();
    labels[std::string(game.id())] = game.label().table;
    return true;
  });
  for (auto& [id, game] : games_) {
    const auto found = counts.find(id);
    game.is_there = found != counts.end();
    game.acknowledged = game.is_there ? found->second : 0;
    game.allowed.clear();
    game.label = game.is_there ? labels[id] : 0;
    game.labels.clear();
    game.asked_labels = {game.label};
  }
  std::erase_if(games_, [](const auto& game) { return !game.second.is_there; });
  std::set<std::uint32_t> there;
  for (const auto number : asked_documents_)
    if (archive.documents().get(documentDigest(documentText(number)))) there.insert(number);
  documents_ = asked_documents_ = there;
  last_.clear();
  unknown_.clear();
  last_document_ = 0;
  last_labelled_.clear();
  lied_ = false;
}

void Truth::expectNoMoreThan(const std::map<std::string, std::uint32_t>& counts) {
  for (auto& [id, game] : games_) {
    const auto most = counts.find(id);
    const auto still = most == counts.end() ? 0 : std::min(game.acknowledged, most->second);
    for (auto count = still; count <= game.acknowledged; ++count) game.allowed.insert(count);
    game.acknowledged = still;
    game.is_there = game.is_there && most != counts.end();
    game.labels = game.asked_labels;  // a later one may be lost with what it was written with
    game.labels.insert(0);
  }
  documents_.clear();
  last_.clear();
  last_labelled_.clear();
  lied_ = true;
}

}  // namespace docket::faults
