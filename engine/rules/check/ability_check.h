// Reports contradictions and unread fields in the abilities and limits of a card, or of every player: a limit on
// something that cannot have it, a cost that cannot be paid, a number that repeats the ruleset's. Internal to the
// engine.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "engine/rules/check/document_remarks.h"
#include "engine/rules/ruleset.h"
#include "schemas/card.capnp.h"

namespace docket {

class AbilityCheck {
 public:
  AbilityCheck(const Ruleset& ruleset, Remarks& remarks) : ruleset_(ruleset), remarks_(remarks) {}

  /// Sets the card of the following remarks: `card "Goby"`.
  void setCard(std::string card) { card_ = std::move(card); }
  /// Checks an ability. `at`: its path.
  void checkAbility(schema::Ability::Reader ability, const std::string& at);
  /// Checks the limits of a card itself.
  void checkLimitsOfCard(capnp::List<schema::LimitOf>::Reader limits, const std::string& at) {
    checkLimitList(limits, at, {});
  }
  /// Call last: notes each limit whose default number is written out, with the first place and the number of places.
  void noteWrittenOut();

 private:
  using Kind = schema::Ability::Kind;
  struct WrittenOut {
    std::string first;
    std::size_t count = 0;
  };

  void error(const std::string& at, const std::string& message) { say(Remark::Severity::error, at, message); }
  void note(const std::string& at, const std::string& message) { say(Remark::Severity::note, at, message); }
  void say(Remark::Severity severity, const std::string& at, const std::string& message);

  /// `kind`: the kind of the ability that has them; empty if the card itself does.
  void checkLimitList(capnp::List<schema::LimitOf>::Reader limits, const std::string& at, std::optional<Kind> kind);
  void checkLimit(schema::LimitOf::Reader from, LimitIndex index, const std::string& at, std::optional<Kind> kind);
  void checkCondition(schema::Ability::Reader ability, schema::Condition::Reader condition, const std::string& at);
  void checkCost(schema::Cost::Reader cost, const std::string& at);

  const Ruleset& ruleset_;
  Remarks& remarks_;
  std::string card_;
  std::map<LimitIndex, WrittenOut> written_out_;
};

}  // namespace docket
