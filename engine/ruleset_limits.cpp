// The limits of a ruleset, compiled: one value each of the algebra of limits (ruleset.h, Limit; limits.h reads them).
#include <algorithm>
#include <utility>

#include "engine/ruleset_compiler.h"

namespace docket {
namespace {

class Compiling {
 public:
  explicit Compiling(RulesetCompiler& compiler)
      : compiler_(compiler), document_(compiler.document), ruleset_(compiler.ruleset) {}

  void limits() {
    compiler_.bounded(document_.getLimits(), 64, "limits");
    for (auto limit : document_.getLimits()) {
      Limit made{.name = textOf(limit.getName()),
                 .wording = textOf(limit.getWording()),
                 .clause = clause(limit.getClause()),
                 .counted = limit.getCounted(),
                 .max = limit.getMax(),
                 .every_ability = limit.getEveryAbility() && !limit.getLifted(),
                 .designator = textOf(limit.getDesignator()),
                 .every_card = limit.getEveryCard() && !limit.getLifted(),
                 .per_instance = limit.getPerInstance(),
                 .lifted = limit.getLifted(),
                 .format = textOf(limit.getFormat())};
      made.judges_additions = !limit.hasJudged();
      for (auto at : limit.getJudged()) {
        made.judged.push_back({.act = compiler_.payload(at.getAct()), .clause = clause(at.getClause())});
      }
      if (made.max < 1)
        refuse(fmt::format("limit \"{}\" has max {}; 1 is the least", made.name, made.max), limit.getName());
      for (auto key : limit.getKeyedBy()) made.keyed_by.set(static_cast<std::size_t>(key));
      for (auto back : limit.getGivenBack())
        made.given_back.push_back({.when = back.getWhen(), .clause = clause(back.getClause())});
      if (!limit.hasWithin())
        refuse(fmt::format("limit \"{}\" does not say \"within\" what it counts", made.name), limit.getName());
      within(made, limit.getWithin());
      countable(made, limit.getName());
      ruleset_.limits.push_back(std::move(made));
    }
    forgetting();
  }

 private:
  [[noreturn]] static void refuse(const std::string& why, capnp::Text::Reader value) {
    RulesetCompiler::refuse(why, value);
  }
  [[nodiscard]] std::string clause(capnp::Text::Reader id) const { return compiler_.clause(id); }

  /// Refuses a limit that counts what has no such key: copies are of titles, hosts and players, and not of abilities.
  static void countable(const Limit& limit, capnp::Text::Reader name) {
    using Key = schema::Limit::Key;
    if (!isOfCopies(limit.counted)) return;
    for (const auto& [key, called] : {std::pair{Key::ABILITY, "ability"}, std::pair{Key::GROUP, "group"},
                                      std::pair{Key::WORDING, "wording"}, std::pair{Key::TRIGGER, "trigger"}}) {
      if (limit.keyed(key)) refuse(fmt::format("limit \"{}\" counts copies of cards by {}", limit.name, called), name);
    }
    if (limit.every_ability) refuse(fmt::format("limit \"{}\" counts copies, for abilities", limit.name), name);
  }

  void within(Limit& limit, capnp::Text::Reader text) const {
    const std::string name = textOf(text);
    limit.period = kUnbound;
    if (name == "game") {
      limit.within = Within::game;
    } else if (name == "face-up") {
      limit.within = Within::face_up;
    } else if (name == "trigger") {
      limit.within = Within::trigger;
    } else {
      limit.within = Within::period;
      limit.period = compiler_.require(ruleset_.periods, text, "period");
    }
  }

  /// Uses are forgotten with the outermost period that a limit counts within; what outlasts every period is kept.
  void forgetting() {
    ruleset_.forget_uses_with = kUnbound;
    ruleset_.uses_outlast = false;
    ruleset_.limits_of_every_ability = 0;
    for (std::size_t i = 0; i < ruleset_.limits.size(); ++i) {
      const Limit& limit = ruleset_.limits[i];
      if (limit.every_ability && limit.designator.empty()) ruleset_.limits_of_every_ability |= 1ULL << i;
      if (limit.every_card) ruleset_.limits_of_every_card |= 1ULL << i;
      if (!limit.lifted) ruleset_.counted.set(static_cast<std::size_t>(limit.counted));
      if (isOfCopies(limit.counted)) continue;
      if (limit.within != Within::period) {
        ruleset_.uses_outlast = ruleset_.uses_outlast || limit.every_ability || limit.every_card;
      } else if (ruleset_.forget_uses_with == kUnbound || holds(limit.period, ruleset_.forget_uses_with)) {
        ruleset_.forget_uses_with = limit.period;
      } else if (limit.period != ruleset_.forget_uses_with && !holds(ruleset_.forget_uses_with, limit.period)) {
        ruleset_.uses_outlast = true;  // two periods of which neither holds the other: keep all
      }
    }
  }

  [[nodiscard]] bool holds(PeriodIndex outer, PeriodIndex inner) const {
    while (inner != kUnbound && inner != outer) inner = ruleset_.periods[inner].within;
    return inner == outer;
  }

  RulesetCompiler& compiler_;
  schema::Ruleset::Reader document_;
  Ruleset& ruleset_;
};

}  // namespace

void compileLimits(RulesetCompiler& compiler) { Compiling(compiler).limits(); }

const std::string* Limit::judgedAt(schema::Event::Which act) const {
  using Event = schema::Event;
  using Counted = schema::Limit::Counted;
  if (!judges_additions) {
    const auto found = std::find_if(judged.begin(), judged.end(), [&](const Judged& one) { return one.act == act; });
    if (found == judged.end()) return nullptr;
    return found->clause.empty() ? &clause : &found->clause;
  }
  const auto at = [&](bool adds) { return adds ? &clause : nullptr; };
  switch (counted) {
    case Counted::ACTIVATIONS:
      return at(act == Event::ABILITY_ACTIVATED);
    case Counted::PLAYS:
      return at(act == Event::CARD_PLAYED);
    case Counted::COPIES_IN_PLAY:
      return at(act == Event::CARD_PLAYED || act == Event::CARD_MOVED || act == Event::CARD_CREATED ||
                (act == Event::CONTROL_CHANGED && keyed(schema::Limit::Key::PLAYER)));
    case Counted::COPIES_ATTACHED:
      return at(act == Event::CARD_ATTACHED);
    case Counted::COPIES_IN_DECK:
      return at(act == Event::DECK_REGISTERED);
    default:
      return at(act == Event::TRAIT_TRIGGERED);
  }
}

const std::string* Limit::givenBackBy(schema::Limit::GivenBack::When when) const {
  for (const GivenBack& back : given_back) {
    if (back.when == when) return &back.clause;
  }
  return nullptr;
}

}  // namespace docket
