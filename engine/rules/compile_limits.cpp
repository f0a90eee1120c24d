#include "engine/rules/compile_limits.h"

#include <utility>

#include "engine/rules/limit_reach.h"

namespace docket {
namespace {

class LimitCompiler {
 public:
  explicit LimitCompiler(RulesetCompiler& compiler) : compiler_(compiler), ruleset_(compiler.ruleset) {}

  void compile() {
    compiler_.requireBounded(compiler_.document.getLimits(), "limits");
    for (auto limit : compiler_.document.getLimits()) {
      Limit made{.name = textOf(limit.getName()),
                 .wording = textOf(limit.getWording()),
                 .clause = compiler_.clause(limit.getClause()),
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
        made.judged.push_back({.act = compiler_.payload(at.getAct()), .clause = compiler_.clause(at.getClause())});
      }
      if (made.max < 1)
        RulesetCompiler::refuse(fmt::format("limit \"{}\" has max {}; the minimum is 1", made.name, made.max),
                                limit.getName());
      for (auto key : limit.getKeyedBy()) made.keyed_by.set(static_cast<std::size_t>(key));
      for (auto back : limit.getGivenBack()) {
        GivenBack one{.when = back.getWhen(), .clause = compiler_.clause(back.getClause())};
        // Reasons that can never give back a use of this limit are not listed.
        if (isGivenBack(made.counted, made.keyed(schema::Limit::Key::INSTANCE), one.when)) {
          made.given_back.push_back(std::move(one));
        }
      }
      if (!limit.hasWithin())
        RulesetCompiler::refuse(fmt::format("limit \"{}\" does not say \"within\" what it counts", made.name),
                                limit.getName());
      setWithin(made, limit.getWithin());
      requireCountable(made, limit.getName());
      ruleset_.limits.push_back(std::move(made));
    }
    deriveFromLimits();
  }

 private:
  /// Refuses a limit with a key that the counted objects lack: copies have titles, hosts and players, but no abilities.
  static void requireCountable(const Limit& limit, capnp::Text::Reader name) {
    using Key = schema::Limit::Key;
    if (!isOfCopies(limit.counted)) return;
    for (const auto& [key, called] : {std::pair{Key::ABILITY, "ability"}, std::pair{Key::GROUP, "group"},
                                      std::pair{Key::WORDING, "wording"}, std::pair{Key::TRIGGER, "trigger"}}) {
      if (limit.keyed(key))
        RulesetCompiler::refuse(fmt::format("limit \"{}\" counts copies of cards by {}", limit.name, called), name);
    }
    if (limit.every_ability)
      RulesetCompiler::refuse(fmt::format("limit \"{}\" counts copies, for abilities", limit.name), name);
  }

  void setWithin(Limit& limit, capnp::Text::Reader text) const {
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

  /// Sets what the ruleset says of all its limits: which apply without being named, what is counted, and with which
  /// period uses are dropped: the outermost within which a limit counts; uses that outlast every period are kept.
  void deriveFromLimits() {
    ruleset_.forget_uses_with = kUnbound;
    ruleset_.uses_outlast = false;
    ruleset_.limits_of_every_ability = 0;
    for (std::size_t i = 0; i < ruleset_.limits.size(); ++i) {
      const Limit& limit = ruleset_.limits[i];
      if (limit.every_ability && limit.designator.empty()) ruleset_.limits_of_every_ability |= 1ULL << i;
      if (limit.every_card) ruleset_.limits_of_every_card |= 1ULL << i;
      if (!limit.lifted) ruleset_.counted.set(static_cast<std::size_t>(limit.counted));
      if (!limit.lifted && limit.counted == schema::Limit::Counted::USES) {
        ruleset_.counted.set(static_cast<std::size_t>(schema::Limit::Counted::ACTIVATIONS));
        ruleset_.counted.set(static_cast<std::size_t>(schema::Limit::Counted::TRIGGERS));
      }
      if (isOfCopies(limit.counted)) continue;
      if (limit.within != Within::period) {
        ruleset_.uses_outlast = ruleset_.uses_outlast || limit.every_ability || limit.every_card;
      } else if (ruleset_.forget_uses_with == kUnbound || holds(limit.period, ruleset_.forget_uses_with)) {
        ruleset_.forget_uses_with = limit.period;
      } else if (limit.period != ruleset_.forget_uses_with && !holds(ruleset_.forget_uses_with, limit.period)) {
        ruleset_.uses_outlast = true;  // two periods, neither within the other: keep all
      }
    }
  }

  [[nodiscard]] bool holds(PeriodIndex outer, PeriodIndex inner) const {
    while (inner != kUnbound && inner != outer) inner = ruleset_.periods[inner].within;
    return inner == outer;
  }

  RulesetCompiler& compiler_;
  Ruleset& ruleset_;
};

}  // namespace

void compileLimits(RulesetCompiler& compiler) { LimitCompiler(compiler).compile(); }

}  // namespace docket
