#include "engine/query/cards/characteristics.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <optional>
#include <range/v3/action/push_back.hpp>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/find_if.hpp>
#include <range/v3/algorithm/none_of.hpp>
#include <range/v3/view/reverse.hpp>

#include "engine/query/cards/granted_ability.h"
#include "engine/query/cards/undefined.h"
#include "engine/rules/keywords.h"
#include "engine/rules/text_box.h"
#include "engine/state/computed_entries.h"
#include "engine/state/sort_stably.h"

namespace docket {
namespace {

using schema::Change;

const std::vector<std::string>& printedOf(const Definition& definition, Characteristic which) {
  switch (which) {
    case Characteristic::type:
      return definition.types;
    case Characteristic::subtype:
      return definition.subtypes;
    case Characteristic::supertype:
      return definition.supertypes;
    default:
      return definition.keywords;
  }
}

/// The entries about a subject, in the order in which it received them.
boost::container::small_vector<EntryIndex, 16> entriesInOrder(const State& state, Entity subject) {
  boost::container::small_vector<EntryIndex, 16> entries;
  for (const EntryIndex i : state.entriesAbout(subject)) entries.push_back(i);
  std::reverse(entries.begin(), entries.end());
  if (state.received_changes.empty()) return entries;
  const auto is_earlier = [&](EntryIndex one, EntryIndex other) {
    return receivedAt(state, state.entry(one)) < receivedAt(state, state.entry(other));
  };
  sortStably(entries.begin(), entries.end(), is_earlier);
  return entries;
}

/// The parts of a name of types: "Unique Champion" contains a supertype if the ruleset has one of that name.
struct TypeNames {
  std::vector<std::string_view> supertypes;
  std::string_view type;
};

TypeNames typeNames(const Ruleset& ruleset, std::string_view name) {
  TypeNames names;
  while (std::find(ruleset.types.begin(), ruleset.types.end(), name) == ruleset.types.end()) {
    const std::size_t end = name.find(' ');
    const auto word = name.substr(0, end);
    const auto found = std::find(ruleset.types.begin(), ruleset.types.end(), word);
    const bool super = found != ruleset.types.end() &&
                       (ruleset.supertypes >> static_cast<std::size_t>(found - ruleset.types.begin()) & 1U) != 0;
    if (end == std::string_view::npos || !super) break;
    names.supertypes.push_back(word);
    name.remove_prefix(end + 1);
  }
  names.type = name;
  return names;
}

/// Builds a reading from the ledger's entries, one by one, oldest first.
class CharacteristicReader {
 public:
  CharacteristicReader(const State& state, const Rules& rules, Entity subject, Characteristic which)
      : state_(state), rules_(rules), ruleset_(rules.ruleset), subject_(subject), which_(which) {}

  CharacteristicReading read() {
    readPrinted();
    for (const EntryIndex index : entriesInOrder(state_, subject_)) take(index);
    return std::move(reading_);
  }

 private:
  void readPrinted() {
    if (!state_.isCard(subject_)) return;
    definition_ = state_.definitionOf(state_.cards[subject_]);
    reading_.known = definition_ != nullptr;
    if (definition_ == nullptr || creationSays()) return;
    for (const std::string& name : printedOf(*definition_, which_)) reading_.lines.push_back({.name = name});
    if (which_ == Characteristic::keyword) addKeywordsOfAbilities();
  }

  void addKeywordsOfAbilities() {
    for (const std::string& name : definition_->ability_keywords) {
      const auto same = [&](const CharacteristicLine& line) { return samePhrase(line.name, name); };
      if (std::any_of(reading_.lines.begin(), reading_.lines.end(), same)) continue;
      reading_.lines.push_back({.name = name, .of_ability = true, .base = false});
    }
  }

