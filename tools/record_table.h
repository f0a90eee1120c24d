// A game's record as the expression language asks for it: the table before an event, what the judge has against it.
// Invariant: each of its answers is about the record as it is stored; the last state asked for is kept.
#pragma once

#include <memory>
#include <vector>

#include "engine/expression/evaluate.h"
#include "tools/desk.h"

namespace docket {

class RecordTable : public expression::Table {
 public:
  /// The game must outlive it.
  explicit RecordTable(const OpenGame& game) : game_(game) {}

  [[nodiscard]] EventNumber size() const override { return game_.last(); }
  [[nodiscard]] std::shared_ptr<const State> before(EventNumber number) const override;
  [[nodiscard]] std::vector<Finding> findings(EventNumber number) const override;
  [[nodiscard]] HeldEvent event(EventNumber number) const override { return game_.event(number); }

 private:
  const OpenGame& game_;
  mutable std::shared_ptr<const State> kept_;
  mutable EventNumber kept_before_ = 0;
};

}  // namespace docket
