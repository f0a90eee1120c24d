#include "tests/edopro/play_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/find.hpp>
#include <tuple>
#include <utility>

#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"
#include "tests/edopro/candidates.h"
#include "tests/edopro/duels.h"
#include "tests/edopro/options.h"
#include "tools/import/edopro/file_import.h"

namespace docket::edopro {
namespace {

using witness::HypotheticalEvent;

/// Goes through a duel.
class Comparing {
 public:
  Comparing(PlayTable& table, std::string duel, const std::vector<Request>& requests, const Rules& rules)
      : table_(table), duel_(std::move(duel)), requests_(requests), rules_(rules) {}

  void run(const Recording& recording) {
    State state = initialState(recording.header(), rules_);
    Step step;
    std::size_t next = 0;
    for (EventNumber number = 1; number <= recording.size(); ++number) {
      const auto event = recording.event(number);
      const std::size_t packet = event->getContext().getSource();
      std::size_t end = next;
      while (end < requests_.size() && requests_[end].packet < packet) ++end;
      ask(state, next, end);
      next = end;
      played(pendingEvent(state, rules_, number, event));
      reduce(state, rules_, number, event, step);
    }
    ask(state, next, requests_.size());
  }

 private:
  void played(const PendingEvent& at) {
    const std::vector<Finding> findings = judge(at);
    battle(at, findings);
    for (const Finding& one : findings) {
      if (one.certainty != Finding::Certainty::certain || one.is<Finding::Unexplained>()) continue;
      table_.played_illegal.push_back(fmt::format("{} event {}: {}", duel_, at.number, one.clause));
    }
  }

  /// Counts the results of battle, by the findings against them.
  void battle(const PendingEvent& at, const std::vector<Finding>& findings) {
    const schema::Event::Reader event = at.event;
    const auto& names = at.before.vocabulary->names;
    const bool destroyed = event.isCardMoved() && event.getCardMoved().getReason() != 0 &&
                           names.text(event.getCardMoved().getReason()) == "destroyed by battle";
    const bool damage = event.isValueChanged() && event.getValueChanged().getHow() == schema::How::LOST &&
                        event.getContext().getCauses().size() == 0 && isInDamageStep(at.before, rules_);
    if (!destroyed && !damage) return;
    BattleRow& row = destroyed ? table_.destroyed : table_.damage;
    const std::string_view clause = destroyed ? "ygo.battle.destroyed" : "ygo.battle.damage";
    const auto found = ranges::find(findings, clause, &Finding::clause);
    ++row.recorded;
    if (found == findings.end()) ++row.equal;
    if (found != findings.end() && found->certainty == Finding::Certainty::certain) ++row.different;
  }

  /// Compares the number of Normal Summons that a player has used this turn with the engine's count.
  void compareSummons(const State& state, const Request& request) {
    if (!request.normal_summons) return;
    const auto& tallies = rules_.ruleset.tallies;
    const auto found = ranges::find(tallies, "Normal Summons", &Tally::name);
    if (found == tallies.end()) return;
    const TallyCount* counted = state.play.tally(static_cast<std::uint16_t>(found - tallies.begin()),
                                                 entityOf(EntityKind::player, request.player + 1U));
    const std::int64_t count = counted == nullptr ? 0 : counted->count;
    const bool equal = count == (*request.normal_summons)[0] && (counted == nullptr || counted->perhaps == 0);
    ++table_.summons_asked;
    if (equal) ++table_.summons_equal;
    if (!equal) {
      table_.summons_differ.push_back(fmt::format("{} event {}: {} of {}, here {}", duel_, state.event,
                                                  (*request.normal_summons)[0], (*request.normal_summons)[1], count));
    }
  }

  /// The requests after one event, player by player: an act is offered if one of them offers it.
  void ask(const State& state, std::size_t first, std::size_t last) {
    if (first == last) return;
    for (std::size_t i = first; i < last; ++i) course_.visit(requests_[i]);
    for (std::uint8_t player = 0; player < 2; ++player) {
      std::map<std::pair<std::string, std::string>, Candidate> all;
      std::vector<std::shared_ptr<const void>> held;
      for (std::size_t i = first; i < last; ++i) {
        const Request& request = requests_[i];
        if (request.player != player) continue;
        ++table_.requests;
        compareSummons(state, request);
        Candidates candidates = candidatesAt(state, rules_, request, course_);
        held.push_back(candidates.held);
        for (Candidate& one : candidates.all) {
          auto [found, fresh] = all.try_emplace({one.kind, one.key}, one);
          if (!fresh && one.offered) found->second = std::move(one);
        }
        table_.not_found += candidates.not_found;
      }
      for (const auto& [key, candidate] : all) count(candidate, state, requests_[first].turn);
    }
  }

