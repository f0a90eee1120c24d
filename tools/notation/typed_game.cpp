#include "tools/notation/typed_game.h"

#include <fmt/format.h>

#include <utility>

#include "engine/fold/events_of.h"
#include "events/append_event.h"
#include "events/errors.h"
#include "events/text/split.h"

namespace docket::notation {
namespace {

Recording begun(schema::Header::Reader header) {
  Recording game;
  game.setHeader(header);
  return game;
}

}  // namespace

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
