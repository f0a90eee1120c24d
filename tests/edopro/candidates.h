// The acts that could be asked about at a request of the engine: those that it offered, and those that the rulebook
// suggests but the engine did not offer, each with the reason.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/catalogue.h"
#include "engine/state/state.h"
#include "tests/edopro/options.h"
#include "tests/witness/hypothetical_event.h"

namespace docket::edopro {

enum class Verdict : std::uint8_t { legal, illegal, undecided };

struct JudgedAct {
  Verdict verdict{};
  std::string why;                   ///< the first clause, or what leaves it undecided
  std::vector<std::string> clauses;  ///< of all certain findings
  std::string text;                  ///< the card whose unread words leave it undecided
};

/// The judgement of `docket ask --act`.
JudgedAct judgedAs(witness::HypotheticalEvent& hypothetical, const State& state, const Rules& rules);

/// An act that was offered or not.
struct Candidate {
  std::string kind;
  std::string key;     ///< distinguishes acts of a kind at one point
  std::string reason;  ///< why it was not offered
  std::int64_t id = -1;
  bool offered = false;
  std::function<bool(witness::HypotheticalEvent&)> say;  ///< puts the act into an event; false if its card is not there
};

inline constexpr std::uint32_t kDefenseBits = 0xC, kFaceDownBits = 0xA;

/// Facts about the cards of a duel from its answers and fields, by the engine's ids.
class Course {
 public:
  void visit(const Request& request) {
    for (const OfferedCard& card : request.monsters) came_.try_emplace(card.id, request.turn);
    std::set<std::int64_t> there;
    for (const OfferedCard& card : request.monsters) there.insert(card.id);
    std::erase_if(came_,
                  [&](const auto& one) { return owner_[one.first] == request.player && !there.contains(one.first); });
    for (const OfferedCard& card : request.monsters) owner_[card.id] = request.player;
    if (!request.answer) return;
    const auto& [list, place] = *request.answer;
    const auto note = [&](const char* name, const std::vector<OfferedCard>& cards,
                          std::map<std::int64_t, std::int64_t>& turns) {
      if (list == name && place < cards.size()) turns[cards[place].id] = request.turn;
    };
    note("mset", request.set_monster, set_);
    note("sset", request.set_spell, set_);
    note("repos", request.reposition, changed_);
    if (list == "attack" && place < request.attacks.size()) attacked_[request.attacks[place].card.id] = request.turn;
    if (list == "bp") battled_ = request.turn;
  }
  [[nodiscard]] bool wasSet(std::int64_t id, std::int64_t turn) const { return is(set_, id, turn); }
  [[nodiscard]] bool hasChanged(std::int64_t id, std::int64_t turn) const { return is(changed_, id, turn); }
  [[nodiscard]] bool hasAttacked(std::int64_t id, std::int64_t turn) const { return is(attacked_, id, turn); }
  [[nodiscard]] bool hasCome(std::int64_t id, std::int64_t turn) const { return is(came_, id, turn); }

 private:
  static bool is(const std::map<std::int64_t, std::int64_t>& turns, std::int64_t id, std::int64_t turn) {
    const auto found = turns.find(id);
    return found != turns.end() && found->second == turn;
  }
  std::map<std::int64_t, std::int64_t> set_, changed_, attacked_, came_;  // the turn, by id
  std::map<std::int64_t, std::uint8_t> owner_;
  std::int64_t battled_ = 0;
};

/// The candidates of a request.
struct Candidates {
  std::vector<Candidate> all;
  std::size_t not_found = 0;         ///< cards that the state does not have there
  std::shared_ptr<const void> held;  ///< what they refer to
};
/// State, rules, request and course must outlive them.
Candidates candidatesAt(const State& state, const Rules& rules, const Request& request, const Course& course);

/// The card of the state that is meant. In a hand and in the Extra Deck any card of the code will do. kNone if the
/// state does not have it there. `zone_if_unsaid`: for a card without a place, the zone of the player.
CardIndex cardMeant(const State& state, const Rules& rules, Seat player, const OfferedCard& card,
                    std::string_view zone_if_unsaid);
/// The act of playing or Setting a card of the player's from where it is.
bool sayPlay(witness::HypotheticalEvent& hypothetical, const State& state, Seat player, CardIndex index,
             std::string_view zone, bool face_up, std::string_view method);

/// True if the state is in a Damage Step.
bool isInDamageStep(const State& state, const Rules& rules);

}  // namespace docket::edopro
