#include "engine/rules/ability.h"

#include <capnp/schema.h>

#include <range/v3/algorithm/any_of.hpp>

#include "engine/rules/ruleset_compiler.h"
#include "events/payload_names.h"
#include "events/text/split.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

using expression::Scope;
using expression::Type;

class AbilityCompiler {
 public:
  AbilityCompiler(const Ruleset& ruleset, const std::string& where, Type self)
      : ruleset_(ruleset),
        where_(where),
        scope_{.ruleset = ruleset, .has_self = true, .has_event = true, .self = self} {}

  Ability compile(schema::Ability::Reader from) const {
    Ability made{.name = textOf(from.getName()),
                 .designator = textOf(from.getDesignator()),
                 .event = textOf(from.getEvent()),
                 .zones = textsOf(from.getZones()),
                 .description = from.getDescription(),
                 .kind = from.getKind(),
                 .keywords = keywords(from),
                 .designators = designators(from),
                 .trigger = trigger(from.getTrigger()),
                 .optional = from.getOptional(),
                 .copies = from.getCopies(),
                 .doubtful = from.getDoubtful(),
                 .face = from.getFace()};
    for (auto one : from.getConditions()) made.conditions.push_back(condition(one));
    for (auto one : from.getCosts()) made.costs.push_back(cost(one));
    for (auto one : from.getTargets()) {
      made.targets.push_back(
          {.that = expression(one.getThat(), Type::boolean), .count = expression(one.getCount(), Type::number)});
    }
    for (auto one : from.getEffects()) made.effects.push_back(effect(one));
    if (!made.trigger.on.which) spellOut(made, from.getTrigger());
    return made;
  }

  /// A continuous trait that is nothing but its effects.
  [[nodiscard]] Ability continuous(const std::string& name, capnp::List<schema::Effect>::Reader effects) const {
    Ability made{.name = name,
                 .designator = {},
                 .event = {},
                 .zones = {},
                 .description = -1,
                 .kind = schema::Ability::Kind::CONTINUOUS};
    for (auto one : effects) made.effects.push_back(effect(one));
    return made;
  }

 private:
  [[noreturn]] void refuse(const std::string& why, capnp::Text::Reader value) const {
    throw BadValue(value.begin(), fmt::format("{}: {}", where_, why));
  }

  [[nodiscard]] Condition expression(capnp::Text::Reader text, Type type) const {
    if (text.size() == 0) return std::nullopt;
    return withinText(text, where_, [&] { return expression::parseTyped(textOf(text), type, scope_); });
  }

  [[nodiscard]] EventKind kind(capnp::Text::Reader on, capnp::Text::Reader named) const {
    EventKind made{.which = {}, .named = textOf(named)};
    if (on.size() == 0) return made;
    if (textOf(on) == kEntersPlay) {
      made.which = schema::Event::CARD_MOVED;
      made.enters = true;
      return made;
    }
    made.which = payloadNamed(view(on));
    if (made.which) return made;
    std::vector<std::string_view> names{kEntersPlay};
    names.insert(names.end(), payloadNames().begin(), payloadNames().end());
    refuse(fmt::format("unknown event \"{}\"{}", textOf(on), didYouMean(textOf(on), names)), on);
  }

  [[nodiscard]] std::vector<std::string> keywords(schema::Ability::Reader from) const {
    const auto has_phrase = [&] {
      return ranges::any_of(textsOf(from.getKeywords()),
                            [](const std::string& one) { return one.find(' ') != one.npos; });
    };
    if (!ruleset_.isOn(RuleSwitch::words_are_ability_keywords, has_phrase)) return textsOf(from.getKeywords());
    std::vector<std::string> words;
    for (const std::string& phrase : textsOf(from.getKeywords())) {
      eachWord(phrase, [&](std::string_view word) { words.emplace_back(word); });
    }
    return words;
  }

  [[nodiscard]] std::vector<std::string> designators(schema::Ability::Reader from) const {
    std::vector<std::string> all;
    eachWord(
        textOf(from.getDesignator()), [&](std::string_view word) { all.emplace_back(word); }, '/');
    if (all.size() > 1 && !ruleset_.isOn(RuleSwitch::each_designator_counts)) all.resize(1);
    return all;
  }

  /// A trigger given by its name alone ("Focus Effect:") is the one that the rules define by that name; a trait with an
  /// implicit trigger ("Bow this card: Produce 2 Gold") has the one that the rules define for its effect.
  void spellOut(Ability& text, schema::Trigger::Reader from) const {
    if (!text.trigger.name.empty()) return spellOut(text, text.trigger.name, from.getName());
    if (text.kind != schema::Ability::Kind::TRIGGERED) return;
    for (const OptionalTrait& rule : ruleset_.obligations.optional) {
      const bool produces = std::any_of(text.effects.begin(), text.effects.end(), [&](const Effect& effect) {
        return effect.what == schema::Effect::What::GAIN && effect.name == rule.produces;
      });
      if (produces) return spellOut(text, rule.trigger, {});
    }
  }

