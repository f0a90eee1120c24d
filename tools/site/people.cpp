#include "tools/site/people.h"

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "events/text/text_view.h"
#include "tools/site/folding.h"

namespace docket::site {
namespace {

constexpr std::size_t kShortestWord = 3;

/// The judge who decides something by this event; empty for most events.
std::string_view judgeOf(schema::Event::Reader event) {
  switch (event.which()) {
    case schema::Event::RULING_GIVEN:
      return view(event.getRulingGiven().getJudge());
    case schema::Event::PENALTY_GIVEN:
      return view(event.getPenaltyGiven().getJudge());
    case schema::Event::REWOUND:
      return view(event.getRewound().getJudge());
    case schema::Event::OBLIGATION_WAIVED:
      return view(event.getObligationWaived().getJudge());
    case schema::Event::TIME_EXTENDED:
      return view(event.getTimeExtended().getJudge());
    // clang-format off
    case schema::Event::NOTHING: case schema::Event::DECK_REGISTERED: case schema::Event::SHUFFLED:
    case schema::Event::CARDS_DRAWN: case schema::Event::CARD_MOVED: case schema::Event::PILE_MOVED:
    case schema::Event::CARD_CREATED: case schema::Event::CARD_CEASED: case schema::Event::CARDS_REVEALED:
    case schema::Event::CARD_TURNED: case schema::Event::CARD_FLIPPED: case schema::Event::CARD_ATTACHED:
    case schema::Event::CARD_DETACHED: case schema::Event::CONTROL_CHANGED: case schema::Event::BEGAN:
    case schema::Event::ENDED: case schema::Event::CARD_PLAYED: case schema::Event::ABILITY_ACTIVATED:
    case schema::Event::ACTIVATION_NEGATED: case schema::Event::EFFECT_NEGATED: case schema::Event::ACTIVATION_RESOLVED:
    case schema::Event::TRAIT_TRIGGERED: case schema::Event::ATTACK_DECLARED: case schema::Event::CHANGE_BEGAN:
    case schema::Event::CHANGE_ENDED: case schema::Event::VALUE_CHANGED: case schema::Event::COUNTER_PLACED:
    case schema::Event::COUNTER_REMOVED: case schema::Event::NUMBER_CHOSEN: case schema::Event::NAME_CHOSEN:
    case schema::Event::TARGETS_CHOSEN: case schema::Event::RANDOM_OUTCOME: case schema::Event::CONCEDED:
    case schema::Event::GAME_ENDED: case schema::Event::OBSERVED: case schema::Event::CORRECTED:
    case schema::Event::NOTE: case schema::Event::REPLACED: case schema::Event::TOLD: case schema::Event::SKIPPED:
      // clang-format on
      break;
  }
  return {};
}

}  // namespace

std::uint32_t PlayerNumbers::numberOf(std::string_view name) {
  if (name.empty()) return 0;
  const auto known = numbers_.find(name);
  if (known != numbers_.end()) return known->second;
  return numbers_.emplace(name, count() + 1).first->second;
}

People::People(const Game& game) {
  for (const auto player : game.header().getPlayers()) add(view(player.getName()));
  const GameLabel label = game.label();
  for (const std::string& player : label.players) add(player);
  for (const RecordedBy& one : label.recorded_by) add(one.name);
  game.forEach([&](std::uint32_t, schema::Event::Reader event) { add(judgeOf(event)); });
}

void People::add(std::string_view name) {
  std::string whole = folded(name);
  if (whole.empty() || ranges::contains(names_, whole)) return;
  for (std::string& word : wordsOf(name)) {
    if (word.size() >= kShortestWord) words_.push_back(std::move(word));
  }
  names_.push_back(std::move(whole));
}

bool People::areNamedIn(std::string_view text) const {
  if (text.empty() || names_.empty()) return false;
  const auto words = wordsOf(text);
  if (ranges::any_of(words, [&](const std::string& word) { return ranges::contains(words_, word); })) return true;
  // A short name stands for itself as a word only: "Al" is in no "alone".
  const std::string whole = folded(text);
  return ranges::any_of(names_, [&](const std::string& name) {
    return name.size() < kShortestWord ? ranges::contains(words, name) : whole.find(name) != std::string::npos;
  });
}

}  // namespace docket::site
