#include "tools/notation/plausibility.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <range/v3/algorithm/any_of.hpp>
#include <set>

#include "engine/query/cards/places.h"
#include "events/entity.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "tools/notation/name_resolution.h"
#include "tools/notation/spelling.h"
#include "tools/notation/transcript.h"

namespace docket::notation {
namespace {

constexpr std::int16_t kMaxSlots = 16;  // the most that are offered

/// The number that follows a word of the line; empty if none does.
std::optional<Token> numberAfter(Cursor line, std::string_view word) {
  for (Token token = line.take(); !token.isEnd(); token = line.take()) {
    if (token.is("{")) return std::nullopt;  // what is in braces is meant
    if (token.is(word) && line.isNumber(line.peek())) return line.peek();
  }
  return std::nullopt;
}

/// The first number of the line that is not part of a card.
std::optional<Token> firstNumber(Cursor line) {
  for (Token token = line.take(); !token.isEnd(); token = line.take()) {
    if (token.is("{")) return std::nullopt;
    if (token.is("#")) {
      line.take();
    } else if (line.isNumber(token)) {
      return token;
    }
  }
  return std::nullopt;
}

void requireFreeSlot(const Cursor& line, const SlotArrival& arrival, const State& before, const Ruleset& ruleset,
                     const Names& names) {
  const ZoneIndex index = ruleset.zone(names.text(arrival.zone));
  if (arrival.slot < 0 || index == kUnbound) return;
  const Zone& zone = ruleset.zones[index];
  if (zone.kind != schema::Zone::Kind::SLOTS || zone.several) return;
  const CardIndex card = before.cardOf(arrival.card);
  const auto is_taken = [&](std::int16_t slot) {
    return inSlot(before, ruleset, {.zone = index, .player = arrival.player, .number = slot}, card) != kNone;
  };
  const auto at = is_taken(arrival.slot) ? numberAfter(line, "slot") : std::nullopt;
  if (!at) return;
  std::set<std::int16_t> slots;
  for (const auto& part : zone.parts) slots.insert(part.slots.begin(), part.slots.end());
  for (std::int16_t slot = 0; zone.parts.empty() && slot <= arrival.slot + 1 && slot < kMaxSlots; ++slot)
    slots.insert(slot);
  std::vector<Choice> free;
  for (const std::int16_t slot : slots) {
    if (!is_taken(slot)) free.push_back({.text = std::to_string(slot), .about = "free"});
  }
  line.failAtTable(*at, fmt::format("slot {} of the {} is taken", arrival.slot, zone.name), std::move(free));
}

void requireLikelyAmount(const Cursor& line, schema::Event::Reader event, const State& before, const Ruleset& ruleset,
                         const Names& names) {
  const auto changed = event.getValueChanged();
  const ValueIndex value = ruleset.value(names.text(changed.getValue()));
  if (value == kUnbound || !ruleset.values[value].start || *ruleset.values[value].start <= 0) return;
  const bool set = changed.getHow() == schema::How::SET;
  if (changed.getHow() == schema::How::GAINED) return;
  const Entity subject = before.subjectOf(changed.getSubject());
  const EntityValue* const now = before.valueOf(subject, value);
  if (!set && now == nullptr) return;
  const std::int64_t start = *ruleset.values[value].start;
  const std::int64_t had = set ? 0 : now->amount;
  const std::int64_t left =
      set ? changed.getAmount() : had - std::min<std::int64_t>(changed.getAmount(), INT64_MAX / 2);
  const auto at = left < -start ? firstNumber(line) : std::nullopt;
  if (!at) return;
  std::vector<Choice> choices;
  if (set) choices.push_back({.text = std::to_string(-std::max(left, -INT64_MAX))});
  if (set) choices.push_back({.text = "0"});
  if (!set && had > 0) choices.push_back({.text = std::to_string(had), .about = "everything"});
  line.failAtTable(*at,
                   fmt::format("that would leave {} {} {}, of {} at the start; if it is meant, add {{amount={}}}",
                               entityText(changed.getSubject()).value_or("it"), left, ruleset.values[value].name, start,
                               changed.getAmount()),
                   std::move(choices));
}

/// The first word of the name that follows a word of the line; a title can contain that word too.
std::optional<Token> nameAfter(Cursor line, std::string_view word, std::string_view name) {
  for (Token token = line.take(); !token.isEnd(); token = line.take()) {
    if (token.is("{")) return std::nullopt;
    if (!token.is(word)) continue;
    const Token next = line.peek();
    const std::string_view typed = next.kind == Token::Kind::string ? next.inside() : next.text;
    if (folded(name).starts_with(folded(typed))) return next;
  }
  return std::nullopt;
}

/// The abilities of a card, or its traits, as they may be typed: "2" ("call a second light", ignition).
std::vector<Choice> choicesOf(const Definition& definition, bool traits) {
  std::vector<Choice> choices;
  for (std::size_t i = 0; i < definition.abilities.size(); ++i) {
    const Ability& one = definition.abilities[i];
    if ((one.kind == Ability::Kind::ABILITY) == traits) continue;
    std::string about = one.name.empty() ? std::string() : docket::quoted(one.name);
    if (!one.designator.empty()) about += (about.empty() ? "" : ", ") + one.designator;
    choices.push_back({.text = std::to_string(i + 1), .about = std::move(about)});
  }
  return choices;
}

/// If a card has several abilities, the use must say which.
void requireOneAbility(const Cursor& line, schema::Event::AbilityActivated::Reader used, const KnownTexts& texts,
                       const Names& names) {
  const auto meant = abilitiesMeant(texts, used, names);
  if (meant.size() < 2) return;
  const Definition& definition = *texts.of(used.getCard());
  std::vector<Choice> choices;
  for (Choice& one : choicesOf(definition, false)) {
    const bool is_meant =
        ranges::any_of(meant, [&](std::uint16_t number) { return one.text == std::to_string(number); });
    if (is_meant) choices.push_back({.text = "ability " + one.text, .about = std::move(one.about)});
  }
  Cursor end = line;
  for (; !end.peek().isEnd(); end.take()) {
    if (end.peek().is("{")) return;  // what is in braces is meant
  }
  line.failAtTable(end.peek(),
                   fmt::format("by its text {} has {} abilities: which one is used?", docket::quoted(definition.title),
                               meant.size()),
                   std::move(choices));
}

/// The ability must be one of its card, if all of its text is known.
void requireAbility(const Cursor& line, schema::Event::Reader event, const KnownTexts& texts) {
  const bool triggers = event.isTraitTriggered();
  if (!triggers && (!event.isAbilityActivated() || event.getAbilityActivated().getNamed() != 0)) return;
  const std::uint32_t number =
      triggers ? event.getTraitTriggered().getTrait() : event.getAbilityActivated().getAbility();
  const Definition* const definition =
      texts.of(triggers ? event.getTraitTriggered().getCard() : event.getAbilityActivated().getCard());
  if (definition == nullptr || definition->abilities.empty() || number <= definition->abilities.size()) return;
  const auto at = numberAfter(line, triggers ? "trait" : "ability");
  if (!at) return;
  auto choices = choicesOf(*definition, triggers);
  const std::string_view what = triggers ? "trait" : "ability";
  const std::string has = choices.empty() ? fmt::format("no {}", what)
                          : choices.size() == 1
                              ? fmt::format("one {} only", what)
                              : fmt::format("{} {}", choices.size(), triggers ? "traits" : "abilities");
  line.failAtTable(*at, fmt::format("by its text {} has {}", docket::quoted(definition->title), has),
                   std::move(choices));
}

/// The designator must be one of the ability, if its text is known.
void requireDesignator(const Cursor& line, schema::Event::Reader event, const KnownTexts& texts, const Names& names) {
  const auto used = event.getAbilityActivated();
  const std::string_view as = names.text(used.getDesignator());
  const Definition* const definition = texts.of(used.getCard());
  if (as.empty() || used.getNamed() != 0 || definition == nullptr) return;
  std::vector<Choice> choices;
  const auto& abilities = definition->abilities;
  for (std::size_t i = 0; i < abilities.size(); ++i) {
    if (used.getAbility() != 0 && used.getAbility() != i + 1) continue;
    for (const std::string_view name : designatorsOf(abilities[i])) {
      if (name == as) return;
      choices.push_back({.text = notedName(name), .about = fmt::format("ability {}", i + 1)});
    }
  }
  const auto at = choices.empty() ? std::nullopt : nameAfter(line, "as", as);
  if (!at) return;
  line.failAtTable(*at,
                   fmt::format("by its text {} has no ability that is used as {}", docket::quoted(definition->title),
                               docket::quoted(as)),
                   std::move(choices));
}

/// The player whose turn begins must exist: a name close to a player's is a misspelling, not the name of a period.
void requirePlayer(const Cursor& line, schema::Event::Began::Reader began, const Ruleset& ruleset, const Names& names) {
  const PeriodIndex period = ruleset.period(names.text(began.getPeriod()));
  const std::string name = folded(names.text(began.getName()));
  if (name.empty() || period == kUnbound || !ruleset.periods[period].names.empty()) return;
  const auto players = line.players();
  const std::string near = nearestName(name, std::vector<std::string_view>(players.begin(), players.end()));
  if (near.empty()) return;
  Cursor rest = line;
  for (Token token = rest.take(); !token.isEnd(); token = rest.take()) {
    if (folded(token.kind == Token::Kind::string ? token.inside() : token.text) != name) continue;
    const auto seat = std::find(players.begin(), players.end(), near) - players.begin() + 1;
    line.failAtTable(token, fmt::format("there is no player {}", docket::quoted(names.text(began.getName()))),
                     {{.text = fmt::format("P{}", seat), .about = near}});
  }
}

/// True if the game has used a word that names nothing in the ruleset.
bool isWordOfGame(const State& state, std::string_view word) {
  const NameNumber number = state.vocabulary->names.find(word);
  return number != 0 && (*state.vocabulary)[number] == Binding{};
}

/// A method, reason or designator must be one that the documents list, if they list any, or that this game has used.
void requireListed(const Cursor& line, schema::Event::Reader event, const State& before, const Rules& rules,
                   const Names& names) {
  if (event.isCorrected() && event.getCorrected().hasReplacement())
    return requireListed(line, event.getCorrected().getReplacement(), before, rules, names);
  const FieldShape* const field = vocabularyField(event.which());
  if (field == nullptr || event.isTold()) return;  // players may say anything
  const std::string_view as = vocabularyWord(event, names);
  const auto at = as.empty() || isWordOfGame(before, as) ? std::nullopt : nameAfter(line, "as", as);
  if (!at) return;
  const auto known = knownNames(rules, *field, event.which());
  if (known.empty() || std::find(known.begin(), known.end(), as) != known.end()) return;
  const KnownNames listed(known);
  std::vector<Choice> choices;
  if (const std::string_view near = listed.nearest(as); !near.empty()) {
    choices.push_back({.text = notedName(near)});
  } else {
    for (const std::string_view one : known) choices.push_back({.text = notedName(one)});
  }
  line.failAtTable(
      *at,
      fmt::format("neither the rules nor the cards have a {} {} (if it is meant, {{{}={}}} at the end of the line "
                  "says so in its place)",
                  field->name, docket::quoted(as), field->name, notedName(as)),
      std::move(choices));
}

/// A card is attached in play: one that is still in a hand must be put into play first.
void requireInPlay(const Cursor& line, std::uint32_t number, const State& before, const Ruleset& ruleset) {
  const CardIndex card = before.cardOf(number);
  if (card == kNone || !before.cards[card].exists()) return;
  const Zone& zone = ruleset.zones[before.cards[card].zone];
  if (zone.in_play || zone.name != "hand") return;
  std::string where;
  for (const Zone& one : ruleset.zones) {
    if (one.in_play && where.empty()) where = notedName(one.name);
  }
  line.failAtTable(line.peek(),
                   fmt::format("#{} is still in the hand: write a line above that puts it into play, such as "
                               "plays #{} to {}",
                               number, number, where));
}

}  // namespace

void requirePlausible(const Cursor& line, schema::Event::Reader event, const KnownTexts& texts, const Rules& rules,
                      const Names& names) {
  const State& before = texts.before;
  const Ruleset& ruleset = rules.ruleset;
  if (const auto arrival = arrivalOf(event)) requireFreeSlot(line, *arrival, before, ruleset, names);
  requireAbility(line, event, texts);
  if (event.isAbilityActivated()) {
    requireDesignator(line, event, texts, names);
    requireOneAbility(line, event.getAbilityActivated(), texts, names);
  }
  requireListed(line, event, before, rules, names);
  if (event.isCardAttached()) requireInPlay(line, event.getCardAttached().getCard(), before, ruleset);
  if (event.isBegan()) requirePlayer(line, event.getBegan(), ruleset, names);
  if (event.isValueChanged()) requireLikelyAmount(line, event, before, ruleset, names);
}

}  // namespace docket::notation
