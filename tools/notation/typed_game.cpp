#include "tools/notation/typed_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/view/reverse.hpp>
#include <utility>

#include "engine/fold/events_of.h"
#include "events/append_event.h"
#include "events/errors.h"
#include "events/text/split.h"

namespace docket::notation {
namespace {

constexpr std::size_t kMaxPatches = 8;  // of one event

Recording begun(schema::Header::Reader header) {
  Recording game;
  game.setHeader(header);
  return game;
}

}  // namespace

EventLines MistakeRecovery::eventLines() const {
  EventLines lines(lines_.front(), players_);
  for (std::size_t i = 1; i < lines_.size(); ++i) lines.add(lines_[i]);
  return lines;
}

Place MistakeRecovery::placeTyped(const Mistake& mistake) const {
  std::size_t column = mistake.column();
  std::size_t length = mistake.length();
  for (const auto& patch : patches_ | ranges::views::reverse) {
    if (patch.line != mistake.line() || column < patch.column) continue;
    const bool within = column < patch.column + patch.corrected_bytes;
    column = within ? patch.column : column + patch.typed_bytes - patch.corrected_bytes;
    if (within) length = patch.typed_bytes;
  }
  return {.file = lines_.front().file(), .line = mistake.line(), .column = column, .length = length};
}

bool MistakeRecovery::recover(const Mistake& mistake) {
  const Place place = placeTyped(mistake);
  const bool again = std::any_of(mistakes_.begin(), mistakes_.end(), [&](const Mistake& other) {
    return other.line() == place.line && other.column() == place.column;
  });
  if (again) return false;
  mistakes_.push_back(mistake.movedTo(place));
  const auto line = std::find_if(lines_.begin(), lines_.end(),
                                 [&](const Cursor& each) { return each.lineNumber() == mistake.line(); });
  if (mistake.choices().empty() || patches_.size() >= kMaxPatches || line == lines_.end()) return false;
  auto text = std::make_unique<std::string>(corrected(line->text(), mistake, mistake.choices().front()));
  patches_.push_back({.line = mistake.line(),
                      .column = mistake.column(),
                      .typed_bytes = mistake.length(),
                      .corrected_bytes = text->size() + mistake.length() - line->text().size()});
  *line = Cursor(*text, line->file(), line->lineNumber());
  texts_.push_back(std::move(text));
  return true;
}

TypedGame::TypedGame(schema::Header::Reader header, const Rules& rules, const std::string& file)
    : rules_(rules),
      titles_(std::make_shared<const Titles>(rules.catalogue)),
      labels_(rules),
      game_(begun(header)),
      file_(file),
      record_so_far_(std::as_const(game_).header()),
      running_(std::as_const(game_).header(), rules),
      players_(playersOf(header)) {
  record_so_far_.letGroupsBeginLate();
}

TypedGame::TypedGame(const TypedGame& game, EventNumber last, State state)
    : rules_(game.rules_),
      titles_(game.titles_),
      labels_(game.rules_),
      game_(begun(std::as_const(game.game_).header())),
      file_(game.file_),
      record_so_far_(std::as_const(game_).header()),
      running_(std::as_const(game_).header(), game.rules_, std::move(state)),
      players_(game.players_) {
  record_so_far_.letGroupsBeginLate();
  game.game_.forEach(1, last, [&](EventNumber, const HeldEvent& event) {
    const HeldEvent kept = game_.event(game_.add(event));
    record_so_far_.add(kept);
    labels_.add(kept, game_.names());
  });
}

void TypedGame::record(schema::Event::Reader event) {
  game_.beginGroupOf(event);
  const HeldEvent kept = game_.event(game_.add(event));
  labels_.add(kept, game_.names());
}

EventNumber TypedGame::add(const EventLines& lines) {
  lines.requireNumber(game_.size() + 1);
  capnp::MallocMessageBuilder message;
  const EventRead read = readEvent(lines, table(), record_so_far_, message);
  auto event = message.getRoot<schema::Event>();
  try {
    running_.add(read.number, event, EventsOf(game_));
  } catch (const DamagedArchive& cannot_be_folded) {
    sound_ = false;
    lines.line().failAtTable(lines.line().peek(), cannot_be_folded.what());
  }
  if (lines.isTyped()) running_.show(addShownCards(event, running_.state(), running_.step(), rules_.ruleset));
  record(event);
  requireMentions(read, lines, running_.state(), rules_.ruleset);
  return read.number;
}

void TypedGame::registerDecks(const std::vector<NamedDeck>& decks, const DeckLines& lines_of) {
  for (const NamedDeck& deck : decks) {
    if (lines_of == nullptr)
      deck.line.fail(deck.at, "no file can be read here: register the deck by lines of the game");
    try {
      const std::string text = lines_of(deck.file, deck.seat, rules_);
      std::vector<EventLines> events;
      eachLine(text, [&](std::string_view line, std::size_t number) {
        const Cursor cursor(line, deck.file, number);
        if (cursor.peek().isEnd()) return;
        if (events.empty() || !EventLines::belongsToEvent(cursor)) {
          events.emplace_back(cursor, &players_);
        } else {
          events.back().add(cursor);
        }
      });
      for (const EventLines& event : events) add(event);
    } catch (const BadInput& wrong) {
      deck.line.fail(deck.at, fmt::format("the deck list: {}", wrong.what()));
    }
  }
}

void TypedGame::addGap() {
  capnp::MallocMessageBuilder message;
  const auto gap = appendGap(record_so_far_, message);
  running_.add(record_so_far_.events(), gap, EventsOf(game_));
  record(gap);
}

}  // namespace docket::notation
