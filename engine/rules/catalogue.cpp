#include "engine/rules/catalogue.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>
#include <utility>

#include "engine/rules/document_error.h"
#include "engine/rules/matters.h"
#include "engine/rules/unread_texts.h"
#include "events/text/nearest.h"
#include "events/text/text_lists.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

bool worksFaceDown(const Ability& ability) {
  return ability.face == schema::Ability::Works::DOWN || ability.face == schema::Ability::Works::EITHER;
}

/// The stat of that name.
StatIndex statCalled(capnp::Text::Reader name, const Ruleset& ruleset, std::string_view where) {
  const StatIndex stat = ruleset.stat(view(name));
  if (stat != kUnbound) return stat;
  const auto names = ruleset.stats |
                     ranges::views::transform([](const Stat& known) { return std::string_view(known.name); }) |
                     ranges::to_vector;
  throw BadValue(name.begin(),
                 fmt::format("{}: unknown stat \"{}\"{}", where, textOf(name), didYouMean(textOf(name), names)));
}

/// Stats as a card has them: those that its types have are 0 if nothing is printed, others absent. A card whose types
/// the ruleset does not know has what is printed.
std::vector<PrintedStat> statsOf(capnp::List<schema::PrintedStat>::Reader printed,
                                 const std::vector<std::string>& types, const Ruleset& ruleset,
                                 std::string_view where) {
  std::vector<PrintedStat> stats(ruleset.stats.size());
  for (std::size_t type = 0; type < ruleset.types.size(); ++type) {
    if (std::find(types.begin(), types.end(), ruleset.types[type]) == types.end()) continue;
    for (std::size_t stat = 0; stat < stats.size(); ++stat) {
      if ((ruleset.type_stats[type] >> stat & 1U) != 0) stats[stat].kind = schema::PrintedStat::Kind::NUMBER;
    }
  }
  for (auto one : printed) {
    const StatIndex stat = statCalled(one.getStat(), ruleset, where);
    stats[stat] = {.amount = one.getAmount(), .kind = one.getKind(), .specified = true};
  }
  return stats;
}

/// Marks the stats whose printed amount the catalogue says is unknown.
void leaveUnsaid(capnp::List<capnp::Text>::Reader unsaid, const Ruleset& ruleset, std::string_view where,
                 std::vector<PrintedStat>& stats) {
  for (auto name : unsaid) stats[statCalled(name, ruleset, where)] = {.unsaid = true};
}

/// The types printed on a card for which there are sets of cards.
std::uint64_t typeSet(const std::vector<std::string>& printed, const Ruleset& ruleset) {
  std::uint64_t set = 0;
  for (std::size_t i = 0; i < std::min(ruleset.types.size(), kMaxTypesOfSets); ++i) {
    if (ranges::contains(printed, ruleset.types[i])) set |= std::uint64_t{1} << i;
  }
  return set;
}

/// Numbers for titles, and which of them can be counted together (a limit may be counted under another card's title).
class Titles {
 public:
  /// The title of a card; a card without one shares no title.
  std::uint32_t ofCard(schema::Card::Reader card) {
    if (card.getTitle().size() != 0) return number(textOf(card.getTitle()));
    std::string none = textOf(card.getKey());
    none.push_back('\0');  // no title ends like this
    return number(none);
  }
  std::uint32_t number(const std::string& title) {
    const auto [found, fresh] = numbers_.emplace(title, static_cast<std::uint32_t>(parents_.size()));
    if (fresh) parents_.push_back(found->second);
    return found->second;
  }
  void join(std::uint32_t one, std::uint32_t other) { parents_[root(one)] = root(other); }
  std::uint32_t root(std::uint32_t title) const {
    while (parents_[title] != title) title = parents_[title];
    return title;
  }

 private:
  std::map<std::string, std::uint32_t> numbers_;
  std::vector<std::uint32_t> parents_{0};  // 0: no title, as for created cards
};

