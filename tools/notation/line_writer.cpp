#include "tools/notation/line_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/query/cards/characteristics.h"
#include "events/entity.h"
#include "events/json/jsonl.h"
#include "events/text/letters.h"
#include "events/text/text_view.h"
#include "tools/notation/fields.h"
#include "tools/notation/transcript.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

namespace docket::notation {
namespace {

using capnp::DynamicValue;

std::string seatText(std::uint64_t seat) { return seat == 0 ? "nobody" : fmt::format("P{}", seat); }

std::string seatsText(std::uint64_t mask) {
  std::string text;
  for (unsigned i = 0; i < 8; ++i) {
    if ((mask >> i & 1U) != 0) text += fmt::format("{}P{}", text.empty() ? "" : " ", i + 1);
  }
  return text.empty() ? "nobody" : text;
}

bool isCardField(const FieldShape& field) {
  return field.value.mark == Mark::card || (field.value.mark == Mark::new_card && field.name == "card");
}

}  // namespace

LineWriter::Struct LineWriter::Scope::of(const FieldAt& field) const {
  for (const auto& [holder, in] : holders) {
    if (holder == field.holder) return in;
  }
  throw std::logic_error("a phrase names something outside its scope");
}

DynamicValue::Reader LineWriter::Scope::get(const FieldAt& field) const { return of(field).get(field.shape->field); }

std::int64_t LineWriter::Scope::number(const FieldAt& field) const {
  const auto value = get(field);
  if (field.shape->value.kind == Kind::enumerant) return value.as<capnp::DynamicEnum>().getRaw();
  if (field.shape->value.kind == Kind::boolean) return value.as<bool>() ? 1 : 0;
  return value.as<std::int64_t>();
}

bool LineWriter::Scope::isSaid(const FieldAt& field) const { return notation::isSaid(of(field), *field.shape); }

void LineWriter::Scope::add(std::string_view word) {
  if (!text.empty()) text += ' ';
  text += word;
}

std::string LineWriter::text(std::vector<std::string>& details) && {
  std::string line = eventText(true);
  for (const auto identity : event_.getContext().getIdentities()) details.push_back("= " + identityLine(identity));
  for (const auto change : event_.getBegins()) details.push_back("+ " + changeLine(change));
  return line;
}

std::string LineWriter::eventText(bool with_details) {
  const FieldShape& payload = payloadShape(event_.which());
  const Struct whole(event_);
  const bool pointer =
      payload.value.kind == Kind::text || (payload.value.kind == Kind::structure && !payload.value.group);
  const bool missing = pointer && !whole.has(payload.field);
  Scope scope;
  if (payload.value.kind == Kind::structure) {
    scope.holders.emplace_back(FieldHolder::payload, whole.get(payload.field).as<capnp::DynamicStruct>());
  }
  scope.holders.emplace_back(FieldHolder::context, Struct(event_.getContext()));
  scope.holders.emplace_back(FieldHolder::event, whole);
  const Phrase* phrase = missing ? nullptr : choose(eventPhrases(), scope);
  if (phrase != nullptr) {
    writeSubject(*phrase, scope);
    say(*phrase, scope);
  } else {
    if (event_.getActor() != 0) scope.add(seatText(event_.getActor()));
    scope.written.insert(fieldOf(event_.which(), "actor").shape);
    scope.add(fmt::format("! {}", payload.name));
    if (missing) scope.braced.insert(&payload);
  }
  const auto say_apart = [&](std::string_view name, bool whether) {
    const FieldAt field = fieldOf(event_.which(), name);
    if (whether) scope.written.insert(field.shape);
  };
  say_apart("identities", with_details && event_.getContext().getIdentities().size() != 0);
  say_apart("begins", with_details && event_.getBegins().size() != 0);
  say_apart("replacement", event_.isCorrected());
  say_apart("names", !event_.getContext().hasNames() || announcesAsUsed(event_, context_.names));
  std::string line = scope.text + rest(scope);
  if (event_.isCorrected()) {
    line += event_.getCorrected().hasReplacement()
                ? ": " + LineWriter(context_, event_.getCorrected().getReplacement()).eventText(false)
                : ": nothing";
  }
  return line;
}

const Phrase* LineWriter::choose(const std::vector<Phrase>& phrases, const Scope& scope) const {
  const Phrase* chosen = nullptr;
  for (const Phrase& phrase : phrases) {
    if (&phrases == &eventPhrases() && phrase.payload != event_.which()) continue;
    const bool verb =
        std::all_of(phrase.verb.begin(), phrase.verb.end(), [&](const Part& part) { return canSay(part, scope); });
    if (!verb) continue;
    chosen = &phrase;
    const bool all = std::all_of(phrase.items.begin(), phrase.items.end(),
                                 [&](const Item& item) { return item.optional || canSay(item, scope); });
    if (all) break;
  }
  return chosen;
}

void LineWriter::writeSubject(const Phrase& phrase, Scope& scope) const {
  const Seat actor = event_.getActor();
  Seat unsaid = 0;
  if (phrase.subject_kind == SubjectKind::actor || phrase.subject_kind == SubjectKind::judge) {
    if (phrase.subject_kind == SubjectKind::actor) unsaid = playerOfTurn(context_.state, context_.rules.ruleset);
    if (actor != 0 || unsaid != 0) scope.add(seatText(actor));
    scope.who = unsaid = actor;
  } else if (phrase.subject_kind == SubjectKind::subject) {
    const auto subject = static_cast<Entity>(scope.number(phrase.subject_field));
    scope.add(entity(subject));
    if (kindOf(subject) == EntityKind::player) scope.who = unsaid = static_cast<Seat>(numberOf(subject));
  } else if (phrase.subject_kind != SubjectKind::none) {
    scope.who = static_cast<Seat>(scope.number(phrase.subject_field));
    scope.add(seatText(scope.who));
    if (phrase.subject_kind == SubjectKind::player) unsaid = scope.who;
    if (phrase.co_subjects) writeCoSubjects(phrase.co_subjects, scope);
  }
  if (phrase.subject_field) scope.written.insert(phrase.subject_field.shape);
  if (actor == unsaid) scope.written.insert(fieldOf(phrase.payload, "actor").shape);
}

void LineWriter::writeCoSubjects(const FieldAt& field, Scope& scope) const {
  for (const auto other : scope.get(field).as<capnp::DynamicList>()) {
    scope.add("and");
    scope.add(entity(other.as<Entity>()));
    scope.several = true;
  }
  scope.written.insert(field.shape);
}

void LineWriter::say(const Phrase& phrase, Scope& scope) const {
  for (const Part& part : phrase.verb) say(part, scope);
  if (scope.several) scope.text.pop_back();  // "win", which is short for "wins"
  for (const Item& item : phrase.items) {
    const Part& key = *std::find_if(item.parts.begin(), item.parts.end(),
                                    [&](const Part& part) { return part.field || &part == &item.parts.back(); });
    if (item.optional && key.field) {
      if (scope.written.contains(key.field.shape)) continue;
      const bool by_default = !scope.isSaid(key.field) && key.field.shape->name != "actor";
      if (by_default || !canSay(item, scope)) continue;
    } else if (!canSay(item, scope)) {
      for (const Part& part : item.parts) {
        if (part.field) scope.braced.insert(part.field.shape);
      }
      continue;
    }
    for (const Part& part : item.parts) say(part, scope);
  }
}

bool LineWriter::canSay(const Item& item, const Scope& scope) const {
  return std::all_of(item.parts.begin(), item.parts.end(), [&](const Part& part) { return canSay(part, scope); });
}

bool LineWriter::canSay(const Part& part, const Scope& scope) const {
  if (part.kind == Part::Kind::word) return !part.field || scope.number(part.field) == part.constant;
  const FieldShape& field = *part.field.shape;
  if (part.kind == Part::Kind::zone) return canSayOne(scope.get(part.field), field);
  if (part.kind == Part::Kind::range) return scope.number(part.other) >= 1;
  if (part.kind == Part::Kind::seats) return true;
  if (field.list) {
    const auto list = scope.get(part.field).as<capnp::DynamicList>();
    if (list.size() == 0) return !scope.isSaid(part.field);
    for (const auto element : list) {
      if (!canSayOne(element, field)) return false;
    }
    return true;
  }
  if (field.value.kind == Kind::text) return scope.isSaid(part.field);
  return canSayOne(scope.get(part.field), field);
}

bool LineWriter::canSayOne(const DynamicValue::Reader& value, const FieldShape& field) const {
  if (field.value.kind != Kind::integer) return true;
  if (field.value.mark == Mark::name) {
    const std::string_view name = context_.names.text(value.as<std::uint16_t>());
    return !name.empty() && !slipIn(context_.rules.ruleset, field, name);
  }
  if (isCardField(field)) return value.as<std::uint32_t>() != 0;
  return true;
}

void LineWriter::say(const Part& part, Scope& scope) const {
  if (part.field) scope.written.insert(part.field.shape);
  if (part.other) scope.written.insert(part.other.shape);
  if (part.kind == Part::Kind::word) {
    if (part.word == "==") {
      const PeriodIndex index = context_.rules.ruleset.period(
          context_.names.text(event_.isBegan() ? event_.getBegan().getPeriod() : event_.getEnded().getPeriod()));
      const bool outermost = index != kUnbound && context_.rules.ruleset.periods[index].within == kUnbound;
      return scope.add(outermost ? "==" : "--");
    }
    if (part.word == ".") {
      scope.text += '.';
    } else {
      scope.add(part.word);
    }
    return;
  }
  const std::string words = value(part, scope);
  if (scope.text.ends_with('.')) {
    scope.text += words;
  } else {
    scope.add(words);
  }
}

std::string LineWriter::value(const Part& part, const Scope& scope) const {
  const FieldShape& field = *part.field.shape;
  if (part.kind == Part::Kind::zone) return zone(part, scope);
  if (part.kind == Part::Kind::seats) return seatsText(static_cast<std::uint64_t>(scope.number(part.field)));
  if (part.kind == Part::Kind::range) {
    const auto first = scope.number(part.field);
    const auto count = scope.number(part.other);
    return count == 1 ? fmt::format("#{}", first) : fmt::format("#{}..#{}", first, first + count - 1);
  }
  if (!field.list) return one(scope.get(part.field), field);
  std::string text;
  for (const auto element : scope.get(part.field).as<capnp::DynamicList>()) {
    if (!text.empty()) text += ", ";
    text += part.kind == Part::Kind::numbers ? std::to_string(element.as<std::uint32_t>()) : one(element, field);
  }
  return text.empty() ? "nothing" : text;
}

std::string LineWriter::one(const DynamicValue::Reader& value, const FieldShape& field) const {
  switch (field.value.kind) {
    case Kind::text:
      return notedString(view(value.as<capnp::Text>()));
    case Kind::enumerant:
      KJ_IF_MAYBE (known, value.as<capnp::DynamicEnum>().getEnumerant()) {
        return splitCamelCase(view(known->getProto().getName()), '-');
      }
      return "unknown";
    default:
      break;
  }
  if (field.value.mark == Mark::name) return notedName(context_.names.text(value.as<std::uint16_t>()));
  if (field.value.mark == Mark::seat) return seatText(value.as<std::uint64_t>());
  if (field.value.mark == Mark::entity) return entity(value.as<Entity>());
  if (isCardField(field)) return card(value.as<std::uint32_t>());
  return field.value.is_signed ? std::to_string(value.as<std::int64_t>()) : std::to_string(value.as<std::uint64_t>());
}

std::string LineWriter::zone(const Part& part, const Scope& scope) const {
  const std::string_view name = context_.names.text(static_cast<NameNumber>(scope.number(part.field)));
  const auto owner = static_cast<Seat>(scope.number(part.other));
  const Seat unsaid = part.no_owner_means_actor ? Seat{0} : ownerUnsaid(context_.rules.ruleset, name, scope.who);
  if (owner == unsaid) return notedName(name);
  return fmt::format("{} {}", owner == 0 ? "shared" : seatText(owner), notedName(name));
}

std::optional<std::string_view> LineWriter::title(std::uint32_t number) const {
  const CardIndex index = context_.state.cardOf(number);
  if (index == kNone || context_.state.cards[index].definition == 0) return std::nullopt;
  const Card& one = context_.state.cards[index];
  if (context_.viewer != 0 && (one.known_to >> (context_.viewer - 1U) & 1U) == 0) return std::nullopt;
  return readTitle(context_.state, context_.rules.ruleset, index).title;
}

std::string LineWriter::card(std::uint32_t number) const {
  const auto known = title(number);
  if (!known) return fmt::format("? #{}", number);
  return known->empty() ? fmt::format("#{}", number) : fmt::format("{} #{}", notedString(*known), number);
}

std::string LineWriter::entity(Entity entity) const {
  if (kindOf(entity) == EntityKind::card) return entity == 0 ? std::string("nothing") : card(numberOf(entity));
  return entityText(entity).value_or("nothing");
}

std::string LineWriter::rest(const Scope& scope) const {
  std::string text;
  bool context_said = false;
  const auto add = [&](Struct in, const FieldShape& field) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", fieldText(in, field, context_.names));
  };
  for (const auto& [holder, in] : scope.holders) {
    for (const FieldShape& field : shapeOf(in.getSchema()).fields) {
      const bool is_written = scope.written.contains(&field) && !scope.braced.contains(&field);
      if (holder == FieldHolder::context && isSaid(in, field) && !(field.announces && is_written)) context_said = true;
      if (is_written || field.name == "context") continue;
      if (field.chosen && !scope.braced.contains(&field)) continue;
      if (scope.braced.contains(&field) || isSaid(in, field)) add(in, field);
    }
  }
  // An empty context is still a context.
  const bool of_event = scope.holders.size() > 1;
  if (of_event && event_.hasContext() && !context_said && !event_.getContext().hasNames()) {
    text += text.empty() ? "context={}" : ", context={}";
  }
  return text.empty() ? text : " {" + text + "}";
}

