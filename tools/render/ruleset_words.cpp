#include "tools/render/ruleset_words.h"

#include <fmt/format.h>

#include <capnp/dynamic.h>
#include <capnp/schema.h>

#include <algorithm>
#include <vector>

#include "events/digest.h"
#include "events/payload_names.h"
#include "tools/render/rules_of_play_words.h"
#include "tools/words/layout.h"
#include "tools/words/limit_words.h"
#include "tools/words/scope_words.h"
#include "tools/words/text.h"

namespace docket {
namespace {

std::string quotedList(const std::vector<std::string>& items) {
  return printable(fmt::format("{}", fmt::join(items, ", ")));
}

std::string source(const Condition& condition) { return condition ? printable(condition->words()) : std::string{}; }

std::string_view contradictionWords(schema::Calculation::Contradiction contradiction) {
  using Contradiction = schema::Calculation::Contradiction;
  switch (contradiction) {
    case Contradiction::BY_TOTAL:
      return "the total below both gives the maximum, above both the minimum, between them the base value";
    case Contradiction::LATER_HAS_NO_EFFECT:
      return "the bound that came later has no effect";
    case Contradiction::FREEZES:
      return "the value stays what it was when the contradiction began";
    case Contradiction::MAXIMUM_WINS:
      return "the maximum holds";
    case Contradiction::MINIMUM_WINS:
      return "the minimum holds";
  }
  return "";
}

/// The page of a ruleset, a section for each kind of thing that it says.
class Page {
 public:
  Page(const GameRules& rules, schema::Ruleset::Reader document, bool colour)
      : rules_(rules.ruleset), document_(document), words_(rules), colour_(colour) {
    text_ = fmt::format("{} {}\n", styled(colour, Style::strong, printable(rules_.game)),
                        printable(fmt::format("{}@{}{}", rules_.name, rules_.version,
                                              rules_.from.empty() ? "" : ", holds from " + rules_.from)));
    text_ += fmt::format("  digest {}\n", hex(rules.ruleset_digest));
  }

  std::string text() {
    periods();
    zones();
    stats();
    limits();
    acts();
    scope();
    text_ += describeRulesOfPlay(rules_, colour_);
    vocabulary();
    verbs();
    clauses();
    return std::move(text_);
  }

 private:
  void section(std::string_view title) { text_ += fmt::format("\n{}\n", styled(colour_, Style::strong, title)); }
  void line(std::string_view name, std::string_view what) {
    text_ += tableRow(fmt::format("  {}  {}", styled(colour_, Style::name, padded(printable(name), 24)), what));
  }

  /// Names used by cards and records: types, designators, reasons, ...
  void vocabulary() {
    section("Words of cards and records");
    const auto words = [&](std::string_view name, const std::vector<std::string>& all) {
      constexpr std::size_t kBefore = 28;
      if (all.empty()) return;
      text_ += fmt::format("  {}  {}", styled(colour_, Style::name, padded(name, kBefore - 4)),
                           paragraph(quotedList(all), kBefore, kBefore).substr(kBefore));
    };
    words("types", rules_.types);
    const capnp::DynamicStruct::Reader lists(document_.getVocabulary());
    for (const auto field : lists.getSchema().getFields()) {
      if (!field.getType().asList().getElementType().isText()) continue;
      std::vector<std::string> all;
      for (const auto one : lists.get(field).as<capnp::DynamicList>()) all.emplace_back(one.as<capnp::Text>().cStr());
      words(field.getProto().getName().cStr(), all);
    }
  }

  /// The verbs that a document adds to those of the transcript.
  void verbs() {
    if (!rules_.declared.verbs.empty()) section("What is said at the table");
    for (const DeclaredVerb& verb : rules_.declared.verbs) {
      for (const VerbMeaning& meaning : verb.meanings) {
        const std::string types = meaning.types.empty() ? "" : fmt::format("{}: ", fmt::join(meaning.types, ", "));
        line(verb.says, printable(types + meaning.line));
      }
    }
  }

  void periods() {
    if (rules_.periods.empty()) return;
    section("Periods");
    for (const Period& period : rules_.periods) {
      std::string what = period.within == kUnbound
                             ? std::string("of the game")
                             : fmt::format("within a {}", printable(rules_.periods[period.within].name));
      if (!period.names.empty())
        what += fmt::format(": {}{}", quotedList(period.names), period.forward ? ", in this order" : "");
      if (period.chains) what += "; its activations are the links of a chain";
      line(period.name, what + bracketedClause(period.clause));
    }
  }

  void zones() {
    if (rules_.zones.empty()) return;
    section("Zones");
    for (const Zone& zone : rules_.zones) {
      std::string what = zone.owner == schema::Zone::Owner::SHARED ? "shared" : "one for each player";
      what += zone.kind == schema::Zone::Kind::PILE    ? ", a pile"
              : zone.kind == schema::Zone::Kind::SLOTS ? ", of numbered places"
                                                       : "";
      if (zone.in_play) what += ", in play";
      if (zone.seen_by == schema::Zone::SeenBy::OTHERS) what += ", seen by all but its owner";
      for (const Zone& other : rules_.zones) {
        if (&other != &zone && other.location == zone.location)
          what += fmt::format(", one location with {}", printable(other.name));
      }
      line(zone.name, what);
    }
  }

