#include "tools/import/hearthstone/turns.h"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "tools/import/hearthstone/log_words.h"

namespace docket::hearthstone {
namespace {

/// The part of a turn that a step of the server's belongs to; empty: it goes on.
std::string_view phaseOf(std::int64_t step) {
  switch (step) {
    case 4:
      return "mulligan";
    case 5:
    case 6:
    case 7:
    case 17:
      return "start";
    case 9:
      return "draw";
    case 10:
    case 11:
      return "main";
    case 12:
      return "end";
    default:
      return {};
  }
}

struct PlayerValue {
  GameTag tag;
  std::string_view name;
};
constexpr std::array<PlayerValue, 6> kValues{{{GameTag::resources, "mana crystals"},
                                              {GameTag::resources_used, "mana used"},
                                              {GameTag::temporary_resources, "temporary mana"},
                                              {GameTag::overload_locked, "overloaded mana"},
                                              {GameTag::fatigue, "fatigue"},
                                              {GameTag::additional_hero_powers, "additional hero powers"}}};

}  // namespace

Seat Turns::turnPlayer() const {
  for (const std::uint32_t id : game_.players) {
    const HsEntity& player = game_.entities.at(id);
    if (player[GameTag::current_player] != 0) return player.seat;
  }
  return 0;
}

void Turns::begin() {
  for (auto& [id, entity] : game_.entities) {
    const std::int64_t number = entity[GameTag::turn];
    if (!entity.is_game || number <= 0) continue;
    if (number > 1) {
      game_.notes.push_back(fmt::format("the file begins in turn {}; what happened before is missing", number));
      game_.skip(fmt::format("beginning of turn {}", number), id);
      joined_ = id;
    }
    turn_ = number - 1;
    beginTurn(number);
  }
  for (const std::uint32_t id : game_.players) {
    const HsEntity& player = game_.entities.at(id);
    for (const PlayerValue& one : kValues) changeValue(player, one.name, 0, player[one.tag]);
  }
}

void Turns::followGameTag(const HsEntity& entity, std::uint32_t tag, std::int64_t value) {
  if (tag == numberOf(GameTag::turn)) {
    beginTurn(value);
    // Amounts counted within a turn are known from the next turn on.
    if (const std::uint32_t joined = std::exchange(joined_, 0); joined != 0) game_.settle(joined);
  }
  if (tag == numberOf(GameTag::step)) beginStep(value);
  if (tag == numberOf(GameTag::state) && entity[GameTag::state] == kGameComplete) end();
}

void Turns::beginTurn(std::int64_t number) {
  if (number == turn_) return;
  if (game_.began && number != turn_ + 1) game_.skip(fmt::format("turns between {} and {}", turn_, number), 0);
  turn_ = number;
  phase_ = {};
  game_.acting = false;
  game_.add(0, [&](schema::Event::Builder event) {
    auto began = event.initBegan();
    began.setPeriod(game_.name("turn"));
    began.setPlayer(turnPlayer());
  });
}

void Turns::beginStep(std::int64_t number) {
  const std::string_view phase = phaseOf(number);
  if (phase.empty() || phase == phase_ || turn_ == 0) return;
  phase_ = phase;
  game_.acting = phase == "main";
  game_.add(0, [&](schema::Event::Builder event) {
    auto began = event.initBegan();
    began.setPeriod(game_.name("phase"));
    began.setName(game_.name(phase));
    began.setPlayer(turnPlayer());
  });
}

void Turns::changeValue(const HsEntity& player, std::string_view value, std::int64_t before, std::int64_t now) {
  if (before == now) return;
  game_.add(0, [&](schema::Event::Builder event) {
    auto change = event.initValueChanged();
    change.setSubject(entityOf(EntityKind::player, player.seat));
    change.setValue(game_.name(value));
    change.setHow(now == 0 ? schema::How::SET : now > before ? schema::How::GAINED : schema::How::LOST);
    change.setAmount(now == 0 ? 0 : now > before ? now - before : before - now);
  });
}

void Turns::followPlayerTag(HsEntity& player, std::uint32_t tag, std::int64_t before, std::int64_t value) {
  // Logs of old clients name players; which entity belongs to which player shows only here.
  if (tag == numberOf(GameTag::player_id) && (value == 1 || value == 2)) player.seat = static_cast<Seat>(value);
  for (const PlayerValue& one : kValues) {
    if (tag == numberOf(one.tag)) changeValue(player, one.name, before, value);
  }
  if (tag != numberOf(GameTag::playstate)) return;
  if (static_cast<PlayState>(value) == PlayState::disconnected) disconnected_[player.seat] = true;
  if (static_cast<PlayState>(value) == PlayState::conceded && !std::exchange(conceded_[player.seat], true)) {
    game_.add(player.seat, [&](schema::Event::Builder event) { event.initConceded().setPlayer(player.seat); });
  }
}

void Turns::beginBlock(const Packet& packet) {
  const auto kind = isKnownBlock(packet.block) ? static_cast<BlockKind>(packet.block) : BlockKind::unknown;
  if (kind == BlockKind::game_reset) game_.refuse("a game that goes back to an earlier point is not imported");
  const bool by_choice = game_.blocks.empty();
  game_.blocks.push_back({.kind = kind, .entity = packet.entity});
  const auto found = game_.entities.find(packet.entity);
  if (found == game_.entities.end() || found->second.recorded.number == 0) return;
  OpenBlock block = game_.blocks.back();  // what it is caused by precedes it
  game_.blocks.pop_back();
  if (kind == BlockKind::play || kind == BlockKind::deck_action) addPlay(block, found->second, packet.target);
  if (kind == BlockKind::attack) addAttack(block, found->second, packet.target, by_choice);
  game_.blocks.push_back(block);
}

void Turns::addPlay(OpenBlock& block, const HsEntity& card, std::uint32_t target) {
  const Entity at = target == 0 ? kNone : game_.subject(target);
  const InRecord& recorded = card.recorded;
  // A card in the hand that is its own target is traded or forged.
  const bool is_deck_action = block.kind == BlockKind::deck_action || (recorded.zone == "hand" && target == card.id);
  const bool used = is_deck_action || card.kind() == CardKind::hero_power ||
                    (card.kind() == CardKind::location && recorded.zone == "board");
  block.event = game_.add(recorded.player, [&](schema::Event::Builder event) {
    const auto fill = [&](auto act) {
      act.setPlayer(recorded.player);
      act.setCard(recorded.number);
      if (at != kNone && !is_deck_action) act.initTargets(1).set(0, at);
    };
    if (!used) return fill(event.initCardPlayed());
    auto activated = event.initAbilityActivated();
    fill(activated);
    activated.setAbility(1);
    activated.setDesignator(game_.name(is_deck_action                        ? "deck action"
                                       : card.kind() == CardKind::hero_power ? "hero power"
                                                                             : "location"));
  });
}

void Turns::addAttack(OpenBlock& block, const HsEntity& card, std::uint32_t target, bool by_choice) {
  const Entity at = target == 0 ? kNone : game_.subject(target);
  const InRecord& recorded = card.recorded;
  if (by_choice) {
    block.event = game_.add(recorded.player, [&](schema::Event::Builder event) {
      auto activated = event.initAbilityActivated();
      activated.setPlayer(recorded.player);
      activated.setCard(recorded.number);
      activated.setAbility(1);
      activated.setDesignator(game_.name("attack"));
      if (at != kNone) activated.initTargets(1).set(0, at);
    });
  }
  if (at == kNone) return;
  game_.blocks.push_back(block);  // the choice is what the attack is caused by
  const EventNumber declared = game_.add(by_choice ? recorded.player : Seat{0}, [&](schema::Event::Builder event) {
    auto attack = event.initAttackDeclared();
    attack.setCard(recorded.number);
    attack.setTarget(at);
  });
  game_.blocks.pop_back();
  if (block.event == 0) block.event = declared;
}

void Turns::end() {
  if (game_.is_over) return;
  std::vector<Seat> won, tied;
  std::string_view reason = "defeat";
  for (const std::uint32_t id : game_.players) {
    const HsEntity& player = game_.entities.at(id);
    const auto state = static_cast<PlayState>(player[GameTag::playstate]);
    if (state == PlayState::won) won.push_back(player.seat);
    if (state == PlayState::tied) tied.push_back(player.seat);
    if (state != PlayState::won && conceded_[player.seat]) reason = "concession";
    if (state != PlayState::won && disconnected_[player.seat]) reason = "disconnection";
  }
  if (won.size() != 1 && tied.size() != 2) return;
  game_.is_over = true;
  if (won.empty()) reason = "tie";
  game_.add(0, [&](schema::Event::Builder event) {
    auto ended = event.initGameEnded();
    ended.setWinner(won.size() == 1 ? won.front() : Seat{0});
    ended.setReason(game_.name(reason));
  });
}

}  // namespace docket::hearthstone
