// The table of a generated game: the places of its cards, attachments, open periods. A plain model, updated by the
// game's own events; it knows no rules.
// Invariant: a card keeps its number until a shuffle, which gives new ones.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "schemas/event.capnp.h"
#include "tools/generate/rules_summary.h"
#include "tools/generate/script_line.h"

namespace docket::generate {

struct TableCard {
  std::uint32_t number = 0;
  std::size_t kind = kNowhere;  ///< in RulesSummary::cards
  std::uint8_t owner = 0, player = 0, controller = 0;
  std::size_t zone = kNowhere;  ///< kNowhere: it ceased to exist
  std::string slot{};           ///< of a zone with numbered places; empty: none in particular
  bool face_up = true;
  bool shown = false;  ///< its identity was shown to all players, under its number
  std::string turned;  ///< its orientation
  std::string host;    ///< the entity that it is attached to, in words; empty: none
  // How often each thing happened to it by which a use can be given back.
  std::uint32_t left = 0, turned_down_by_own = 0, turned_down_by_other = 0, attached = 0;
};

struct TablePeriod {
  std::uint32_t begun = 0;  ///< how often
  bool open = false;
  std::string name;
};

class Table {
 public:
  explicit Table(const RulesSummary& summary);

  /// Applies event `number` to the table.
  void apply(const Line& line, std::uint32_t number);

  [[nodiscard]] const std::vector<TableCard>& cards() const { return cards_; }
  [[nodiscard]] const TablePeriod& period(std::size_t place) const { return periods_[place]; }
  /// The place in cards() of the card that has a number now; kNowhere if none has.
  [[nodiscard]] std::size_t find(std::uint32_t number) const;
  /// Returns the cards that all players can see and that were not shown yet, with their keys, and marks them as shown.
  [[nodiscard]] std::vector<ShownCard> showOpen();
  /// True if a line puts a card into a place that another one occupies.
  [[nodiscard]] bool isTaken(const Line& line) const;
  [[nodiscard]] bool inPlay(const TableCard& card) const;
  /// The cards of a player's zone; of a pile from the bottom. Their places in cards().
  [[nodiscard]] std::vector<std::size_t> pile(std::size_t zone, std::uint8_t player) const;
  /// The next number that no card has.
  [[nodiscard]] std::uint32_t fresh() const { return fresh_; }
  /// The number of cards attached to an entity. `kind`: only of this kind; kNowhere: of any.
  [[nodiscard]] std::size_t attachedTo(std::string_view host, std::size_t kind = kNowhere) const;

 private:
  void move(std::size_t card, std::size_t zone, std::uint8_t player, const Line& line);
  void leave(std::size_t card);
  void release(std::size_t card, bool gone);
  void flip(const Line& line);
  void registerDeck(const Line& line);
  void shuffle(const Line& line);
  void begin(const Line& line);
  void end(std::size_t period);
  void takeFromPiles(std::size_t card);

  const RulesSummary* summary_;
  std::vector<TableCard> cards_;
  std::vector<std::size_t> order_;  // cards in the order in which they came to where they are: a pile from the bottom
  std::vector<TablePeriod> periods_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> acts_;  // an act of this turn and the number of its card
  std::uint32_t fresh_ = 1;
};

}  // namespace docket::generate
