// The observations part of a verdict: compares what the recorder saw with what the rules compute.
#pragma once

#include <string>

#include "engine/state/state.h"
#include "schemas/event.capnp.h"
#include "tools/game/game_loader.h"
#include "tools/game/grade.h"
#include "tools/verdict/verdict.h"
#include "tools/words/words.h"

namespace docket {

class ObservationVerifier {
 public:
  /// `wants_all`: false if only grades are wanted, so that divergences get no words. Results are added to
  /// `observations`, which must outlive this object, as must the game.
  ObservationVerifier(const OpenGame& game, bool wants_all, ObservationVerdict& observations)
      : game_(game), rules_(game.rules()), wants_all_(wants_all), observations_(observations) {}

  /// Compares an observation with `state`, the state after its event.
  void compare(const State& state, EventNumber number, schema::Event::Observed::Reader seen);

 private:
  void compareExpression(const Words& words, EventNumber number, schema::Event::Observed::Reader seen);
  /// Counts the grade of an observation unless it diverges: that is reported by diverged().
  bool countGrade(Grade grade);
  void diverged(EventNumber number, std::string subject, std::string field, std::string computed, std::string observed);

  const OpenGame& game_;
  const Rules rules_;
  const bool wants_all_;
  ObservationVerdict& observations_;
};

}  // namespace docket
