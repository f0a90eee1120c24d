// The words for the entities of a game at a point: cards, players, events, abilities, changes. The state names them by
// index; this class turns them into prose.
// Invariant: whatever a record or a catalogue holds, the output is printable (text.h) and of bounded length.
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

/// Untrusted text for one line of output: printable, and cut with an ellipsis if it is wider than `columns`.
[[nodiscard]] std::string clipped(std::string_view text, std::size_t columns = 60);

/// "+2", "-1", "+0".
[[nodiscard]] std::string withSign(std::int64_t amount);

/// The seat that "P1" or "1" names, of 1 to kMaxSeats.
[[nodiscard]] std::optional<Seat> seatNumber(std::string_view text);
/// The seat that "P1", "1" or a player's name names; 0 if no text is given. Throws BadInput if the game has no such
/// seat, or several players of that name.
[[nodiscard]] Seat seatOf(const std::optional<std::string>& text, schema::Header::Reader header);

class Words {
 public:
  /// Describes the table `state`. All arguments must outlive this object. `viewer`: what this seat does not know is
  /// shown as unknown; 0 shows everything recorded.
  Words(const State& state, const Rules& rules, schema::Header::Reader header, const TurnLabels& turn_labels,
        Seat viewer = 0)
      : state_(state), rules_(rules), header_(header), turn_labels_(turn_labels), viewer_(viewer) {}
  /// Deleted: the words refer to the table, so it must not be a temporary.
  Words(State&&, const Rules&, schema::Header::Reader, const TurnLabels&, Seat = 0) = delete;

  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const Rules& rules() const { return rules_; }
  [[nodiscard]] const TurnLabels& turnLabels() const { return turn_labels_; }
  [[nodiscard]] schema::Header::Reader header() const { return header_; }
  [[nodiscard]] Seat viewer() const { return viewer_; }

  /// True if the viewer knows what the card is.
  [[nodiscard]] bool knows(CardIndex card) const;
  /// The card's definition; null if it is not known.
  [[nodiscard]] const Definition* definition(CardIndex card) const;
  /// Its current title; empty if it is not known or the card has none.
  [[nodiscard]] std::string title(CardIndex card) const;
  /// The reason why a card's text is not known: "no catalogue says what "Water Towr" #2 is".
  [[nodiscard]] std::string unread(CardIndex card) const;
  /// "Unbowed Champion #2", "unknown card #57", "untitled Follower #21"; "nothing" for kNone.
  [[nodiscard]] std::string card(CardIndex card) const;
  /// "P1 Aiko"; "P1" if the name is missing, "nobody" for 0.
  [[nodiscard]] std::string player(Seat seat) const;
  /// "P1 Aiko and P3 Bo"; "nobody" if there is none.
  [[nodiscard]] std::string players(Seats seats) const;
  /// "P1".
  [[nodiscard]] static std::string seat(Seat seat);
  /// "P1 and P3".
  [[nodiscard]] static std::string seats(Seats seats);
  /// The words for a card, a player, "place 3", "unit 2" or "the game".
  [[nodiscard]] std::string subject(Entity subject) const;
  /// The subject in machine-readable form: "#2", "P1", "place 3", "unit 2", "game".
  [[nodiscard]] std::string subjectCode(Entity subject) const;

  /// "event 29".
  [[nodiscard]] static std::string event(EventNumber event);
  /// "event 29, turn 3, action phase".
  [[nodiscard]] std::string eventWhen(EventNumber event) const;
  /// A name of the game.
  [[nodiscard]] std::string name(NameNumber name) const;
  /// The name of a value of an entity (State::values).
  [[nodiscard]] std::string valueName(std::uint32_t key) const;

  /// `ability 1 "shield a province"`; "an ability" if it is not known which.
  [[nodiscard]] std::string ability(std::uint32_t definition, std::uint16_t ability) const;
  /// The card whose ability is used, or the player if no card has it: "P1 Aiko".
  [[nodiscard]] std::string bearer(CardIndex card, Seat player) const;
  /// The kind of a use: "the play", `ability 1 "shield a province"`, "trait 2".
  [[nodiscard]] std::string use(const UseQuestion& question) const;

  /// The effect of a ledger entry: "+1", "minimum 4", "control by P2", "keyword Samurai".
  [[nodiscard]] std::string change(const Entry& entry) const;
  /// The duration of an entry: "until the turn ends", "while its source is in play".
  [[nodiscard]] std::string lasts(const Entry& entry) const;
  /// True if an entry is about a stat, so that Entry::stat_or_name is a stat's index rather than a name.
  [[nodiscard]] static bool isAboutStat(schema::Change::Kind kind);
  /// The words for a requirement: "its card is in play".
  [[nodiscard]] static std::string requirement(schema::Act::Requirement::What what);
  /// The words for a ruleset's requirement; for a condition, its text.
  [[nodiscard]] static std::string requirement(const Requirement& requirement);
  /// The gist of a clause; empty if the ruleset has no clause with that id.
  [[nodiscard]] std::string gist(std::string_view clause) const;

 private:
  const State& state_;
  Rules rules_;
  schema::Header::Reader header_;
  const TurnLabels& turn_labels_;
  Seat viewer_;
};

}  // namespace docket