  /// A card has the keywords of the abilities that it was given for as long as it has the ability.
  void addKeywordsOfGranted(std::string_view ability, EntryIndex index) {
    if (which_ != Characteristic::keyword || !state_.isCard(subject_)) return;
    for (const std::string_view name : grantedAbility(rules_, ability).keywords) {
      if (!ruleset_.isOn(RuleSwitch::card_has_ability_keywords)) return;
      const auto same = [&](const CharacteristicLine& line) { return line.holds() && samePhrase(line.name, name); };
      if (std::any_of(reading_.lines.begin(), reading_.lines.end(), same)) continue;
      reading_.lines.push_back({.name = name, .granted = index, .of_ability = true, .base = false});
    }
  }

  /// A card loses the keywords of an ability, except those that another ability which it still has gives it.
  void loseKeywordsOf(std::string_view ability, EntryIndex index) {
    if (which_ != Characteristic::keyword || !state_.isCard(subject_)) return;
    const auto still = keywordsOfKept();
    for (const std::string_view lost : keywordsOf(ability)) {
      const auto is_lost = [&](std::string_view kept) { return samePhrase(kept, lost); };
      if (ranges::any_of(still, is_lost)) continue;
      for (CharacteristicLine& line : reading_.lines) {
        if (line.holds() && line.of_ability && samePhrase(line.name, lost)) line.removed = index;
      }
    }
  }
  /// The keywords of a printed or granted ability of that name.
  [[nodiscard]] std::vector<std::string_view> keywordsOf(std::string_view ability) const {
    if (definition_ != nullptr) {
      const auto printed = ranges::find(definition_->abilities, ability, &Ability::name);
      if (printed != definition_->abilities.end()) return {printed->keywords.begin(), printed->keywords.end()};
    }
    return grantedAbility(rules_, ability).keywords;
  }
  /// The keywords of the abilities that the card still has.
  [[nodiscard]] std::vector<std::string_view> keywordsOfKept() const {
    std::vector<std::string_view> kept;
    const auto add = [&](std::string_view ability) {
      if (hasAbility(state_, rules_,
                     {.card = subject_, .definition = state_.cards[subject_].definition, .name = ability}))
        ranges::push_back(kept, keywordsOf(ability));
    };
    if (definition_ != nullptr) {
      for (const Ability& ability : definition_->abilities) add(ability.name);
    }
    for (const EntryIndex i : state_.entriesAbout(subject_)) {
      if (state_.entry(i).kind == Change::Kind::GRANT_ABILITY) add(state_.nameOf(state_.entry(i)));
    }
    return kept;
  }

  /// True if a created card has its base keywords from its creation, not from the card that represents it.
  [[nodiscard]] bool creationSays() const {
    if (which_ != Characteristic::keyword || !definition_->proxy || !ruleset_.isOn(RuleSwitch::base_keywords_of_last)) {
      return false;
    }
    const auto entries = entriesInOrder(state_, subject_);
    return std::any_of(entries.begin(), entries.end(), [&](EntryIndex index) {
      return state_.entry(index).kind == Change::Kind::GRANT_KEYWORD && isOfCreation(index);
    });
  }
  /// True if an entry began when its card was created: a created card arrives with that event and never again.
  [[nodiscard]] bool isOfCreation(EntryIndex index) const {
    return definition_ != nullptr && (definition_->proxy || definition_->title.empty()) &&
           ruleset_.isOn(RuleSwitch::base_keywords_of_last) &&
           state_.entry(index).event == state_.cards[subject_].arrived;
  }

