// The words for the things of a game at a point: cards, players, events, abilities, changes. The state names
// them by index; only here they become prose.
// Invariant: whatever a record or a catalogue holds, what comes out is printable (text.h) and of bounded length.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/judge/judge.h"
#include "engine/query/limits/limits.h"
#include "engine/state/state.h"
#include "tools/words/turn_labels.h"

namespace docket {

/// Foreign text on a line of ours: printable, and cut with an ellipsis where it is wider than `columns`.
[[nodiscard]] std::string clipped(std::string_view text, std::size_t columns = 60);

/// "+2", "-1", "+0".
[[nodiscard]] std::string withSign(std::int64_t amount);

/// The seat that "P1", "1" or a player's name names; 0 where nothing is given. Throws BadInput where the game has no
/// such seat, or several players of that name.
[[nodiscard]] Seat seatOf(const std::optional<std::string>& text, schema::Header::Reader header);

class Words {
 public:
  /// About the table `state`. All of these must outlive it. `viewer`: what this seat does not know is shown as unknown;
  /// 0 tells everything that is recorded.
  Words(const State& state, const Rules& rules, schema::Header::Reader header, const TurnLabels& turn_labels,
        Seat viewer = 0)
      : state_(state), rules_(rules), header_(header), turn_labels_(turn_labels), viewer_(viewer) {}
  /// Words are about a table that somebody holds.
  Words(State&&, const Rules&, schema::Header::Reader, const TurnLabels&, Seat = 0) = delete;

  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const Rules& rules() const { return rules_; }
  [[nodiscard]] const TurnLabels& turnLabels() const { return turn_labels_; }
  [[nodiscard]] schema::Header::Reader header() const { return header_; }
  [[nodiscard]] Seat viewer() const { return viewer_; }

  /// Whether it is known what the card is, to the viewer.
  [[nodiscard]] bool knows(CardIndex card) const;
  /// What the card is, or null where that is not known.
  [[nodiscard]] const Definition* definition(CardIndex card) const;
  /// Its title now; empty where that is not known or it has none.
  [[nodiscard]] std::string title(CardIndex card) const;
  /// Why it is not known what the text of a card says: "no catalogue says what "Water Towr" #2 is".
  [[nodiscard]] std::string unheard(CardIndex card) const;
  /// "Unbowed Champion #2", "unknown card #57", "untitled Follower #21"; "nothing" for kNone.
  [[nodiscard]] std::string card(CardIndex card) const;
  /// "P1 Aiko"; "P1" where the name is not there, "nobody" for 0.
  [[nodiscard]] std::string player(Seat seat) const;
  /// "P1".
  [[nodiscard]] static std::string seat(Seat seat);
  /// A card, a player, "place 3", "unit 2", "the game".
  [[nodiscard]] std::string subject(Entity subject) const;
  /// The same as a program reads it: "#2", "P1", "place 3", "unit 2", "game".
  [[nodiscard]] std::string subjectCode(Entity subject) const;

  /// "event 29".
  [[nodiscard]] static std::string event(EventNumber event);
  /// "event 29, turn 3, action phase".
  [[nodiscard]] std::string eventWhen(EventNumber event) const;
  /// A name of the game.
  [[nodiscard]] std::string name(NameNumber name) const;
  /// The name of a value of an entity (State::values).
  [[nodiscard]] std::string valueName(std::uint32_t key) const;

  /// `ability 1 "shield a province"`; "an ability" where it is not known which.
  [[nodiscard]] std::string ability(std::uint32_t definition, std::uint16_t ability) const;
  /// The card whose ability is used, or whose it is where no card has it: "P1 Aiko".
  [[nodiscard]] std::string bearer(CardIndex card, Seat player) const;
  /// What a use was: "the play", `ability 1 "shield a province"`, "trait 2".
  [[nodiscard]] std::string use(const UseQuestion& question) const;

  /// What an entry of the ledger does: "+1", "minimum 4", "control by P2", "keyword Samurai".
  [[nodiscard]] std::string change(const Entry& entry) const;
  /// Until when it lasts: "until the turn ends", "while its source is in play".
  [[nodiscard]] std::string lasts(const Entry& entry) const;
  /// Whether an entry is about a stat, so that Entry::what is a stat's index and no name.
  [[nodiscard]] static bool isAboutStat(schema::Change::Kind kind);
  /// What a requirement asks: "its card is in play".
  [[nodiscard]] static std::string requirement(schema::Act::Requirement::What what);
  /// The same of one of the ruleset: of a condition its text.
  [[nodiscard]] static std::string requirement(const Requirement& requirement);
  /// The gist of a clause; empty where the ruleset has none of that id.
  [[nodiscard]] std::string gist(std::string_view clause) const;

 private:
  const State& state_;
  Rules rules_;
  schema::Header::Reader header_;
  const TurnLabels& turn_labels_;
  Seat viewer_;
};

}  // namespace docket
