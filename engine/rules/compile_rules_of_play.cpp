#include "engine/rules/compile_rules_of_play.h"

#include <algorithm>
#include <limits>
#include <range/v3/algorithm/find_if.hpp>

#include "engine/rules/ability.h"
#include "engine/rules/expression/functions.h"
#include "engine/rules/expression/narrowing.h"
#include "engine/rules/expression/reads.h"
#include "engine/rules/matters.h"
#include "engine/rules/payload_set.h"

namespace docket {
namespace {

using expression::Scope;
using expression::Type;

/// True if a limit would have to be known to know what it says.
bool asksForUses(const Condition& condition) {
  return condition && std::any_of(condition->nodes.begin(), condition->nodes.end(), [](const expression::Node& node) {
           using expression::Function;
           return node.op == expression::Operator::call &&
                  (node.function == Function::used || node.function == Function::max_uses);
         });
}

class RulesOfPlayCompiler {
 public:
  explicit RulesOfPlayCompiler(RulesetCompiler& compiler)
      : compiler_(compiler),
        ruleset_(compiler.ruleset),
        of_event_({.ruleset = ruleset_, .has_event = true}),
        of_player_({.ruleset = ruleset_, .has_self = true, .self = Type::player}),
        of_each_({.ruleset = ruleset_, .has_event = true, .has_each = true}) {}

  void compile() {
    compileDefinitions();
    compileVocabulary();
    compileTallies();
    // Permissions precede the expressions that may ask about them; each asks about earlier ones only, so there is no
    // cycle.
    compilePermissions();
    compileRequirements();
    compilePrecedence();
    compileTriggersAndTraits();
    compileObligations();
    compileDecksAndWins();
    compileAbilities();
    checkDefinitions();
    ruleset_.has_rules_of_play = !ruleset_.permissions.empty() || !ruleset_.wins.empty() || !ruleset_.numbers.empty();
  }

 private:
  [[nodiscard]] std::string clause(capnp::Text::Reader id) const { return compiler_.clause(id); }

  [[nodiscard]] EventKind kind(capnp::Text::Reader on, capnp::Text::Reader named) const {
    EventKind made{.which = {}, .named = textOf(named)};
    if (on.size() != 0) made.which = compiler_.payload(on);
    return made;
  }

  /// The names for expressions. Each can use the earlier ones.
  void compileDefinitions() {
    compiler_.requireBounded(compiler_.document.getLet(), "definitions");
    for (auto one : compiler_.document.getLet()) {
      const std::string name = textOf(one.getName());
      const std::string where = "let \"" + name + "\"";
      if (!expression::isNewName(name)) {
        RulesetCompiler::refuse(
            fmt::format("{}: the name of a definition must be one word of letters, digits and _ that "
                        "means nothing in the language of expressions",
                        where),
            one.getName());
      }
      ruleset_.definitions.push_back(withinText(
          one.getIs(), where, [&] { return expression::define(name, textOf(one.getIs()), ruleset_.definitions); }));
    }
  }

  /// The definition of a name must be valid somewhere, whether an expression uses the name or not.
  void checkDefinitions() const {
    const Scope scope{.ruleset = ruleset_, .has_self = true, .has_event = true, .self = Type::entity};
    for (auto one : compiler_.document.getLet()) {
      withinText(one.getIs(), "let \"" + textOf(one.getName()) + "\"",
                 [&] { return expression::parse(textOf(one.getIs()), scope); });
    }
  }

