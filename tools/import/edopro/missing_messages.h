// Detects lost messages of a replay. A duel has a fixed order, and most acts are announced by one message and completed
// by another, so a lost message usually leaves a trace. Internal to the import.
// Invariant: it reports nothing for a replay as the engine writes it.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "tools/import/edopro/bytes.h"
#include "tools/import/edopro/messages.h"

namespace docket::edopro {

class MissingMessages {
 public:
  /// What is missing before a message, such as "change of phase"; empty if nothing is. To be called with each message
  /// in turn except refreshes. Throws BadInput if the message is too short.
  [[nodiscard]] std::string_view before(Message message, Bytes bytes);
  /// What is missing before the end of the file.
  [[nodiscard]] std::string_view beforeEnd() const { return is_over_ ? "" : "end of the duel"; }

 private:
  [[nodiscard]] std::string_view beforePhase(std::uint16_t phase);
  [[nodiscard]] std::string_view beforeDamageStep(Message message);
  [[nodiscard]] std::string_view inChain(Message message, Bytes& bytes);
  [[nodiscard]] std::string_view beforeSummoned(Message message);

  bool is_over_ = false;
  bool is_first_turn_ = true;  ///< no turn has begun
  std::uint16_t phase_ = 0;    ///< 0: none of the turn's phases has begun
  bool is_attacked_ = false;   ///< an attack was declared that has not reached its damage step
  bool in_damage_step_ = false;
  bool is_set_due_ = false;      ///< a card was placed face-down from a hand: the message that it was Set follows
  bool is_link_due_ = false;     ///< a link was announced, and not yet added to the chain
  std::uint32_t links_ = 0;      ///< in the chain
  std::uint8_t resolving_ = 0;   ///< the link that is being resolved; 0: none
  std::uint32_t resolved_ = 0;   ///< how many links were resolved
  std::set<Message> summons_{};  ///< kinds of Summons that were announced and not completed
};

/// True if the life points at the end do not agree with how the duel ended: a change of them is missing. Throws
/// BadInput if a message is too short.
[[nodiscard]] bool lacksLifeChange(std::span<const Packet> packets, const std::string& file_name);

}  // namespace docket::edopro
