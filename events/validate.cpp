#include "events/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "events/entity.h"
#include "events/fields_check.h"
#include "events/new_cards.h"
#include "events/shape.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

using MaybeFault = std::optional<Fault>;
using Event = schema::Event;

/// The members of Event outside of its union.
const std::vector<const FieldShape*>& fieldsOfEveryEvent() {
  static const std::vector<const FieldShape*> kFields = [] {
    std::vector<const FieldShape*> fields;
    for (const FieldShape& field : shapeOf(capnp::Schema::from<Event>()).fields) {
      if (!field.chosen) fields.push_back(&field);
    }
    return fields;
  }();
  return kFields;
}

MaybeFault checkNames(Event::Reader event, const RecordSoFar& record) {
  if (!event.hasContext()) return std::nullopt;
  const auto names = event.getContext().getNames();
  if (record.names().size() + names.size() > Names::kMax) {
    return Fault{"context.names", fmt::format("a game can use at most {} names", Names::kMax)};
  }
  std::set<std::string_view> here;
  for (capnp::uint i = 0; i < names.size(); ++i) {
    const auto name = view(names[i]);
    const auto fault = [&](std::string message) {
      return Fault{fmt::format("context.names[{}]", i), std::move(message)};
    };
    if (name.empty()) return fault("a name cannot be empty");
    if (name.size() > kMaxNameBytes) return fault(fmt::format("a name has at most {} bytes", kMaxNameBytes));
    const bool plain = std::none_of(name.begin(), name.end(), [](char c) {
      return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7F;
    });
    if (!plain) return fault(fmt::format("the name {} has a control character", docket::quoted(name)));
    if (record.names().find(name) != 0 || !here.insert(name).second) {
      return fault(fmt::format("the name {} is already in use", docket::quoted(name)));
    }
  }
  return std::nullopt;
}

MaybeFault checkGroup(Event::Reader event, std::uint32_t number, const RecordSoFar& record) {
  const auto group = event.getGroup();
  if (group == 0 || group == number) return std::nullopt;
  if (group > number) return Fault{"group", fmt::format("event {} is not an earlier event", group)};
  if (group == record.lastGroup()) return std::nullopt;
  if (group == number - 1 && record.lastGroup() == 0) {
    if (record.groupsMayBeginLate()) return std::nullopt;
    return Fault{
        "group",
        fmt::format("event {} has no group; the first of several simultaneous events has its own number as its group "
                    "(typed: \"with next\")",
                    group),
        true};
  }
  return Fault{
      "group",
      fmt::format("the events of a group must be consecutive, and event {} is not in group {}", number - 1, group),
      true};
}

MaybeFault checkNewCards(Event::Reader event, std::string_view payload, const RecordSoFar& record) {
  const auto [first, count] = newCards(event);
  if (first == 0 && count == 0 && !event.isDeckRegistered() && !event.isShuffled()) return std::nullopt;
  if (count < 1 || count > kMaxCards) {
    return Fault{fmt::format("{}.count", payload), fmt::format("{} is not from 1 to {}", count, kMaxCards)};
  }
  if (!event.isShuffled() && count > kMaxCardsOfAGame - record.registered()) {
    return Fault{std::string(payload),
                 fmt::format("the game already has {} cards; the maximum is {}", record.registered(), kMaxCardsOfAGame),
                 true};
  }
  if (first != record.cards() + 1) {
    return Fault{
        fmt::format("{}.{}", payload, event.isCardCreated() ? "card" : "first"),
        fmt::format("new cards must start with {}, the next free number, not with {}", record.cards() + 1, first),
        true};
  }
  if (!event.isShuffled()) return std::nullopt;
  const auto shuffled = event.getShuffled();
  if (const auto cards = shuffled.getCards().size(); cards != 0 && cards != count) {
    return Fault{"shuffled.cards", fmt::format("{} listed, but count says {}", cards, count)};
  }
  if (const auto order = shuffled.getOrder().size(); order != 0 && order != count) {
    return Fault{"shuffled.order", fmt::format("{} listed, but count says {}", order, count)};
  }
  return std::nullopt;
}

MaybeFault checkAmount(Event::Reader event) {
  if (!event.isValueChanged()) return std::nullopt;
  const auto changed = event.getValueChanged();
  if (changed.getHow() == schema::How::SET || changed.getAmount() >= 0) return std::nullopt;
  return Fault{"valueChanged.amount",
               fmt::format("{} is negative: only \"set\" can have a negative number", changed.getAmount())};
}

/// An ability is a card's, or one that a player has: that one is named.
MaybeFault checkAbility(Event::Reader event) {
  if (!event.isAbilityActivated()) return std::nullopt;
  const auto activated = event.getAbilityActivated();
  if (activated.getCard() != 0 || activated.getNamed() != 0) return std::nullopt;
  return Fault{"abilityActivated.card", "an ability that is on no card needs a name: give it in \"named\""};
}