/// The context in which the limits of a catalogue are compiled.
struct LimitScope {
  const Ruleset& ruleset;
  const std::map<std::string, std::uint32_t>& title_of_key;
  Titles& titles;
};

std::vector<LimitOf> compiledLimits(capnp::List<schema::LimitOf>::Reader from, LimitScope& scope,
                                    const std::string& where, Definition& definition) {
  std::vector<LimitOf> limits;
  const Ruleset& ruleset = scope.ruleset;
  for (auto entry : from) {
    const LimitIndex limit = ruleset.limit(textOf(entry.getLimit()));
    if (limit == kUnbound) {
      const auto names = ruleset.limits |
                         ranges::views::transform([](const Limit& known) { return std::string_view(known.name); }) |
                         ranges::to_vector;
      throw BadValue(entry.getLimit().begin(),
                     fmt::format("{}: unknown limit \"{}\"{}", where, textOf(entry.getLimit()),
                                 didYouMean(textOf(entry.getLimit()), names)));
    }
    if (ruleset.limits[limit].lifted) continue;
    std::uint32_t title = definition.title_number;
    if (entry.hasTitle()) {
      const auto other = scope.title_of_key.find(textOf(entry.getTitle()));
      title = other != scope.title_of_key.end() ? other->second : scope.titles.number(textOf(entry.getTitle()));
      scope.titles.join(title, definition.title_number);
    }
    limits.push_back({.limit = limit,
                      .max = entry.getMax() > 0 ? entry.getMax() : ruleset.limits[limit].max,
                      .group = textOf(entry.getGroup()),
                      .title = title});
    const Limit& named_limit = ruleset.limits[limit];
    definition.outlasts =
        definition.outlasts || (named_limit.within != Within::period && !isOfCopies(named_limit.counted));
  }
  return limits;
}

/// The printed words: characteristics, the text box, the printings with their keywords.
void compileText(schema::Card::Reader card, const Ruleset& ruleset, const std::string& where, Definition& definition) {
  for (auto one : card.getCharacteristics()) {
    definition.characteristics.emplace_back(textOf(one.getName()), textOf(one.getValue()));
  }
  for (auto one : card.getPrintings()) {
    definition.printings.push_back({.set = textOf(one.getSet()),
                                    .date = textOf(one.getDate()),
                                    .keywords = textsOf(one.getKeywords()),
                                    .small = textsOf(one.getSmall())});
    const std::size_t count = definition.printings.size();
    if (count > 1 && definition.printings[count - 2].date > definition.printings[count - 1].date) {
      throw BadValue(one.getDate().begin(),
                     fmt::format("{}: printing {} is older than the one before it", where, count));
    }
  }
  definition.text = textOf(card.getText());
  for (const auto other : card.getOtherTexts()) {
    if (!definition.text.empty() && other.getText().size() > 0) definition.text += '\n';
    definition.text += textOf(other.getText());
  }
  if (!definition.text.empty()) definition.box = readTextBox(definition.text, ruleset);
  if (!definition.printings.empty()) {
    const bool last = ruleset.isOn(RuleSwitch::base_keywords_of_last, [&] {
      return definition.printings.front().keywords != definition.printings.back().keywords;
    });
    definition.keywords = (last ? definition.printings.back() : definition.printings.front()).keywords;
  }
  if (definition.keywords.empty()) definition.keywords = definition.box.keywords;
}

void addKeywordsOfAbility(const Ability& ability, Definition& definition) {
  for (const std::string& keyword : ability.keywords) {
    if (std::find(definition.ability_keywords.begin(), definition.ability_keywords.end(), keyword) ==
        definition.ability_keywords.end()) {
      definition.ability_keywords.push_back(keyword);
    }
  }
}

bool hasModifier(const Definition& definition) {
  return std::any_of(definition.stats.begin(), definition.stats.end(),
                     [](const PrintedStat& stat) { return stat.kind == schema::PrintedStat::Kind::MODIFIER; });
}

