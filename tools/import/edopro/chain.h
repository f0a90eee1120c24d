// The chain: activations, their targets, negations and resolution. Internal to the import.
// Invariant: the links of the duel are those that were activated and have not ended, in order.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/import/edopro/duel.h"

namespace docket::edopro {

class Chain {
 public:
  explicit Chain(Duel& duel) : duel_(duel), table_(duel.table), writer_(duel.writer) {}

  /// Adds a link.
  void addLink(const Chaining& chaining);
  /// Begins to resolve a link, which causes what follows.
  void beginResolution(std::uint8_t number);
  void endResolution(std::uint8_t number);
  /// Negates the activation, or only its effect.
  void negate(std::uint8_t number, bool effect_only);
  void end();
  /// Adds targets of the link that is being resolved, otherwise of the last one.
  void addTargets(const std::vector<Location>& locations);

 private:
  Duel& duel_;
  DuelTable& table_;
  Writer& writer_;
};

}  // namespace docket::edopro