  void compileVocabulary() {
    for (auto stat : compiler_.document.getStats()) {
      const StatIndex index = ruleset_.stat(textOf(stat.getName()));
      const Type holder_type = stat.getOf() == schema::Stat::Holder::PLAYER ? Type::player
                               : stat.getOf() == schema::Stat::Holder::CARD ? Type::card
                                                                            : Type::entity;
      const Scope scope{.ruleset = ruleset_, .has_self = true, .self = holder_type};
      ruleset_.stats[index].total =
          compiler_.expression(stat.getTotal(), Type::number, "stat \"" + textOf(stat.getName()) + "\"", scope);
    }
    refuseCycles();
    traceTotals();
    for (auto limit : compiler_.document.getLimits()) {
      const std::string where = "limit \"" + textOf(limit.getName()) + "\"";
      Limit& made = ruleset_.limits[ruleset_.limit(textOf(limit.getName()))];
      made.holds_for = compiler_.expression(limit.getHoldsFor(), Type::boolean, where, of_event_);
      made.max_is = compiler_.expression(limit.getMaxIs(), Type::number, where,
                                         {.ruleset = ruleset_, .has_self = true, .has_event = true});
      for (const Condition* one : {&made.holds_for, &made.max_is}) {
        if (asksForUses(*one)) compiler_.refuse(where + ": it cannot ask how often something was used");
      }
    }
    for (auto kind : compiler_.document.getKeywordKinds()) {
      ruleset_.keyword_kinds.push_back({.name = textOf(kind.getName()),
                                        .clause = clause(kind.getClause()),
                                        .keywords = textsOf(kind.getKeywords()),
                                        .of = kind.getLifted() ? std::vector<std::string>{} : textsOf(kind.getOf()),
                                        .ending_in = textOf(kind.getEndingIn())});
    }
    for (auto attribute : compiler_.document.getAttributes()) {
      ruleset_.attributes.push_back(
          {.name = textOf(attribute.getName()),
           .clause = clause(attribute.getClause()),
           .restrictive = attribute.getLifted() ? std::vector<std::string>{} : textsOf(attribute.getRestrictive())});
    }
    ruleset_.characteristics = textsOf(compiler_.document.getCharacteristics());
    ruleset_.declared = DeclaredWords(compiler_.document.getVocabulary());
  }

  /// Refuses totals that depend on themselves, directly or through others.
  void refuseCycles() {
    const auto stats = compiler_.document.getStats();
    const auto count = static_cast<StatIndex>(ruleset_.stats.size());
    for (StatIndex start = 0; start < count; ++start) {
      std::uint64_t reached = needs(start);
      for (std::uint64_t before = 0; before != reached;) {
        before = reached;
        for (StatIndex stat = 0; stat < count; ++stat) {
          if ((before >> stat & 1U) != 0) reached |= needs(stat);
        }
      }
      if ((reached >> start & 1U) == 0) continue;
      RulesetCompiler::refuse(fmt::format("the total of stat \"{}\" needs itself", ruleset_.stats[start].name),
                              stats[start].getTotal());
    }
  }

  /// Finds the dependencies of totals, through other totals too. What they are a part of is not typed before.
  void traceTotals() {
    for (std::size_t i = 0; i < ruleset_.stats.size(); ++i) {
      if (ruleset_.stats[i].of_value != kUnbound) ruleset_.total_reads[i] = StateParts::of(StatePart::values);
    }
    for (bool more = true; more;) {
      more = false;
      for (std::size_t i = 0; i < ruleset_.stats.size(); ++i) {
        Condition& total = ruleset_.stats[i].total;
        if (!total) continue;
        total->reads = expression::readsOf(*total, ruleset_).without(StatePart::event);  // its `it` is the subject
        more = more || total->reads != ruleset_.total_reads[i];
        ruleset_.total_reads[i] = total->reads;
      }
    }
  }

  /// The stats that the total of a stat reads, a bit each.
  [[nodiscard]] std::uint64_t needs(StatIndex stat) const {
    const Condition& total = ruleset_.stats[stat].total;
    std::uint64_t read = 0;
    if (!total) return read;
    for (const expression::Node& node : total->nodes) {
      const bool any = node.op == expression::Operator::call && node.function == expression::Function::stat_called;
      if (any) return ~std::uint64_t{0};
      const bool reads = node.op == expression::Operator::call &&
                         (node.function == expression::Function::stat || node.function == expression::Function::base);
      if (reads) read |= 1ULL << total->nodes[total->nodes[node.first_child].next].number;
    }
    return read;
  }

  /// A tally's condition can ask for other tallies: they count the events before.
  void compileTallies() {
    const auto listed = compiler_.document.getTallies();
    compiler_.requireBounded(listed, "tallies");
    for (auto one : listed) ruleset_.tallies.push_back({.name = textOf(one.getName()), .of = {}, .by = one.getBy()});
    for (unsigned i = 0; i < listed.size(); ++i) {
      Tally& made = ruleset_.tallies[i];
      const std::string where = "tally \"" + made.name + "\"";
      if (listed[i].getWithin().size() != 0)
        made.within = compiler_.require(ruleset_.periods, listed[i].getWithin(), "period");
      for (auto counted : listed[i].getOf()) {
        made.of.push_back({.kind = kind(counted.getAct(), counted.getNamed()),
                           .if_ = compiler_.expression(counted.getIf(), Type::boolean, where, of_event_)});
        ruleset_.tallied |= made.of.back().kind.payloads();
      }
    }
  }

