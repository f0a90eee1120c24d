#include "tools/render/rules_of_play_words.h"

#include <capnp/schema.h>
#include <fmt/format.h>

#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "engine/rules/ability.h"
#include "events/payload_names.h"
#include "tools/explain/explain_play.h"
#include "tools/render/ruleset_words.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

class RulesOfPlay {
 public:
  RulesOfPlay(const Ruleset& ruleset, bool colour) : ruleset_(ruleset), colour_(colour) {}

  std::string text() {
    tallies();
    permissions();
    numbers();
    decks();
    obligations();
    named();
    wins();
    attachment();
    abilities();
    definitions();
    return std::move(text_);
  }

 private:
  void section(std::string_view title) { text_ += fmt::format("\n{}\n", styled(colour_, Style::strong, title)); }
  void line(std::string_view name, std::string_view what) {
    text_ += tableRow(fmt::format("  {}  {}", styled(colour_, Style::name, padded(printable(name), 24)), what));
  }

  void tallies() {
    if (!ruleset_.tallies.empty()) section("Tallies");
    for (const Tally& tally : ruleset_.tallies) {
      constexpr std::array<std::string_view, 3> kBy = {"for each player", "for each card", "for all together"};
      const std::string within =
          tally.within == kUnbound ? "in the game" : "in a " + printable(ruleset_.periods[tally.within].name);
      std::string_view name = tally.name;
      for (const Moment& moment : tally.of) {
        line(std::exchange(name, {}), kindWords(moment.kind) + conditionWords(moment.if_));
      }
      line("", fmt::format("counted {}, {}", kBy.at(static_cast<std::size_t>(tally.by)), within));
    }
  }

  void permissions() {
    if (!ruleset_.permissions.empty()) section("Permissions");
    for (const Permission& permission : ruleset_.permissions) {
      line(permission.act, fmt::format("{}{}{}", permission.can_happen ? kindWords(permission.on) : "only asked for",
                                       conditionWords(permission.if_), bracketedClause(permission.clause)));
      if (permission.by == schema::Permission::By::PARTY) {
        line("", fmt::format("done by the party of a {} that its player controls; the other one is \"that\"",
                             printable(ruleset_.periods[permission.period].name)));
      }
      if (permission.forbidden) line("", "forbidden, unless a text allows it");
      if (permission.unsaid) line("", "unknown, unless a text says so: the rules that decide it are not here");
      for (const Grant& grant : permission.grants) {
        line("",
             fmt::format("it {}{}{}", saysWords(grant.says), conditionWords(grant.to), bracketedClause(grant.clause)));
      }
    }
    if (!ruleset_.precedence.empty()) section("Precedence");
    for (const Precedence& one : ruleset_.precedence) {
      line(sideWords(one.winner),
           fmt::format("takes precedence over {}{}", sideWords(one.loser), bracketedClause(one.clause)));
    }
  }

  static std::string sideWords(const PrecedenceSide& side) {
    std::string words = side.speakers.empty() ? "whoever" : fmt::format("{}", fmt::join(side.speakers, ", "));
    for (const Says says : side.says) words += fmt::format(" that says {}", saysWords(says));
    if (!side.acts.empty()) words += fmt::format(" of {}", fmt::join(side.acts, ", "));
    if (side.own_text) words += " of itself";
    if (side.ended) words += ", ended at the same time";
    return printable(words);
  }

  void numbers() {
    if (!ruleset_.numbers.empty()) section("Numbers");
    for (const NumberRule& rule : ruleset_.numbers) {
      const bool endless = rule.most == std::numeric_limits<std::int64_t>::max();
      const std::string bounds =
          endless ? fmt::format("at least {}", rule.least) : fmt::format("from {} to {}", rule.least, rule.most);
      const std::string unless = rule.unless.empty() ? std::string{}
                                                     : fmt::format(", or {} where \"{}\" is permitted", rule.permitted,
                                                                   printable(rule.unless));
      line(rule.what, bounds + unless + bracketedClause(rule.clause));
    }
  }

  void decks() {
    if (!ruleset_.decks.empty()) section("Decks");
    for (const DeckRule& rule : ruleset_.decks) {
      line(rule.format.empty() ? "every format" : rule.format,
           conditionWords(rule.that, "") + bracketedClause(rule.clause));
    }
  }

  void obligations() {
    const ObligationRules& rules = ruleset_.obligations;
    if (rules.deadlines.empty() && rules.follows.empty()) return;
    section("What must happen");
    for (const FollowUpRule& rule : rules.follows) {
      if (!rule.lifted) followUp(rule);
    }
    if (rules.deadlines.empty()) return;
    std::string by;
    for (const EventKind& kind : rules.deadlines) by += (by.empty() ? "" : ", ") + kindWords(kind);
    line("before the next", by);
    if (!rules.clause.empty()) line("a trait that triggers", "must happen" + bracketedClause(rules.clause));
    if (!rules.fires_clause.empty()) line("", "once for each occurrence" + bracketedClause(rules.fires_clause));
    if (!rules.costs_clause.empty()) line("", "with its conditions and costs" + bracketedClause(rules.costs_clause));
    if (!rules.effects_clause.empty()) line("what a text does", "is done" + bracketedClause(rules.effects_clause));
    for (const TriggerPlace& place : rules.places) {
      line("traits trigger", fmt::format("from {}{}", place.zone == kUnbound ? "play" : ruleset_.zones[place.zone].name,
                                         bracketedClause(place.clause)));
    }
    for (const OptionalTrait& one : rules.optional) {
      line("may be left", fmt::format("\"{}\" that produces {}{}", printable(one.trigger), printable(one.produces),
                                      bracketedClause(one.clause)));
    }
  }

