#include "tools/explain/possible_moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/count_if.hpp>
#include <set>
#include <string_view>

#include "events/errors.h"
#include "events/payload_names.h"
#include "tools/notation/name_resolution.h"
#include "tools/words/layout.h"
#include "tools/words/scope_words.h"
#include "tools/words/text.h"

namespace docket {
namespace {

/// The most cards in the tables that are copied to read the acts: a game with many cards has fewer acts tried.
constexpr std::size_t kMaxCardsCopied = 1'000'000;

std::size_t mostTried(const State& state) {
  return std::min(kMaxMovesTried, kMaxCardsCopied / std::max<std::size_t>(state.cards.size(), 1));
}

/// True if two verdicts are the same, for the same reasons.
bool haveOneVerdict(const ActVerdict& one, const ActVerdict& other) {
  const auto is_same = [](const Explanation& a, const Explanation& b) {
    return a.what == b.what && a.value == b.value && a.clause == b.clause && a.event == b.event;
  };
  return one.legality.word() == other.legality.word() && one.legality.scope == other.legality.scope &&
         std::equal(one.reasons.begin(), one.reasons.end(), other.reasons.begin(), other.reasons.end(), is_same);
}

class MoveTrials {
 public:
  MoveTrials(const Hypothetical& table, const Words& words, const WhoseActs& whose)
      : table_(table), words_(words), most_(mostTried(words.state())), candidates_(candidateActs(words, whose, most_)) {
    found_.whose = whose;
    found_.cut = candidates_.cut;
    for (const auto which : candidates_.uncovered) found_.uncovered[which] = 0;
  }

  PossibleMoves run() && {
    std::vector<CandidateAct> without_place;
    for (const CandidateAct& act : candidates_.acts) {
      const auto typed = read(act);
      if (!typed) continue;
      if (typed->event().isCardPlayed()) {
        // A play without a zone is tried only for a card that no other candidate plays into a zone.
        if (typed->event().getCardPlayed().getZone() == 0) {
          without_place.push_back(act);
          continue;
        }
        placed_.insert(act.card);
      }
      tryVariants(act, *typed);
    }
    for (const CandidateAct& act : without_place) {
      if (placed_.contains(act.card)) continue;
      if (const auto typed = read(act)) tryVariants(act, *typed);
    }
    return std::move(found_);
  }

 private:
  /// The event of a line; empty if the line cannot be read on this table, for example because a verb is for cards of
  /// other types.
  [[nodiscard]] std::optional<TypedAct> read(const CandidateAct& act) {
    if (found_.tried >= most_) {
      found_.cut = true;
      return std::nullopt;
    }
    try {
      return table_.typed(act.text());
    } catch (const BadInput&) {
      return std::nullopt;
    }
  }

  void tryVariants(const CandidateAct& act, const TypedAct& typed) {
    const auto slots = withSlots(act, typed, words_);
    if (slots.empty()) return tryTargets(act, typed);
    for (const CandidateAct& variant : slots) {
      if (const auto placed = read(variant)) tryTargets(variant, *placed);
    }
  }

  void tryTargets(const CandidateAct& act, const TypedAct& typed) {
    const TargetsAskedBy asked = targetsAskedBy(typed, words_);
    const Move plain = judged(act, typed);
    // If copies are counted, every attachment is covered; those that no limit counts are left out.
    const bool is_idle = typed.event().isCardAttached() && plain.verdict.reasons.empty();
    if (is_idle && !table_.hasApplicableRules(typed)) {
      ++found_.uncovered[plain.kind];
      return;
    }
    if (asked == TargetsAskedBy::nobody) return add(plain);
    std::vector<Move> aimed;
    for (const CandidateAct& variant : withTargets(act, words_)) {
      if (const auto one = read(variant)) aimed.push_back(judged(variant, *one));
    }
    // Targets that make no difference are left out.
    const bool matters =
        ranges::any_of(aimed, [&](const Move& one) { return !haveOneVerdict(one.verdict, plain.verdict); });
    if (!matters || asked == TargetsAskedBy::rules) add(plain);
    if (!matters) return;
    for (Move& one : aimed) add(std::move(one));
  }

  [[nodiscard]] Move judged(const CandidateAct& act, const TypedAct& typed) {
    ++found_.tried;
    return {.act = act, .kind = typed.event().which(), .verdict = table_.verdictOn(typed)};
  }

  void add(Move move) {
    // A finding comes from a rule, even on a kind of event that no rule is about by itself.
    const bool is_covered =
        move.verdict.legality.standing == Standing::illegal || move.verdict.legality.scope.isCovered();
    if (is_covered) {
      found_.moves.push_back(std::move(move));
    } else {
      ++found_.uncovered[move.kind];
    }
  }

