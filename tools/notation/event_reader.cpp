#include "tools/notation/event_reader.h"

#include <fmt/format.h>

#include <capnp/dynamic.h>
#include <capnp/message.h>

#include <algorithm>
#include <memory>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/filter.hpp>

#include "engine/fold/reduce.h"
#include "engine/query/cards/characteristics.h"
#include "engine/query/cards/sight.h"
#include "events/append_event.h"
#include "events/errors.h"
#include "events/rewind_tree.h"
#include "events/seats.h"
#include "events/text/quoted.h"
#include "events/text/split.h"
#include "events/text/text_view.h"
#include "events/validate.h"
#include "tools/notation/fields.h"
#include "tools/notation/implied.h"
#include "tools/notation/plausibility.h"
#include "tools/notation/spelling.h"
#include "tools/notation/titled_cards.h"

namespace docket::notation {
namespace {

constexpr unsigned kSmallWords = 32;

/// Reads one event; used once.
class EventLinesReader {
 public:
  EventLinesReader(const EventLines& lines, const EventTable& table, RecordSoFar& record)
      : lines_(lines),
        table_(table),
        record_(record),
        context_{.state = table.state,
                 .rules = table.rules,
                 .titles = table.titles,
                 .labels = table.labels,
                 .names = names_,
                 .cards = record.cards(),
                 .listed = lines.listed()},
        reader_(context_) {}

  EventRead run(capnp::MallocMessageBuilder& into) {
    Cursor line = lines_.line();
    const auto message = reader_.readEventLine(line);
    auto event = message->getRoot<schema::Event>();
    if (lines_.isTyped()) {
      const KnownTexts texts = knownTexts();
      fillImplied(event, texts, table_.rules.ruleset, names_);
      requirePlausible(lines_.line(), event.asReader(), texts, table_.rules, names_);
    }
    addIdentities(event);
    addChanges(event);
    if (lines_.isTyped()) letSpeakerHear(event);
    return {.number = validateAndNumber(event, into), .mentions = reader_.mentions()};
  }

 private:
  using Message = std::unique_ptr<capnp::MallocMessageBuilder>;

  [[nodiscard]] KnownTexts knownTexts() const {
    KnownTexts texts{.before = table_.state};
    for (const Revealed& card : reader_.revealed()) {
      const auto key = card.title.empty() ? std::nullopt : table_.titles.key(card.title);
      const Definition* const definition = key ? table_.rules.catalogue.find(*key) : nullptr;
      if (definition != nullptr) texts.revealed.emplace_back(card.card, definition);
    }
    return texts;
  }

  void addIdentities(schema::Event::Builder event) {
    std::vector<Message> made = listed(event);
    const auto add = [&](std::uint32_t card, std::uint8_t seats, auto&& identify) {
      const bool is_listed = std::any_of(made.begin(), made.end(), [&](const Message& other) {
        return other->getRoot<schema::Identity>().getCard() == card;
      });
      if (is_listed) return;
      made.push_back(std::make_unique<capnp::MallocMessageBuilder>(kSmallWords));
      auto identity = made.back()->initRoot<schema::Identity>();
      identity.setCard(card);
      identity.setSeats(seats);
      identify(identity);
    };
    for (const Revealed& card : reader_.revealed()) {
      if (card.title.empty()) continue;
      const auto seats = event.isCardsDrawn() ? card.seats : finder_.seatsThatLearn(card.card, event, names_);
      add(card.card, seats, [&](auto identity) { finder_.identify(lines_.line(), card.at, card.title, identity); });
    }
    for (const std::uint32_t number : reader_.named()) {
      const Card& card = table_.state.cards[table_.state.cardOf(number)];
      const std::string& key = table_.state.definitions->named[card.definition]->key;
      const auto seats = finder_.seatsThatLearn(number, event, names_);
      if (key.empty() || (seats & ~card.known_to) == 0) continue;
      add(number, seats, [&](auto identity) { identity.setDefinition(key.c_str()); });
    }
    if (made.empty()) return;
    auto identities = event.getContext().initIdentities(static_cast<unsigned>(made.size()));
    for (unsigned i = 0; i < identities.size(); ++i) {
      identities.setWithCaveats(i, made[i]->getRoot<schema::Identity>().asReader());
    }
  }

  /// The identities that the lines below the event list.
  [[nodiscard]] std::vector<Message> listed(schema::Event::Reader event) {
    std::vector<Message> made;
    std::uint32_t next = firstNew(event);
    const std::uint8_t unsaid = seatsOfNew(event);
    for (Cursor identity_line : lines_.identities()) {
      const Token at = identity_line.peek();
      const std::uint32_t count = takeCount(identity_line);
      if (count > 1 && next == 0) identity_line.fail(at, "only cards that enter the game can have a count");
      for (std::uint32_t i = 0; i < count; ++i) {
        Cursor each = identity_line;
        made.push_back(std::make_unique<capnp::MallocMessageBuilder>(kSmallWords));
        reader_.readIdentity(each, made.back()->initRoot<schema::Identity>(), next, unsaid);
        if (next != 0) ++next;
      }
    }
    return made;
  }