/// If all win or all lose, there is no winner. Several winners are each named once, and are not all players.
MaybeFault checkEnd(Event::Reader event, std::uint32_t seats) {
  if (!event.isGameEnded()) return std::nullopt;
  const auto ended = event.getGameEnded();
  const auto others = ended.getAlongside();
  if (ended.getEverybody() != schema::Everybody::NO && ended.getWinner() != 0)
    return Fault{"gameEnded.winner", "if everybody wins or loses, leave out the winner"};
  if (others.size() == 0) return std::nullopt;
  if (ended.getWinner() == 0)
    return Fault{"gameEnded.alongside", "these players win together with a \"winner\": name one"};
  std::set<std::uint32_t> winners{entity(EntityKind::player, ended.getWinner())};
  for (const std::uint32_t other : others) {
    if (entityKindBits(other) != static_cast<std::uint32_t>(EntityKind::player))
      return Fault{"gameEnded.alongside", "expected players"};
    if (!winners.insert(other).second) return Fault{"gameEnded.alongside", "a player is named twice"};
  }
  if (winners.size() < seats) return std::nullopt;
  return Fault{"gameEnded.alongside", "this names every player: write \"everybody\": \"wins\" instead"};
}

/// The event says something about cards.
MaybeFault checkStatement(Event::Reader event) {
  if (!event.isTold() || event.getTold().getCards().size() != 0) return std::nullopt;
  return Fault{"told.cards", "it names no card"};
}

/// Checks of a payload that do not depend on the record.
MaybeFault checkPayload(Event::Reader event, std::uint32_t seats) {
  if (auto fault = checkAmount(event)) return fault;
  if (auto fault = checkAbility(event)) return fault;
  if (auto fault = checkEnd(event, seats)) return fault;
  return checkStatement(event);
}

MaybeFault prefixed(MaybeFault verdict, std::string_view path) {
  if (verdict) verdict->path = fmt::format("{}.{}", path, verdict->path);
  return verdict;
}

/// Checks that apply to every event. Only fields outside the payload may name cards that are new in the event.
MaybeFault checkFields(Event::Reader event, const NumberRanges& of_payload, const NumberRanges& of_context) {
  const auto which = static_cast<std::size_t>(event.which());
  if (event.isNothing()) return Fault{"", "an event must say what happened"};
  if (which >= payloadFields().size())
    return Fault{"", "this kind of event belongs to a newer version of docket: use that version"};
  FieldsCheck payload(of_payload);
  if (!payload.field(event, *payloadFields()[which])) return payload.fault();
  FieldsCheck around(of_context);
  for (const FieldShape* field : fieldsOfEveryEvent()) {
    if (field->name == "group") continue;
    if (!around.field(event, *field)) return around.fault();
  }
  return checkPayload(event, of_payload.seats);
}

/// A replacement refers to what the record has; it has no new names, no seals and no replacement of its own.
MaybeFault checkReplacement(Event::Reader event, std::uint32_t seats) {
  if (!event.isCorrected() || !event.getCorrected().hasReplacement()) return std::nullopt;
  const auto replacement = event.getCorrected().getReplacement();
  const std::string path = "corrected.replacement";
  if (replacement.isNothing()) return Fault{path, "a replacement must say what happened"};
  if (replacement.isCorrected()) return Fault{path + ".corrected", "a correction cannot be a replacement"};
  if (replacement.getContext().hasNames()) {
    return Fault{path + ".context.names", "new names belong in the context of the event itself"};
  }
  if (replacement.getContext().hasSeals()) {
    return Fault{path + ".context.seals", "seals belong in the context of the event itself"};
  }
  return prefixed(checkPayload(replacement, seats), path);
}

MaybeFault checkGoingBack(Event::Reader event, std::uint32_t number, const RecordSoFar& record) {
  if (!event.isRewound() && !event.isCorrected()) return std::nullopt;
  const std::uint64_t through = record.refolded() + record.refoldCost(event);
  if (through <= kMaxRefoldedEvents + kRefoldedPerEvent * number) return std::nullopt;
  return Fault{
      event.isRewound() ? "rewound.to" : "corrected.event",
      fmt::format("because of its rewinds and corrections, {} events of this game would have to be read again; "
                  "record the game again as it finally was",
                  through)};
}

constexpr std::size_t kSaltBytes = 16;

/// A whole record has its hidden values, so their seals open them.
MaybeFault checkSeals(Event::Reader event, const RecordSoFar& record) {
  if (record.partial() || !event.getContext().hasSeals()) return std::nullopt;
  for (const auto seal : event.getContext().getSeals()) {
    if (!seal.hasCommitment() && seal.getSalt().size() == kSaltBytes) continue;
    return Fault{"context.seals",
                 "in a complete record a seal has a salt of 16 bytes; only a record for one seat has commitments"};
  }
  return std::nullopt;
}

}  // namespace

MaybeFault validate(Event::Reader event, std::uint32_t number, const RecordSoFar& record) {
  if (number != record.events() + 1) {
    return Fault{"n", fmt::format("expected event {} next, found event {}", record.events() + 1, number)};
  }
  const auto& payloads = payloadFields();
  const auto which = static_cast<std::size_t>(event.which());
  const std::string_view payload = which < payloads.size() ? payloads[which]->name : "";
  if (auto fault = checkNames(event, record)) return fault;
  if (auto fault = checkNewCards(event, payload, record)) return fault;
  const auto names = record.names().size() + (event.hasContext() ? event.getContext().getNames().size() : 0);
  const NumberRanges of_payload{.seats = record.seats(),
                                .cards = record.cards(),
                                .events = number - 1,
                                .names = static_cast<std::uint32_t>(names)};
  NumberRanges of_context = of_payload;
  of_context.cards += newCards(event).count;
  if (auto fault = checkReplacement(event, record.seats())) return fault;
  if (auto fault = checkFields(event, of_payload, of_context)) return fault;
  if (auto fault = checkGroup(event, number, record)) return fault;
  if (auto fault = checkGoingBack(event, number, record)) return fault;
  return checkSeals(event, record);
}

}  // namespace docket
