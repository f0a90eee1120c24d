#include "engine/rules/expression/reads.h"

#include "engine/rules/expression/functions.h"
#include "engine/rules/ruleset.h"

namespace docket::expression {
namespace {

StateParts inPlay(const Ruleset& ruleset) {
  StateParts zones;
  for (std::size_t i = 0; i < ruleset.zones.size(); ++i) {
    if (ruleset.zones[i].in_play) zones |= StateParts::ofZone(static_cast<ZoneIndex>(i));
  }
  return zones;
}

class RuleSwitch {
 public:
  RuleSwitch(const Expression& expression, const Ruleset& ruleset) : expression_(expression), ruleset_(ruleset) {}

  StateParts read() {
    node(expression_.root, false);
    return reads_;
  }

 private:
  [[nodiscard]] const Node& at(NodeIndex index) const { return expression_.nodes[index]; }

  void add(StatePart part) { reads_ |= StateParts::of(part); }

  /// `within`: in what is asked of each card of a selection, where `it` is that card.
  void node(NodeIndex index, bool within) {
    const Node& one = at(index);
    switch (one.op) {
      case Operator::it:
        if (!within) add(StatePart::event);
        break;
      case Operator::who:
      case Operator::that:
        add(StatePart::event);
        break;
      case Operator::me:
        add(StatePart::control);
        break;
      case Operator::card_number:
        reads_ |= StateParts::allZones();
        break;
      case Operator::zone:
        zone(one.number);
        break;
      case Operator::call:
        function(one);
        break;
      default:
        break;
    }
    std::size_t place = 0;
    for (NodeIndex i = one.first_child; i != kNone; i = at(i).next, ++place) {
      node(i, within || (one.op == Operator::call && isAboutEach(one.function, place)));
    }
  }

  void zone(std::int64_t zone) {
    if (zone == kAnywhere) {
      reads_ |= StateParts::allZones();
    } else {
      reads_ |= zone == kInPlay ? inPlay(ruleset_) : StateParts::ofZone(static_cast<ZoneIndex>(zone));
    }
  }

  void stat(StatIndex stat) {
    reads_ |= StateParts::ofStat(stat) | ruleset_.total_reads[stat];
    add(StatePart::identity);
    add(StatePart::characteristics);  // a type that was added brings the stats that it has
    add(StatePart::observations);
  }

  void function(const Node& call) {
    switch (call.function) {
      case Function::stat:
      case Function::base:
        return stat(static_cast<StatIndex>(at(at(call.first_child).next).number));
      case Function::printed:
        return add(StatePart::identity);
      case Function::value:
        add(StatePart::observations);
        return add(StatePart::values);
      case Function::counters:
        return add(StatePart::counters);
      case Function::controller:
      case Function::owner:
        return add(StatePart::control);
      case Function::zone:
      case Function::in_play:
      case Function::arrived:
        reads_ |= StateParts::allZones();
        return;
      case Function::from_bottom:
        reads_ |= StateParts::allZones();
        return add(StatePart::piles);
      case Function::orientation:
        return add(StatePart::orientation);
      case Function::face_up:
        return add(StatePart::face);
      case Function::attached_to:
        return add(StatePart::attachment);
      case Function::created:
        return add(StatePart::identity);
      case Function::keyword:
      case Function::base_keyword:
      case Function::type:
      case Function::subtype:
      case Function::supertype:
      case Function::title:
        add(StatePart::identity);
        return add(StatePart::characteristics);
      case Function::trait:
        add(StatePart::identity);
        return add(StatePart::traits);
      case Function::count:
      case Function::any:
      case Function::cards:
      case Function::sum:
      case Function::has:
      case Function::minimum:
      case Function::maximum:
      case Function::absent:
      case Function::known:
      case Function::player:
      case Function::opponent:
      case Function::every_player:
      case Function::player_with_most:
        return;  // what they are given says it
      default:
        return ofPlay(call);
    }
  }

  /// Those that ask no card: of periods, choices and the end. Of any other it is not known what it reads.
  void ofPlay(const Node& call) {
    switch (call.function) {
      case Function::turn:
      case Function::phase:
      case Function::turn_player:
      case Function::during:
      case Function::period_name:
      case Function::period_number:
      case Function::periods_ended:
      case Function::period_player:
        return add(StatePart::periods);
      case Function::chosen:
      case Function::chosen_at:
      case Function::thrown:
      case Function::shuffled:
        return add(StatePart::choices);
      case Function::over:
      case Function::winner:
      case Function::won:
      case Function::lost:
        return add(StatePart::outcome);
      case Function::amount:
      case Function::together:
        return add(StatePart::event);
      default:
        return add(StatePart::other);
    }
  }

  const Expression& expression_;
  const Ruleset& ruleset_;
  StateParts reads_;
};

}  // namespace

StateParts readsOf(const Expression& expression, const Ruleset& ruleset) {
  return RuleSwitch(expression, ruleset).read();
}

}  // namespace docket::expression