  static std::uint32_t firstNew(schema::Event::Reader event) {
    if (event.isDeckRegistered()) return event.getDeckRegistered().getFirst();
    return event.isCardCreated() ? event.getCardCreated().getCard() : 0;
  }

  /// The seats that know the cards of a deck listed without numbers: its owner's, unless others see them.
  [[nodiscard]] std::uint8_t seatsOfNew(schema::Event::Reader event) const {
    using By = schema::Zone::SeenBy;
    if (!event.isDeckRegistered() || event.getDeckRegistered().getPlayer() == 0) return kEveryone;
    const ZoneIndex zone = table_.rules.ruleset.zone(names_.text(event.getDeckRegistered().getZone()));
    if (zone == kUnbound) return kEveryone;
    const auto seen_by = table_.rules.ruleset.zones[zone].seen_by;
    // Players know their own decks; cards enter a zone that can show them face up.
    return seatsThatSee(seen_by == By::NOBODY ? By::OWNER : seen_by, event.getDeckRegistered().getPlayer(),
                        seen_by == By::FACE_UP, table_.state.seats);
  }

  /// A change typed below a play has the played card as its source, unless the line names one.
  void addChanges(schema::Event::Builder event) {
    std::vector<LineReader::Message> made;
    if (auto change = reader_.takeSaidChange()) made.push_back(std::move(change));
    const std::uint32_t source = event.isCardPlayed() && lines_.isTyped() ? event.getCardPlayed().getCard() : 0;
    for (Cursor line : lines_.changes()) made.push_back(reader_.readChange(line, source));
    if (made.empty()) return;
    auto begins = event.initBegins(static_cast<unsigned>(made.size()));
    for (unsigned i = 0; i < begins.size(); ++i) {
      begins.setWithCaveats(i, made[i]->getRoot<schema::Change>().asReader());
    }
  }

  EventNumber validateAndNumber(schema::Event::Reader event, capnp::MallocMessageBuilder& into) {
    try {
      return appendNext(event, names_, record_, into);
    } catch (const BadInput& error) {
      lines_.line().failAtTable(lines_.line().peek(), error.message());
    }
  }

  /// Adds the speaker to the seats that know the statement.
  static void letSpeakerHear(schema::Event::Builder event) {
    if (!event.isTold() || !event.hasContext()) return;
    auto context = event.getContext();
    context.setSeats(withSeat(context.getSeats(), event.getTold().getPlayer()));
  }

