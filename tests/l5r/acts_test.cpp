// Acts that players did or could do are legal, acts that the engine refused are illegal for its reason, and acts that
// are possible once a turn are reported when repeated.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "tests/l5r/edition.h"
#include "tests/l5r/games.h"
#include "tests/l5r/logged_game.h"

namespace docket::l5r::acts_test {
namespace {

using witness::Object;
using witness::text;

/// The clauses for the engine's reasons; "text" is the text of the card itself.
const std::map<std::string, std::vector<std::string>>& clausesOf() {
  static const std::map<std::string, std::vector<std::string>> kClauses{
      {"timing", {"se.timing"}},
      {"gold", {"se.gold"}},
      {"face_down", {"se.recruit.facedown"}},
      {"honor_requirement", {"se.recruit.honor"}},
      {"no_legal_personality", {"se.equip.personality"}},
      {"proclaim_off_clan", {"se.proclaim.clan"}},
      {"proclaim_used", {"se.once"}},
      {"used_this_turn", {"se.once"}},
      {"cost", {"l5r.basic.bowed", "text"}},
      {"no_target", {"text", "se.response"}}};
  return kClauses;
}

std::string clauseOf(const Finding& finding) { return finding.is<Finding::AgainstText>() ? "text" : finding.clause; }

/// Rules of the Celestial Edition that the engine does not have.
bool isUnknownToTheEngine(std::string_view clause) {
  return clause == "l5r.keyword.loyal"        // Loyal Personalities join their own Clan only
         || clause == "l5r.keyword.shugenja"  // Spells are for Shugenja
         || clause == "l5r.basic.bowed";      // abilities of bowed cards are not used
}

using Counts = std::map<std::string, std::map<std::string, std::size_t>>;

void print(const char* title, const Counts& counts) {
  fmt::print("{}\n", title);
  for (const auto& [what, by] : counts) {
    fmt::print("  {:40}", what);
    for (const auto& [verdict, count] : by) fmt::print(" {} {}", count, verdict);
    fmt::print("\n");
  }
}

class JudgedActs {
 public:
  struct Found {
    Counts taken, possible, refused, repeated;
  };

  JudgedActs(const Object& line, const Rules& rules, Found& found) : game_(line, rules), found_(found) {}

  void read(const Object& line) {
    const std::string kind = text(line, "k");
    step_ = witness::number(line, "s");
    if (kind == "act") took(Act::of(text(line, "action"), seatOf(text(line, "seat"))));
    if (kind == "refused") refusedAll(line);
    game_.read(line);
    if (kind == "act" && text(line, "action").starts_with("Activate"))
      respondsAgain(Act::of(text(line, "action"), seatOf(text(line, "seat"))));
    if (kind == "truth") possible(line);
    if (kind == "ev" && text(line, "t") == "use_once") again(text(line, "key"));
  }

 private:
  static bool isAct(const Act& act) { return act.kind != "Pass" && act.kind != "Judge" && act.kind != "Rewind"; }

  /// No certain finding is against an allowed act.
  void allowed(const Act& act, Counts& counts) {
    if (!isAct(act)) return;
    const auto findings = game_.judged(act);
    auto& count = counts[act.kind];
    if (findings.empty()) {
      ++count["legal"];
      return;
    }
    for (const Finding& one : findings) {
      const bool certain = one.certainty == Finding::Certainty::certain;
      ++count[(certain ? "illegal: " : "undecided: ") + clauseOf(one)];
      EXPECT_TRUE(!certain || isUnknownToTheEngine(one.clause)) << where(act) << ": " << clauseOf(one);
    }
  }
  void took(const Act& act) { allowed(act, found_.taken); }
  void possible(const Object& line) {
    Object seats;
    if (line["legal"].get(seats) != simdjson::SUCCESS) return;
    for (const auto [seat, actions] : seats) {
      for (const auto action : actions.get_array())
        allowed(Act::of(action.get_string(), seatOf(seat)), found_.possible);
    }
  }

  void refusedAll(const Object& line) {
    const Seat seat = seatOf(text(line, "seat"));
    for (const auto item : line["items"].get_array()) {
      const Act act = Act::of(item.at(0).get_string(), seat);
      const std::string reason(item.at(1).get_string().value());
      refused(act, reason);
    }
  }
  void refused(const Act& act, const std::string& reason) {
    const auto& clauses = clausesOf().at(reason);
    const auto findings = game_.judged(act);
    const bool found = ranges::any_of(findings, [&](const Finding& one) {
      return one.certainty == Finding::Certainty::certain && ranges::contains(clauses, clauseOf(one));
    });
    auto& count = found_.refused[reason + " " + act.kind];
    if (found) {
      ++count["found"];
      return;
    }
    std::string other = "not found";
    for (const Finding& one : findings) other += ", " + clauseOf(one);
    const bool unoffered = (reason == "gold" || reason == "cost") && game_.asked(kUnoffered, act.seat) > 0;
    ++count[unoffered ? "not found: the engine does not offer what a card of 0 gold can produce" : other];
    EXPECT_TRUE(unoffered) << where(act) << " refused for " << reason << ": " << other;
  }

