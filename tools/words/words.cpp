#include "tools/words/words.h"

#include <fmt/format.h>

#include "engine/query/cards/characteristics.h"
#include "engine/query/cards/undefined.h"
#include "engine/query/evaluation/answer_text.h"
#include "engine/query/stats/amounts.h"
#include "engine/query/stats/stats.h"
#include "engine/state/computed_entries.h"
#include "events/errors.h"
#include "events/text/characters.h"
#include "events/text/nearest.h"
#include "events/text/printable.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "events/validate.h"
#include "tools/words/text.h"

namespace docket {
namespace {

using schema::Change;

/// The players of a set, each by what `name` calls it: "P1 and P3".
template <class Name>
std::string joinedSeats(Seats seats, const Name& name) {
  if (seats == 0) return name(Seat{0});
  std::string words;
  for (; seats != 0; seats = otherSeats(seats)) words += (words.empty() ? "" : " and ") + name(firstSeat(seats));
  return words;
}

}  // namespace

std::string clipped(std::string_view text, std::size_t columns) {
  // Wide characters and escapes only make it wider, so anything beyond this cannot be shown.
  std::string shown = printable(text.substr(0, columns * 8));
  if (columnsOf(shown) <= columns && text.size() <= columns * 8) return shown;
  while (!shown.empty() && columnsOf(shown) >= columns) eraseLastCharacter(shown);
  return shown + "…";
}

std::string withSign(std::int64_t amount) { return fmt::format("{:+}", amount); }

std::optional<Seat> seatNumber(std::string_view text) {
  if (text.starts_with('P') || text.starts_with('p')) text.remove_prefix(1);
  const bool is_seat = text.size() == 1 && text.front() >= '1' && text.front() < '1' + int{kMaxSeats};
  return is_seat ? std::optional(static_cast<Seat>(text.front() - '0')) : std::nullopt;
}

Seat seatOf(const std::optional<std::string>& text, schema::Header::Reader header) {
  if (!text) return 0;
  const std::string_view typed = *text;
  const auto players = header.getPlayers();
  if (const auto seat = seatNumber(typed); seat && *seat <= players.size()) return *seat;
  std::vector<std::string_view> names;
  Seat meant = 0;
  for (std::uint32_t place = 0; place < players.size(); ++place) {
    const auto seat = static_cast<Seat>(place + 1);
    const std::string_view name = view(players[place].getName());
    if (name.empty()) continue;
    names.push_back(name);
    if (!sameLetters(name, typed)) continue;
    if (meant != 0)
      throw BadInput(
          fmt::format("{}: two players have this name: give the seat, P{} or P{}", docket::quoted(typed), meant, seat));
    meant = seat;
  }
  if (meant != 0) return meant;
  throw BadInput(fmt::format("{}: expected a seat of the game, P1 to P{}{}{}", docket::quoted(typed), players.size(),
                             names.empty() ? "" : ", or a player's name", didYouMean(typed, names)));
}

bool Words::knows(CardIndex index) const {
  if (index == kNone) return false;
  const Card& card = state_.cards[index];
  return card.definition != 0 && (viewer_ == 0 || hasSeat(card.known_to, viewer_));
}

const Definition* Words::definition(CardIndex card) const {
  return knows(card) ? state_.definitionOf(state_.cards[card]) : nullptr;
}

std::string Words::title(CardIndex card) const {
  return knows(card) ? clipped(readTitle(state_, rules_.ruleset, card).title) : std::string{};
}

std::string Words::card(CardIndex index) const {
  if (index == kNone) return "nothing";
  if (!state_.isCard(index)) return "a card that comes with it";
  const auto number = state_.cards[index].number;
  const Definition* known = definition(index);
  if (known == nullptr) {
    const auto key = knows(index) ? undefinedKey(state_, index) : std::string_view{};
    return key.empty() ? fmt::format("unknown card #{}", number) : fmt::format("\"{}\" #{}", clipped(key), number);
  }
  if (const std::string called = title(index); !called.empty()) return fmt::format("{} #{}", called, number);
  return fmt::format("untitled {} #{}", known->types.empty() ? "card" : clipped(known->types.front()), number);
}

std::string Words::unread(CardIndex card) const {
  if (state_.isCard(card) && state_.cards[card].definition == 0) {
    return fmt::format("it is not known what card {} is", subjectCode(card));
  }
  const bool has_key = card == kNone || !undefinedKey(state_, card).empty();
  return has_key ? fmt::format("no catalogue has {}", this->card(card))
                 : fmt::format("the text of {} was not read", this->card(card));
}

std::string Words::seat(Seat seat) { return seat == 0 ? "nobody" : fmt::format("P{}", seat); }

std::string Words::seats(Seats seats) { return joinedSeats(seats, Words::seat); }

std::string Words::players(Seats seats) const {
  return joinedSeats(seats, [this](Seat one) { return player(one); });
}

std::string Words::player(Seat seat) const {
  const auto players = header_.getPlayers();
  if (seat == 0 || seat > players.size()) return Words::seat(seat);
  const auto called = view(players[seat - 1U].getName());
  return called.empty() || called == Words::seat(seat) ? Words::seat(seat)
                                                       : fmt::format("P{} {}", seat, clipped(called, 32));
}

std::string Words::subject(Entity subject) const {
  if (state_.isCard(subject)) return card(subject);
  if (kindOf(subject) == EntityKind::player) return player(static_cast<Seat>(numberOf(subject)));
  return kindOf(subject) == EntityKind::game ? "the game" : subjectCode(subject);
}

std::string Words::subjectCode(Entity subject) const { return expression::entityText(state_, subject); }

std::string Words::event(EventNumber event) { return fmt::format("event {}", event); }

std::string Words::eventWhen(EventNumber number) const {
  const std::string when = turn_labels_.words(number);
  return when.empty() ? event(number) : fmt::format("{}, {}", event(number), when);
}

std::string Words::name(NameNumber name) const { return clipped(state_.vocabulary->names.text(name)); }

std::string Words::valueName(std::uint32_t key) const {
  return clipped(docket::valueName(state_, rules_.ruleset, key));
}

std::string Words::ability(std::uint32_t definition, std::uint16_t ability) const {
  if (ability == 0) return "an ability";
  const Definition* known = state_.definitions->known[definition];
  if (known == nullptr || ability > known->abilities.size()) return fmt::format("ability {}", ability);
  const Ability& printed = known->abilities[ability - 1U];
  std::string words = fmt::format("{} {}", printed.kind == Ability::Kind::ABILITY ? "ability" : "trait", ability);
  if (!printed.name.empty()) words += fmt::format(" \"{}\"", clipped(printed.name, 40));
  if (!printed.designator.empty()) words += fmt::format(" ({})", clipped(printed.designator, 24));
  return words;
}

std::string Words::use(const UseQuestion& question) const {
  switch (question.counted) {
    case schema::Limit::Counted::PLAYS:
      return "its play";
    case schema::Limit::Counted::TRIGGERS:
      return question.ability == 0 ? "a trait" : fmt::format("trait {}", question.ability);
    default:
      if (!question.name.empty()) return fmt::format("the ability \"{}\"", clipped(question.name));
      return ability(question.definition, question.ability);
  }
}

std::string Words::bearer(CardIndex index, Seat seat) const { return index == kNone ? player(seat) : card(index); }

bool Words::isAboutStat(Change::Kind kind) { return docket::isAboutStat(kind); }

std::string Words::change(const Entry& entry) const {
  const auto named = [&](std::string_view what) { return fmt::format("{} {}", what, clipped(state_.nameOf(entry))); };
  switch (entry.kind) {
    case Change::Kind::BONUS:
      return withSign(entry.stated_amount);
    case Change::Kind::COPY:
    case Change::Kind::SET:
      return fmt::format("set to {}, which is {}", entry.stated_amount, withSign(entry.amount));
    case Change::Kind::MINIMUM:
      return fmt::format("minimum {}", entry.amount);
    case Change::Kind::MAXIMUM:
      return fmt::format("maximum {}", entry.amount);
    case Change::Kind::SET_BASE:
      return fmt::format("base value {}", entry.amount);
    case Change::Kind::GRANT_KEYWORD:
      return named("keyword");
    case Change::Kind::REMOVE_KEYWORD:
      return named("without keyword");
    case Change::Kind::SET_TYPE:
      return named("type");
    case Change::Kind::ADD_TYPE:
      return named("also type");
    case Change::Kind::REMOVE_TYPE:
      return named("without type");
    case Change::Kind::ADD_SUPERTYPE:
      return named("also supertype");
    case Change::Kind::ADD_SUBTYPE:
      return named("also subtype");
    case Change::Kind::SET_SUBTYPE:
      return named("subtype");
    case Change::Kind::ACT_AS:
      return named("as though it were");
    case Change::Kind::FORBID:
      return named("cannot");
    case Change::Kind::PERMIT:
      return named("may");
    case Change::Kind::MUST:
      return named("must");
    case Change::Kind::GRANT_TRAIT:
      return named("trait");
    case Change::Kind::REMOVE_TRAIT:
      return named("without trait");
    case Change::Kind::GRANT_ABILITY:
      return named("ability");
    case Change::Kind::REMOVE_ABILITY:
      return named("without ability");
    case Change::Kind::NEGATE_EFFECTS:
      return "effects negated";
    case Change::Kind::CONTROL:
      return fmt::format("control by {}", player(entry.player));
    case Change::Kind::SET_TITLE:
      return fmt::format("title \"{}\"", clipped(state_.nameOf(entry)));
  }
  return "a change";
}

std::string Words::lasts(const Entry& entry) const {
  if (entry.computed) return "while its trait applies";
  switch (entry.last) {
    case Change::Last::UNTIL_END:
      return entry.period == kUnbound
                 ? std::string("until it is ended")
                 : fmt::format("until the {} ends", printable(rules_.ruleset.periods[entry.period].name));
    case Change::Last::WHILE_SOURCE:
      return "while its source is in play";
    case Change::Last::WHILE_ATTACHED:
      return "while its source is attached";
    default:
      return state_.isCard(entry.subject) ? "while the card stays where it is" : "permanently";
  }
}

std::string Words::requirement(schema::Act::Requirement::What what) {
  using What = schema::Act::Requirement::What;
  switch (what) {
    case What::SOURCE_IN_PLAY:
      return "its card is in play";
    case What::SOURCE_CONTROLLED:
      return "the acting player controls its card";
    case What::SOURCE_FACE_UP:
      return "its card is face up";
    case What::SOURCE_UNBOWED:
      return "its card is not bowed";
    case What::PLAYERS_TURN:
      return "it is the acting player's turn";
    case What::FROM_TOP:
      return "the cards are on top of the pile";
    case What::THAT:
      return "the condition in its clause";
  }
  return "a requirement";
}

std::string Words::requirement(const Requirement& requirement) {
  if (!requirement.that) return Words::requirement(requirement.what);
  return fmt::format("{}{}", clipped(requirement.that->words(), 200), requirement.after ? ", after it" : "");
}

std::string Words::gist(std::string_view clause) const {
  const Clause* found = rules_.ruleset.clause(clause);
  return found == nullptr ? std::string{} : clipped(found->gist, 400);
}

}  // namespace docket