  void take(EntryIndex index) {
    const Entry& entry = state_.entry(index);
    if (isAboutStat(entry.kind) || entry.kind == Change::Kind::CONTROL) return;
    if (entry.doubtful) {
      reading_.known = false;
      return;
    }
    const std::string_view name = state_.nameOf(entry);
    switch (entry.kind) {
      case Change::Kind::GRANT_KEYWORD:
      case Change::Kind::REMOVE_KEYWORD:
        if (which_ != Characteristic::keyword) return;
        for (const std::string_view keyword : grantedKeywords(name, ruleset_)) {
          entry.kind == Change::Kind::GRANT_KEYWORD ? grant(keyword, index) : remove(keyword, index);
        }
        return;
      case Change::Kind::ACT_AS:
        if (!ruleset_.isOn(RuleSwitch::acting_sets_no_type)) setType(name, index);
        return;
      case Change::Kind::SET_TYPE:
        return setType(name, index);
      case Change::Kind::ADD_TYPE:
        return grantTypes(typeNames(ruleset_, name), index);
      case Change::Kind::REMOVE_TYPE:
        if (which_ == Characteristic::type) remove(name, index);
        return;
      case Change::Kind::ADD_SUPERTYPE:
        if (which_ == Characteristic::supertype) grant(name, index);
        return;
      case Change::Kind::ADD_SUBTYPE:
        if (which_ == Characteristic::subtype) grant(name, index);
        return;
      case Change::Kind::SET_SUBTYPE:
        if (which_ == Characteristic::subtype) setSubtype(name, index);
        return;
      case Change::Kind::GRANT_ABILITY:
        return addKeywordsOfGranted(name, index);
      case Change::Kind::REMOVE_ABILITY:
        return loseKeywordsOf(name, index);
      default:
        return;
    }
  }

  /// Setting the typing replaces what it specifies.
  void setType(std::string_view name, EntryIndex index) {
    const bool replaces = which_ == Characteristic::type ||
                          (which_ == Characteristic::subtype && !ruleset_.isOn(RuleSwitch::set_type_keeps_subtypes)) ||
                          (which_ == Characteristic::supertype && ruleset_.isOn(RuleSwitch::set_type_drops_supertypes));
    if (replaces) {
      reading_.known = true;  // the earlier value does not matter now
      const EventNumber event = state_.entry(index).event;
      for (CharacteristicLine& line : reading_.lines) {
        const bool named_again =
            which_ != Characteristic::type && line.granted != kNone && state_.entry(line.granted).event == event;
        if (line.holds() && !named_again) line.removed = index;
      }
    }
    grantTypes(typeNames(ruleset_, name), index);
  }

  /// Subtypes that an effect sets replace the earlier ones; those set by one event apply together.
  void setSubtype(std::string_view name, EntryIndex index) {
    reading_.known = true;
    const Entry& set = state_.entry(index);
    for (CharacteristicLine& line : reading_.lines) {
      if (!line.holds()) continue;
      const Entry* granting_entry = line.granted == kNone ? nullptr : &state_.entry(line.granted);
      const bool together = granting_entry != nullptr && granting_entry->kind == set.kind &&
                            granting_entry->event == set.event && granting_entry->source == set.source;
      if (!together) line.removed = index;
    }
    grant(name, index);
  }

  void grantTypes(const TypeNames& names, EntryIndex index) {
    if (which_ == Characteristic::type) grant(names.type, index);
    if (which_ != Characteristic::supertype) return;
    for (const std::string_view super : names.supertypes) grant(super, index);
  }

  /// A card has a keyword or not: granting it again adds no copy.
  void grant(std::string_view name, EntryIndex index) {
    const auto held = [&](const CharacteristicLine& line) {
      return line.holds() && !line.of_ability && samePhrase(line.name, name);
    };
    const bool again = std::any_of(reading_.lines.begin(), reading_.lines.end(), held);
    if (again && which_ == Characteristic::keyword) ruleset_.note(RuleField::granting_keyword_copies);
    if (again && !copies()) return;
    reading_.lines.push_back({.name = name, .granted = index, .base = isOfCreation(index)});
  }

  void remove(std::string_view name, EntryIndex index) {
    for (CharacteristicLine& line : reading_.lines | ranges::views::reverse) {
      const bool is_meant =
          which_ == Characteristic::keyword ? isReferredTo(line.name, name, ruleset_) : samePhrase(line.name, name);
      if (!line.holds() || !is_meant) continue;
      line.removed = index;
      if (copies()) return;  // one copy, the latest
    }
    if (!reading_.known) reading_.lines.push_back({.name = name, .removed = index});
  }

