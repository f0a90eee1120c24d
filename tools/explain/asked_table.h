// Questions about the table after an event: what expressions give there, and whether acts that did not happen would be
// legal.
// Invariant: each act follows those before it; the expressions are evaluated after all of them. The game is only read.
#pragma once

#include <string>
#include <vector>

#include "events/json/json_writer.h"
#include "tools/explain/answer.h"
#include "tools/explain/hypothetical.h"
#include "tools/game/game_loader.h"

namespace docket {

/// The answer to an expression.
struct Reply {
  std::string expression, value;
  std::string in_words;  ///< for a question about legality: the answer in words
  expression::Value::Presence presence{};
  std::vector<std::string> unknown;
  std::vector<std::string> judged;  ///< for each act whose legality is asked: the aspects that were judged
  Explained explained;
};

class AskedTable {
 public:
  /// Answers all questions. The game and the turn labels must outlive it. Throws BadInput for one that cannot be read.
  AskedTable(const OpenGame& game, const TurnLabels& turn_labels, EventNumber at, const std::vector<std::string>& acts,
             const std::vector<std::string>& expressions);

  [[nodiscard]] const std::vector<HypotheticalAct>& acts() const { return acts_; }
  [[nodiscard]] const std::vector<Reply>& replies() const { return replies_; }
  /// True if an act is illegal, or a value differs from the record.
  [[nodiscard]] bool differs() const;
  /// The words about the table after the acts.
  [[nodiscard]] Words words() const;
  /// Writes the members "acts" and "answers".
  void write(JsonWriter& json) const;

 private:
  const OpenGame& game_;
  const TurnLabels& turn_labels_;
  Hypothetical hypothetical_;
  std::vector<HypotheticalAct> acts_{};
  std::vector<Reply> replies_{};
};

}  // namespace docket
