#include "store/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "events/errors.h"
#include "events/text/text_view.h"
#include "store/database.h"
#include "store/game_impl.h"
#include "store/games.h"
#include "store/rows/label_rows.h"

namespace docket {

using detail::Family;

Game::Impl::Impl(const detail::Database& from, std::uint32_t game_number, std::string_view header_row,
                 const detail::Tail& up_to)
    : database(from), number(game_number), tail(up_to) {
  try {
    KJ_REQUIRE(header_row.size() > head0.size(), "its row is too short");
    head0 = detail::bytes32(header_row);
    message = std::make_unique<capnp::FlatArrayMessageReader>(
        detail::wordsOf(header_row.substr(head0.size()), header_words), detail::storedMessages());
    header = message->getRoot<schema::Header>();
    id = header.getId().cStr();
  } catch (const kj::Exception& malformed) {
    throw DamagedArchive(fmt::format("{}: the header of game number {} is malformed: {}", from.path().string(),
                                     game_number, malformed.getDescription().cStr()));
  }
  findAncestors();
  if (const auto* loss = from.lossOf(id); loss != nullptr && loss->acknowledged.count > tail.count) {
    tail.count = loss->acknowledged.count;  // so that a reader learns of the loss at the end
    tail.head = loss->acknowledged.head;
  }
}

void Game::Impl::findAncestors() {
  const auto bad = [&](std::string_view what) {
    throw DamagedArchive(detail::damageText(database.path(), id, 0, std::string(what)));
  };
  const auto branch_point_of = [&](std::uint32_t game) -> std::optional<detail::StoredBranchPoint> {
    const auto row =
        database.get(Family::games, detail::gameKey(game, detail::GameRow::branch_point), "reading a branch point");
    if (!row) return std::nullopt;
    auto read = detail::decodeBranchPoint(*row);
    if (!read || read->parent == 0 || read->parent >= game) bad("the row of its branch point is malformed");
    return read;
  };
  if (view(header.getSource()) != kBranchSource) return;
  branch_point = branch_point_of(number);  // none: it was imported whole, as an export gives it
  auto last = branch_point ? branch_point->at : 0;
  for (auto next = branch_point; next; next = branch_point_of(next->parent)) {
    last = std::min(last, next->at);
    if (last != 0) ancestors.insert(ancestors.begin(), {.last = last, .game = next->parent, .id = next->parent_id});
  }
  // Events that a parent shares with its own parent belong to that one.
  for (std::size_t i = 1; i < ancestors.size();) {
    if (ancestors[i].last == ancestors[i - 1].last) {
      ancestors.erase(ancestors.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  if (tail.count < shared()) bad("it has fewer events than it shares with its parent");
}

const std::shared_ptr<detail::OpenRow>& Game::Impl::rowOf(std::uint32_t event) {
  for (const Ancestor& earlier : ancestors) {
    if (event > earlier.last) continue;
    try {
      return events().at(earlier.game, event, earlier.id);
    } catch (const DamagedArchive& damaged) {
      throw DamagedArchive(fmt::format("game {}, a branch of {}: {}", id, earlier.id, damaged.what()));
    }
  }
  return events().at(number, event, id);
}

detail::EventRows& Game::Impl::events() {
  if (rows == nullptr) rows = std::make_shared<detail::EventRows>(database);
  return *rows;
}

Game::Game(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Game::Game(Game&&) noexcept = default;
Game& Game::operator=(Game&&) noexcept = default;
Game::~Game() = default;

std::string_view Game::id() const { return impl_->id; }
schema::Header::Reader Game::header() const { return impl_->header; }
GameLabel Game::label() const {
  return impl_->label_row ? detail::labelIn(*impl_->label_row, impl_->database, impl_->id)
                          : detail::readLabel(impl_->database, impl_->number, impl_->id);
}
std::string Game::hall() const { return impl_->database.hallOf(impl_->number); }
std::uint32_t Game::number() const { return impl_->number; }
std::uint32_t Game::count() const { return impl_->tail.count; }
const Digest& Game::head() const { return impl_->tail.head; }
std::uint32_t Game::sealed() const { return impl_->tail.sealed; }

std::vector<Segment> Game::segments() const {
  std::vector<Segment> segments;
  const auto prefix = detail::gameKey(impl_->number, detail::GameRow::segment);
  impl_->database.forEach(Family::games, prefix, "reading a game's segments", [&](auto key, auto value) {
    if (key.size() != prefix.size() + 4 || value.size() != sizeof(Digest))
      throw DamagedArchive(detail::damageText(impl_->database.path(), id(), 0, "a row of its segments is malformed"));
    if (detail::readBig32(key.substr(prefix.size())) > count()) return false;  // sealed after it was opened
    segments.push_back({.last = detail::readBig32(key.substr(prefix.size())), .head = detail::bytes32(value)});
    return true;
  });
  return segments;
}

Secrets Game::Impl::secretsOf(std::uint32_t game, std::string_view named) const {
  const auto row =
      game == number && secret_row
          ? secret_row
          : database.get(Family::games, detail::gameKey(game, detail::GameRow::secret), "reading a game's secret");
  auto secrets = row ? detail::decodeSecrets(*row) : std::nullopt;
  if (!secrets) throw DamagedArchive(detail::damageText(database.path(), named, 0, "its secret is missing"));
  return std::move(*secrets);
}

Secrets Game::secrets() const {
  Secrets all = impl_->secretsOf(impl_->number, id());
  for (auto earlier = impl_->ancestors.rbegin(); earlier != impl_->ancestors.rend(); ++earlier)
    all.addPast(earlier->last, impl_->secretsOf(earlier->game, earlier->id));
  return all;
}

std::optional<BranchPoint> Game::branchPoint() const {
  if (!impl_->branch_point) return std::nullopt;
  const auto& branch_point = *impl_->branch_point;
  return BranchPoint{.parent = branch_point.parent_id, .at = branch_point.at, .account = branch_point.account};
}

std::vector<Game::Ancestor> Game::lineage() const {
  std::vector<Ancestor> all;
  for (const auto& ancestor : impl_->ancestors) all.push_back({.id = ancestor.id, .last = ancestor.last});
  all.push_back({.id = impl_->id, .last = count()});
  return all;
}

std::uint32_t Game::shared() const { return impl_->shared(); }

std::optional<Digest> Game::headAt(std::uint32_t number) const {
  if (number == 0) return impl_->head0;
  if (number == count()) return head();
  if (number > count() || number <= shared()) return std::nullopt;
  const detail::OpenRow& row = *impl_->rowOf(number);
  return row.last() == number ? std::optional(row.head()) : std::nullopt;
}

std::optional<MentionedNames> Game::mentionedNames() const {
  const auto stored =
      impl_->database.get(Family::derived, detail::mentionedNamesKey(impl_->number), "reading the names in a game");
  return stored ? MentionedNames::read(*stored, head()) : std::nullopt;
}

Game::Block Game::blockWith(std::uint32_t number) const {
  const auto& row = impl_->rowOf(number);
  auto last = row->last();
  for (const auto& earlier : impl_->ancestors) {
    if (number <= earlier.last) {
      last = std::min(last, earlier.last);
      break;
    }
  }
  return {.first = row->first(), .last = last, .events = row->events(), .row = row, .walked = row->walked()};
}

void Game::throwUnreadable(std::uint32_t number, const kj::Exception& why) const {
  throw DamagedArchive(detail::damageText(impl_->database.path(), id(), number, why.getDescription().cStr()));
}

HeldEvent Game::event(std::uint32_t number) const {
  if (number == 0 || number > count())
    throw std::out_of_range(fmt::format("game {} has events 1 to {}, and no event {}", id(), count(), number));
  Block block = blockWith(number);
  return {std::move(block.row), block.events[number - block.first], block.walked};
}

}  // namespace docket
