#include "engine/fold/hindsight.h"

#include <range/v3/algorithm/equal.hpp>
#include <range/v3/view/take.hpp>
#include <vector>

#include "engine/fold/identity.h"

namespace docket {
namespace {

/// True if the later state has the definitions of the earlier one under the same numbers.
bool continues(const Definitions& later, const Definitions& earlier) {
  const auto is_same = [](const Definition* one, const Definition* other) {
    return one == other || (one != nullptr && other != nullptr && one->key == other->key && one->title == other->title);
  };
  return later.named.size() >= earlier.named.size() &&
         ranges::equal(later.named | ranges::views::take(earlier.named.size()), earlier.named, is_same);
}

/// The cards that only the later state has identified. A card that is shuffled away gets another number.
std::vector<CardIndex> shownLater(const State& then, const State& later) {
  std::vector<CardIndex> shown;
  for (CardIndex i = 0; i < std::min(then.cards.size(), later.cards.size()); ++i) {
    const Card& card = then.cards[i];
    const Card& now = later.cards[i];
    const bool is_hidden = card.exists() && card.definition == 0;
    if (is_hidden && card.number == now.number && now.definition != 0) shown.push_back(i);
  }
  return shown;
}

}  // namespace

std::optional<State> inHindsight(const State& then, const State& later, const Rules& rules) {
  const auto shown = shownLater(then, later);
  if (shown.empty() || !continues(*later.definitions, *then.definitions)) return std::nullopt;
  std::optional<State> informed = then;
  informed->definitions = later.definitions;
  Step nothing;
  Fold fold(*informed, rules, nothing, then.event);
  for (const CardIndex card : shown) identify(fold, card, later.cards[card].definition);
  fold.finish();
  return informed;
}

}  // namespace docket