  void stats() {
    if (!rules_.stats.empty()) section("Stats and values");
    for (const Stat& stat : rules_.stats)
      line(stat.name, fmt::format("{}{}{}", stat.delta == schema::Stat::Delta::NONE ? "a stat" : "the size of a change",
                                  stat.floor_at_zero ? ", never below zero" : "", bracketedClause(stat.floor_clause)));
    for (const Value& value : rules_.values)
      line(value.name, fmt::format("{}{}{}", value.of_game ? "of the game, " : "",
                                   value.start ? fmt::format("begins at {}", *value.start)
                                               : std::string("begins at what the game says"),
                                   value.floor_at_zero ? ", never below zero" : ""));
    const Calculation& calculation = rules_.calculation;
    if (calculation.sum_clause.empty()) return;
    line("step A", "base value, bonuses and penalties are added up" + bracketedClause(calculation.sum_clause));
    line("step B", "what falls below the floor is the floor" + bracketedClause(calculation.floor_clause));
    line("step C", "the highest minimum and the lowest maximum bound it" + bracketedClause(calculation.clamp_clause));
    std::string clauses;
    for (std::size_t i = 0; i < calculation.contradiction_clauses.size(); ++i) {
      const auto& clause = calculation.contradiction_clauses[i];
      if (i == 0 || clause != calculation.contradiction_clauses[i - 1]) clauses += bracketedClause(clause);
    }
    line("contradiction", fmt::format("{}{}", contradictionWords(calculation.contradiction), clauses));
  }

  void limits() {
    if (!rules_.limits.empty()) section("Limits");
    for (std::size_t index = 0; index < rules_.limits.size(); ++index) {
      const Limit& limit = rules_.limits[index];
      line(limit.name, words_.limit(static_cast<LimitIndex>(index), limit.max));
      if (!limit.wording.empty()) line("", fmt::format("as in \"{}\"", printable(limit.wording)));
      if (limit.every_ability)
        line("", limit.designator.empty() ? "holds for every ability"
                                          : fmt::format("holds for every {} ability", printable(limit.designator)));
      if (limit.every_card) line("", "holds for every card" + conditionWords(limit.holds_for));
      if (limit.max_is) line("", "so many as " + source(limit.max_is));
    }
  }

  void acts() {
    bool first = true;
    for (std::size_t which = 0; which < std::min(payloadNames().size(), rules_.acts.size()); ++which) {
      const Act& act = rules_.acts[which];
      if (act.requirements.empty() && !act.is_void) continue;
      if (first) section("Acts");
      first = false;
      line(payloadNames()[which],
           act.is_void ? "an illegal one is void: nothing happens" : "an illegal one still happens, and is reported");
      for (const Requirement& requirement : act.requirements)
        line("", fmt::format("{}{}{}{}", Words::requirement(requirement),
                             requirement.named.empty() ? "" : fmt::format(" ({})", printable(requirement.named)),
                             conditionWords(requirement.if_), bracketedClause(requirement.clause)));
    }
  }

  /// The acts that these rules are about, and in what respect. Texts of cards are not considered.
  void scope() {
    section("What these rules cover");
    for (std::size_t i = 0; i < payloadNames().size(); ++i) {
      const auto which = static_cast<schema::Event::Which>(i);
      const ScopeOfAct scope = scopeOfKind({.ruleset = rules_, .catalogue = no_cards_}, which);
      if (!scope.isCovered() && !isPlayersAct(which)) continue;
      const std::string in = scopeWords(scope);
      line(payloadNames()[i], fmt::format("{}{}", scopeGrade(scope), in.empty() ? "" : fmt::format(": {}", in)));
    }
  }

  void clauses() {
    if (!rules_.clauses.empty()) section("Clauses");
    for (const Clause& clause : rules_.clauses) {
      line(clause.id, printable(clause.gist));
      if (!clause.place.empty()) line("", styled(colour_, Style::faint, printable(clause.place)));
    }
  }

  const Ruleset& rules_;
  schema::Ruleset::Reader document_;
  Catalogue no_cards_;
  RuleWords words_;
  bool colour_;
  std::string text_;
};

}  // namespace

std::string RuleWords::limit(LimitIndex index, std::int32_t max) const {
  const Limit& limit = rules_.ruleset.limits[index];
  std::string text = limitWords({.limit = &limit, .index = index, .max = max, .of = nullptr}, rules_.ruleset);
  text += bracketedClause(limit.clause);
  for (const GivenBack& back : limit.given_back)
    text += fmt::format("; given back when {}{}", givenBackWords(back.when), bracketedClause(back.clause));
  return text;
}

std::string describeRuleset(const GameRules& rules, schema::Ruleset::Reader document, bool colour) {
  return Page(rules, document, colour).text();
}

}  // namespace docket