/// True if an ability's text has conditions or effects with which an activation can be compared.
bool saysSomething(const Ability& ability, const Ruleset& ruleset) {
  return ability.trigger.on.which.has_value() || !ability.conditions.empty() || !ability.costs.empty() ||
         !ability.targets.empty() || !ability.effects.empty() ||
         (!ability.designators.empty() && ruleset.isOnUnnoted(RuleSwitch::each_designator_counts));
}

/// The zones in which an ability can be triggered, a bit each; triggersFrom() says whether it is in one of them.
std::uint64_t zonesOfTrigger(const Ability& ability, const Ruleset& ruleset) {
  const auto& places = ruleset.obligations.places;
  if (places.empty()) return ~std::uint64_t{0};
  const auto names = [&](const std::string& name) { return ranges::contains(ability.zones, name); };
  std::uint64_t zones = 0;
  for (std::size_t i = 0; i < ruleset.zones.size(); ++i) {
    const Zone& zone = ruleset.zones[i];
    const bool is_place = ranges::any_of(
        places, [&](const TriggerPlace& place) { return place.zone == kUnbound ? zone.in_play : place.zone == i; });
    if (is_place || names(zone.name) || ranges::any_of(zone.parts, names, &Zone::Part::name)) {
      zones |= std::uint64_t{1} << (i % 64U);
    }
  }
  return zones;
}

/// Notes the events that a text depends on, so that a fold without such texts does no work for them.
void listen(const Ability& ability, const Ruleset& ruleset, Definition& definition, Catalogue& catalogue) {
  using Event = schema::Event;
  if (const PayloadSet on = ability.trigger.on.payloads(); on != 0) {
    const bool reaction = ability.kind == schema::Ability::Kind::ABILITY;
    if (reaction) catalogue.referred_to |= on;
    if (!reaction || !ruleset.isOn(RuleSwitch::abilities_are_optional)) {
      definition.triggers |= on;
      definition.triggers_in |= zonesOfTrigger(ability, ruleset);
      catalogue.triggers |= on;
      (ability.trigger.before ? catalogue.triggers_before : catalogue.triggers_after) |= on;
    }
  }
  for (const Cost& cost : ability.costs) catalogue.referred_to |= cost.on.payloads();
  if (ability.kind == schema::Ability::Kind::TRIGGERED) {
    catalogue.reacted_to |= payloadBit(Event::TRAIT_TRIGGERED);
  } else if (ability.kind == schema::Ability::Kind::ABILITY && saysSomething(ability, ruleset)) {
    catalogue.reacted_to |= payloadBit(Event::ABILITY_ACTIVATED);
  }
  const auto has_keywords = [&] { return !ability.keywords.empty(); };
  if (ability.kind == schema::Ability::Kind::ABILITY &&
      ruleset.isOn(RuleSwitch::card_has_ability_keywords, has_keywords)) {
    addKeywordsOfAbility(ability, definition);
  }
  catalogue.reacted_to |= catalogue.triggers | catalogue.referred_to;
}

/// The abilities that are in the text box: they are the card's if no list says which it has; its keywords are those of
/// its abilities however they are written.
void addAbilitiesOfText(const Ruleset& ruleset, Definition& definition) {
  const bool listed = std::any_of(definition.abilities.begin(), definition.abilities.end(),
                                  [](const Ability& one) { return one.kind == schema::Ability::Kind::ABILITY; });
  for (const TextBox::Ability& from : definition.box.abilities) {
    Ability ability = abilityInText(from, ruleset);
    if (ruleset.isOn(RuleSwitch::card_has_ability_keywords)) addKeywordsOfAbility(ability, definition);
    if (!listed) definition.abilities.push_back(std::move(ability));
  }
}