  /// Legacy, Cycle and Proclaim were just used: again in the same turn.
  void again(const std::string& key) {
    static const std::map<std::string, std::string> kKinds{
        {"legacy", "Legacy"}, {"cycle", "Cycle"}, {"proclaim", "Proclaim"}};
    const std::string kind = key.substr(0, key.find(':'));
    if (!kKinds.contains(kind)) return;
    const Act act{.kind = kKinds.at(kind), .seat = seatOf(std::string_view(key).substr(kind.size() + 1))};
    const Act other{.kind = act.kind, .seat = static_cast<Seat>(3 - act.seat)};
    repeated(act, act.kind, "se.once");
    const bool also = finds(other, "se.once");
    ++found_.repeated[act.kind + " by the other player"][also ? "found" : "not found"];
    EXPECT_FALSE(also) << where(act) << " by the other player";
  }
  /// A Response was just used: again before priority passes.
  void respondsAgain(const Act& act) {
    const Card& card = game_.state().cards[game_.indexOf(act.card)];
    const Definition* definition = game_.state().definitionOf(card);
    if (definition->abilities.empty() || definition->abilities.front().designator != "Response") return;
    repeated(act, "Response", "se.response");
  }
  void repeated(const Act& act, const std::string& what, std::string_view clause) {
    const bool found = finds(act, clause);
    ++found_.repeated[what][found ? "found" : "not found"];
    EXPECT_TRUE(found) << where(act) << " once more";
  }
  [[nodiscard]] bool finds(const Act& act, std::string_view clause) const {
    return ranges::any_of(game_.judged(act), [&](const Finding& one) {
      return one.clause == clause && one.certainty == Finding::Certainty::certain;
    });
  }

  [[nodiscard]] std::string where(const Act& act) const {
    return fmt::format("{} step {} {} {} {}", game_.id(), step_, act.kind, act.card, game_.definitionOf(act.card));
  }

  LoggedGame game_;
  Found& found_;
  std::int64_t step_ = 0;
};

/// Abilities of cards as the Celestial rules have them, once a turn. Uses that the engine allowed again, because it
/// lacks the once-a-turn rule, are found, and nothing else is. Only the log says which use is a second one.
class RepeatedUses {
 public:
  RepeatedUses(const Object& line, const Rules& rules, Counts& counts) : game_(line, rules), counts_(counts) {}

  void read(const Object& line) {
    const std::string type = text(line, "t");
    if (type == "turn" && witness::number(line, "turn") != turn_) {
      turn_ = witness::number(line, "turn");
      used_.clear();
    }
    // A card that leaves play and its Province and comes back is another instance.
    if (type == "move" && staysNot(text(line, "to"))) used_.erase(text(line, "card"));
    const std::string action = text(line, "action");
    if (action == "Rewind" && !latest_.empty()) --used_[latest_];
    if (!action.empty() && action != "Judge") latest_.clear();
    if (action.starts_with("ActivateAbility")) use(Act::of(action, seatOf(text(line, "seat"))));
    game_.read(line);
  }

 private:
  static bool staysNot(std::string_view zone) { return zone != "play" && zone.find(".prov") == std::string_view::npos; }
  void use(const Act& act) {
    const bool again = used_[act.card]++ > 0;
    latest_ = act.card;
    const bool found = ranges::any_of(game_.judged(act), [](const Finding& one) {
      return one.clause == "l5r.ability.once" && one.certainty == Finding::Certainty::certain;
    });
    ++counts_[again ? "used again in the turn" : "used first"][found ? "found" : "not found"];
    EXPECT_EQ(found, again) << game_.id() << " turn " << turn_ << " " << act.card << " "
                            << game_.definitionOf(act.card);
  }

  LoggedGame game_;
  Counts& counts_;
  std::map<std::string, std::size_t> used_;  ///< in this turn, by card
  std::string latest_;                       ///< the card whose use can still be taken back
  std::int64_t turn_ = 0;
};

TEST(ActsOfL5r, UsedTwiceInATurnBreakTheCelestialRule) {
  SKIP_WITHOUT_L5R();
  Counts counts;
  const Rules rules = Edition::onceATurn().rules();
  playGames<RepeatedUses>("l5r_games.jsonl.xz", 8, rules, counts);
  print("abilities of cards", counts);
  EXPECT_GT(counts["used again in the turn"]["found"], 0U);
}

TEST(ActsOfL5r, AreLegalExactlyIfTheEngineAllowedThem) {
  SKIP_WITHOUT_L5R();
  JudgedActs::Found found;
  const Rules rules = Edition::get().rules();
  playGames<JudgedActs>("l5r_games.jsonl.xz", 8, rules, found);
  print("taken", found.taken);
  print("possible", found.possible);
  print("refused", found.refused);
  print("repeated", found.repeated);
  EXPECT_GT(found.repeated["Legacy"]["found"], 0U);
}

}  // namespace
}  // namespace docket::l5r::acts_test