  void compileRequirements() {
    for (auto act : compiler_.document.getActs()) {
      Act& made = ruleset_.acts.at(compiler_.payload(act.getAct()));
      made.is_void = made.is_void || act.getVoid();
      const std::string where = "act \"" + textOf(act.getAct()) + "\"";
      for (auto one : act.getRequires()) {
        made.requirements.push_back({.what = one.getWhat(),
                                     .clause = clause(one.getClause()),
                                     .named = textOf(one.getNamed()),
                                     .that = compiler_.expression(one.getThat(), Type::boolean, where, of_event_),
                                     .if_ = compiler_.expression(one.getIf(), Type::boolean, where, of_event_),
                                     .after = one.getAfter()});
      }
    }
  }

  void compilePermissions() {
    constexpr std::size_t kMax = std::numeric_limits<std::uint16_t>::max();  // their places have 16 bits
    for (auto permission : compiler_.document.getPermissions()) {
      const std::string where = "permission \"" + textOf(permission.getAct()) + "\"";
      if (ruleset_.permissions.size() == kMax) {
        RulesetCompiler::refuse(where + ": a ruleset can have at most 65535 permissions", permission.getAct());
      }
      const bool lifted = permission.getLifted();
      Permission made{.act = textOf(permission.getAct()),
                      .can_happen = permission.getOn().size() != 0,
                      .on = kind(permission.getOn(), permission.getNamed()),
                      .if_ = compiler_.expression(permission.getIf(), Type::boolean, where, of_event_),
                      .forbidden = permission.getForbidden() && !lifted,
                      .clause = lifted ? std::string{} : clause(permission.getClause()),
                      .grants = {},
                      .by = permission.getBy(),
                      .unsaid = permission.getUnsaid()};
      const bool of_parties = made.by == schema::Permission::By::PARTY;
      if (of_parties != (permission.getPeriod().size() != 0)) {
        RulesetCompiler::refuse(where + ": \"by\": \"party\" and the \"period\" whose parties they are go together",
                                permission.getAct());
      }
      if (made.unsaid && permission.getForbidden()) {
        RulesetCompiler::refuse(where + ": what is forbidden by default cannot be \"unsaid\"", permission.getAct());
      }
      if (of_parties) made.period = compiler_.require(ruleset_.periods, permission.getPeriod(), "period");
      if (made.on.which) {
        const auto payload = static_cast<std::size_t>(*made.on.which);
        if (payload >= ruleset_.permissions_at.size()) ruleset_.permissions_at.resize(payload + 1);
        ruleset_.permissions_at[payload].push_back(static_cast<std::uint16_t>(ruleset_.permissions.size()));
      }
      if (lifted) {
        ruleset_.permissions.push_back(std::move(made));
        continue;
      }
      for (auto grant : permission.getGrants()) {
        made.grants.push_back({.to = compiler_.expression(grant.getTo(), Type::boolean, where, of_event_),
                               .says = grant.getSays(),
                               .clause = clause(grant.getClause())});
      }
      ruleset_.permissions.push_back(std::move(made));
    }
  }

  /// Those that every player has. Their limits count for each player separately.
  void compileAbilities() {
    compiler_.requireBounded(compiler_.document.getAbilities(), "abilities");
    for (auto from : compiler_.document.getAbilities()) {
      const std::string name = textOf(from.getName());
      Ability made = compileAbility(from.getAbility(), ruleset_, "ability \"" + name + "\"", Type::player);
      if (name.empty() || made.kind != Ability::Kind::ABILITY) {
        RulesetCompiler::refuse("every player has an ability with a \"name\", not a trait", from.getName());
      }
      if (from.getAbility().getName().size() != 0) {
        RulesetCompiler::refuse("write its name beside \"ability\", not inside it", from.getAbility().getName());
      }
      if (!made.zones.empty()) {
        RulesetCompiler::refuse("an ability that is on no card cannot have \"zones\"", from.getAbility().getZones()[0]);
      }
      if (made.face != schema::Ability::Works::UNSAID) {
        RulesetCompiler::refuse("an ability that is on no card has no side: leave out \"face\"", from.getName());
      }
      made.name = name;
      for (auto entry : from.getAbility().getLimits()) {
        const LimitIndex limit = compiler_.require(ruleset_.limits, entry.getLimit(), "limit");
        if (ruleset_.limits[limit].lifted) continue;
        made.limits.push_back({.limit = limit,
                               .max = entry.getMax() > 0 ? entry.getMax() : ruleset_.limits[limit].max,
                               .group = textOf(entry.getGroup()),
                               .title = 0});
      }
      noteReactions(made);
      ruleset_.abilities.push_back(std::make_shared<const Ability>(std::move(made)));
    }
  }