  void count(const Candidate& candidate, const State& state, std::int64_t turn) {
    HypotheticalEvent hypothetical(state);
    if (!candidate.say(hypothetical)) return;
    const JudgedAct judged = judgedAs(hypothetical, state, rules_);
    const std::string reason = candidate.offered ? "offered" : candidate.reason;
    const bool wrong = judged.verdict == (candidate.offered ? Verdict::illegal : Verdict::legal);
    if (wrong) {
      auto& places = candidate.offered ? table_.offered_illegal : table_.refused_legal;
      places.push_back(fmt::format("{} event {}: {} ({}), {} {}", duel_, state.event, candidate.kind, candidate.key,
                                   reason, judged.why));
    }
    const auto key = std::tuple(turn, candidate.id, candidate.kind, reason);
    const auto [found, fresh] = counted_.try_emplace(key, judged);
    PlayRow& row = table_.rows[{candidate.kind, reason}];
    if (!fresh) {
      if (!wrong || found->second.verdict == judged.verdict) return;
      tell(row, found->second, -1, table_.texts[candidate.kind + ", " + reason]);
      found->second = judged;
    }
    tell(row, judged, 1, table_.texts[candidate.kind + ", " + reason]);
  }

  static void tell(PlayRow& row, const JudgedAct& judged, int more, std::map<std::string, std::size_t>& texts) {
    const auto by = static_cast<std::size_t>(more);  // wraps around for -1, as it should
    row.count += by;
    switch (judged.verdict) {
      case Verdict::legal:
        row.legal += by;
        return;
      case Verdict::illegal:
        row.illegal += by;
        row.clauses[judged.why] += by;
        return;
      case Verdict::undecided:
        row.undecided += by;
        if (!judged.text.empty()) texts[judged.text] += by;
        row.doubts[judged.why] += by;
        return;
    }
  }

  PlayTable& table_;
  std::string duel_;
  const std::vector<Request>& requests_;
  const Rules& rules_;
  Course course_;
  std::map<std::tuple<std::int64_t, std::int64_t, std::string, std::string>, JudgedAct> counted_;
};

std::string listed(const std::map<std::string, std::size_t>& counts) {
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto& one, const auto& other) { return one.second > other.second; });
  std::string text;
  for (const auto& [what, count] : sorted) {
    if (count != 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  }
  return text;
}

std::string listed(const char* title, const std::vector<std::string>& places, std::size_t most) {
  std::string text = fmt::format("{}: {}\n", title, places.size());
  for (std::size_t i = 0; i < std::min(most, places.size()); ++i) text += fmt::format("  {}\n", places[i]);
  return text;
}

}  // namespace

void PlayTable::add(const std::string& duel, const std::filesystem::path& replay, const std::filesystem::path& options,
                    const Rules& rules) {
  const ReadGame import = importReplay(readFile(replay), duel, rules);
  const std::vector<Request> read = readRequests(options);
  Comparing(*this, duel, read, rules).run(import.recording);
}

std::string PlayTable::text(std::size_t places) const {
  std::string text = fmt::format("{:<32} {:<28} {:>7} {:>7} {:>7} {:>9}  {}\n", "act", "reason", "acts", "legal",
                                 "illegal", "undecided", "clauses; what leaves it undecided");
  for (const auto& [key, row] : rows) {
    text += fmt::format("{:<32} {:<28} {:>7} {:>7} {:>7} {:>9}  {}; {}\n", key.first, key.second, row.count, row.legal,
                        row.illegal, row.undecided, listed(row.clauses), listed(row.doubts));
  }
  for (const auto& [kind, cards] : texts) {
    if (places > 20) text += fmt::format("{}: {}\n", kind, listed(cards).substr(0, 2500));
  }
  text += listed("offered, called illegal", offered_illegal, places);
  text += listed("played, called illegal", played_illegal, places);
  text += listed("not offered, called legal", refused_legal, places);
  text += listed("Normal Summons used, otherwise than the engine says", summons_differ, places);
  for (const auto& [what, row] : {std::pair("battle damage", damage), std::pair("destroyed by battle", destroyed)}) {
    text += fmt::format("{}: {} recorded, {} equal, {} different, {} not known\n", what, row.recorded, row.equal,
                        row.different, row.recorded - row.equal - row.different);
  }
  text += fmt::format("Normal Summons used, equal to the engine's: {} of {}\n", summons_equal, summons_asked);
  return text + fmt::format("{} requests, {} cards not found\n", requests, not_found);
}

std::string PlayTable::page() const {
  constexpr std::size_t kLeast = 50;
  std::string text =
      "| act | engine | acts | legal | illegal | undecided |\n| --- | --- | ---: | ---: | ---: | ---: |\n";
  for (const auto& [key, row] : rows) {
    if (row.count < kLeast) continue;
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", key.first,
                        key.second == "offered" ? "offers it" : "not: " + key.second, row.count, row.legal, row.illegal,
                        row.undecided);
  }
  const auto result = [&](const char* what, const BattleRow& row) {
    text += fmt::format("| {} | did it | {} | {} | {} | {} |\n", what, row.recorded, row.equal, row.different,
                        row.recorded - row.equal - row.different);
  };
  result("battle damage", damage);
  result("destruction by battle", destroyed);
  return text + fmt::format("| Normal Summons used | counts them | {} | {} | {} | |\n", summons_asked, summons_equal,
                            summons_asked - summons_equal);
}

}  // namespace docket::edopro