  /// True if each grant of a keyword is a separate copy: the misreading of "a card has it or not".
  [[nodiscard]] bool copies() const { return which_ == Characteristic::keyword && ruleset_.granting.keyword_copies; }

  const State& state_;
  const Rules& rules_;
  const Ruleset& ruleset_;
  const Entity subject_;
  const Characteristic which_;
  const Definition* definition_ = nullptr;
  CharacteristicReading reading_;
};

/// Removes the keywords that the entity cannot have: those of a kind restricted to other types, or to players.
void leaveOutRestricted(CharacteristicReading& reading, const State& state, const Rules& rules, Entity subject) {
  const Ruleset& ruleset = rules.ruleset;
  const auto restricted = [&](const CharacteristicLine& line) { return isRestricted(line.name, ruleset); };
  if (std::none_of(reading.lines.begin(), reading.lines.end(), restricted)) return;
  const auto types = readCharacteristics(state, rules, subject, Characteristic::type);
  if (!types.known) return;
  const auto names = namesThatHold(types);
  const bool is_player = kindOf(subject) == EntityKind::player;
  std::erase_if(reading.lines,
                [&](const CharacteristicLine& line) { return !canHaveKeyword(line.name, names, is_player, ruleset); });
}

HasReading ofLines(const CharacteristicReading& all, const Ruleset& ruleset, Characteristic which,
                   std::string_view name, bool only_base) {
  HasReading reading{.known = all.known};
  for (const CharacteristicLine& line : all.lines) {
    const bool is_meant = which == Characteristic::keyword ? isReferredTo(line.name, name, ruleset) : line.name == name;
    if (!is_meant || (only_base && !line.base)) continue;
    if (reading.has) continue;  // one that it refers to is enough
    reading.known = true;       // the ledger decides, whatever is printed
    reading.has = only_base || line.holds();
    reading.printed = reading.printed || line.granted == kNone;
    reading.entry = reading.has ? line.granted : line.removed;
  }
  return reading;
}

/// The characteristics of a card that is as printed, as most are; empty if more must be evaluated.
std::optional<HasReading> hasAsPrinted(const State& state, const Rules& rules, Entity subject, Characteristic which,
                                       std::string_view name, bool only_base) {
  if (!state.isCard(subject)) return std::nullopt;
  const Definition* definition = state.definitionOf(state.cards[subject]);
  if (definition == nullptr || !isAsPrinted(state, subject)) return std::nullopt;
  const Ruleset& ruleset = rules.ruleset;
  const std::vector<std::string>& printed = printedOf(*definition, which);
  bool has = false;
  if (which == Characteristic::keyword) {
    const auto restricted = [&](const std::string& keyword) { return isRestricted(keyword, ruleset); };
    const auto is_meant = [&](const std::string& keyword) { return isReferredTo(keyword, name, ruleset); };
    const std::vector<std::string>& of_abilities = definition->ability_keywords;
    if (ranges::any_of(printed, restricted) || ranges::any_of(of_abilities, restricted)) return std::nullopt;
    has = ranges::any_of(printed, is_meant) || (!only_base && ranges::any_of(of_abilities, is_meant));
  } else {
    has = ranges::contains(printed, name);
  }
  return HasReading{.known = true, .has = has, .printed = has};
}

}  // namespace

bool isAsPrinted(const State& state, Entity subject) {
  for (const EntryIndex i : state.entriesAbout(subject)) {
    const Change::Kind kind = state.entry(i).kind;
    if (!isAboutStat(kind) && kind != Change::Kind::CONTROL) return false;
  }
  return true;
}

CharacteristicReading readCharacteristics(const State& state, const Rules& rules, Entity subject,
                                          Characteristic which) {
  CharacteristicReading reading = CharacteristicReader(state, rules, subject, which).read();
  if (which == Characteristic::keyword) leaveOutRestricted(reading, state, rules, subject);
  return reading;
}

namespace {

HasReading readHas(const State& state, const Rules& rules, Entity subject, Characteristic which, std::string_view name,
                   bool base) {
  const auto printed = hasAsPrinted(state, rules, subject, which, name, base);
  HasReading reading =
      printed ? *printed : ofLines(readCharacteristics(state, rules, subject, which), rules.ruleset, which, name, base);
  reading.unread = unreadInPlay(state, rules, schema::Matter::WORDS);
  // The text of a card can give it a keyword in any zone: that of an ability.
  const bool can_have = which == Characteristic::keyword && !reading.has;
  if (reading.unread == kNone && can_have && isUnread(state, subject, schema::Matter::WORDS)) reading.unread = subject;
  return reading;
}

}  // namespace

HasReading hasCharacteristic(const State& state, const Rules& rules, Entity subject, Characteristic which,
                             std::string_view name) {
  return readHas(state, rules, subject, which, name, false);
}

HasReading hasBaseKeyword(const State& state, const Rules& rules, Entity subject, std::string_view name) {
  return readHas(state, rules, subject, Characteristic::keyword, name, true);
}

std::vector<std::string_view> namesThatHold(const CharacteristicReading& reading) {
  std::vector<std::string_view> names;
  for (const CharacteristicLine& line : reading.lines) {
    if (line.holds()) names.push_back(line.name);
  }
  return names;
}

std::uint32_t titleNumber(const State& state, const Ruleset& ruleset, CardIndex card) {
  const TitleReading title = readTitle(state, ruleset, card);
  const Definition* definition = state.definitionOf(state.cards[card]);
  if (title.entry == kNone) return definition == nullptr ? 0U : definition->title_number;
  const auto is_printed_so = [&](const Definition* one) { return one != nullptr && one->title == title.title; };
  const auto found = ranges::find_if(state.definitions->known, is_printed_so);
  constexpr std::uint32_t kOfNames = 0x40000000U;  // titles that are printed on no card of the game
  return found != state.definitions->known.end() ? (*found)->title_number
                                                 : kOfNames + state.entry(title.entry).stat_or_name;
}

TitleReading readTitle(const State& state, const Ruleset& ruleset, CardIndex index) {
  for (const EntryIndex i : state.entriesAbout(index)) {
    const Entry& entry = state.entry(i);
    if (entry.kind == Change::Kind::SET_TITLE) return {.title = state.nameOf(entry), .entry = i};
  }
  const Card& card = state.cards[index];
  const Definition* definition = state.definitionOf(card);
  if (definition == nullptr) {
    // For a card that no catalogue has, the record may give the title and nothing else.
    const std::string_view called = state.definitions->named[card.definition] == nullptr
                                        ? std::string_view{}
                                        : std::string_view(state.definitions->named[card.definition]->title);
    return {.known = !called.empty(), .title = called};
  }
  // The switch names types of created things that are not cards: a token has the title that its text gives it.
  if (isCreated(state, ruleset, card)) {
    const SwitchLine* untitled = ruleset.switchLine(RuleSwitch::created_have_no_title);
    const auto is_named = [&](const std::string& type) { return ranges::contains(untitled->names, type); };
    if (untitled != nullptr && ranges::none_of(definition->types, is_named)) return {};
  }
  ruleset.note(RuleField::granting_titles, [&] { return definition->key != definition->title; });
  if (ruleset.granting.keys_are_titles) return {.title = definition->key};
  return {.title = definition->title};
}

bool isCreated(const State& state, const Ruleset& ruleset, const Card& card) {
  if (card.created) return true;
  const Definition* definition = state.definitionOf(card);
  return definition != nullptr && definition->proxy && ruleset.isOn(RuleSwitch::proxies_are_created);
}

}  // namespace docket
