#include "tools/notation/transcript_reader.h"

#include <fmt/format.h>

#include <capnp/message.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/fold/events_of.h"
#include "engine/fold/reduce.h"
#include "engine/fold/running_state.h"
#include "engine/query/sight.h"
#include "events/errors.h"
#include "events/hidden.h"
#include "events/json.h"
#include "events/json_struct_writer.h"
#include "events/jsonl.h"
#include "events/quoted.h"
#include "events/split.h"
#include "events/trimmed.h"
#include "events/validate.h"
#include "tools/notation/header.h"
#include "tools/notation/line_reader.h"
#include "tools/notation/transcript.h"

namespace docket {
namespace {

using notation::Cursor;
using notation::LineReader;
using notation::Token;

constexpr std::size_t kMostLineBytes = 16U << 20;

/// The lines of a text in which something stands.
class Lines {
 public:
  Lines(std::string_view text, std::string_view file, std::size_t first_line)
      : left_(text), file_(file), next_number_(first_line) {
    advance();
  }

  [[nodiscard]] bool atEnd() const { return !now_; }
  [[nodiscard]] const Cursor& peek() const { return *now_; }
  [[nodiscard]] Cursor take() {
    const Cursor line = *now_;
    advance();
    return line;
  }

 private:
  void advance() {
    now_.reset();
    while (!now_ && !left_.empty()) {
      const auto end = std::min(left_.find('\n'), left_.size());
      const Cursor line(left_.substr(0, end), file_, next_number_++);
      left_.remove_prefix(std::min(end + 1, left_.size()));
      if (end > kMostLineBytes) line.fail({}, fmt::format("a line longer than {} bytes", kMostLineBytes));
      if (!line.peek().isEnd()) now_ = line;
    }
  }

  std::string_view left_, file_;
  std::size_t next_number_;
  std::optional<Cursor> now_;
};

/// Says where an error stands that what was read makes further on.
template <class Does>
auto placed(const Cursor& line, Does&& does) {
  try {
    return does();
  } catch (const BadInput& error) {
    line.fail(line.peek(), error.message());
  } catch (const DamagedArchive& cannot_be_folded) {
    line.fail(line.peek(), cannot_be_folded.what());
  }
}

class TranscriptReading {
 public:
  TranscriptReading(std::string_view text, const std::string& file, std::size_t first_line)
      : lines_(text, file, first_line), file_(file), json_(file) {}

  Recording run(const RulesOf& rules_of) {
    readHeader();
    rules_.emplace(rules_of(std::as_const(game_).header()));
    titles_.emplace(rules_->catalogue);
    follower_.emplace(std::as_const(game_).header(), *rules_);
    while (!lines_.atEnd()) readEvent();
    return std::move(game_);
  }

 private:
  /// The lines below an event's.
  struct Details {
    std::vector<Cursor> identities, changes;
    std::uint32_t listed = 0;
  };

  void readHeader() {
    if (lines_.atEnd()) throw BadInput(file_, 0, 0, "it contains no game");
    const Cursor first = lines_.peek();
    if (!notation::isOfHeader(first))
      first.failExpected(first.peek(), "game \"...\" and what else is known of the game");
    capnp::MallocMessageBuilder message;
    auto header = message.initRoot<schema::Header>();
    notation::HeaderReader reader(header);
    while (!lines_.atEnd() && notation::isOfHeader(lines_.peek())) {
      Cursor line = lines_.take();
      reader.read(line);
    }
    reader.finish();
    // By way of JSON, so that a header is judged by one reader, whoever wrote it.
    capnp::MallocMessageBuilder judged;
    placed(first, [&] {
      json_.header(JsonLinesWriter::header(header.asReader()), first.lineNumber(), judged.initRoot<schema::Header>());
    });
    game_.setHeader(judged.getRoot<schema::Header>().asReader());
  }

  [[nodiscard]] Details readDetails() {
    Details details;
    while (!lines_.atEnd()) {
      const Token mark = lines_.peek().peek();
      if (!mark.is("=") && !mark.is("+")) break;
      Cursor line = lines_.take();
      line.take();
      auto& list = mark.is("=") ? details.identities : details.changes;
      list.push_back(line);
      if (mark.is("=")) details.listed += countOf(line);
      if (list.size() > kMostCards || details.listed > kMostCards)
        line.fail(mark, fmt::format("an event has at most {} of these lines", kMostCards));
    }
    return details;
  }

  /// Takes the count in front of a card, where there is one.
  static std::uint32_t countOf(Cursor& line) {
    if (line.peek().kind != Token::Kind::number) return 1;
    return static_cast<std::uint32_t>(line.numberOf(line.take(), 1, kMostCards));
  }