void compileAbilities(schema::Card::Reader card, LimitScope& scope, const std::string& where, Definition& definition,
                      Catalogue& catalogue) {
  for (auto from : card.getAbilities()) {
    const std::string which = fmt::format("{}: ability {}", where, definition.abilities.size() + 1);
    Ability ability = compileAbility(from, scope.ruleset, which);
    ability.limits = compiledLimits(from.getLimits(), scope, where, definition);
    if (ability.kind == schema::Ability::Kind::CONTINUOUS) definition.continuous = true;
    if (ability.kind == schema::Ability::Kind::TRIGGERED && !ability.trigger.on.which && ability.trigger.name.empty() &&
        ability.costs.empty()) {
      throw BadValue(card.getKey().begin(), fmt::format("{}: a triggered trait needs a trigger", which));
    }
    definition.abilities.push_back(std::move(ability));
  }
  addAbilitiesOfText(scope.ruleset, definition);
  for (const Ability& ability : definition.abilities) listen(ability, scope.ruleset, definition, catalogue);
  catalogue.continuous = catalogue.continuous || definition.continuous;
  catalogue.modifiers = catalogue.modifiers || hasModifier(definition);
  definition.limits = compiledLimits(card.getLimits(), scope, where, definition);
  const expression::Scope text_scope{.ruleset = scope.ruleset, .has_self = true, .has_event = true};
  const expression::Scope each_scope{.ruleset = scope.ruleset, .has_self = true, .has_event = true, .has_each = true};
  for (auto terms : card.getWins()) {
    WinRule& rule = definition.wins.emplace_back();
    const auto parsed = [&](capnp::Text::Reader from, expression::Type type,
                            const expression::Scope& expression_scope) -> Condition {
      if (from.size() == 0) return std::nullopt;
      return withinText(from, where, [&] { return expression::parseTyped(textOf(from), type, expression_scope); });
    };
    rule.if_ = parsed(terms.getIf(), expression::Type::boolean, text_scope);
    rule.winner = parsed(terms.getWinner(), expression::Type::player, text_scope);
    rule.winners = parsed(terms.getWinners(), expression::Type::boolean, each_scope);
    rule.everybody = terms.getEverybody();
  }
}

}  // namespace

const Definition* Catalogue::find(std::string_view key) const {
  const auto found =
      by_key_.find(key, [this](std::uint32_t number) { return std::string_view(definitions_[number]->key); });
  return found == kNone ? nullptr : definitions_[found].get();
}

const Ability* Catalogue::trait(std::string_view named) const {
  const auto found = traits_.find(named);
  return found == traits_.end() ? nullptr : found->second;
}

std::size_t Catalogue::indexOfTrait(std::string_view named) const {
  return static_cast<std::size_t>(std::distance(traits_.begin(), traits_.find(named)));
}

std::string_view Catalogue::traitName(std::size_t index) const {
  return std::next(traits_.begin(), static_cast<std::ptrdiff_t>(index))->first;
}

const Ability* Catalogue::ability(std::string_view named) const {
  const auto found = abilities_.find(named);
  return found == abilities_.end() ? nullptr : found->second;
}

