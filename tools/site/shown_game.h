// A game as a site shows it: the visible part of its record, the verdict on it, and its pages.
// Invariant: its pages and facts are made only from the record as the site's options show it, except for the heads,
// which are computed from every byte of it.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tools/game/game_loader.h"
#include "tools/report/disputes.h"
#include "tools/site/game_page.h"
#include "tools/site/listing.h"
#include "tools/site/opened_game.h"
#include "tools/site/page_facts.h"
#include "tools/verdict/verdict.h"

namespace docket::site {

class ShownGame {
 public:
  /// Opens, folds and judges it. If the record cannot be read, the facts have no grade and the page says so.
  ShownGame(GameLoader& loader, const ListedGame& listed, const Options& options);

  [[nodiscard]] const PageFacts& facts() const { return facts_; }
  [[nodiscard]] bool isDamaged() const { return facts_.grade.empty(); }
  /// Its pages, the first with the facts about the whole game. `follows`: the path of the page that follows the
  /// table; empty: there is none.
  [[nodiscard]] std::vector<std::string> pages(const std::string& follows = {}) const;
  /// The page with the boards. Only if it is not damaged.
  void writeBoards(std::ostream& out) const;

 private:
  void judge(GameLoader& loader, const ListedGame& listed);
  [[nodiscard]] bool namesPeople() const;
  void withholdClaims();
  void read(const ListedGame& listed);
  void addVerdict(const report::Disputes& disputes, const Words& words);
  void addLabel(const GameLabel& label);
  void addHeader(const Words& words, const ListedGame& listed);
  void addPoints(const report::Disputes& disputes, const Words& words);
  void addPenalties(const Words& words);

  [[nodiscard]] const OpenGame& game() const { return opened_->game(); }

  Options options_;
  std::optional<OpenedGame> opened_;
  Verdict verdict_;
  PageFacts facts_;
  GameSummary summary_;
  std::vector<GamePart> parts_;
};

}  // namespace docket::site
