#include "tools/site/shown_record.h"

#include <capnp/dynamic.h>
#include <capnp/message.h>

#include <memory>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "events/shape.h"
#include "events/text/text_view.h"
#include "tools/game/record_view.h"

namespace docket::site {
namespace {

constexpr const char* kWithheld = "...";

using capnp::DynamicStruct;
using Event = schema::Event;

/// True if a field of a payload has texts, or may have some in a struct.
bool mayHaveTexts(const FieldShape& field) {
  if (field.value.kind != Kind::structure) return field.value.kind == Kind::text;
  return !field.value.group || ranges::any_of(field.value.shape->fields, mayHaveTexts);
}

/// True if the event has anything that may be left out.
bool mayName(Event::Reader event) {
  const FieldShape* payload = payloadFieldOf(event);
  return event.hasBegins() || payload == nullptr || mayHaveTexts(*payload);
}

/// Leaves out what a site without names does not show.
class WithoutNames {
 public:
  WithoutNames(const People& people, const Rules& rules, Claims claims)
      : people_(people), rules_(rules), claims_(claims) {}

  void leaveOutOf(schema::Header::Builder header, const ShownAs& shown) const {
    header.setId(shown.game);
    header.disownMatch();
    header.disownIdSalt();
    if (people_.areNamedIn(view(header.getEvent()))) header.disownEvent();
    if (people_.areNamedIn(view(header.getFormat()))) header.disownFormat();
    if (people_.areNamedIn(view(header.getSettings()))) header.disownSettings();
    if (people_.areNamedIn(view(header.getSource()))) header.disownSource();
    for (capnp::uint seat = 0; seat < header.getPlayers().size(); ++seat) {
      auto player = header.getPlayers()[seat];
      player.setName(shown.players[seat]);
      player.disownSalt();
    }
  }

  /// Names of things in the game stay, even if a person has such a name.
  [[nodiscard]] bool isWithheld(capnp::Text::Reader text) const {
    const std::string_view words = view(text);
    return people_.areNamedIn(words) && !ranges::contains(rules_.ruleset.clauses, words, &Clause::id) &&
           !ranges::any_of(rules_.catalogue.definitions(), [&](const auto& card) { return card->title == words; });
  }

  void leaveOutOf(Event::Builder event) const {
    for (auto change : event.getBegins()) {
      if (isWithheld(change.getText().asReader())) change.setText(kWithheld);
    }
    const auto says = event.asReader();
    if (event.isPenaltyGiven() || (event.isObserved() && isLeftOut(says.getObserved()))) return event.setNote("");
    if (const FieldShape* payload = payloadFieldOf(says)) withholdIn(event, *payload);
  }

 private:
  [[nodiscard]] bool isLeftOut(Event::Observed::Reader seen) const {
    return isLeftOut(seen.getExpression()) || isLeftOut(seen.getValue());
  }
  [[nodiscard]] bool isLeftOut(capnp::Text::Reader claim) const {
    return claims_ == Claims::without_names && people_.areNamedIn(view(claim));
  }

  /// Leaves out texts of a field, and of the structs in it. What the schema marks as a judge or as a note is never
  /// shown; any other text, unless it names a person.
  void withholdIn(DynamicStruct::Builder from, const FieldShape& field) const {
    const bool is_text = field.value.kind == Kind::text;
    if ((!is_text && field.value.kind != Kind::structure) || (!field.value.group && !from.has(field.field))) return;
    if (!field.list) {
      if (!is_text) return withholdIn(from.get(field.field).as<DynamicStruct>());
      const auto text = from.get(field.field).as<capnp::Text>().asReader();
      const char* shown = shownFor(text, field);
      if (shown == nullptr) return;
      if (*shown == '\0' && !field.chosen) return from.clear(field.field);  // so that JSON leaves it out
      return from.set(field.field, shown);
    }
    auto elements = from.get(field.field).as<capnp::DynamicList>();
    for (capnp::uint i = 0; i < elements.size(); ++i) {
      if (!is_text) {
        withholdIn(elements[i].as<DynamicStruct>());
      } else if (const char* shown = shownFor(elements[i].as<capnp::Text>().asReader(), field)) {
        elements.set(i, shown);
      }
    }
  }
  void withholdIn(DynamicStruct::Builder from) const {
    if (from.getSchema() == capnp::Schema::from<Event>()) return leaveOutOf(from.as<Event>());
    for (const FieldShape& field : shapeOf(from.getSchema()).fields) withholdIn(from, field);
  }
  /// What is shown in place of a text; null: the text itself.
  [[nodiscard]] const char* shownFor(capnp::Text::Reader text, const FieldShape& field) const {
    if (field.value.mark == Mark::judge || field.value.mark == Mark::people) return "";
    return (field.value.mark == Mark::claim ? isLeftOut(text) : isWithheld(text)) ? kWithheld : nullptr;
  }

  const People& people_;
  const Rules& rules_;
  Claims claims_;
};

}  // namespace

std::shared_ptr<const Recording> recordWithoutNames(const Game& game, bool whole, const ShownAs& shown,
                                                    const People& people, const Rules& rules, Claims claims) {
  const RecordView seen = whole ? RecordView::whole(game) : RecordView(game, kSpectator);
  const WithoutNames without(people, rules, claims);
  auto record = std::make_shared<Recording>();
  record->setHeader(seen.header());
  without.leaveOutOf(record->header(), shown);
  seen.forEach(1, seen.last(), [&](EventNumber, const HeldEvent& event) {
    if (!mayName(event)) {
      record->add(event);
      return;
    }
    capnp::MallocMessageBuilder message;
    message.setRoot(*event);
    without.leaveOutOf(message.getRoot<Event>());
    record->add(message.getRoot<Event>().asReader());
  });
  return record;
}

}  // namespace docket::site
