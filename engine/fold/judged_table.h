// The record of a game for what an expression asks of it, as far as the judge answers: every table with states and
// events has this part alike.
#pragma once

#include <optional>
#include <vector>

#include "engine/query/evaluation/evaluate.h"
#include "engine/query/finding.h"
#include "engine/rules/catalogue.h"

namespace docket {

class JudgedTable : public expression::Table {
 public:
  explicit JudgedTable(const Rules& rules) : rules_(rules) {}

  [[nodiscard]] std::vector<Finding> findings(EventNumber number) const override;
  [[nodiscard]] std::optional<expression::Reason> doubt(EventNumber number) const override;

 protected:
  [[nodiscard]] const Rules& rules() const { return rules_; }

 private:
  Rules rules_;
};

}  // namespace docket