  const EventLines& lines_;
  const EventTable& table_;
  RecordSoFar& record_;
  Names names_;  // of the lines; the game can have them in another order
  LineContext context_;
  LineReader reader_;
  CardFinder finder_{table_.state, table_.rules, table_.titles, table_.labels};
};

bool isOpen(const Card& card, const Ruleset& ruleset) {
  if (!card.exists()) return false;
  return card.face == Facing::up || ruleset.zones[card.zone].seen_by == schema::Zone::SeenBy::EVERYONE;
}

bool identifies(schema::Event::Reader event, std::uint32_t card) {
  if (!event.hasContext()) return false;
  for (const auto one : event.getContext().getIdentities()) {
    if (one.getCard() == card) return true;
  }
  return false;
}

}  // namespace

bool EventLines::belongsToEvent(const Cursor& line) { return line.peek().is("=") || line.peek().is("+"); }

std::vector<std::string> playersOf(schema::Header::Reader header) {
  std::vector<std::string> names;
  for (const auto player : header.getPlayers()) names.push_back(folded(view(player.getName())));
  return names;
}

EventLines::EventLines(Cursor line, const std::vector<std::string>* players) : line_(line), players_(players) {
  if (const Token first = line_.peek(); first.kind == Token::Kind::number) number_ = line_.take();
  if (isTyped()) line_.loosen(players_);
  if (const Token mark = line_.peek(); belongsToEvent(line_))
    line_.fail(mark, fmt::format("{} belongs to the event above it, but there is no event above it", mark.text));
}

void EventLines::add(Cursor line) {
  if (isTyped()) line.loosen(players_);
  const Token mark = line.take();
  auto& list = mark.is("=") ? identities_ : changes_;
  list.push_back(line);
  if (mark.is("=")) listed_ += takeCount(line);
  if (list.size() > kMaxCards || listed_ > kMaxCards)
    line.fail(mark, fmt::format("an event has at most {} of these lines", kMaxCards));
}

void EventLines::requireNumber(EventNumber next) const {
  if (number_ && line_.numberOf(*number_, 0, 0xFFFFFFFF) != next)
    line_.failAtTable(*number_, fmt::format("expected event {} next, found event {}", next, number_->text));
}

std::uint32_t takeCount(Cursor& line) {
  if (line.peek().kind != Token::Kind::number) return 1;
  const auto count = static_cast<std::uint32_t>(line.numberOf(line.take(), 1, kMaxCards));
  if (line.isLoose() && line.peek().is("x") && !line.after(line.peek()).isEnd()) line.take();  // 3 x "Title"
  return count;
}

EventRead readEvent(const EventLines& lines, const EventTable& table, RecordSoFar& record,
                    capnp::MallocMessageBuilder& into) {
  return EventLinesReader(lines, table, record).run(into);
}

std::vector<CardIndex> addShownCards(schema::Event::Builder event, const State& after, const Step& step,
                                     const Ruleset& ruleset) {
  if (goesBack(event)) return {};
  const std::uint32_t used = event.isAbilityActivated() ? event.getAbilityActivated().getCard()
                             : event.isTraitTriggered() ? event.getTraitTriggered().getCard()
                                                        : 0;
  const auto key_of = [&](const Card& card) {
    return std::string_view(after.definitions->named[card.definition]->key);
  };
  auto shown = step.cards | ranges::views::filter([&](CardIndex index) {
                 const Card& card = after.cards[index];
                 if (card.definition == 0 || card.known_to == kEveryone || identifies(event.asReader(), card.number))
                   return false;
                 // Printed data without a key is known only to the seats it was given to.
                 return !key_of(card).empty() && (card.number == used || isOpen(card, ruleset));
               }) |
               ranges::to_vector;
  if (shown.empty()) return shown;
  auto context = event.getContext();
  const auto earlier = context.disownIdentities();
  const unsigned before = earlier.getReader().size();
  auto identities = context.initIdentities(before + static_cast<unsigned>(shown.size()));
  for (unsigned i = 0; i < before; ++i) identities.setWithCaveats(i, earlier.getReader()[i]);
  for (unsigned i = before; i < identities.size(); ++i) {
    const Card& card = after.cards[shown[i - before]];
    identities[i].setCard(card.number);
    identities[i].setDefinition(std::string(key_of(card)));
  }
  return shown;
}

void requireMentions(const EventRead& read, const EventLines& lines, const State& after, const Ruleset& ruleset) {
  for (const Mention& mention : read.mentions) {
    const CardIndex card = after.cardOf(mention.card);
    const bool known = card != kNone && after.cards[card].definition != 0;
    const std::string_view title = known ? readTitle(after, ruleset, card).title : std::string_view{};
    if (title == mention.title) continue;
    // If several cards have the title, a label gives the key of one: "Twin [d2]".
    const auto [title_alone, key] = titleAndLabel(mention.title);
    if (known && title == title_alone && after.definitions->named[after.cards[card].definition]->key == key) continue;
    lines.line().failAtTable(
        mention.at,
        known ? fmt::format("#{} is {}, not {}", mention.card, docket::quoted(title), docket::quoted(mention.title))
              : fmt::format("#{} is not known: add a line = {} #{} below", mention.card, docket::quoted(mention.title),
                            mention.card));
  }
}

EventNumber readEventText(std::string_view text, std::string_view name, const EventTable& table, RecordSoFar& record,
                          capnp::MallocMessageBuilder& into) {
  std::optional<EventLines> lines;
  eachLine(text, [&](std::string_view each, std::size_t number) {
    const Cursor line(each, name, number);
    if (line.peek().isEnd()) return;
    if (!lines) {
      lines.emplace(line, table.players);
    } else if (EventLines::belongsToEvent(line)) {
      lines->add(line);
    } else {
      line.failExpected(line.peek(), "= and a card, or + and a change that begins with the event");
    }
  });
  if (!lines) Cursor(text, name, 1).failExpected({}, "an event, such as P1 draws 2");
  lines->requireNumber(record.events() + 1);
  const EventRead read = readEvent(*lines, table, record, into);
  auto event = into.getRoot<schema::Event>();
  if (!lines->isTyped() && read.mentions.empty()) return read.number;
  State after = table.state;
  Step step;
  try {
    if (!event.isRewound() && !event.isCorrected()) reduce(after, table.rules, read.number, event, step);
  } catch (const DamagedArchive& cannot_be_folded) {
    lines->line().failAtTable(lines->line().peek(), cannot_be_folded.what());
  }
  if (lines->isTyped()) addShownCards(event, after, step, table.rules.ruleset);
  requireMentions(read, *lines, after, table.rules.ruleset);
  return read.number;
}

bool saysFieldsOnly(std::string_view text) {
  const Cursor line(text, "", 1);
  return line.peek().kind == Token::Kind::word && line.after(line.peek()).is("=");
}

void readFields(std::string_view text, std::string_view name, schema::Event::Builder into, Names& names) {
  const FieldShape& payload = payloadShape(into.which());
  Cursor line(text, name, 1);
  line.loosen();
  while (!line.peek().isEnd()) {
    const Token field = line.take();
    const Shape* shape = payload.value.kind == Kind::structure ? payload.value.shape : nullptr;
    const int found = shape != nullptr ? shape->find(field.text) : -1;
    if (found < 0) {
      line.fail(field,
                fmt::format("only fields of {} can be edited; type the whole event to change {}", payload.name,
                            docket::quoted(field.text)),
                shape != nullptr ? nearestOf(field.text, shape->names) : std::vector<Choice>{});
    }
    line.expect("=");
    auto target = capnp::DynamicStruct::Builder(into).get(payload.field).as<capnp::DynamicStruct>();
    readField(line, target, shape->fields[static_cast<std::size_t>(found)], names);
  }
}

}  // namespace docket::notation