  void noteTraitReactions(const Ability& trait) {
    if (trait.kind != Ability::Kind::TRIGGERED || !trait.trigger.on.which) return;
    const PayloadSet bits = trait.trigger.on.payloads();
    (trait.trigger.before ? ruleset_.triggers_before : ruleset_.triggers_after) |= bits;
    ruleset_.reacted_to |= bits | payloadBit(schema::Event::TRAIT_TRIGGERED);
  }

  /// Notes the events that its text depends on.
  void noteReactions(const Ability& ability) {
    ruleset_.referred_to |= ability.trigger.on.payloads();
    for (const Cost& cost : ability.costs) ruleset_.referred_to |= cost.on.payloads();
    ruleset_.reacted_to |= ruleset_.referred_to | payloadBit(schema::Event::ABILITY_ACTIVATED);
  }

  static PrecedenceSide side(schema::Precedence::Side::Reader from) {
    PrecedenceSide made{.speakers = textsOf(from.getSpeakers()),
                        .acts = textsOf(from.getActs()),
                        .says = {},
                        .own_text = from.getOwnText(),
                        .ended = from.getEnded()};
    for (auto says : from.getSays()) made.says.push_back(says);
    return made;
  }

  void compilePrecedence() {
    for (auto line : compiler_.document.getPrecedence()) {
      ruleset_.precedence.push_back(
          {.clause = clause(line.getClause()), .winner = side(line.getWinner()), .loser = side(line.getLoser())});
      ruleset_.counts_ended_sayings = ruleset_.counts_ended_sayings || line.getWinner().getEnded();
    }
  }

  /// Triggers that texts refer to by name.
  void compileTriggersAndTraits() {
    compiler_.requireBounded(compiler_.document.getTriggers(), "triggers");
    for (auto one : compiler_.document.getTriggers()) {
      const std::string where = "trigger \"" + textOf(one.getName()) + "\"";
      if (one.getOn().size() == 0) compiler_.refuse(where + ": it has no \"on\"", one.getName());
      NamedTrigger made;
      made.name = textOf(one.getName());
      made.clause = clause(one.getClause());
      made.if_ = compiler_.expression(one.getIf(), Type::boolean, where,
                                      {.ruleset = ruleset_, .has_self = true, .has_event = true});
      made.before = one.getBefore();
      if (!one.getLifted()) made.on = kind(one.getOn(), one.getNamed());
      ruleset_.triggers.push_back(std::move(made));
    }
    compiler_.requireBounded(compiler_.document.getTraits(), "traits");
    for (auto one : compiler_.document.getTraits()) {
      ruleset_.traits.push_back(
          {.name = textOf(one.getName()), .clause = clause(one.getClause()), .text = compileNamedTrait(one, ruleset_)});
      noteTraitReactions(*ruleset_.traits.back().text);
      ruleset_.bindings.of(textOf(one.getName())).trait = true;
    }
  }

  void compileObligations() {
    const auto from = compiler_.document.getObligations();
    ObligationRules& made = ruleset_.obligations;
    for (auto one : from.getDeadlines()) made.deadlines.push_back(kind(one.getAct(), one.getNamed()));
    for (auto place : from.getPlaces()) {
      const bool in_play = textOf(place.getZone()) == "play";
      made.places.push_back({.zone = in_play ? kUnbound : compiler_.require(ruleset_.zones, place.getZone(), "zone"),
                             .clause = clause(place.getClause())});
    }
    for (auto one : from.getOptional()) {
      made.optional.push_back({.trigger = textOf(one.getTrigger()),
                               .produces = textOf(one.getProduces()),
                               .clause = clause(one.getClause())});
      static_cast<void>(compiler_.require(ruleset_.triggers, one.getTrigger(), "trigger"));
    }
    made.clause = clause(from.getClause());
    made.fires_clause = clause(from.getFiresClause());
    made.costs_clause = clause(from.getCostsClause());
    made.effects_clause = clause(from.getEffectsClause());
    compiler_.requireBounded(from.getFollows(), "acts that have to be followed");
    for (auto one : from.getFollows()) compileFollowUp(one, made);
    // Without a deadline, open obligations would accumulate during the game.
    if (made.deadlines.empty() && !(made.clause.empty() && made.effects_clause.empty())) {
      compiler_.refuse("its obligations have no deadline");
    }
  }