  void readEvent() {
    Cursor line = lines_.take();
    const Cursor begin = line;
    const EventNumber number = game_.size() + 1;
    // What is printed has its number and leaves nothing out; who types leaves out what all see.
    const bool typed = line.peek().kind != Token::Kind::number;
    if (!typed) {
      const Token said = line.take();
      if (line.numberOf(said, 0, 0xFFFFFFFF) != number)
        line.fail(said, fmt::format("expected event {} next, found event {}", number, said.text));
    }
    if (const Token mark = line.peek(); mark.is("=") || mark.is("+"))
      line.fail(mark, fmt::format("{} belongs to the event above it, but there is no event above it", mark.text));
    const Details details = readDetails();
    const notation::LineContext table{.state = follower_->state(),
                                      .rules = *rules_,
                                      .titles = *titles_,
                                      .names = names_,
                                      .cards = json_.roster().cards(),
                                      .listed = details.listed};
    LineReader reader(table);
    const auto message = reader.event(line);
    auto event = message->getRoot<schema::Event>();
    addIdentities(event, details, reader, line);
    addChanges(event, details, reader);
    add(event, begin, typed);
    check(reader, begin);
  }

  void addIdentities(schema::Event::Builder event, const Details& details, LineReader& reader, const Cursor& line) {
    std::vector<std::unique_ptr<capnp::MallocMessageBuilder>> made;
    std::uint32_t next = firstNew(event);
    const std::uint8_t unsaid = seatsOfNew(event);
    for (Cursor of : details.identities) {
      const Token at = of.peek();
      const std::uint32_t count = countOf(of);
      if (count > 1 && next == 0) of.fail(at, "only cards that come into the game are counted");
      for (std::uint32_t i = 0; i < count; ++i) {
        Cursor each = of;
        made.push_back(std::make_unique<capnp::MallocMessageBuilder>(kSmallWords));
        reader.identity(each, made.back()->initRoot<schema::Identity>(), next, unsaid);
        if (next != 0) ++next;
      }
    }
    const auto add = [&](std::uint32_t card, std::uint8_t seats, auto&& identify) {
      const bool said = std::any_of(made.begin(), made.end(), [&](const auto& other) {
        return other->template getRoot<schema::Identity>().getCard() == card;
      });
      if (said) return;
      made.push_back(std::make_unique<capnp::MallocMessageBuilder>(kSmallWords));
      auto identity = made.back()->template initRoot<schema::Identity>();
      identity.setCard(card);
      identity.setSeats(seats);
      identify(identity);
    };
    for (const notation::Revealed& card : reader.revealed()) {
      if (card.title.empty()) continue;
      const auto seats = event.isCardsDrawn() ? card.seats : finder().seatsThatLearn(card.card, event, names_);
      add(card.card, seats, [&](auto identity) { finder().identify(line, card.at, card.title, identity); });
    }
    for (const std::uint32_t number : reader.named()) {
      const Card& card = follower_->state().cards[follower_->state().cardOf(number)];
      const std::string& key = follower_->state().definitions->named[card.definition]->key;
      const auto seats = finder().seatsThatLearn(number, event, names_);
      if (key.empty() || (seats & ~card.known_to) == 0) continue;
      add(number, seats, [&](auto identity) { identity.setDefinition(key.c_str()); });
    }
    if (made.empty()) return;
    auto identities = event.getContext().initIdentities(static_cast<unsigned>(made.size()));
    for (unsigned i = 0; i < identities.size(); ++i) {
      identities.setWithCaveats(i, made[i]->getRoot<schema::Identity>().asReader());
    }
  }

  static std::uint32_t firstNew(schema::Event::Reader event) {
    if (event.isDeckRegistered()) return event.getDeckRegistered().getFirst();
    return event.isCardCreated() ? event.getCardCreated().getCard() : 0;
  }

  /// Who knows the cards of a deck that is listed without numbers: its owner, where others do not see them.
  [[nodiscard]] std::uint8_t seatsOfNew(schema::Event::Reader event) const {
    using By = schema::Zone::SeenBy;
    if (!event.isDeckRegistered() || event.getDeckRegistered().getPlayer() == 0) return kEveryone;
    const ZoneIndex zone = rules_->ruleset.zone(names_.text(event.getDeckRegistered().getZone()));
    if (zone == kUnbound) return kEveryone;
    const auto seen_by = rules_->ruleset.zones[zone].seen_by;
    // A player knows his deck; what comes into a zone in which cards can lie open comes so.
    return seatsThatSee(seen_by == By::NOBODY ? By::OWNER : seen_by, event.getDeckRegistered().getPlayer(),
                        seen_by == By::FACE_UP, follower_->state().seats);
  }

  static void addChanges(schema::Event::Builder event, const Details& details, LineReader& reader) {
    std::vector<LineReader::Message> made;
    for (Cursor line : details.changes) made.push_back(reader.change(line));
    if (made.empty()) return;
    auto begins = event.initBegins(static_cast<unsigned>(made.size()));
    for (unsigned i = 0; i < begins.size(); ++i) {
      begins.setWithCaveats(i, made[i]->getRoot<schema::Change>().asReader());
    }
  }

