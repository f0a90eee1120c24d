#include "engine/rules/expression/reads.h"

#include "engine/rules/expression/functions.h"
#include "engine/rules/ruleset.h"

namespace docket::expression {
namespace {

/// What `it` is: the event's card, or a card of a selection from zones that are all in play, or from others.
enum class ItLies : std::uint8_t { event, in_play, elsewhere };

/// Walks an expression and collects what it reads.
class ReadsOf {
 public:
  ReadsOf(const Expression& expression, const Ruleset& ruleset) : expression_(expression), ruleset_(ruleset) {}

  StateParts read() {
    node(expression_.root, ItLies::event);
    return reads_;
  }

 private:
  [[nodiscard]] const Node& at(NodeIndex index) const { return expression_.node(index); }

  void add(StatePart part) { reads_ |= StateParts::of(part); }

  /// `it_lies`: within the filters of a selection, `it` is each of its cards.
  void node(NodeIndex index, ItLies it_lies) {
    const Node& one = at(index);
    switch (one.op) {
      case Operator::it:
        if (it_lies == ItLies::event) add(StatePart::event);
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
        function(one, it_lies);
        break;
      default:
        break;
    }
    std::size_t place = 0;
    for (NodeIndex i = one.first_child; i != kNone; i = at(i).next, ++place) {
      const bool about_each = one.op == Operator::call && isAboutEach(one.function, place);
      node(i, about_each ? whereEachLies(one) : it_lies);
    }
  }

  /// Where the cards of a selection are: its zone filter says so.
  [[nodiscard]] ItLies whereEachLies(const Node& call) const {
    std::size_t place = 0;
    for (NodeIndex i = call.first_child; i != kNone; i = at(i).next, ++place) {
      const Node& one = at(i);
      if (one.op != Operator::zone || isAboutEach(call.function, place)) continue;
      if (one.number == kInPlay) return ItLies::in_play;
      if (one.number == kAnywhere) return ItLies::elsewhere;
      return ruleset_.zones[static_cast<std::size_t>(one.number)].in_play ? ItLies::in_play : ItLies::elsewhere;
    }
    return ItLies::elsewhere;
  }

  void zone(std::int64_t zone) {
    if (zone == kAnywhere) {
      reads_ |= StateParts::allZones();
    } else {
      reads_ |= zone == kInPlay ? zonesInPlay(ruleset_) : StateParts::ofZone(static_cast<ZoneIndex>(zone));
    }
  }

  /// Adds the parts that identify the card that the function is about. For a card of a selection in play, the selection
  /// adds which cards there are.
  void identity(const Node& call, ItLies it_lies) {
    const bool of_it = call.first_child != kNone && at(call.first_child).op == Operator::it;
    add(of_it && it_lies == ItLies::in_play ? StatePart::shown : StatePart::identity);
  }

  void stat(StatIndex stat, const Node& call, ItLies it_lies) {
    reads_ |= readsOfStat(stat, ruleset_);
    identity(call, it_lies);
  }

  void function(const Node& call, ItLies it_lies) {
    switch (familyOf(call.function)) {
      case Family::stat:
        // A stat that is named by a text can be any.
        if (call.function == Function::stat_called) return add(StatePart::other);
        return stat(static_cast<StatIndex>(at(at(call.first_child).next).number), call, it_lies);
      case Family::printed:
        return identity(call, it_lies);
      case Family::value:
        add(StatePart::observations);
        return add(StatePart::values);
      case Family::counters:
        return add(StatePart::counters);
      case Family::card:
        return ofCard(call, it_lies);
      case Family::keyword:
      case Family::type:
        identity(call, it_lies);
        return add(StatePart::characteristics);
      case Family::trait:
        identity(call, it_lies);
        return add(StatePart::traits);
      case Family::place:
        reads_ |= StateParts::allZones();
        if (call.function == Function::from_bottom) add(StatePart::piles);
        return;
      case Family::period:
        return add(StatePart::periods);
      case Family::tally:
        // A count of a card ends with its stay in a place.
        reads_ |= StateParts::allZones();
        return add(StatePart::tallies);
      case Family::choice:
        return add(StatePart::choices);
      case Family::end:
        return add(StatePart::outcome);
      case Family::event_at_hand:
        return add(StatePart::event);
      case Family::selection:
      case Family::extreme:
      case Family::presence:
      case Family::player:
      case Family::players:
        return;  // their arguments decide it
      default:
        return add(StatePart::other);  // its dependencies are unknown
    }
  }

  void ofCard(const Node& call, ItLies it_lies) {
    switch (call.function) {
      case Function::controller:
      case Function::owner:
        return add(StatePart::control);
      case Function::zone:
      case Function::in_play:
        reads_ |= StateParts::allZones();
        return;
      case Function::title:
        identity(call, it_lies);
        return add(StatePart::characteristics);
      case Function::orientation:
        return add(StatePart::orientation);
      case Function::face_up:
        return add(StatePart::face);
      case Function::attached_to:
        return add(StatePart::attachment);
      case Function::created:
      case Function::text_read:
        return identity(call, it_lies);
      case Function::has:
        return;  // its arguments decide it
      default:
        return add(StatePart::other);
    }
  }

  const Expression& expression_;
  const Ruleset& ruleset_;
  StateParts reads_;
};

}  // namespace

StateParts readsOf(const Expression& expression, const Ruleset& ruleset) { return ReadsOf(expression, ruleset).read(); }

StateParts readsOfStat(StatIndex stat, const Ruleset& ruleset) {
  // An added type brings its stats.
  return StateParts::ofStat(stat) | ruleset.total_reads[stat] | StateParts::of(StatePart::characteristics) |
         StateParts::of(StatePart::observations);
}

StateParts zonesInPlay(const Ruleset& ruleset) {
  StateParts zones;
  for (std::size_t i = 0; i < ruleset.zones.size(); ++i) {
    if (ruleset.zones[i].in_play) zones |= StateParts::ofZone(static_cast<ZoneIndex>(i));
  }
  return zones;
}

}  // namespace docket::expression
