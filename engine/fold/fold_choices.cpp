#include "engine/fold/fold_choices.h"

#include <range/v3/algorithm/lower_bound.hpp>
#include <tuple>

#include "engine/state/facts.h"

namespace docket {
namespace {

const auto kChoiceKey = [](const Choice& one) { return std::tuple{one.player, one.what, one.kind}; };

void storeChoice(Fold& fold, const Choice& choice) {
  auto& choices = fold.state.play.choices;
  const auto found = ranges::lower_bound(choices, kChoiceKey(choice), {}, kChoiceKey);
  if (found != choices.end() && kChoiceKey(*found) == kChoiceKey(choice)) {
    fold.state.fingerprint -= factOf(*found);
    *found = choice;
  } else {
    choices.insert(found, choice);
  }
  fold.state.fingerprint += factOf(choice);
}

}  // namespace

void keepChoice(Fold& fold, schema::Event::Reader event) {
  switch (event.which()) {
    case schema::Event::NUMBER_CHOSEN: {
      const auto chosen = event.getNumberChosen();
      return storeChoice(fold, {.player = chosen.getPlayer(),
                                .what = chosen.getWhat(),
                                .kind = Choice::Kind::chosen,
                                .number = chosen.getNumber(),
                                .event = fold.now});
    }
    case schema::Event::RANDOM_OUTCOME: {
      const auto thrown = event.getRandomOutcome();
      if (thrown.getResults().size() == 0) return;
      return storeChoice(fold, {.player = thrown.getPlayer(),
                                .what = thrown.getWhat(),
                                .kind = Choice::Kind::thrown,
                                .number = thrown.getResults()[0],
                                .event = fold.now});
    }
    case schema::Event::SHUFFLED: {
      const auto shuffled = event.getShuffled();
      return storeChoice(fold, {.player = shuffled.getPlayer(),
                                .what = shuffled.getZone(),
                                .kind = Choice::Kind::shuffled,
                                .number = shuffled.getCount(),
                                .event = fold.now});
    }
    default:
      return;
  }
}

}  // namespace docket