Catalogue compileCards(schema::Catalogue::Reader document, const Ruleset& ruleset) {
  Catalogue catalogue;
  catalogue.name = textOf(document.getName());
  catalogue.version = textOf(document.getVersion());
  catalogue.declared = DeclaredWords(document.getVocabulary());
  Titles titles;
  std::map<std::string, std::uint32_t> title_of_key;
  for (auto card : document.getCards()) title_of_key.emplace(textOf(card.getKey()), titles.ofCard(card));
  LimitScope scope{.ruleset = ruleset, .title_of_key = title_of_key, .titles = titles};
  std::vector<std::unique_ptr<Definition>> made;
  for (auto card : document.getCards()) {
    const std::string where = fmt::format("card \"{}\"", textOf(card.getKey()));
    if (card.getKey().size() == 0)
      throw BadValue(card.getTitle().begin(), fmt::format("card {} has no key", made.size() + 1));
    auto definition = std::make_unique<Definition>();
    definition->key = textOf(card.getKey());
    definition->title = textOf(card.getTitle());
    definition->version = textOf(card.getVersion());
    definition->types = textsOf(card.getTypes());
    definition->type_set = typeSet(definition->types, ruleset);
    definition->subtypes = textsOf(card.getSubtypes());
    definition->supertypes = textsOf(card.getSupertypes());
    definition->keywords = textsOf(card.getKeywords());
    definition->stats = statsOf(card.getStats(), definition->types, ruleset, where);
    leaveUnsaid(card.getUnsaidStats(), ruleset, where, definition->stats);
    definition->unsaid_characteristics = textsOf(card.getUnsaidCharacteristics());
    definition->doubtful = card.getDoubtful();
    definition->unread = document.getOfFacts() ? declaredUnread(card) : unreadMatters(card, ruleset);
    definition->title_number = title_of_key[card.hasAlias() ? textOf(card.getAlias()) : definition->key];
    if (definition->title_number == 0) definition->title_number = title_of_key[definition->key];
    definition->proxy = card.getProxy();
    compileText(card, ruleset, where, *definition);
    compileAbilities(card, scope, where, *definition, catalogue);
    definition->outlasts = definition->outlasts || definition->unread.has(schema::Matter::LATER_PERMISSIONS) ||
                           definition->unread.has(schema::Matter::LATER_PROHIBITIONS);
    catalogue.outlasts = catalogue.outlasts || definition->outlasts;
    catalogue.works_face_down = catalogue.works_face_down || ranges::any_of(definition->abilities, worksFaceDown);
    ruleset.record([&](Consulted& read_by) {
      definition->consulted = std::make_shared<const Consulted>(std::exchange(read_by, {}));
    });
    made.push_back(std::move(definition));
  }
  for (auto& definition : made) {
    definition->use_list = titles.root(definition->title_number);
    if (catalogue.find(definition->key) != nullptr) {
      const auto cards = document.getCards();
      throw BadValue(cards[static_cast<unsigned>(catalogue.definitions_.size())].getKey().begin(),
                     fmt::format("the key \"{}\" appears in it twice", definition->key));
    }
    catalogue.by_key_.add(definition->key, static_cast<std::uint32_t>(catalogue.definitions_.size()));
    for (const Ability& ability : definition->abilities) {
      if (ability.name.empty()) continue;
      auto& named = ability.kind == schema::Ability::Kind::ABILITY ? catalogue.abilities_ : catalogue.traits_;
      named.emplace(ability.name, &ability);
    }
    catalogue.definitions_.push_back(std::move(definition));
  }
  return catalogue;
}

Catalogue compile(schema::Catalogue::Reader document, const Ruleset& ruleset, const std::string& file) {
  return placing(document, file, [&] { return compileCards(document, ruleset); });
}

Definition printedDefinition(schema::Printed::Reader printed, std::string_view key, const Ruleset& ruleset) {
  Definition definition;
  definition.of_record = true;
  definition.key = std::string(key);
  definition.title = textOf(printed.getTitle());
  definition.types = textsOf(printed.getTypes());
  definition.type_set = typeSet(definition.types, ruleset);
  for (auto several : printed.getKeywords()) {
    const std::string phrase = textOf(several);
    for (const auto keyword : grantedKeywords(phrase, ruleset)) definition.keywords.emplace_back(keyword);
  }
  definition.text = textOf(printed.getText());
  if (!definition.text.empty()) definition.box = readTextBox(definition.text, ruleset);
  if (definition.keywords.empty()) definition.keywords = definition.box.keywords;
  addAbilitiesOfText(ruleset, definition);
  definition.unread = unreadMatters(printed, ruleset);
  definition.stats = statsOf(printed.getStats(), definition.types, ruleset, "printed on a card");
  return definition;
}

}  // namespace docket
