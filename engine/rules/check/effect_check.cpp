#include "engine/rules/check/effect_check.h"

#include <fmt/format.h>

#include "engine/rules/ability.h"
#include "engine/rules/check/document_marks.h"

namespace docket {
namespace {

/// The fields of an effect that its kind reads.
struct Reads {
  bool needs_name = false, needs_amount = false, amount = false;
};
Reads readBy(Effect::What what) {
  if (changesStat(what)) return {.needs_name = true, .needs_amount = true, .amount = true};
  switch (what) {
    case Effect::What::GAIN:
    case Effect::What::LOSE:
    case Effect::What::PLACE_COUNTERS:
    case Effect::What::REMOVE_COUNTERS:
      return {.needs_name = true, .amount = true};
    case Effect::What::DRAW:
    case Effect::What::CREATE:
      return {.amount = true};
    case Effect::What::NEGATE_EFFECTS:
    case Effect::What::CONTROL:
    case Effect::What::MOVE:
    case Effect::What::TURN:
      return {};
    default:
      return {.needs_name = true};
  }
}

class EffectCheck {
 public:
  EffectCheck(schema::Effect::Reader effect, bool continuous, std::string at, std::string card, Remarks& remarks)
      : effect_(effect), continuous_(continuous), at_(std::move(at)), of_(std::move(card)), remarks_(remarks) {}

  void check() {
    const bool done = effect_.getWhat() >= Effect::What::DRAW;
    if (continuous_ && done) {
      error(effect_.hasName() ? ".name" : "",
            "a continuous trait can only change things: an action belongs to a triggered trait or an ability");
    }
    reads();
    const bool lasts = effect_.getLast() != schema::Change::Last::PERMANENT;
    if (lasts && continuous_) {
      error(".last", "the changes of a continuous trait last as long as it applies");
    } else if (lasts && done) {
      error(".last", "an action has no duration");
    }
    if (effect_.getKeywords().size() != 0) {
      say(Remark::Severity::note, ".keywords",
          "the keywords of a change are those that the record tells: nothing reads them here");
    }
    if (effect_.getLast() == schema::Change::Last::UNTIL_END && effect_.getUntil().size() == 0) {
      error(".last", "\"until\" says with the end of which period it ends");
    }
  }

 private:
  void reads() {
    const Reads reads = readBy(effect_.getWhat());
    const auto what = enumerantName(effect_.getWhat());
    if (reads.needs_name && effect_.getName().size() == 0) {
      error("", fmt::format("a {} does not say in \"name\" what it is about", what));
    }
    if (reads.needs_amount && effect_.getAmount().size() == 0) {
      error("", fmt::format("a {} does not say in \"amount\" how much", what));
    }
    if (effect_.getAmount().size() != 0 && !reads.amount) {
      error(".amount", fmt::format("a {} has no amount: it would be ignored", what));
    }
  }

  void say(Remark::Severity severity, const std::string& field, const std::string& message) {
    remarks_.add({.severity = severity, .path = at_ + field, .message = message, .of = of_});
  }
  void error(const std::string& field, const std::string& message) { say(Remark::Severity::error, field, message); }

  schema::Effect::Reader effect_;
  bool continuous_;
  std::string at_, of_;
  Remarks& remarks_;
};

/// True if an effect repeats an earlier one without adding to it.
bool isIdle(capnp::List<schema::Effect>::Reader effects, unsigned i) {
  if (effects[i].getWhat() == Effect::What::BONUS || effects[i].getWhat() >= Effect::What::DRAW) return false;
  for (unsigned j = 0; j < i; ++j) {
    if (haveEqualContent(effects[i], effects[j])) return true;
  }
  return false;
}

}  // namespace

void checkEffects(capnp::List<schema::Effect>::Reader effects, bool continuous, const std::string& at,
                  const std::string& card, Remarks& remarks) {
  for (unsigned i = 0; i < effects.size(); ++i) {
    const std::string effect_path = fmt::format("{}.effects[{}]", at, i);
    if (isIdle(effects, i)) {
      remarks.add({.severity = Remark::Severity::error,
                   .path = effect_path,
                   .message = "it appears there twice: remove one",
                   .of = card});
    }
    EffectCheck(effects[i], continuous, effect_path, card, remarks).check();
  }
}

}  // namespace docket
