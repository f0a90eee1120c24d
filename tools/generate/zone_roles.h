// The setting of a plain script: which zones of a ruleset are deck, hand, play and discard, the structure of its turns,
// and the cards of its decks. It uses only what the rules certainly allow, and reports what it skips.
#pragma once

#include <string>
#include <vector>

#include "tools/generate/act_context.h"
#include "tools/generate/game.h"
#include "tools/generate/plain_play.h"
#include "tools/generate/rules_summary.h"

namespace docket::generate {

struct ZoneRoles {
  std::string deck, hand, play, gone;  ///< zones that each player has; empty if there is none
  std::size_t deck_size = 40;

  bool timeless = false;             ///< no period can begin
  std::string turn;                  ///< the outermost period
  std::vector<std::string> phases;   ///< the named periods in it; one empty text if there are none
  bool named_phase = false;          ///< `phase()` reads these
  std::vector<std::string> smaller;  ///< periods that begin in each of them

  std::vector<std::size_t> cards;                 ///< in RulesSummary::cards: those of the decks
  std::vector<std::vector<std::size_t>> classes;  ///< of these, those that no rule tells apart

  UsedNames used_names;
  std::vector<LeftOut> left_out;
};

[[nodiscard]] ZoneRoles zoneRolesOf(const RulesSummary& summary);

/// "what [a], [b] says about that is not met, or is not understood"
[[nodiscard]] std::string unreadWords(std::vector<std::string> clauses);

/// True if a win depends on an empty deck: then the last card of a deck is never drawn.
[[nodiscard]] bool isOfEmptyDeck(const WinKind& win, const ZoneRoles& zone_roles);

/// The wins that may follow an act without the generator knowing: it avoids such acts.
[[nodiscard]] Objections winsAfter(const RulesSummary& summary, const ActContext& context, const ZoneRoles& zone_roles);

}  // namespace docket::generate
