// Acts that did not happen: events in words, each judged and then folded as if it came after a point of a game.
// Invariant: the record is read and never changed; what is supposed here is gone with this.
#pragma once

#include <capnp/message.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "events/json/jsonl.h"
#include "tools/explain/explanation.h"
#include "tools/game/game_loader.h"
#include "tools/notation/event_reader.h"

namespace docket {

/// How the rules stand to a supposed act.
enum class Standing : std::uint8_t { legal, illegal, undecided };
/// "legal", "ILLEGAL", "undecided".
[[nodiscard]] std::string_view standingWord(Standing standing);

struct HypotheticalAct {
  std::string text;  ///< as it was typed
  Standing standing = Standing::legal;
  Explained explained{};  ///< why
  struct By {
    Seat player = 0;
    Standing standing = Standing::legal;
    Seat controller = 0;    ///< who controls the card; 0: it is not in play, or nobody
    std::string clause{};   ///< the first that is broken; empty where none is
    EventNumber event = 0;  ///< the latest earlier event that this rests on; 0 none
  };
  std::vector<By> by{};  ///< the same by each player; empty for an act that is nobody's
};

class Hypothetical {
 public:
  /// After the point at which `state` stands. Game and moments must outlive this.
  Hypothetical(const OpenGame& game, const TurnLabels& turn_labels, State state);

  /// Judges an event that is typed as in a transcript (notation/event_reader.h), then folds it, legal or not. Throws
  /// BadInput.
  HypotheticalAct suppose(const std::string& text);

  /// What stands against an event that is typed likewise, and since when (why_not_act.h); who else could do it. It is
  /// not folded. Throws BadInput. Only before anything is supposed.
  [[nodiscard]] Explained whyNot(const std::string& text);

  /// The table as it would stand.
  [[nodiscard]] const State& state() const { return state_; }
  /// Every name of the game and of what was supposed.
  [[nodiscard]] const Names& names() const { return reader_.roster().names(); }

 private:
  EventNumber read(const std::string& text, schema::Event::Builder into);
  [[nodiscard]] std::vector<HypotheticalAct::By> byEachPlayer(const State& before, EventNumber number,
                                                              schema::Event::Reader event) const;

  const OpenGame& game_;
  const TurnLabels& turn_labels_;
  Rules rules_;
  State state_;
  notation::Titles titles_;
  notation::CardLabels labels_;
  std::vector<std::string> players_;
  JsonLinesReader reader_;
};

}  // namespace docket
