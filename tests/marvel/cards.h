// The cards of the simulated games, as cards.jsonl has them, and the rules under which the games are recorded: the
// ruleset of this folder and a catalogue of those cards, whose limits are the words that are printed on them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "engine/rules/catalogue.h"
#include "engine/rules/compile_ruleset.h"
#include "tests/marvel/printed_limits.h"

namespace docket::marvel {

/// The period of a kind of limit of the simulator: "LimitOncePerRoundPerPlayer" is of the round. Empty: it has none.
std::string periodOf(std::string_view kind);

/// An ability of a card, as the simulator lists it. Its number in the catalogue is its place in that list, from 1.
struct FaceAbility {
  std::string key, type;
  bool plays = false;                ///< it is how the card is played
  bool pays = false;                 ///< it is how the card is discarded for its resources
  std::vector<PrintedLimit> limits;  ///< printed on it
  std::vector<std::string> kinds;    ///< of limits that the simulator enforces: "LimitOncePerRound"

  /// It is used by a player or triggered; otherwise it is not an act: a rule, a constant ability, a check.
  [[nodiscard]] bool isUsed() const;
};

/// One side of a card.
struct Face {
  std::string code, name, type;
  bool unique = false;
  std::int64_t deck_limit = 0, max_per_unit = 0;  ///< the simulator's own reading of the words; 0 none
  std::string same_as;                            ///< the code of the card that it is a reprint of
  std::vector<std::string> traits;
  std::vector<std::string> phrases;  ///< those that the source found in the text
  std::string text;
  std::vector<std::pair<std::string, std::string>> values;  ///< printed numbers by the source's names for them
  std::vector<FaceAbility> abilities;
  std::vector<PrintedLimit> limits;  ///< printed on the card itself
  std::vector<PrintedLimit> unread;  ///< words of a limit that was not understood

  /// True if it has words of a limit on uses or copies, understood or not.
  [[nodiscard]] bool hasWords() const;
  /// True if the simulator enforces a limit on uses of the card, for that period where one is named.
  [[nodiscard]] bool isEnforced(const std::string& period = "") const;
  /// The place of an ability by its key; abilities.size() if it has none such.
  [[nodiscard]] std::size_t ability(const std::string& key) const;
  /// ability(), except for a check whether a resource can pay: then the place of the resource that has the words.
  [[nodiscard]] std::size_t limitedAbility(const std::string& key) const;
};

class GameRules {
 public:
  static const GameRules& get();
  [[nodiscard]] Rules rules() const { return {ruleset_, catalogue_}; }
  [[nodiscard]] const std::map<std::string, Face>& faces() const { return faces_; }
  /// Null for a card that cards.jsonl does not have.
  [[nodiscard]] const Face* face(const std::string& code) const;

 private:
  GameRules();
  std::map<std::string, Face> faces_;
  Ruleset ruleset_;
  Catalogue catalogue_;
};

/// The folder of the games; tests skip if it is missing.
std::filesystem::path gamesFolder();

#define SKIP_WITHOUT_GAMES()                                                                        \
  if (!std::filesystem::exists(docket::marvel::gamesFolder() / "cards.jsonl")) {                    \
    GTEST_SKIP() << "NOT TESTED: the simulated games are not at " << docket::marvel::gamesFolder(); \
  }

}  // namespace docket::marvel
