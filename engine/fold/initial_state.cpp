#include "engine/fold/initial_state.h"

#include <range/v3/algorithm/lower_bound.hpp>

#include "engine/state/facts.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

/// The usual needs of a game, reserved at once instead of by repeated doubling.
constexpr std::size_t kUsualUses = 32;
constexpr std::size_t kUsualEntries = 64;

}  // namespace

State initialState(schema::Header::Reader header, const Rules& rules) {
  State state;
  state.seats = header.getPlayers().size();
  state.format = view(header.getFormat());
  state.numbers.push_back(kNone);  // card numbers start at 1
  state.sets = CardSets(rules.ruleset, state.seats, rules.catalogue.triggers);
  state.uses.reserve(kUsualUses);
  state.use_lists.reserve(kUsualUses);
  state.last_of_use_list.reserve(kUsualUses);
  state.entries.reserve(kUsualEntries);
  state.piles.resize(rules.ruleset.zones.size() * (state.seats + 1U));
  const auto set = [&](Entity holder, std::size_t value, std::int64_t amount) {
    const EntityValue entity_value{.subject = holder, .key = static_cast<std::uint32_t>(value), .amount = amount};
    const auto found = ranges::lower_bound(state.values, kValueKey(entity_value), {}, kValueKey);
    if (found != state.values.end() && kValueKey(*found) == kValueKey(entity_value)) {
      state.fingerprint -= factOf(*found);
      *found = entity_value;
    } else {
      state.values.insert(found, entity_value);
    }
    state.fingerprint += factOf(entity_value);
  };
  const auto& values = rules.ruleset.values;
  for (std::uint32_t seat = 1; seat <= state.seats; ++seat) {
    for (std::size_t value = 0; value < values.size(); ++value) {
      const auto& start = values[value].start;
      if (!values[value].of_game && start) set(entityOf(EntityKind::player, seat), value, *start);
    }
  }
  for (std::size_t value = 0; value < values.size(); ++value) {
    if (values[value].of_game && values[value].start) set(entityOf(EntityKind::game, 0), value, *values[value].start);
  }
  for (auto starting : header.getStartingValues()) {
    const ValueIndex value = rules.ruleset.value(view(starting.getValue()));
    if (value == kUnbound || starting.getPlayer() > state.seats) continue;
    const bool of_game = starting.getPlayer() == 0 && values[value].of_game;
    set(of_game ? entityOf(EntityKind::game, 0) : entityOf(EntityKind::player, starting.getPlayer()), value,
        starting.getAmount());
  }
  return state;
}

}  // namespace docket
