#include "tests/games/observe.h"

#include <fmt/format.h>

#include "engine/fold/events_of.h"
#include "engine/fold/reduce.h"
#include "engine/fold/running_state.h"
#include "engine/query/evaluation/answer_text.h"
#include "engine/query/evaluation/evaluate.h"
#include "engine/query/stats/stats.h"
#include "engine/rules/expression/expression.h"
#include "engine/snapshot/digest.h"

#include "tests/engine/asked_record.h"
#include "tests/engine/limit_standings.h"

namespace docket {
namespace {

/// Writes the lines of one game.
class Observing {
 public:
  Observing(const Recording& game, const Rules& rules) : game_(game), rules_(rules) {}

  std::string lines() {
    RunningState running(game_.header(), rules_);
    const State& state = running.state();
    const Step& step = running.step();
    RunningDigest digest;
    for (EventNumber n = 1; n <= game_.size(); ++n) {
      const auto findings = judge(pendingEvent(state, rules_, n, *game_.event(n)));
      history_.add(n, *game_.event(n));
      running.add(n, *game_.event(n), events_);
      digest.add(state, rules_, step, findings);
      line("{} {} {}{}", n, toHex(state.fingerprint), toHex(digest.value()), step.is_void ? " void" : "");
      for (const Finding& finding : findings) {
        const auto* limit = finding.as<Finding::LimitExceeded>();
        line("  finding {} card {} player {} used {} of {} rests on {}", finding.clause, number(state, finding.card),
             finding.player, limit == nullptr ? 0 : limit->used, limit == nullptr ? 0 : limit->max,
             fmt::join(finding.rests_on, " "));
      }
      time(state);
      values(state);
      for (CardIndex i = 0; i < state.cards.size(); ++i) card(state, i);
      uses(state);
      const HeldEvent event = game_.event(n);
      if (event->isRulingGiven()) ruling(state, event->getRulingGiven());
    }
    return std::move(text_);
  }

 private:
  template <class... Words>
  void line(fmt::format_string<Words...> format, Words&&... words) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Words>(words)...);
    text_ += '\n';
  }
  static std::string number(const State& state, CardIndex card) {
    return card == kNone ? "-" : fmt::format("#{}", state.cards[card].number);
  }

  void time(const State& state) {
    for (std::size_t i = 0; i < rules_.ruleset.periods.size(); ++i) {
      const PeriodNow& now = state.periods[i];
      if (!now.open) continue;
      line("  {} {} \"{}\" player {} since {}", rules_.ruleset.periods[i].name, now.count,
           state.vocabulary->names.text(now.name), now.player, now.began);
    }
    for (const Link& link : state.chain) {
      line("  link {} event {}{}", link.position, link.activation, link.resolved ? " resolved" : "");
    }
    if (state.outcome.over) line("  over: winner {} by event {}", onlySeat(state.outcome.winners), state.outcome.event);
  }

  void values(const State& state) {
    for (const EntityValue& value : state.values) {
      const auto name = value.key < rules_.ruleset.values.size()
                            ? std::string_view(rules_.ruleset.values[value.key].name)
                            : "(not of the ruleset)";
      line("  {:x} {} {}", value.subject, name, value.known ? std::to_string(value.amount) : "unknown");
    }
  }

  void card(const State& state, CardIndex index) {
    const Card& card = state.cards[index];
    if (!card.exists()) return;
    const Definition* definition = state.definitionOf(card);
    std::string where = fmt::format("  #{} {} {}/{}", card.number, definition == nullptr ? "?" : definition->key,
                                    rules_.ruleset.zones[card.zone].name, card.zone_player);
    if (!rules_.ruleset.zones[card.zone].in_play) return line("{}", where);
    where += fmt::format(" slot {} {} {} controller {} owner {}", card.slot, card.face == Facing::up ? "up" : "down",
                         rules_.ruleset.orientations.empty() ? "" : rules_.ruleset.orientations[card.orientation],
                         card.controller, card.owner);
    if (card.host != kNone) where += fmt::format(" on {:x}", card.host);
    for (std::size_t stat = 0; stat < rules_.ruleset.stats.size(); ++stat) {
      const StatReading reading = readStat(state, rules_, index, static_cast<StatIndex>(stat));
      if (reading.kind != StatReading::Kind::known) continue;
      where += fmt::format(" {}={}/{}", rules_.ruleset.stats[stat].name, reading.amount, reading.base);
    }
    for (const Counter& counter : state.counters) {
      if (counter.subject != index) continue;
      where += fmt::format(" {}*{}", state.vocabulary->names.text(counter.name), counter.amount);
    }
    line("{}", where);
    for (EntryIndex i = card.first_entry; i != kNone; i = state.entries[i].next_of_subject) {
      const Entry& entry = state.entries[i];
      line("    entry of {}.{} kind {} what {} amount {} asked {} source {}", entry.event, entry.index,
           static_cast<int>(entry.kind), entry.stat_or_name, entry.amount, entry.stated_amount,
           number(state, entry.source));
    }
  }

  void uses(const State& state) {
    for (const Use& use : state.uses) {
      line("  use {} {} ability {} player {}{}{}", use.event, number(state, use.card), use.ability, use.player,
           use.negated ? " negated" : "", use.resolved ? " resolved" : "");
      for (const auto& [limit, counter] : standings(state, rules_, questionOf(state, use))) {
        line("    {} {}/{} by {} given back {}", limit.limit->name, counter.used, limit.max,
             fmt::join(counter.used_by, " "), counter.given_back.size());
      }
    }
  }

  /// Notes the claim of a ruling, and the result of the rules at the point that it is about.
  void ruling(const State& now, schema::Ruling::Reader ruling) {
    const std::string claim(ruling.getClaim().cStr());
    const EventNumber at = ruling.getAt() == 0 ? now.event : ruling.getAt();
    const AskedRecord record(game_, history_, events_, rules_, at);
    const auto about = record.before(at + 1);
    const State& state = *about;
    const auto asked =
        expression::parseCondition(claim, {.ruleset = rules_.ruleset, .names = &game_.names()}, {.file = "claim"});
    const auto answer = expression::evaluate(asked, {.state = state, .rules = rules_, .record = &record});
    line("  ruling on {}: {}: {}", ruling.getAt(), claim, expression::answerText(state, answer.value));
  }

  const Recording& game_;
  Rules rules_;
  EventsOf<Recording> events_{game_};
  History history_;
  std::string text_;
};

}  // namespace

std::string observe(const Recording& game, const Rules& rules) { return Observing(game, rules).lines(); }

}  // namespace docket