  /// By way of JSON: it brings the names into their order, and what it says is validated there.
  void add(schema::Event::Reader event, const Cursor& line, bool typed) {
    placed(line, [&] {
      capnp::MallocMessageBuilder message;
      auto judged = message.initRoot<schema::Event>();
      const auto number = json_.event(writeJson(event, &names_), line.lineNumber(), judged);
      if (typed) letTheTellerHear(judged);
      if (typed) show(judged, number);
      game_.add(judged.asReader());
      const HeldEvent kept = game_.event(number);
      follower_->add(number, kept, EventsOf(game_));
    });
  }

  /// Who tells something knows it, whoever the line says that heard it.
  static void letTheTellerHear(schema::Event::Builder event) {
    if (!event.isTold() || event.getTold().getPlayer() == 0 || !event.hasContext()) return;
    auto context = event.getContext();
    context.setSeats(static_cast<std::uint8_t>(context.getSeats() | 1U << (event.getTold().getPlayer() - 1U)));
  }

  /// What an event shows, everybody knows from then on, whatever its cards were called: what comes to lie open, what is
  /// used. What the lines say of who learns it comes first.
  void show(schema::Event::Builder event, EventNumber number) const {
    if (event.isRewound() || event.isCorrected()) return;
    State after = follower_->state();
    Step step;
    reduce(after, *rules_, number, event.asReader(), step);
    const std::uint32_t used = event.isAbilityActivated() ? event.getAbilityActivated().getCard()
                               : event.isTraitTriggered() ? event.getTraitTriggered().getCard()
                                                          : 0;
    std::vector<CardIndex> shown;
    for (const CardIndex index : step.cards) {
      const Card& card = after.cards[index];
      if (card.definition == 0 || card.known_to == kEveryone || isIdentified(event.asReader(), card.number)) continue;
      if (after.definitions->named[card.definition]->key.empty()) continue;  // its print was told to whom it was told
      if (card.number == used || liesOpen(card)) shown.push_back(index);
    }
    if (shown.empty()) return;
    auto context = event.getContext();
    const auto said = context.disownIdentities();
    const unsigned before = said.getReader().size();
    auto identities = context.initIdentities(before + static_cast<unsigned>(shown.size()));
    for (unsigned i = 0; i < before; ++i) identities.setWithCaveats(i, said.getReader()[i]);
    for (unsigned i = before; i < identities.size(); ++i) {
      const Card& card = after.cards[shown[i - before]];
      identities[i].setCard(card.number);
      identities[i].setDefinition(after.definitions->named[card.definition]->key.c_str());
    }
  }

  [[nodiscard]] bool liesOpen(const Card& card) const {
    if (!card.exists()) return false;
    return card.face == Facing::up || rules_->ruleset.zones[card.zone].seen_by == schema::Zone::SeenBy::EVERYONE;
  }

  static bool isIdentified(schema::Event::Reader event, std::uint32_t card) {
    if (!event.hasContext()) return false;
    for (const auto one : event.getContext().getIdentities()) {
      if (one.getCard() == card) return true;
    }
    return false;
  }

  /// A title beside a number is the card's, before the event or after it.
  void check(const LineReader& reader, const Cursor& line) const {
    for (const notation::Mention& mention : reader.mentions()) {
      const std::string_view title = finder().titleOf(mention.card);
      if (title == mention.title) continue;
      line.fail(mention.at, finder().isKnown(mention.card)
                                ? fmt::format("#{} is {}, not {}", mention.card, quoted(title), quoted(mention.title))
                                : fmt::format("it is not known what #{} is: a line = {} #{} below would say so",
                                              mention.card, quoted(mention.title), mention.card));
    }
  }

  [[nodiscard]] notation::CardFinder finder() const { return {follower_->state(), *rules_, *titles_}; }

  static constexpr unsigned kSmallWords = 32;
  Lines lines_;
  const std::string& file_;
  JsonLinesReader json_;
  Names names_;  // of the lines: the game has the same ones in an order of its own
  Recording game_;
  std::optional<Rules> rules_;
  std::optional<notation::Titles> titles_;
  std::optional<RunningState> follower_;
};

}  // namespace

Recording readTranscript(std::string_view text, const std::string& file, const RulesOf& rules_of,
                         std::size_t first_line) {
  return TranscriptReading(text, file, first_line).run(rules_of);
}

bool looksLikeTranscript(std::string_view text) {
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const Cursor line(text.substr(0, end), "", 0);
    text.remove_prefix(std::min(end + 1, text.size()));
    try {
      if (!line.peek().isEnd()) return notation::isOfHeader(line);
    } catch (const BadInput&) {  // a string that does not end
      return false;
    }
  }
  return false;
}

std::vector<std::size_t> gamesOfTranscript(std::string_view text) {
  std::vector<std::size_t> games{0};
  bool begun = false;
  eachLine(text, [&](std::string_view line, std::size_t) {
    // No other line begins with that word and a text; where one is broken, reading it says so.
    if (!trimmed(line).starts_with("game \"")) return;
    if (begun) games.push_back(static_cast<std::size_t>(line.data() - text.data()));
    begun = true;
  });
  return games;
}

}  // namespace docket
