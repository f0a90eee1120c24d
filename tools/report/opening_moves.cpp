#include "tools/report/opening_moves.h"

#include <string>

#include "tools/words/scope_words.h"

namespace docket::report {

void OpeningMoves::take(const OpenGame& game, const Words& words, ExplanationTable& explanations) {
  const State& state = words.state();
  at_ = state.event;
  if (state.outcome.over) return;
  const Hypothetical table(game, words.turnLabels(), state);
  for (std::uint32_t seat = 1; seat <= state.seats; ++seat) {
    const PossibleMoves moves = possibleMoves(table, words, {.player = static_cast<Seat>(seat)});
    for (const Standing standing : {Standing::legal, Standing::undecided, Standing::illegal}) {
      for (const MoveGroup& group : groupedMoves(moves, standing)) {
        Explanation act{.value = std::string(group.verdict.legality.word()), .children = group.verdict.reasons};
        if (group.verdict.legality.scope.isCovered())
          act.children.push_back({.what = judgedWords(group.verdict.legality.scope)});
        for (const MoveGroup::Line& line : group.lines) {
          if (line.card == kNone) continue;
          act.what = clipped(line.text, 400);
          of_cards_[line.card].push_back(explanations.number(act));
        }
      }
    }
  }
}

void OpeningMoves::write(JsonWriter& json) const {
  json.object("moves").member("at", at_).object("cards");
  for (const auto& [card, acts] : of_cards_) json.list(std::to_string(card), acts);
  json.end().end();
}

}  // namespace docket::report
