// Resolves a title or a "?" of the transcript without a number to a card on the table before the event.
// Invariant: a card is guessed only if no other card can be meant, or if the writer could not tell the candidates
// apart.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/state/state.h"
#include "events/seats.h"
#include "tools/notation/name_resolution.h"
#include "tools/notation/titled_cards.h"
#include "tools/notation/tokens.h"

namespace docket::notation {

/// A card as it was typed.
struct CardWords {
  Token at{};
  std::string title{};       ///< with its label, if it has one; empty: "?" or only a number
  std::uint32_t number = 0;  ///< 0: not given
  bool titled = false;
};

/// A card that was unknown, and its identity if its title was typed.
struct Revealed {
  std::uint32_t card = 0;
  std::string title{};  ///< empty: it stays unknown
  Token at{};
  Seats seats = kEveryone;  ///< the seats that know it now, as in Identity
};

/// The place that a line names as a card's origin.
struct NamedPlace {
  Token at{};
  ZoneIndex zone = kUnbound;
  Seat owner = 0;  ///< the owner; 0: the zone has no owner
};

/// The action for which cards are looked up.
struct LookupPurpose {
  schema::Event::Which payload{};
  Seat who = 0;                      ///< the player whose cards are preferred
  std::optional<NamedPlace> from{};  ///< the place that the line gives for the card; cards elsewhere are not considered
  ZoneIndex to = kUnbound;           ///< the zone that the verb moves it to; cards that are already there come last
  ZoneIndex usually_from = kUnbound;  ///< the zone of the player from which the verb usually takes it
};

class CardFinder {
 public:
  CardFinder(const State& state, const Rules& rules, const Titles& titles, const CardLabels& labels)
      : state_(state), rules_(rules), titles_(titles), labels_(labels), titled_(state, rules.ruleset, labels) {}

  /// Takes a typed title and returns the printed one. Accepts common spellings, and in a loose line an unquoted title
  /// of several words. Takes nothing if no title is next.
  [[nodiscard]] CardWords takeTitle(Cursor& line) const;
  /// True if the next unquoted words of a loose line are the title of a card.
  [[nodiscard]] bool beginsTitle(const Cursor& line) const;

  /// Returns the number of the card. Adds its identity, if newly revealed, to `revealed`; cards in `revealed` are not
  /// guessed again. Throws a Mistake with the candidates if no card or more than one can be meant.
  [[nodiscard]] std::uint32_t find(const Cursor& line, const CardWords& words, const LookupPurpose& purpose,
                                   std::vector<Revealed>& revealed) const;
  /// The title of a newly revealed card: without its label if that is the label that it will get.
  [[nodiscard]] std::string asNew(const std::string& title, const std::vector<Revealed>& revealed) const;
  /// The key of the card with that title. Throws a Mistake with the alternatives.
  [[nodiscard]] std::string keyOf(const Cursor& line, const Token& at, std::string_view title) const;
  /// Writes the identity of a card with that title: its key; without a catalogue, the title as its only printed text.
  void identify(const Cursor& line, const Token& at, const std::string& title, schema::Identity::Builder into) const;
  /// The seats that learn a card's identity when an event names its title, as a mask: all seats if it is face up after
  /// the event or is used, played or shown; otherwise those that can see it where it is. `names`: of the event.
  [[nodiscard]] std::uint8_t seatsThatLearn(std::uint32_t number, schema::Event::Reader event,
                                            const Names& names) const;
  /// The event that a card stands for: if an activation is meant, the card's last use, preferably by a player other
  /// than `but`; otherwise the event that moved it to its present place. Throws a Mistake.
  [[nodiscard]] EventNumber eventOf(const Cursor& line, const CardWords& words, bool of_activation, Seat but) const;
  /// The card's name (titled_cards.h).
  [[nodiscard]] std::string nameOf(CardIndex card) const { return titled_.nameOf(card); }
  /// The card's current title; empty if it is not known.
  [[nodiscard]] std::string_view titleOf(std::uint32_t number) const;
  /// True if the card's identity is known.
  [[nodiscard]] bool isKnown(std::uint32_t number) const;

 private:
  /// Throws a Mistake if several unquoted words are nearly a title.
  void requireNoSlip(const Cursor& line) const;
  /// The longest run of words that is a title.
  [[nodiscard]] std::optional<Run> longestTitle(const Cursor& line) const;
  [[nodiscard]] std::string spelled(std::string_view typed) const;
  /// The titles of the known cards on the table.
  [[nodiscard]] const KnownNames& there() const;
  /// The card with the first label; without labels, the one with the lowest number.
  [[nodiscard]] CardIndex lowest(const std::vector<CardIndex>& cards) const;
  [[nodiscard]] bool areAlike(const std::vector<CardIndex>& cards) const;
  /// Keeps only the candidates in the place that the line gives. Throws a Mistake if none does and no unseen card lies
  /// there.
  void narrowToStatedPlace(std::vector<CardIndex>& cards, const Cursor& line, const CardWords& words,
                           const LookupPurpose& purpose, const std::vector<Revealed>& revealed) const;
  /// True if a card is unknown and is where a card revealed by this action would be.
  [[nodiscard]] bool isHiddenOf(const Card& card, const LookupPurpose& purpose) const;
  [[nodiscard]] std::vector<CardIndex> hiddenCards(const LookupPurpose& purpose,
                                                   const std::vector<Revealed>& revealed) const;
  void preferUnplayed(std::vector<CardIndex>& cards, const LookupPurpose& purpose,
                      const std::vector<Revealed>& revealed) const;
  void preferOwn(std::vector<CardIndex>& cards, const LookupPurpose& purpose,
                 const std::vector<Revealed>& revealed) const;
  void narrow(std::vector<CardIndex>& cards, const LookupPurpose& purpose) const;
  void preferElsewhere(std::vector<CardIndex>& cards, const LookupPurpose& purpose,
                       const std::vector<Revealed>& revealed) const;
  [[nodiscard]] std::uint32_t hidden(const Cursor& line, const CardWords& words, const LookupPurpose& purpose,
                                     const std::vector<Revealed>& revealed) const;
  [[nodiscard]] std::uint32_t revealedNow(const Cursor& line, const CardWords& words, const LookupPurpose& purpose,
                                          std::vector<Revealed>& revealed) const;
  [[noreturn]] void failNone(const Cursor& line, const CardWords& words, const LookupPurpose& purpose) const;

  const State& state_;
  Rules rules_;
  const Titles& titles_;
  const CardLabels& labels_;
  TitledCards titled_;
  mutable std::optional<KnownNames> there_;
};

}  // namespace docket::notation
