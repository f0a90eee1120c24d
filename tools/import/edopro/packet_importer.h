// Imports a replay packet by packet: reads each and hands it to the part of the import that makes its events. Internal
// to the import.
// Invariant: a packet that is known to change the table in a way that is not imported ends the import. One that is
// known to be only presentation is ignored. Any other is skipped, counted, and opens doubt from its place on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "tools/import/edopro/acts.h"
#include "tools/import/edopro/chain.h"
#include "tools/import/edopro/duel.h"
#include "tools/import/edopro/missing_messages.h"
#include "tools/import/edopro/moves.h"
#include "tools/import/edopro/shuffles.h"
#include "tools/import/edopro/turns.h"

namespace docket::edopro {

class PacketImporter {
 public:
  PacketImporter(const Replay& replay, const std::string& file_name, const Rules& rules, Recording& recording);

  /// Makes the events of all packets.
  void run();
  /// The unknown messages that were skipped and the missing ones, with counts.
  [[nodiscard]] const std::map<std::string, std::uint64_t>& skipped() const { return skipped_; }

 private:
  void dispatch(const Packet& packet, Bytes bytes);
  /// True if the message was read.
  bool dispatchAny(Message message, Bytes& bytes);
  bool dispatchMoves(Message message, Bytes& bytes);
  bool dispatchActs(Message message, Bytes& bytes);
  bool dispatchShown(Message message, Bytes& bytes);
  bool dispatchValues(Message message, Bytes& bytes);
  /// Counts a message that is unreadable or missing, and notes once that the duel may differ from then on: no later
  /// message of a replay repeats the whole state.
  void skip(const std::string& what);
  /// `what`: from MissingMessages; empty if nothing is missing.
  void skipMissing(std::string_view what);
  void refresh(Message message, Bytes bytes);
  void countUnknown(const Query& query);
  void refreshCard(std::uint8_t player, std::uint8_t place, std::uint32_t sequence, const Query& query);

  Duel duel_;
  Moves moves_{duel_};
  Shuffles shuffles_{duel_};
  Chain chain_{duel_};
  Acts acts_{duel_};
  Turns turns_{duel_};
  MissingMessages missing_;
  bool over_ = false;
  std::map<std::string, std::uint64_t> skipped_;
  bool in_doubt_ = false;

  /// The last refresh of a place. A repeated refresh is skipped, and an unchanged card is not read again.
  struct LastRefresh {
    struct OfCard {
      std::span<const std::byte> bytes;
      Query query;
    };
    std::span<const std::byte> body;
    std::uint32_t events = 0;                      ///< the number of events after it
    static constexpr std::size_t kMaxCards = 128;  ///< more than any place has; a file can claim any number
    std::vector<OfCard> cards;                     ///< the first of them
    Query other;                                   ///< a card after these
  };
  /// Reads the next card of a refresh; it stays until the next call.
  const Query& nextQuery(Bytes& bytes, LastRefresh& last, std::size_t sequence);
  std::array<std::array<LastRefresh, 256>, 2> refreshes_{};
};

}  // namespace docket::edopro
