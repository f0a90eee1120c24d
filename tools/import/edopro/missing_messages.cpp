#include "tools/import/edopro/missing_messages.h"

#include <algorithm>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/copy.hpp>
#include <range/v3/algorithm/find.hpp>
#include <utility>

namespace docket::edopro {
namespace {

constexpr std::string_view kTurn = "start of a turn";
constexpr std::string_view kPhase = "change of phase";
constexpr std::uint8_t kByLifePoints = 1;  // the reason of a win

/// Which phases a phase can follow directly; 0: the start of the turn. The engine announces every phase in between, but
/// for a Draw Phase that an effect skips.
struct Succession {
  std::uint16_t phase;
  std::array<std::uint16_t, 2> after;
};
constexpr std::array<Succession, 6> kSuccessions{{{.phase = 0x01, .after = {0x00, 0x00}},
                                                  {.phase = 0x02, .after = {0x01, 0x00}},
                                                  {.phase = 0x04, .after = {0x02, 0x02}},
                                                  {.phase = 0x08, .after = {0x04, 0x04}},
                                                  {.phase = 0x100, .after = {0x08, 0x08}},
                                                  {.phase = 0x200, .after = {0x04, 0x100}}}};
constexpr std::uint16_t kBattlePhase = 0x08;
constexpr std::uint16_t kEndPhase = 0x200;

}  // namespace

std::string_view MissingMessages::before(Message message, Bytes bytes) {
  const bool changes_table = message != Message::hint && !isOnlyShown(static_cast<std::uint8_t>(message));
  if (changes_table && std::exchange(is_set_due_, false) && message != Message::set) return "Set of a card";
  switch (message) {
    case Message::win:
      is_over_ = true;
      return {};
    case Message::new_turn: {
      const bool follows = phase_ == kEndPhase || is_first_turn_;
      is_first_turn_ = is_attacked_ = false;
      phase_ = 0;
      return follows ? "" : kPhase;
    }
    case Message::new_phase:
      return beforePhase(readPhase(bytes));
    case Message::draw:  // the hands with which the duel begins are drawn before the first turn
      return phase_ != 0 || is_first_turn_ ? "" : kPhase;
    case Message::move: {
      const Move move = readMove(bytes);
      is_set_due_ = resolving_ == 0 && move.from.place == kHand && (move.to.place & kField) != 0 &&
                    !move.to.attached() && (move.to.position & kFaceDown) != 0;
      return {};
    }
    case Message::attack:
    case Message::battle:
    case Message::damage_step_start:
    case Message::damage_step_end:
      return beforeDamageStep(message);
    case Message::summoning:
    case Message::special_summoning:
    case Message::flip_summoning:
      summons_.insert(message);
      return {};
    case Message::summoned:
    case Message::special_summoned:
    case Message::flip_summoned:
      return beforeSummoned(message);
    default:
      return inChain(message, bytes);
  }
}

std::string_view MissingMessages::beforePhase(std::uint16_t phase) {
  const auto* found = ranges::find(kSuccessions, phase, &Succession::phase);
  if (found == kSuccessions.end()) return {};  // a step, or a phase that is not known
  const std::uint16_t last = std::exchange(phase_, phase);
  is_attacked_ = false;
  if (std::exchange(in_damage_step_, false)) return "end of a damage step";
  if (std::exchange(links_, 0U) != 0) return "end of a chain";
  if (last == kEndPhase) return kTurn;
  return ranges::contains(found->after, last) ? "" : kPhase;
}

std::string_view MissingMessages::beforeDamageStep(Message message) {
  switch (message) {
    case Message::attack:
      is_attacked_ = true;
      return phase_ == kBattlePhase ? "" : kPhase;
    case Message::damage_step_start:
      if (std::exchange(in_damage_step_, true)) return "end of a damage step";
      return std::exchange(is_attacked_, false) ? "" : "attack";
    case Message::damage_step_end:
      return std::exchange(in_damage_step_, false) ? "" : "start of a damage step";
    default:  // a battle
      return in_damage_step_ ? "" : "start of a damage step";
  }
}

std::string_view MissingMessages::inChain(Message message, Bytes& bytes) {
  switch (message) {
    case Message::chaining:
      ++links_;
      is_link_due_ = true;
      return {};
    case Message::chained:
      return std::exchange(is_link_due_, false) ? "" : "activation";
    case Message::chain_solving:
      return std::exchange(resolving_, readLink(bytes)) == 0 ? "" : "end of a resolution";
    case Message::chain_solved: {
      ++resolved_;
      return std::exchange(resolving_, std::uint8_t{0}) == readLink(bytes) ? "" : "start of a resolution";
    }
    case Message::chain_end: {
      const bool is_whole = std::exchange(links_, 0U) == std::exchange(resolved_, 0U);
      resolving_ = 0;
      return is_whole ? "" : "resolution of a link";
    }
    default:
      return {};
  }
}

std::string_view MissingMessages::beforeSummoned(Message message) {
  const auto announced = static_cast<Message>(static_cast<std::uint8_t>(message) - 1);
  return summons_.erase(announced) != 0 ? "" : "Summon";
}

bool lacksLifeChange(std::span<const Packet> packets, const std::string& file_name) {
  std::array<std::uint64_t, 2> life{};
  const auto take = [&](const PlayerAmount& lost) {
    auto& points = life.at(lost.player);
    points -= std::min<std::uint64_t>(points, lost.amount);
  };
  for (const Packet& packet : packets) {
    Bytes bytes(packet.body, file_name, "the body", packet.offset);
    switch (static_cast<Message>(packet.message)) {
      case Message::start:
        ranges::copy(readStart(bytes).life, life.begin());
        break;
      case Message::damage:
      case Message::pay_life:
        take(readPlayerAmount(bytes));
        break;
      case Message::recover: {
        const PlayerAmount gained = readPlayerAmount(bytes);
        life.at(gained.player) += gained.amount;
        break;
      }
      case Message::life_update: {
        const PlayerAmount set = readPlayerAmount(bytes);
        life.at(set.player) = set.amount;
        break;
      }
      case Message::win: {
        const Win win = readWin(bytes);
        if (win.reason != kByLifePoints) return ranges::contains(life, 0U);
        return win.winner < 2 ? life.at(1U - win.winner) != 0 : life != std::array<std::uint64_t, 2>{};
      }
      default:
        break;
    }
  }
  return false;
}

}  // namespace docket::edopro
