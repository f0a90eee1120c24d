// The chain: activations, their targets, what negates them, their resolution. Internal to the import.
// Invariant: the links of the duel are those that were activated and not ended yet, in their order.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/import/edopro/duel.h"

namespace docket::edopro {

class Chain {
 public:
  explicit Chain(Duel& duel) : duel_(duel), table_(duel.table), writer_(duel.writer) {}

  /// A new link.
  void activated(const Chaining& chaining);
  /// The link begins to resolve; what follows is caused by it.
  void resolving(std::uint8_t number);
  void resolved(std::uint8_t number);
  /// The activation, or only its effect.
  void negated(std::uint8_t number, bool effect_only);
  void ended();
  /// Targets of the link that is being resolved, else of the last one.
  void targets(const std::vector<Location>& locations);

 private:
  Duel& duel_;
  DuelTable& table_;
  Writer& writer_;
};

}  // namespace docket::edopro
