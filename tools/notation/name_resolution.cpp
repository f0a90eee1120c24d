#include "tools/notation/name_resolution.h"

#include <capnp/dynamic.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <range/v3/algorithm/find.hpp>
#include <set>

#include "engine/rules/reprints.h"
#include "events/text/nearest.h"
#include "events/text/text_view.h"
#include "tools/notation/titled_cards.h"
#include "tools/notation/transcript.h"

namespace docket::notation {
namespace {

bool isZone(const FieldShape& field) { return field.name == "zone" || field.name == "from" || field.name == "to"; }

/// A text that distinguishes a card from others of its title.
std::string about(const Definition& card) {
  constexpr std::size_t kMaxText = 40;
  if (!card.version.empty()) return card.version;
  if (!card.text.empty()) return card.text.substr(0, kMaxText) + (card.text.size() > kMaxText ? "..." : "");
  return fmt::format("{}", fmt::join(card.types, " "));
}

}  // namespace

Seat playerOfTurn(const State& state, const Ruleset& ruleset) {
  Seat player = 0;
  EventNumber began = 0;
  for (std::size_t i = 0; i < ruleset.periods.size(); ++i) {
    const PeriodNow& now = state.periods[i];
    if (!now.open || now.player == 0 || now.began < began) continue;
    player = now.player;
    began = now.began;
  }
  return player;
}

Seat ownerUnsaid(const Ruleset& ruleset, std::string_view zone, Seat who) {
  const ZoneIndex index = ruleset.zone(zone);
  return index != kUnbound && ruleset.zones[index].owner == schema::Zone::Owner::SHARED ? Seat{0} : who;
}

std::vector<std::string_view> knownNames(const Ruleset& ruleset, const FieldShape& field) {
  std::vector<std::string_view> names;
  const auto add = [&](const auto& table) {
    for (const auto& each : table) names.push_back(each.name);
  };
  if (field.value.mark != Mark::name) return names;
  if (isZone(field)) add(ruleset.zones);
  if (field.name == "period" || field.name == "until") add(ruleset.periods);
  if (field.name == "value" || field.name == "reading") add(ruleset.values);
  if (field.name == "reading") add(ruleset.stats);
  if (field.name == "orientation") names.assign(ruleset.orientations.begin(), ruleset.orientations.end());
  return names;
}

std::vector<std::string_view> designatorsOf(const Ability& ability) {
  std::vector<std::string_view> names(ability.designators.begin(), ability.designators.end());
  if (names.empty() && !ability.designator.empty()) names.push_back(ability.designator);
  return names;
}

namespace {

/// Adds the designators under which abilities can be used.
void addDesignators(const Rules& rules, std::set<std::string_view>& names) {
  const auto add = [&](const Ability& ability) {
    for (const std::string_view name : designatorsOf(ability)) names.insert(name);
    if (!ability.designator.empty()) names.insert(ability.designator);  // the printed form: "Battle/Open"
  };
  for (const auto& definition : rules.catalogue.definitions()) {
    for (const Ability& ability : definition->abilities) add(ability);
  }
  for (const auto& ability : rules.ruleset.abilities) add(*ability);
  for (const Limit& limit : rules.ruleset.limits) {
    if (!limit.designator.empty()) names.insert(limit.designator);
  }
}

/// A field whose names the vocabulary of a document lists.
struct ListedField {
  schema::Event::Which payload;
  std::string_view name;
  std::vector<std::string> DeclaredWords::*list;
  std::string_view meaning;
};
constexpr std::array<ListedField, 6> kListedFields{{
    {schema::Event::CARD_MOVED, "reason", &DeclaredWords::reasons, "why a card moves"},
    {schema::Event::CARD_PLAYED, "method", &DeclaredWords::methods, "how a card is played"},
    {schema::Event::CARD_ATTACHED, "kind", &DeclaredWords::attachments, "as what a card is attached"},
    {schema::Event::TOLD, "says", &DeclaredWords::told, "what a player says about a card"},
    {schema::Event::ABILITY_ACTIVATED, "designator", &DeclaredWords::designators, "as what an ability is used"},
    {schema::Event::GAME_ENDED, "reason", &DeclaredWords::endings, "how the game ended"},
}};

/// Null if no vocabulary lists names for such an event.
const ListedField* listedFieldOf(schema::Event::Which payload) {
  const auto found = ranges::find(kListedFields, payload, &ListedField::payload);
  return found == kListedFields.end() ? nullptr : &*found;
}

}  // namespace

const FieldShape* vocabularyField(schema::Event::Which payload) {
  const ListedField* const field = listedFieldOf(payload);
  return field == nullptr ? nullptr : fieldOf(payload, field->name).shape;
}

std::string_view vocabularyMeaning(schema::Event::Which payload) {
  const ListedField* const field = listedFieldOf(payload);
  return field == nullptr ? std::string_view() : field->meaning;
}

std::string_view vocabularyWord(schema::Event::Reader event, const Names& names) {
  const FieldShape* const field = vocabularyField(event.which());
  if (field == nullptr) return {};
  const auto payload = capnp::DynamicStruct::Reader(event).get(payloadShape(event.which()).field);
  const auto value = payload.as<capnp::DynamicStruct>().get(field->field);
  return field->value.kind == Kind::text ? view(value.as<capnp::Text>()) : names.text(value.as<NameNumber>());
}

std::vector<std::string_view> knownNames(const Rules& rules, const FieldShape& field, schema::Event::Which payload) {
  const ListedField* const listed = listedFieldOf(payload);
  if (listed == nullptr || &field != vocabularyField(payload)) return knownNames(rules.ruleset, field);
  std::set<std::string_view> names;
  for (const DeclaredWords* declared : {&rules.ruleset.declared, &rules.catalogue.declared}) {
    const auto& words = declared->*listed->list;
    names.insert(words.begin(), words.end());
  }
  if (payload == schema::Event::ABILITY_ACTIVATED) addDesignators(rules, names);
  if (payload == schema::Event::GAME_ENDED) {
    for (const WinRule& win : rules.ruleset.wins) names.insert(win.name);
  }
  return {names.begin(), names.end()};
}

std::optional<Slip> slipIn(const Ruleset& ruleset, const FieldShape& field, std::string_view name) {
  auto known = knownNames(ruleset, field);
  if (std::find(known.begin(), known.end(), name) != known.end()) return std::nullopt;
  const bool must_be_known = (isZone(field) || field.name == "period") && !known.empty();
  if (field.name == "period") {
    for (const Period& period : ruleset.periods) known.insert(known.end(), period.names.begin(), period.names.end());
  }
  const KnownNames names(known);
  Slip slip;
  const auto meant = names.meantBy(name);
  for (const std::string_view one : meant) slip.choices.push_back({.text = notedName(one)});
  if (!meant.empty()) return slip;
  if (const std::string_view near = names.nearest(name); !near.empty()) {
    slip.choices.push_back({.text = notedName(near)});
  } else if (must_be_known) {
    for (const std::string_view one : names.all()) slip.choices.push_back({.text = notedName(one)});
  }
  return slip.choices.empty() && !must_be_known ? std::nullopt : std::optional(slip);
}

namespace {

/// The first printing of each card.
std::vector<const Definition*> differentCards(const std::vector<const Definition*>& printings) {
  std::vector<const Definition*> cards;
  for (const Definition* printing : printings) {
    const bool reprint =
        std::any_of(cards.begin(), cards.end(), [&](const Definition* other) { return isReprint(*printing, *other); });
    if (!reprint) cards.push_back(printing);
  }
  return cards;
}

}  // namespace

Titles::Titles(const Catalogue& catalogue) {
  for (const auto& definition : catalogue.definitions()) by_title_[definition->title].push_back(definition.get());
}

std::optional<std::string> Titles::key(std::string_view title) const {
  if (title.empty()) return std::nullopt;
  if (by_title_.empty()) return std::string(title);
  if (const auto found = by_title_.find(title); found != by_title_.end()) {
    if (differentCards(found->second).size() > 1) return std::nullopt;
    return found->second.front()->key;
  }
  const auto [plain, label] = titleAndLabel(title);
  const auto found = label.empty() ? by_title_.end() : by_title_.find(plain);
  if (found == by_title_.end()) return std::nullopt;
  // If a card was printed more than once, a key tells its printings apart.
  for (const Definition* printing : found->second) {
    if (printing->key == label) return printing->key;
  }
  return std::nullopt;
}

std::vector<Choice> Titles::choicesFor(std::string_view title) const {
  std::vector<Choice> choices;
  const auto found = by_title_.find(titleAndLabel(title).title);
  const auto cards = found == by_title_.end() ? Cards{} : differentCards(found->second);
  if (cards.size() > 1) {
    for (const Definition* card : cards)
      choices.push_back({.text = notedString(fmt::format("{} [{}]", card->title, card->key)), .about = about(*card)});
    return choices;
  }
  if (const std::string_view near = spelled().nearest(title); !near.empty() && isTypoOf(folded(title), folded(near)))
    choices.push_back({.text = notedString(near)});
  return choices;
}

const KnownNames& Titles::spelled() const {
  if (spelled_ == nullptr) {
    spelled_ = std::make_unique<KnownNames>();
    for (const auto& [title, cards] : by_title_) spelled_->add(title);
  }
  return *spelled_;
}

}  // namespace docket::notation