  void spellOut(Ability& text, const std::string& name, capnp::Text::Reader place) const {
    const NamedTrigger* trigger = ruleset_.trigger(name);
    if (trigger == nullptr) {
      const auto names = ruleset_.triggers |
                         ranges::views::transform([](const NamedTrigger& one) { return std::string_view(one.name); }) |
                         ranges::to_vector;
      refuse(fmt::format("the rules have no trigger \"{}\"{}, and it has no \"on\" for the event that it answers", name,
                         didYouMean(name, names)),
             place);
    }
    text.trigger = {.name = name, .on = trigger->on, .if_ = trigger->if_, .before = trigger->before};
  }

  [[nodiscard]] Trigger trigger(schema::Trigger::Reader from) const {
    return {.name = textOf(from.getName()),
            .on = kind(from.getOn(), from.getNamed()),
            .if_ = expression(from.getIf(), Type::boolean),
            .before = from.getBefore()};
  }

  [[nodiscard]] AbilityCondition condition(schema::Condition::Reader from) const {
    AbilityCondition made{.that = expression(from.getThat(), Type::boolean)};
    if (from.getPermits().size() == 0) return made;
    made.permits = true;
    std::vector<std::string_view> names;
    for (auto known : capnp::Schema::from<schema::Act::Requirement::What>().getEnumerants()) {
      names.emplace_back(known.getProto().getName().cStr(), known.getProto().getName().size());
      if (names.back() != textOf(from.getPermits())) continue;
      made.permitted = static_cast<schema::Act::Requirement::What>(known.getOrdinal());
      return made;
    }
    refuse(fmt::format("unknown requirement \"{}\"{}", textOf(from.getPermits()),
                       didYouMean(textOf(from.getPermits()), names)),
           from.getPermits());
  }

  [[nodiscard]] Cost cost(schema::Cost::Reader from) const {
    return {.on = kind(from.getOn(), from.getNamed()),
            .amount = expression(from.getAmount(), Type::number),
            .card = expression(from.getCard(), Type::boolean),
            .can = expression(from.getCan(), Type::boolean)};
  }

  /// The subject of an effect: a card, a player, another entity or a set of cards.
  [[nodiscard]] Condition subjects(capnp::Text::Reader text) const {
    if (text.size() == 0) return std::nullopt;
    return withinText(text, where_, [&] {
      auto parsed = expression::parse(textOf(text), scope_);
      return parsed.type() == Type::cards ? parsed : expression::parseTyped(textOf(text), Type::entity, scope_);
    });
  }

  [[nodiscard]] Effect effect(schema::Effect::Reader from) const {
    using What = schema::Effect::What;
    Effect made{.what = from.getWhat(),
                .to = subjects(from.getTo()),
                .amount = expression(from.getAmount(), Type::number),
                .most = expression(from.getMost(), Type::number),
                .if_ = expression(from.getIf(), Type::boolean),
                .caps_value = from.getMostOf() == schema::Effect::MostOf::VALUE,
                .name = textOf(from.getName()),
                .last = from.getLast(),
                .keywords = textsOf(from.getKeywords())};
    const What what = made.what;
    if (changesStat(what)) {
      if (made.name.empty()) refuse("an effect has no \"name\" for the stat that it changes", from.getAmount());
      made.stat = ruleset_.stat(made.name);
      if (made.stat == kUnbound) {
        const auto names = ruleset_.stats |
                           ranges::views::transform([](const Stat& known) { return std::string_view(known.name); }) |
                           ranges::to_vector;
        refuse(fmt::format("unknown stat \"{}\"{}", made.name, didYouMean(made.name, names)), from.getName());
      }
    }
    if (const std::string until = textOf(from.getUntil()); !until.empty()) {
      made.until = ruleset_.period(until);
      if (made.until == kUnbound) refuse(fmt::format("unknown period \"{}\"", until), from.getUntil());
    }
    return made;
  }

  const Ruleset& ruleset_;
  const std::string& where_;
  const Scope scope_;
};

std::string joined(const std::vector<std::string>& words, char by) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? std::string{} : std::string(1, by)) + word;
  return all;
}

}  // namespace

std::shared_ptr<const Ability> compileNamedTrait(schema::NamedTrait::Reader from, const Ruleset& ruleset) {
  const std::string where = fmt::format("trait \"{}\"", textOf(from.getName()));
  return std::make_shared<const Ability>(
      AbilityCompiler(ruleset, where, Type::card)
          .continuous(textOf(from.getName()),
                      from.getLifted() ? capnp::List<schema::Effect>::Reader() : from.getEffects()));
}

Ability compileAbility(schema::Ability::Reader from, const Ruleset& ruleset, const std::string& where, Type self) {
  return AbilityCompiler(ruleset, where, self).compile(from);
}

Ability abilityInText(const TextBox::Ability& from, const Ruleset& ruleset) {
  Ability made{.name = from.text,
               .designator = joined(from.designators, '/'),
               .event = {},
               .zones = {},
               .description = -1,
               .keywords = from.keywords,
               .designators = from.designators};
  if (made.keywords.size() > 1 && !ruleset.isOn(RuleSwitch::words_are_ability_keywords)) {
    made.keywords = {joined(made.keywords, ' ')};
  }
  if (made.designators.size() > 1 && !ruleset.isOn(RuleSwitch::each_designator_counts)) made.designators.resize(1);
  return made;
}

}  // namespace docket
