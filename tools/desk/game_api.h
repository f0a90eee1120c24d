// The requests about games, drafts and those of the archive: boards, questions, decisions. What the program has a
// command for is done by that command.
// Invariant: a question about a draft is answered as one about the recorded game would be.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "tools/desk/request_data.h"
#include "tools/desk/workplace.h"
#include "tools/game/game_loader.h"
#include "tools/report/mat.h"
#include "tools/words/turn_labels.h"

namespace docket::desk {

class GameApi {
 public:
  explicit GameApi(Workplace& workplace) : workplace_(workplace) {}

  // of a draft or a game of the archive
  std::string offers(const RequestData& request);
  std::string board(const RequestData& request);
  std::string ask(const RequestData& request);
  std::string explain(const RequestData& request);
  std::string moves(const RequestData& request);
  // of the archive
  std::string games(const RequestData&);
  std::string live(const RequestData&);
  std::string rulesets(const RequestData&);
  std::string catalogues(const RequestData&);
  // of a game of the archive
  std::string log(const RequestData& request);
  std::string rulings(const RequestData& request);
  std::string slip(const RequestData& request);
  std::string rule(const RequestData& request);
  std::string certify(const RequestData& request);
  std::string addLine(const RequestData& request);
  std::string branch(const RequestData& request);
  std::string compare(const RequestData& request);

 private:
  [[nodiscard]] std::string recorded(const RequestData& request, const CommandOutput& output);
  /// A game that a question is about.
  struct Opened {
    OpenGame game;
    TurnLabels turn_labels;
    Draft* draft = nullptr;  ///< the draft that it is, if any
    explicit Opened(OpenGame opened)
        : game(std::move(opened)), turn_labels(game.gameRules().ruleset, game.names(), game.events(), game.last()) {}
  };
  [[nodiscard]] std::shared_ptr<Opened> opened(const RequestData& request);
  [[nodiscard]] EventNumber pointIn(const RequestData& request, const Opened& opened) const;
  [[nodiscard]] const report::MatDocument* matOf(const Ruleset& ruleset, const Digest& digest);

  Workplace& workplace_;
  std::shared_ptr<Opened> last_opened_{};  // a game of the archive
  std::string last_name_{};                // the name under which last_opened_ was requested
  std::uint64_t last_changes_ = 0;         // Workplace::changes() when it was opened
  std::string live_{};
  std::uint64_t live_changes_ = 0;  // Workplace::changes() when live_ was made
  std::map<Digest, std::unique_ptr<const report::MatDocument>> mats_{};
};

}  // namespace docket::desk
