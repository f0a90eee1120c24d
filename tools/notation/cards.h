// Which card a title or a "?" of the transcript stands for, where no number says so: asked of the table before the
// event. Invariant: a card is only guessed where no other could be meant, or where none who writes could tell them
// apart.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/state/state.h"
#include "tools/notation/name_resolution.h"
#include "tools/notation/titled_cards.h"
#include "tools/notation/tokens.h"

namespace docket::notation {

/// A card as it was typed.
struct CardWords {
  Token at{};
  std::string title{};       ///< empty: "?" or nothing but a number; with its label, where it has one
  std::uint32_t number = 0;  ///< 0: not said
  bool titled = false;
};

/// A card that was not known, and what it turned out to be where its title was typed.
struct Revealed {
  std::uint32_t card = 0;
  std::string title{};  ///< empty: it stays unknown
  Token at{};
  std::uint8_t seats = 255;  ///< who knows it now, as in Identity
};

/// A place that a line names as the one from which a card comes.
struct NamedPlace {
  Token at{};
  ZoneIndex zone = kUnbound;
  Seat owner = 0;  ///< whose it is; 0: of a zone that has no owner
};

/// For which deed cards are looked up.
struct LookupPurpose {
  schema::Event::Which payload{};
  Seat who = 0;                      ///< whose cards are meant first
  std::optional<NamedPlace> from{};  ///< where the line says that the card lies; then none elsewhere is meant
  ZoneIndex to = kUnbound;           ///< where a verb moves it; then one that lies there already is meant last
};

class CardFinder {
 public:
  CardFinder(const State& state, const Rules& rules, const Titles& titles, const CardLabels& labels)
      : state_(state), rules_(rules), titles_(titles), labels_(labels), titled_(state, rules.ruleset, labels) {}

  /// A title as it is printed, for one that was typed: as people spell it, and in a loose line also without quotation
  /// marks, as many words as belong to it. Takes it, where one stands next.
  [[nodiscard]] CardWords takeTitle(Cursor& line) const;
  /// Whether the next words of a loose line, without quotation marks, are the title of a card.
  [[nodiscard]] bool beginsTitle(const Cursor& line) const;

  /// The number of the card. What it turns out to be is added to `revealed`, whose cards are not guessed again.
  /// Throws a Mistake where no card or more than one can be meant, with those that can.
  [[nodiscard]] std::uint32_t find(const Cursor& line, const CardWords& words, const LookupPurpose& purpose,
                                   std::vector<Revealed>& revealed) const;
  /// The title of a card that becomes known by it: without its label, where that is the one which it will have.
  [[nodiscard]] std::string asNew(const std::string& title, const std::vector<Revealed>& revealed) const;
  /// The key of the card of that title. Throws a Mistake, with what else may be typed.
  [[nodiscard]] std::string keyOf(const Cursor& line, const Token& at, std::string_view title) const;
  /// Sets what a card of that title is: its key, and without a catalogue its title as all that is printed on it.
  void identify(const Cursor& line, const Token& at, const std::string& title, schema::Identity::Builder into) const;
  /// Who learns what a card is when an event calls it by its title: everybody where it lies open after it, or is used,
  /// played or shown; else those who see it where it lies. A mask of seats. `names`: of the event.
  [[nodiscard]] std::uint8_t seatsThatLearn(std::uint32_t number, schema::Event::Reader event,
                                            const Names& names) const;
  /// The event that people mean by a card: the last time that it was used, where they speak of an activation, that of a
  /// player other than `but` rather than his own; else when it came to where it is. Throws a Mistake.
  [[nodiscard]] EventNumber eventOf(const Cursor& line, const CardWords& words, bool of_activation, Seat but) const;
  /// What a card is called (titled_cards.h).
  [[nodiscard]] std::string nameOf(CardIndex card) const { return titled_.nameOf(card); }
  /// The title that a card has now; empty where it is not known.
  [[nodiscard]] std::string_view titleOf(std::uint32_t number) const;
  /// Whether it is known what the card is.
  [[nodiscard]] bool isKnown(std::uint32_t number) const;

 private:
  /// The longest run of words that is a title.
  [[nodiscard]] std::optional<Run> longestTitle(const Cursor& line) const;
  [[nodiscard]] std::string spelled(std::string_view typed) const;
  /// The titles of the known cards that are there.
  [[nodiscard]] const KnownNames& there() const;
  /// The one with the first label; without labels the one of the lowest number.
  [[nodiscard]] CardIndex lowest(const std::vector<CardIndex>& cards) const;
  [[nodiscard]] bool areAlike(const std::vector<CardIndex>& cards) const;
  /// Of cards that are meant by a title those that lie where the line says. Throws a Mistake where none does, and none
  /// that nobody has seen lies there.
  void keepThere(std::vector<CardIndex>& cards, const Cursor& line, const CardWords& words,
                 const LookupPurpose& purpose, const std::vector<Revealed>& revealed) const;
  /// Whether a card is unknown and where one that a player reveals by such a deed would be.
  [[nodiscard]] bool isHiddenOf(const Card& card, const LookupPurpose& purpose) const;
  [[nodiscard]] std::vector<CardIndex> hiddenCards(const LookupPurpose& purpose,
                                                   const std::vector<Revealed>& revealed) const;
  void preferUnplayed(std::vector<CardIndex>& cards, const LookupPurpose& purpose,
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
