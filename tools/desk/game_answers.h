// The requests about games, drafts and those of the archive: boards, questions, decisions. What the program has a
// command for is done by that command. Invariant: a question about a draft is answered as one about the recorded game
// would be.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "tools/desk/asked.h"
#include "tools/desk/workplace.h"
#include "tools/game/game_loader.h"
#include "tools/report/mat.h"
#include "tools/words/turn_labels.h"

namespace docket::desk {

class GameAnswers {
 public:
  explicit GameAnswers(Workplace& at) : at_(at) {}

  // of a draft or a game of the archive
  std::string offers(const Asked& asked);
  std::string board(const Asked& asked);
  std::string ask(const Asked& asked);
  std::string explain(const Asked& asked);
  std::string moves(const Asked& asked);
  // of the archive
  std::string games(const Asked&);
  std::string live(const Asked&);
  std::string rulesets(const Asked&);
  std::string catalogues(const Asked&);
  // of a game of the archive
  std::string log(const Asked& asked);
  std::string rulings(const Asked& asked);
  std::string slip(const Asked& asked);
  std::string rule(const Asked& asked);
  std::string certify(const Asked& asked);
  std::string addLine(const Asked& asked);
  std::string branch(const Asked& asked);
  std::string compare(const Asked& asked);

 private:
  [[nodiscard]] std::string recorded(const Asked& asked, const CommandOutput& output);
  /// A game that a question is about.
  struct Opened {
    OpenGame game;
    TurnLabels turn_labels;
    Draft* draft = nullptr;  ///< the draft that it is, if any
    explicit Opened(OpenGame opened)
        : game(std::move(opened)), turn_labels(game.gameRules().ruleset, game.names(), game.events(), game.last()) {}
  };
  [[nodiscard]] std::shared_ptr<Opened> opened(const Asked& asked);
  [[nodiscard]] EventNumber pointIn(const Asked& asked, const Opened& opened) const;
  [[nodiscard]] const report::MatDocument* matOf(const Ruleset& ruleset, const Bytes32& digest);

  Workplace& at_;
  std::shared_ptr<Opened> last_opened_{};  // a game of the archive
  std::string last_name_{};                // by which it was asked for
  std::uint64_t last_changes_ = 0;         // when it was opened
  std::string live_{};
  std::uint64_t live_changes_ = 0;  // when it was made
  std::map<Bytes32, std::unique_ptr<const report::MatDocument>> mats_{};
};

}  // namespace docket::desk
