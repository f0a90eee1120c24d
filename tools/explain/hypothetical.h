// Hypothetical acts: typed events, each judged and then folded as if it came after a point of a game.
// Invariant: the record is only read; hypothetical events exist only in this object.
#pragma once

#include <capnp/message.h>

#include <memory>
#include <string>
#include <vector>

#include "events/validate.h"
#include "tools/explain/explanation.h"
#include "tools/explain/legality.h"
#include "tools/game/game_loader.h"
#include "tools/notation/completing.h"
#include "tools/notation/event_reader.h"

namespace docket {

struct HypotheticalAct {
  std::string text;  ///< the typed text
  Standing standing = Standing::legal;
  Explained explained{};  ///< why
  struct By {
    Seat player = 0;
    Standing standing = Standing::legal;
    Seat controller = 0;    ///< who controls the card; 0: it is not in play, or has no controller
    std::string clause{};   ///< the first broken clause; empty if none is
    EventNumber event = 0;  ///< the latest earlier event that this depends on; 0: none
  };
  std::vector<By> by{};  ///< the same act by each player; empty for an act without an actor
};

/// A typed event, read as the next one of the record.
struct TypedAct {
  EventNumber number = 0;
  std::unique_ptr<capnp::MallocMessageBuilder> message{};
  Names names{};  ///< of the record, with those that the event brings

  [[nodiscard]] schema::Event::Reader event() const { return message->getRoot<schema::Event>().asReader(); }
};

/// The verdict on an act, and what is against it: a statement for each finding, then the doubt.
struct ActVerdict {
  Legality legality{};
  std::vector<Explanation> reasons{};
};

class Hypothetical {
 public:
  /// Starts at the point of `state`. `game` and `turn_labels` must outlive this object.
  Hypothetical(const OpenGame& game, const TurnLabels& turn_labels, State state);

  /// Judges an event typed as in a transcript (notation/event_reader.h), then folds it, legal or not. Throws BadInput.
  HypotheticalAct addAct(const std::string& text);

  /// The reasons against a typed event, since when they apply (why_not_act.h), and who else could do it. Does not fold
  /// the event. Throws BadInput. Call this only before addAct().
  [[nodiscard]] Explained whyNot(const std::string& text) const;

  /// Reads a typed event as addAct() does, without judging or folding it. Throws BadInput.
  [[nodiscard]] TypedAct typed(const std::string& text) const;
  /// The verdict of addAct() on an event that is not folded.
  [[nodiscard]] ActVerdict verdictOn(const TypedAct& act) const;
  /// True if a requirement, a permission or a limit applies to it in particular.
  [[nodiscard]] bool hasApplicableRules(const TypedAct& act) const;

  /// The possible next words of an event that begins like this.
  [[nodiscard]] notation::Offers offers(std::string_view begun) const;
  /// The possible next words of an expression (expression_offers.h).
  [[nodiscard]] notation::Offers offersInExpression(std::string_view begun) const;

  /// The hypothetical table.
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const Rules& rules() const { return rules_; }
  /// The names of the game and of the hypothetical events.
  [[nodiscard]] const Names& names() const { return record_so_far_.names(); }

 private:
  [[nodiscard]] notation::EventTable table() const;
  EventNumber read(const std::string& text, RecordSoFar& record, capnp::MallocMessageBuilder& into) const;
  [[nodiscard]] std::vector<HypotheticalAct::By> byEachPlayer(const State& before, EventNumber number,
                                                              schema::Event::Reader event) const;

  const OpenGame& game_;
  const TurnLabels& turn_labels_;
  Rules rules_;
  State state_;
  notation::Titles titles_;
  notation::CardLabels labels_;
  std::vector<std::string> players_;
  RecordSoFar record_so_far_;
};

}  // namespace docket
