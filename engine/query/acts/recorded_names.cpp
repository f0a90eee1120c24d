#include "engine/query/acts/recorded_names.h"

#include <fmt/format.h>

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>
#include <utility>

#include "engine/state/computed_entries.h"
#include "events/entity.h"
#include "events/nearest.h"

namespace docket {
namespace {

template <class Things>
std::string noSuch(std::string_view what, std::string_view name, const Things& things) {
  const auto known = things | ranges::views::transform([](const auto& one) -> std::string_view { return one.name; }) |
                     ranges::to_vector;
  return fmt::format("the ruleset has no {} \"{}\"{}", what, name, didYouMean(name, known));
}

/// Goes through the names of one event; used once.
class NamesOfEvent {
 public:
  NamesOfEvent(const Ruleset& ruleset, const Names& names) : ruleset_(ruleset), names_(names) {}

  std::vector<std::string> wrongIn(schema::Event::Reader event) {
    look(event);
    return std::move(wrong_);
  }

 private:
  void look(schema::Event::Reader event) {
    zonesOf(event);
    orientationOf(event);
    unsaid(event);
    if (event.isEnded()) kindOfPeriod(names_.text(event.getEnded().getPeriod()));
    if (event.isBegan()) period(names_.text(event.getBegan().getPeriod()), names_.text(event.getBegan().getName()));
    if (event.isValueChanged()) value(event.getValueChanged());
    if (event.hasBegins()) {
      for (const auto change : event.getBegins()) stat(change);
    }
    if (event.isCorrected() && event.getCorrected().hasReplacement()) look(event.getCorrected().getReplacement());
  }

  void zonesOf(schema::Event::Reader event) {
    switch (event.which()) {
      case schema::Event::DECK_REGISTERED:
        return zone(event.getDeckRegistered().getZone());
      case schema::Event::SHUFFLED:
        return zone(event.getShuffled().getZone());
      case schema::Event::CARDS_DRAWN:
        zone(event.getCardsDrawn().getFrom());
        return zone(event.getCardsDrawn().getTo());
      case schema::Event::CARD_MOVED:
        zone(event.getCardMoved().getFrom());
        return zone(event.getCardMoved().getZone());
      case schema::Event::PILE_MOVED:
        zone(event.getPileMoved().getFrom());
        return zone(event.getPileMoved().getTo());
      case schema::Event::CARD_CREATED:
        return zone(event.getCardCreated().getZone());
      case schema::Event::CARD_PLAYED:
        return zone(event.getCardPlayed().getZone());
      case schema::Event::ABILITY_ACTIVATED:
        return zone(event.getAbilityActivated().getFrom());
      default:
        return;
    }
  }

  /// One that is not said is no wrong name: whether it has to be said is asked where the event is folded.
  void zone(NameNumber number) {
    const std::string_view name = names_.text(number);
    if (!name.empty() && ruleset_.zone(name) == kUnbound) wrong_.push_back(noSuchZone(ruleset_, name));
  }

  /// What an event is about by its name, and would change nothing without it.
  void unsaid(schema::Event::Reader event) {
    if (event.isCardTurned() && event.getCardTurned().getOrientation() == 0)
      wrong_.emplace_back("it does not say how the card is turned");
    if (event.isValueChanged() && event.getValueChanged().getValue() == 0)
      wrong_.emplace_back("it does not say which value");
    const bool no_counter = (event.isCounterPlaced() && event.getCounterPlaced().getCounter() == 0) ||
                            (event.isCounterRemoved() && event.getCounterRemoved().getCounter() == 0);
    if (no_counter) wrong_.emplace_back("it does not say which counter");
  }

  void orientationOf(schema::Event::Reader event) {
    switch (event.which()) {
      case schema::Event::CARD_MOVED:
        return orientation(event.getCardMoved().getOrientation());
      case schema::Event::CARD_CREATED:
        return orientation(event.getCardCreated().getOrientation());
      case schema::Event::CARD_PLAYED:
        return orientation(event.getCardPlayed().getOrientation());
      case schema::Event::CARD_TURNED:
        return orientation(event.getCardTurned().getOrientation());
      case schema::Event::CARD_FLIPPED:
        return orientation(event.getCardFlipped().getOrientation());
      default:
        return;
    }
  }

  /// Where the ruleset lists none, any will do.
  void orientation(NameNumber number) {
    const std::string_view name = names_.text(number);
    const auto& known = ruleset_.orientations;
    if (name.empty() || known.empty() || ranges::contains(known, name)) return;
    wrong_.push_back(fmt::format("the ruleset has no orientation \"{}\"{}", name, didYouMean(name, known)));
  }

  /// Its number; kUnbound, and noted as wrong, where there is none of that kind.
  PeriodIndex kindOfPeriod(std::string_view kind) {
    const PeriodIndex index = ruleset_.period(kind);
    if (index == kUnbound) wrong_.push_back(noSuchPeriod(ruleset_, kind));
    return index;
  }

  void period(std::string_view kind, std::string_view name) {
    const PeriodIndex index = kindOfPeriod(kind);
    if (index == kUnbound) return;
    const auto& known = ruleset_.periods[index].names;
    if (name.empty() || known.empty() || ranges::contains(known, name)) return;
    wrong_.push_back(fmt::format("the ruleset has no {} \"{}\"{}", kind, name, didYouMean(name, known)));
  }

  /// The value of players, or of the game; where the ruleset lists none of theirs, any will do.
  void value(schema::Event::ValueChanged::Reader changed) {
    const EntityKind of = kindOf(changed.getSubject());
    if (of != EntityKind::player && of != EntityKind::game) return;
    const bool of_game = of == EntityKind::game;
    const std::string_view name = names_.text(changed.getValue());
    const bool lists = of_game ? ranges::any_of(ruleset_.values, &Value::of_game) : !ruleset_.values.empty();
    if (!lists || name.empty() || ruleset_.value(name) != kUnbound) return;
    const auto known = ruleset_.values | ranges::views::transform(&Value::name) | ranges::to_vector;
    wrong_.push_back(fmt::format("{} no value \"{}\" in the ruleset{}", of_game ? "the game has" : "players have", name,
                                 didYouMean(name, known)));
  }

  void stat(schema::Change::Reader change) {
    const std::string_view name = names_.text(change.getName());
    if (isAboutStat(change.getKind()) && ruleset_.stat(name) == kUnbound) wrong_.push_back(noSuchStat(ruleset_, name));
  }

  const Ruleset& ruleset_;
  const Names& names_;
  std::vector<std::string> wrong_;
};

}  // namespace

std::vector<std::string> unknownNames(const Ruleset& ruleset, const Names& names, schema::Event::Reader event) {
  return NamesOfEvent(ruleset, names).wrongIn(event);
}

std::string noSuchZone(const Ruleset& ruleset, std::string_view name) { return noSuch("zone", name, ruleset.zones); }
std::string noSuchPeriod(const Ruleset& ruleset, std::string_view kind) {
  if (kind.empty()) return "it does not say which period";
  return noSuch("period", kind, ruleset.periods);
}
std::string noSuchStat(const Ruleset& ruleset, std::string_view name) { return noSuch("stat", name, ruleset.stats); }

}  // namespace docket
