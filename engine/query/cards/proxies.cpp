#include "engine/query/cards/proxies.h"

#include <algorithm>
#include <range/v3/algorithm/contains.hpp>

#include "engine/rules/text_box.h"

namespace docket {
namespace {

using Texts = std::vector<std::string>;

Texts sorted(Texts texts) {
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  return texts;
}

/// The traits and abilities of a card, as texts.
Texts textLines(const Definition& definition) {
  Texts lines = definition.box.traits;
  for (const TextBox::Ability& one : definition.box.abilities) lines.push_back(one.text);
  // A catalogue that has the abilities as structure calls each by its text.
  if (definition.text.empty()) {
    for (const Ability& one : definition.abilities) lines.push_back(one.name);
  }
  return lines;
}

/// The lines of a stand-in that are about what it represents: without reminders and lines about itself.
Texts linesShown(const Definition& stand_in, const Ruleset& ruleset) {
  Texts lines = textLines(stand_in);
  const SwitchLine* reminds = ruleset.switchLine(RuleSwitch::proxies_are_created);
  const SwitchLine* switch_line = ruleset.switchLine(RuleSwitch::proxies_show_their_card);
  for (const Ability& one : stand_in.abilities) {
    if (reminds != nullptr && ranges::contains(reminds->names, one.designator)) std::erase(lines, one.name);
  }
  if (switch_line != nullptr) {
    std::erase_if(lines, [&](const std::string& line) { return ranges::contains(switch_line->names, line); });
  }
  return lines;
}

/// A stat that a created card is not given can be absent by the rules.
PrintedStat statOf(const Definition& definition, StatIndex stat, const Ruleset& ruleset) {
  const PrintedStat printed = definition.stats[stat];
  const SwitchLine* absent = ruleset.switchLine(RuleSwitch::created_unspecified_is_absent);
  if (printed.specified || absent == nullptr || !ranges::contains(absent->names, ruleset.stats[stat].name)) {
    return printed;
  }
  return {};
}

bool haveSameStats(const Definition& one, const Definition& other, const Ruleset& ruleset) {
  for (std::size_t i = 0; i < ruleset.stats.size(); ++i) {
    const auto stat = static_cast<StatIndex>(i);
    const PrintedStat one_stat = statOf(one, stat, ruleset);
    const PrintedStat other_stat = statOf(other, stat, ruleset);
    const bool absent = one_stat.kind == schema::PrintedStat::Kind::ABSENT;
    if (one_stat.kind != other_stat.kind || (!absent && one_stat.amount != other_stat.amount)) return false;
  }
  return true;
}

}  // namespace

TriState isShownAsItIs(const State& state, const Ruleset& ruleset, CardIndex card) {
  const Definition* definition = state.definitionOf(state.cards[card]);
  if (definition == nullptr || definition->stand_in == nullptr) return TriState::yes;
  const Definition& shown = *definition->stand_in;
  const bool same = sorted(shown.types) == sorted(definition->types) &&
                    sorted(shown.keywords) == sorted(definition->keywords) &&
                    haveSameStats(shown, *definition, ruleset);
  if (!same) return TriState::no;
  const Texts lines = sorted(linesShown(shown, ruleset));
  if (lines == sorted(textLines(*definition))) return TriState::yes;
  return definition->text.empty() ? TriState::undecided : TriState::no;
}

}  // namespace docket