  void followUp(const FollowUpRule& rule) {
    line(rule.name, fmt::format("after {}{}: {}{}, {}{}", kindWords(rule.after.kind), conditionWords(rule.after.if_),
                                kindWords(rule.must.kind), conditionWords(rule.must.if_),
                                rule.by == schema::Following::By::WHO ? "by who did it" : "by anybody",
                                bracketedClause(rule.clause)));
    std::string by;
    for (const EventKind& kind : rule.before) by += (by.empty() ? "" : ", ") + kindWords(kind);
    if (!by.empty()) line("", "before the next " + by);
    if (rule.within != kUnbound) line("", "before the end of the " + printable(ruleset_.periods[rule.within].name));
  }

  void named() {
    if (!ruleset_.triggers.empty()) section("What texts call a trigger");
    for (const NamedTrigger& one : ruleset_.triggers) {
      const std::string what = one.on.which ? kindWords(one.on) + conditionWords(one.if_) : std::string("never");
      line(one.name, what + bracketedClause(one.clause));
    }
    if (!ruleset_.traits.empty()) section("Traits that the rules know by name");
    for (const NamedTrait& one : ruleset_.traits) {
      for (const Effect& effect : one.text->effects) line(one.name, effectWords(effect) + bracketedClause(one.clause));
    }
  }

  void wins() {
    if (!ruleset_.wins.empty()) section("Wins");
    for (const WinRule& rule : ruleset_.wins) {
      line(rule.name, fmt::format("{} after {}{}{}", winnerWords(rule), momentWords(rule), conditionWords(rule.if_),
                                  bracketedClause(rule.clause)));
    }
  }

  [[nodiscard]] static std::string winnerWords(const WinRule& rule) {
    if (rule.everybody != schema::Everybody::NO) {
      return rule.everybody == schema::Everybody::WINS ? "all players win" : "all players lose";
    }
    if (rule.winner) return printable(rule.winner->words()) + " wins";
    if (rule.winners) return fmt::format("each player for whom {} wins", printable(rule.winners->words()));
    return rule.terms == kUnbound ? "nobody wins" : "the player that it names wins";
  }

  [[nodiscard]] std::string momentWords(const WinRule& rule) const {
    if (rule.at_end_of == kUnbound) return kindWords(rule.on);
    return fmt::format("the end of a {}", printable(ruleset_.periods[rule.at_end_of].name));
  }

  void abilities() {
    if (!ruleset_.abilities.empty()) section("Abilities of every player");
    for (const auto& one : ruleset_.abilities) {
      std::string words;
      for (const std::string& keyword : one->keywords) words += printable(keyword) + ' ';
      line(one->name, words + (one->designator.empty() ? std::string("ability") : printable(one->designator)));
    }
  }

  /// The meanings of the names that expressions use.
  void definitions() {
    if (!ruleset_.definitions.empty()) section("Names in conditions");
    for (const auto& one : ruleset_.definitions) line(one.name, printable(one.tree.words()));
  }

  void attachment() {
    const bool goes = ruleset_.fate == schema::Attachment::Fate::GOES_TO && ruleset_.fate_zone != kUnbound;
    if (!goes && ruleset_.attachment_clause.empty() && !ruleset_.modifiers_to_host) return;
    section("Attachments");
    if (ruleset_.modifiers_to_host) {
      line("what is a modifier", "is a bonus or a penalty of the host" + bracketedClause(ruleset_.modifiers_clause));
    }
    line("when the host leaves",
         (goes ? "go to " + printable(ruleset_.zones[ruleset_.fate_zone].name) : std::string("stay where they are")) +
             bracketedClause(ruleset_.attachment_clause));
  }

  const Ruleset& ruleset_;
  bool colour_;
  std::string text_;
};

}  // namespace

std::string bracketedClause(const std::string& clause) {
  return clause.empty() ? std::string{} : fmt::format("  [{}]", printable(clause));
}

std::string conditionWords(const Condition& condition, std::string_view lead) {
  return condition ? fmt::format("{}{}", lead, printable(condition->words())) : std::string{};
}

std::string kindWords(const EventKind& kind) {
  if (!kind.which) return "any event";
  if (kind.enters) return "a card that enters play";
  const std::string words(payloadName(*kind.which));
  return kind.named.empty() ? words : fmt::format("{} ({})", words, printable(kind.named));
}

std::string effectWords(const Effect& effect) {
  const auto whats = capnp::Schema::from<schema::Effect::What>().getEnumerants();
  std::string words = whats[static_cast<unsigned>(effect.what)].getProto().getName().cStr();
  if (!effect.name.empty()) words += ' ' + effect.name;
  if (effect.amount) words += ' ' + effect.amount->words();
  if (effect.to) words += ", to " + effect.to->words();
  if (effect.if_) words += ", if " + effect.if_->words();
  return words;
}

std::string describeRulesOfPlay(const Ruleset& ruleset, bool colour) { return RulesOfPlay(ruleset, colour).text(); }

}  // namespace docket
