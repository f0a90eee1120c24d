// One replay being imported: the table as it stands, and what each message makes of it. Internal to the import.
// A message first changes the table, then says so in events; what becomes known to whom is said with the event that
// makes it known.
// Invariant: the events fold to the table: the same cards in the same places under the same numbers.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/import/edopro/import.h"
#include "tools/import/edopro/messages.h"
#include "tools/import/edopro/observer.h"
#include "tools/import/edopro/table.h"
#include "tools/import/edopro/writer.h"

namespace docket::edopro {

class Importer {
 public:
  Importer(const Replay& replay, const std::string& file_name, const Rules& rules, Recording& recording);

  /// Makes the events of all packets.
  void run();
  [[nodiscard]] const std::map<std::uint8_t, std::uint32_t>& skipped() const { return skipped_; }

 private:
  struct Link {
    EventNumber activation = 0;
    std::uint8_t player = 0;
    bool negated = false;
  };

  // importer.cpp: packets, the start and the end, time, values
  void dispatch(const Packet& packet, Bytes bytes);
  bool dispatchMoves(Message message, const Bytes& bytes);
  bool dispatchActs(Message message, const Bytes& bytes);
  bool dispatchShown(Message message, const Bytes& bytes);
  bool dispatchValues(Message message, const Bytes& bytes);
  void start(const Start& start);
  void registerPile(std::uint8_t player, Place place, const std::vector<std::uint32_t>& codes);
  void turn(std::uint8_t player);
  void phase(std::uint16_t number);
  void win(const Win& win);
  void life(std::uint8_t player, schema::How how, std::uint32_t amount);
  void counters(const CounterChange& change, bool placed);
  void refresh(Message message, Bytes bytes);
  void refreshCard(std::uint8_t player, std::uint8_t place, std::uint32_t sequence, const Query& query);

  // moves.cpp: where cards are
  void move(const Move& move);
  void create(const Move& move);
  void cease(CardId id);
  void relocate(CardId id, const Location& to, std::string_view reason);
  void placed(CardId id, const TableCard& before, std::uint32_t sequence, std::string_view reason, EventNumber group);
  void comesFrom(schema::Event::CardMoved::Builder moved, const TableCard& before);
  void becomeMaterial(CardId id, const Location& under, std::string_view reason);
  void attachMaterials(CardId host, EventNumber group);
  void attachTo(CardId id, CardId host, std::string_view kind, EventNumber group);
  void reposition(CardId id, std::uint32_t position);
  void swap(const Swap& swap);
  void draw(const PlayerCodes& draw);

  // shuffles.cpp: new orders and new numbers
  void shuffleDeck(std::uint8_t player);
  void shuffleHand(const PlayerCodes& order);
  void shuffleExtra(const PlayerCodes& order);
  void shuffleSetCards(const SetCardShuffle& shuffle);
  /// `before` are the cards in their places, `codes` what lies in these places now. Gives the cards in their new order.
  std::vector<CardId> shuffled(std::uint8_t player, std::uint8_t place, const std::vector<CardId>& before,
                               const std::vector<std::uint32_t>& codes);
  /// The same, where the new order is given; without one the cards in the places are taken to be `codes`.
  std::vector<CardId> renumbered(std::uint8_t player, std::uint8_t place, const std::vector<CardId>& before,
                                 const std::optional<std::vector<CardId>>& order,
                                 const std::vector<std::uint32_t>& codes);
  [[nodiscard]] std::optional<std::vector<CardId>> orderOf(const std::vector<CardId>& before,
                                                           const std::vector<std::uint32_t>& codes) const;

  // acts.cpp: plays, activations, attacks, choices
  void played(CardId id, std::string_view method);
  void chaining(const Chaining& chaining);
  void resolving(std::uint8_t link);
  void resolved(std::uint8_t link);
  void negated(std::uint8_t link, bool effect_only);
  void chainEnded();
  void targets(const std::vector<Location>& targets);
  void attack(const Pair& pair);
  void battle(const Battle& battle);
  void revealed(const PlayerCards& cards, std::uint8_t seers);
  void tossed(const Tosses& tosses, std::string_view what);
  void selectedAtRandom(const PlayerLocations& selected);
  bool hinted(const Hint& hint);
  Link& link(std::uint8_t number);

  /// The card of a place. Refuses the packet where there is none.
  [[nodiscard]] CardId cardAt(const Location& at, std::uint32_t code = 0) const;
  /// The same, or kNoCard.
  [[nodiscard]] CardId findAt(const Location& at, std::uint32_t code = 0) const;
  /// The card is seen to be `code`.
  void learnCode(CardId id, std::uint32_t code);
  /// Says with the next event what players see of the card where it is now.
  void makeKnown(CardId id);
  [[nodiscard]] std::uint8_t whoSees(const TableCard& card) const;
  [[nodiscard]] Seat actor() const;
  [[noreturn]] void refuse(const std::string& message) const;

  const Replay& replay_;
  const std::string& file_name_;
  Rules rules_;
  Writer writer_;
  Table table_;
  Observer observer_;
  std::size_t packet_ = 0;
  std::uint32_t next_number_ = 1;
  std::uint8_t turn_player_ = 0;
  bool over_ = false;
  std::vector<Link> links_;       ///< of the chain that is being built or resolved
  std::uint8_t resolving_ = 0;    ///< the link that is being resolved, or 0
  CardId just_placed_ = kNoCard;  ///< the card that was just placed or turned face-up in a spell zone
  std::map<std::uint8_t, std::uint32_t> skipped_;

  struct LastRefresh {
    std::span<const std::byte> body;
    std::uint32_t events = 0;
  };
  std::array<std::array<LastRefresh, 256>, 2> refreshes_{};  ///< what repeats the last one of its place tells nothing
};

}  // namespace docket::edopro
