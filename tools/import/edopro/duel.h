// A replay during its import: the table, the record made from it, and the queries about both that all parts of the
// import share. A message first changes the table, then adds events; each event has what it reveals, and to whom.
// Internal to the import.
// Invariant: the events fold to the table: the same cards in the same places under the same numbers.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/rules/catalogue.h"
#include "tools/import/edopro/container.h"
#include "tools/import/edopro/duel_table.h"
#include "tools/import/edopro/messages.h"
#include "tools/import/edopro/observer.h"
#include "tools/import/edopro/writer.h"

namespace docket::edopro {

/// A link of the chain that is being built or resolved.
struct Link {
  EventNumber activation = 0;
  std::uint8_t player = 0;
  bool negated = false;
  bool effect_negated = false;
};

/// The activation that was resolved last, if its effect was not negated.
struct Resolved {
  EventNumber activation = 0;
  EventNumber last = 0;  ///< the last event that belongs to it
};

/// A card whose control has changed.
struct Taken {
  EventNumber by = 0;     ///< the activation that changed it; 0: unknown
  std::uint8_t from = 0;  ///< the player who had it
};

struct Duel {
  Duel(const Replay& from, const std::string& name, const Rules& known_rules, Recording& recording);

  const Replay& replay;
  const std::string& file_name;
  Rules rules;
  Writer writer;
  DuelTable table;
  Observer observer;
  std::size_t packet = 0;         ///< the current one
  std::uint32_t next_number = 1;  ///< the next number of a card
  std::uint8_t turn_player = 0;
  std::uint16_t phase = 0;     ///< its number in the replay
  std::vector<Link> links;     ///< of the chain that is being built or resolved
  std::uint8_t resolving = 0;  ///< the link that is being resolved, or 0
  Resolved resolved;
  /// After a chain has ended, each player's last resolved activation, until the engine's next request: a Normal Summon
  /// before that belongs to this effect ("immediately after this effect resolves").
  std::array<EventNumber, 2> after_chain{};
  unsigned refreshes = 0;  ///< of monster zones, since the chain ended: one follows it, the next precedes a question
  /// The event that shows which effect grants a Normal Summon, if the engine has just named that effect; 0: none.
  EventNumber granted_by = 0;
  std::array<bool, 2> has_summoned{};            ///< the player has used the Normal Summon or Set of this turn
  std::map<std::uint32_t, EventNumber> seen_at;  ///< by code, the latest play or activation of such a card
  std::map<CardId, Taken> taken;
  /// By code and ability of a card without a script: the description with which the record named it first.
  std::map<std::pair<std::uint32_t, std::uint16_t>, std::uint64_t> described;
  CardId just_placed = kNoCard;  ///< the card that was just placed or turned face-up in a spell zone

  [[nodiscard]] const Packet& packetAtHand() const { return replay.packets[packet]; }
  /// The packets after the current one.
  [[nodiscard]] std::span<const Packet> later() const { return std::span(replay.packets).subspan(packet + 1); }

  /// The card of a place. Refuses the packet if there is none.
  [[nodiscard]] CardId cardAt(const Location& at, std::uint32_t code = 0) const;
  /// The same, or kNoCard.
  [[nodiscard]] CardId findAt(const Location& at, std::uint32_t code = 0) const;
  /// Notes that the card was seen to be `code`.
  void learnCode(CardId id, std::uint32_t code);
  /// Adds to the next event what players see of the card at its place.
  void makeKnown(CardId id);
  /// The link with that number, from 1. Refuses the packet if the chain has no such link.
  [[nodiscard]] Link& link(std::uint8_t number);
  /// The seat that acts now: the player of the link being resolved, or none.
  [[nodiscard]] Seat actor() const;
  /// Throws BadInput for the current packet.
  [[noreturn]] void refuse(const std::string& message) const;
};

/// Bit n: player n sees which card it is, at its place.
[[nodiscard]] std::uint8_t whoSees(const DuelCard& card);

}  // namespace docket::edopro