bool LineWriter::followsFromTitle(schema::Identity::Reader identity, std::string_view title) const {
  if (!identity.hasDefinition() || context_.titles.key(title) != view(identity.getDefinition())) return false;
  if (!context_.titles.areNone()) return true;
  // Without a catalogue the title itself is what is printed, and nothing else is.
  const auto printed = identity.getPrinted();
  const bool more =
      printed.hasTypes() || printed.hasKeywords() || printed.hasStats() || printed.hasText() || printed.getTextRead();
  return identity.hasPrinted() && view(printed.getTitle()) == title && !more;
}

std::string LineWriter::identityLine(schema::Identity::Reader identity) const {
  static const Shape& shape = shapeOf(capnp::Schema::from<schema::Identity>());
  const auto field = [&](std::string_view name) { return &shape.fields[static_cast<std::size_t>(shape.find(name))]; };
  Scope scope{.holders = {{FieldHolder::payload, Struct(identity)}}};
  say(identityPhrase(), scope);
  const auto known = title(identity.getCard());
  if (known && !known->empty()) {
    const bool follows = followsFromTitle(identity, *known);
    (follows ? scope.written : scope.braced).insert(field("definition"));
    if (follows && context_.titles.areNone()) scope.written.insert(field("printed"));
  }
  return scope.text + rest(scope);
}

std::string LineWriter::changeLine(schema::Change::Reader change) const {
  Scope scope{.holders = {{FieldHolder::payload, Struct(change)}}};
  const auto& phrases = changePhrases();
  const bool of_stat = Words::isAboutStat(change.getKind()) && change.getName() != 0;
  say(phrases[of_stat ? 0 : 1], scope);
  return scope.text + rest(scope);
}

}  // namespace docket::notation