  /// An act that has to be followed by another.
  void compileFollowUp(schema::Following::Reader from, ObligationRules& made) {
    const std::string where = "following \"" + textOf(from.getName()) + "\"";
    const Scope scope{.ruleset = ruleset_, .has_self = true, .has_event = true};
    const auto moment = [&](schema::Following::Moment::Reader one) {
      return Moment{.kind = kind(one.getAct(), one.getNamed()),
                    .if_ = compiler_.expression(one.getIf(), Type::boolean, where, scope)};
    };
    FollowUpRule rule{.name = textOf(from.getName()),
                      .clause = clause(from.getClause()),
                      .after = moment(from.getAfter()),
                      .must = moment(from.getMust()),
                      .by = from.getBy(),
                      .before = {},
                      .within = from.getWithin().size() == 0
                                    ? kUnbound
                                    : compiler_.require(ruleset_.periods, from.getWithin(), "period"),
                      .lifted = from.getLifted()};
    for (auto one : from.getBefore()) rule.before.push_back(kind(one.getAct(), one.getNamed()));
    if (rule.before.empty() && made.deadlines.empty() && rule.within == kUnbound) {
      RulesetCompiler::refuse(where + ": it has no deadline: give \"before\" or \"within\"", from.getName());
    }
    if (!rule.after.kind.which || !rule.must.kind.which) return;  // refused by its name
    if (!rule.lifted) ruleset_.followed |= payloadBit(*rule.after.kind.which);
    made.follows.push_back(std::move(rule));
  }

  void compileDecksAndWins() {
    for (auto act : compiler_.document.getJudgedWhole()) {
      ruleset_.judged_whole |= payloadBit(compiler_.payload(act));
    }
    for (auto deck : compiler_.document.getDecks()) {
      ruleset_.decks.push_back({.format = textOf(deck.getFormat()),
                                .clause = clause(deck.getClause()),
                                .gist = textOf(deck.getGist()),
                                .that = compiler_.expression(deck.getThat(), Type::boolean,
                                                             "deck rule " + textOf(deck.getClause()), of_player_)});
    }
    for (auto win : compiler_.document.getWins()) {
      const std::string where = "win \"" + textOf(win.getName()) + "\"";
      const std::string terms = textOf(win.getTerms());
      const bool names_winners = win.getWinner().size() != 0 || win.getWinners().size() != 0;
      if (win.getEverybody() != schema::Everybody::NO && (names_winners || !terms.empty())) {
        RulesetCompiler::refuse(
            where + ": if \"everybody\" wins or loses, leave out \"winner\", \"winners\" and \"terms\"", win.getName());
      }
      if (win.getWinner().size() != 0 && win.getWinners().size() != 0)
        RulesetCompiler::refuse(where + ": it has a \"winner\" or \"winners\", not both", win.getName());
      if (ruleset_.wins.size() == WinTimes::kMax) {
        RulesetCompiler::refuse(
            fmt::format("{}: a ruleset can have at most {} rules of winning", where, WinTimes::kMax), win.getName());
      }
      ruleset_.wins.push_back(
          {.name = textOf(win.getName()),
           .clause = clause(win.getClause()),
           .on = kind(win.getOn(), win.getNamed()),
           .if_ = compiler_.expression(win.getIf(), Type::boolean, where, of_event_),
           .winner = compiler_.expression(win.getWinner(), Type::player, where, of_event_),
           .winners = compiler_.expression(win.getWinners(), Type::boolean, where, of_each_),
           .everybody = win.getEverybody(),
           .terms = terms.empty() ? kUnbound : compiler_.require(ruleset_.zones, win.getTerms(), "zone"),
           .at_once = win.getAtOnce(),
           .at_end_of = win.getAtEndOf().size() == 0
                            ? kUnbound
                            : compiler_.require(ruleset_.periods, win.getAtEndOf(), "period")});
      ruleset_.win_times.add(ruleset_.wins.back());
    }
    for (auto number : compiler_.document.getNumbers()) {
      ruleset_.numbers.push_back({.what = textOf(number.getWhat()),
                                  .clause = clause(number.getClause()),
                                  .unless = textOf(number.getUnless()),
                                  .least = number.getLeast(),
                                  .most = number.getMost(),
                                  .permitted = number.getPermitted()});
    }
  }

  RulesetCompiler& compiler_;
  Ruleset& ruleset_;
  Scope of_event_, of_player_, of_each_;
};

}  // namespace

void compileRulesOfPlay(RulesetCompiler& compiler) { RulesOfPlayCompiler(compiler).compile(); }

}  // namespace docket