  const Hypothetical& table_;
  const Words& words_;
  std::size_t most_;
  CandidateActs candidates_;
  std::set<CardIndex> placed_;  // cards that are played to a place
  PossibleMoves found_;
};

/// A reason and what it rests on, in one statement.
std::string reasonText(const Explanation& reason) {
  std::string text = reason.what;
  if (!reason.value.empty()) text += ": " + reason.value;
  if (!reason.clause.empty()) text += fmt::format(" [{}]", reason.clause);
  for (const Explanation& below : reason.children) {
    if (below.event != 0) text += fmt::format("; {} event {}", below.what, below.event);
  }
  return text;
}

Style standingStyle(Standing standing) {
  return standing == Standing::legal ? Style::good : standing == Standing::illegal ? Style::bad : Style::warning;
}

void printGroup(std::ostream& out, const MoveGroup& group, bool colour) {
  const Legality& legality = group.verdict.legality;
  out << '\n'
      << flushRight(styled(colour, standingStyle(legality.standing), legality.word()),
                    styled(colour, standingStyle(legality.standing), gradeWord(legality.grade())), 2);
  for (const Explanation& reason : group.verdict.reasons) out << paragraph(reasonText(reason), 2, 4);
  if (legality.scope.isCovered()) out << paragraph(judgedWords(legality.scope), 2, 4);
  for (const MoveGroup::Line& line : group.lines) out << paragraph(line.text, 4, 6);
}

/// The kinds of acts that no rule here is about, with how many were tried: "attack declared, card moved (12)".
std::string uncoveredWords(const PossibleMoves& moves) {
  std::string kinds;
  for (const auto& [kind, count] : moves.uncovered) {
    kinds += (kinds.empty() ? "" : ", ") + actKindWords(kind);
    if (count != 0) kinds += fmt::format(" ({})", count);
  }
  return kinds;
}

}  // namespace

std::uint32_t PossibleMoves::count(Standing standing) const {
  return static_cast<std::uint32_t>(
      ranges::count_if(moves, [&](const Move& one) { return one.verdict.legality.standing == standing; }));
}

WhoseActs whoseActs(const State& state, const Ruleset& ruleset, CardIndex card) {
  if (card != kNone && state.cards[card].exists()) {
    const Card& one = state.cards[card];
    const Seat seat = ruleset.zones[one.zone].in_play ? one.controller : one.owner;
    if (seat != 0) return {.player = seat, .card = card};
  }
  const Seat turn = notation::playerOfTurn(state, ruleset);
  if (turn == 0) throw BadInput("it is no player's turn at that point: name a player, such as P1");
  return {.player = turn, .card = card};
}

PossibleMoves possibleMoves(const Hypothetical& table, const Words& words, const WhoseActs& whose) {
  return MoveTrials(table, words, whose).run();
}

std::vector<MoveGroup> groupedMoves(const PossibleMoves& moves, Standing standing) {
  std::vector<MoveGroup> groups;
  std::vector<const CandidateAct*> last;  // the act of each group that its last line ends with
  for (const Move& move : moves.moves) {
    if (move.verdict.legality.standing != standing) continue;
    const auto found = std::find_if(groups.begin(), groups.end(),
                                    [&](const MoveGroup& one) { return haveOneVerdict(one.verdict, move.verdict); });
    const auto place = static_cast<std::size_t>(found - groups.begin());
    if (place == groups.size()) {
      groups.push_back({.verdict = move.verdict});
      last.push_back(nullptr);
    }
    const CandidateAct& act = move.act;
    auto& lines = groups[place].lines;
    const bool is_variant = last[place] != nullptr && !act.choice.empty() && last[place]->before == act.before &&
                            last[place]->after == act.after;
    if (is_variant) {
      std::string& line = lines.back().text;
      line.insert(line.size() - act.after.size(), ", " + act.choice);
    } else {
      lines.push_back({.text = act.text(), .card = act.card});
    }
    last[place] = &act;
  }
  return groups;
}

void printMoves(std::ostream& out, const PossibleMoves& moves, const Words& words, Listed listed, bool colour) {
  for (const Standing standing : {Standing::legal, Standing::undecided, Standing::illegal}) {
    if (standing == Standing::illegal && listed != Listed::all) continue;
    for (const MoveGroup& group : groupedMoves(moves, standing)) printGroup(out, group, colour);
  }
  const std::uint32_t illegal = moves.count(Standing::illegal);
  out << '\n'
      << paragraph(fmt::format("{} of {} tried: {} legal, {} undecided, {} illegal{}", counted(moves.tried, "act"),
                               words.player(moves.whose.player), moves.count(Standing::legal),
                               moves.count(Standing::undecided), illegal,
                               illegal != 0 && listed != Listed::all ? " (--all lists these)" : ""),
                   0, 2);
  if (const std::string kinds = uncoveredWords(moves); !kinds.empty())
    out << paragraph("no rule here covers: " + kinds, 0, 2);
  if (words.state().outcome.over) out << paragraph("the game is over at this point", 0, 2);
  if (moves.cut) out << paragraph("not all acts were tried: name a card to try only its acts", 0, 2);
}

void writeMoves(JsonWriter& json, const PossibleMoves& moves, const Words& words, Listed listed) {
  json.member("player", static_cast<unsigned>(moves.whose.player)).member("tried", moves.tried);
  json.member("more", moves.cut).member("legal", moves.count(Standing::legal));
  json.member("undecided", moves.count(Standing::undecided)).member("illegal", moves.count(Standing::illegal));
  json.list("acts");
  for (const Move& move : moves.moves) {
    const Legality& legality = move.verdict.legality;
    if (legality.standing == Standing::illegal && listed != Listed::all) continue;
    json.object().member("act", move.act.text()).member("kind", payloadName(move.kind));
    json.member("card", move.act.card == kNone ? 0U : words.state().cards[move.act.card].number);
    json.member("standing", standingWord(legality.standing)).member("verdict", legality.word());
    json.member("grade", gradeWord(legality.grade())).member("judged", judgedWords(legality.scope));
    json.list("reasons");
    for (const Explanation& reason : move.verdict.reasons) {
      json.object();
      writeExplanation(json, reason);
      json.end();
    }
    json.end().end();
  }
  json.end().list("uncovered");
  for (const auto& [kind, count] : moves.uncovered) {
    json.object().member("act", payloadName(kind)).member("tried", count).end();
  }
  json.end();
}

}  // namespace docket
