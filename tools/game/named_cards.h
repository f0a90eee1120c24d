// The cards that a person names at a point of a game: by number ("#12"), or by title, with its label if there are
// several ("Ash Blossom", "Ash Blossom [a]").
// Invariant: a card is returned only if it is the only possible one; every suggestion, when typed, names one card.
#pragma once

#include <string>
#include <string_view>

#include "engine/rules/expression/expression.h"
#include "tools/game/game_loader.h"

namespace docket {

class NamedCards : public expression::SubjectNames {
 public:
  /// On the table `state` of that game; both must outlive this.
  NamedCards(const OpenGame& game, const State& state) : game_(game), state_(state) {}

  /// The card that a text names. Throws BadInput if it names no card, stating what was `expected`, or several, with the
  /// choices.
  [[nodiscard]] CardIndex card(std::string_view text,
                               std::string_view expected = "its title or its number, such as #12") const;
  /// The subject that a text names: a card, a player also by name, and others (entity_parser.h). Throws BadInput
  /// likewise.
  [[nodiscard]] Entity subject(std::string_view text) const;
  /// The card or the player that a text names in an expression. Throws BadInput.
  [[nodiscard]] expression::NamedSubject inExpression(std::string_view text) const override;
  /// "#12" of a text that is the title of a card; any other text as it is. Throws BadInput if it is that of several.
  [[nodiscard]] std::string numbered(std::string text) const;

 private:
  [[nodiscard]] Entity named(std::string_view text) const;
  [[nodiscard]] CardIndex titled(std::string_view text) const;
  [[nodiscard]] std::string nearest(std::string_view text) const;
  /// The nearest card, player or word of those that subject() takes.
  [[nodiscard]] std::string hintFor(std::string_view text) const;

  const OpenGame& game_;
  const State& state_;
};

}  // namespace docket
