#include "tools/explain/why_not_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <range/v3/algorithm/any_of.hpp>
#include <tuple>
#include <vector>

#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"
#include "events/errors.h"
#include "tools/explain/explain_stat.h"
#include "tools/words/text.h"

namespace docket {
namespace {

using schema::Change;

/// The maximum number of ended changes that are listed, latest first, if the question names none.
constexpr std::size_t kMaxEnded = 20;

/// Identifies an entry as long as it is in the ledger.
using EntryKey = std::tuple<EventNumber, std::uint16_t, bool, CardIndex, Change::Kind>;
EntryKey keyOf(const Entry& entry) { return {entry.event, entry.index, entry.computed, entry.source, entry.kind}; }

struct SeenChange {
  std::string what;       // "+2 from Iron Blade #3, while its source is attached"
  EventNumber event = 0;  // the event that began it
  CardIndex source = kNone;
  EventNumber ended = 0;  // 0: it is in the ledger
  std::string why{};
  std::string clause{};
};

class ChangeTracer {
 public:
  ChangeTracer(const OpenGame& game, const Words& words, Entity subject, const SoughtChanges& sought)
      : game_(game),
        words_(words),
        rules_(game.rules()),
        subject_(subject),
        sought_(sought),
        running_(game.runningStateAfter(0)),
        now_(running_.state(), rules_, game.header(), words.turnLabels()) {}

  /// Every change that began up to the table of the words, in that order.
  std::vector<SeenChange> all() && {
    const EventNumber last = words_.state().event;
    if (last != 0) {
      game_.events().forEach(1, last, [&](EventNumber number, schema::Event::Reader event) { follow(number, event); });
    }
    std::vector<SeenChange> all;
    for (auto& [key, change] : seen_) all.push_back(std::move(change));
    std::stable_sort(all.begin(), all.end(),
                     [](const SeenChange& a, const SeenChange& b) { return a.event < b.event; });
    return all;
  }

 private:
  [[nodiscard]] bool isSought(const Entry& entry) const {
    if (!sought_.stat) return entry.kind == Change::Kind::CONTROL;
    return Words::isAboutStat(entry.kind) && entry.stat_or_name == *sought_.stat;
  }

  void follow(EventNumber number, schema::Event::Reader event) {
    std::string clause;  // the clause that makes an act void
    if (event.hasBegins() && rules_.ruleset.acts[static_cast<std::size_t>(event.which())].is_void) {
      const auto findings = judge(pendingEvent(running_.state(), rules_, number, event));
      if (!findings.empty()) clause = findings.front().clause;
    }
    running_.add(number, event, game_.events());
    const State& state = running_.state();
    std::map<EntryKey, Entry> live;
    for (const EntryIndex index : state.entriesAbout(subject_)) {
      const Entry& entry = state.entry(index);
      if (isSought(entry)) live.emplace(keyOf(entry), entry);
    }
    for (const auto& [key, entry] : live_) {
      if (live.contains(key)) continue;
      SeenChange& change = seen_[key];
      change.ended = number;
      change.why = whyEnded(entry, number, event);
    }
    for (const auto& [key, entry] : live) {
      const auto earlier = live_.find(key);
      if (earlier != live_.end() && earlier->second.amount == entry.amount) continue;
      // Reported with its current value: the amount of a computed change can vary, and a change that a rewind restores
      // counts again.
      seen_[key] = {.what = wordsOf(entry), .event = entry.event, .source = entry.source};
    }
    live_ = std::move(live);
    if (running_.step().is_void) addVoid(number, event, clause);
  }

  [[nodiscard]] std::string wordsOf(const Entry& entry) const {
    std::string what = now_.change(entry);
    if (entry.source != kNone) what += " from " + now_.card(entry.source);
    return what + ", " + now_.lasts(entry);
  }

  /// Adds the changes that an act would have begun and that the ruleset makes void.
  void addVoid(EventNumber number, schema::Event::Reader event, const std::string& clause) {
    const State& state = running_.state();
    std::uint16_t index = 0;
    for (auto change : event.getBegins()) {
      Entry entry{.event = number,
                  .index = index++,
                  .kind = change.getKind(),
                  .subject = state.subjectOf(change.getSubject()),
                  .player = change.getPlayer(),
                  .amount = change.getAmount(),
                  .stated_amount = change.getAmount(),
                  .source = change.getSource() == 0 ? kNone : state.cardOf(change.getSource())};
      if (Words::isAboutStat(entry.kind)) entry.stat_or_name = (*state.vocabulary)[change.getName()].stat;
      if (entry.subject != subject_ || !isSought(entry)) continue;
      std::string what = now_.change(entry);
      if (entry.source != kNone) what += " from " + now_.card(entry.source);
      seen_[keyOf(entry)] = {.what = std::move(what),
                             .event = number,
                             .source = entry.source,
                             .ended = number,
                             .why = "it never began: the act was illegal and is void",
                             .clause = clause};
    }
  }

  [[nodiscard]] std::string whyEnded(const Entry& entry, EventNumber number, schema::Event::Reader event) const {
    const State& after = running_.state();
    if (event.isRewound()) return "a judge took back the event that began it";
    if (event.isCorrected()) return "a judge corrected the record";
    if (event.isChangeEnded() && event.getChangeEnded().getBegun() == entry.event) return "it was ended early";
    if (event.isActivationNegated() || event.isEffectNegated()) return "the act that began it was negated";
    if (entry.computed) {
      return fmt::format("the trait of {} no longer applies",
                         entry.source == kNone ? "its source" : now_.card(entry.source));
    }
    if (after.isCard(subject_)) {
      const Card& card = after.cards[subject_];
      if (!card.exists()) return "the card ceased to exist";
      if (card.arrived == number) return fmt::format("{} left the place where it was", now_.card(subject_));
      if (event.isCardFlipped() && after.cardOf(event.getCardFlipped().getCard()) == subject_) {
        return fmt::format("{} was turned face-down", now_.card(subject_));
      }
    }
    if (entry.last == Change::Last::UNTIL_END && entry.period != kUnbound) {
      return fmt::format("the {} ended", clipped(rules_.ruleset.periods[entry.period].name));
    }
    if (!after.isCard(entry.source)) return "it ended";
    const Card& source = after.cards[entry.source];
    const std::string name = now_.card(entry.source);
    if (!source.exists()) return fmt::format("its source {} ceased to exist", name);
    if (source.arrived == number) return fmt::format("its source {} left the place where it was", name);
    if (entry.last == Change::Last::WHILE_ATTACHED && source.host == kNone) {
      return fmt::format("its source {} was detached", name);
    }
    if (source.face == Facing::down) return fmt::format("its source {} was turned face-down", name);
    return fmt::format("its source {} no longer maintains it", name);
  }

  const OpenGame& game_;
  const Words& words_;
  Rules rules_;
  Entity subject_;
  SoughtChanges sought_;
  RunningState running_;
  Words now_;
  std::map<EntryKey, Entry> live_;
  std::map<EntryKey, SeenChange> seen_;
};

std::string whatIsSought(const Words& words, Entity subject, const SoughtChanges& sought) {
  const std::string subject_words = words.subject(subject);
  return sought.stat ? fmt::format("{} of {}", clipped(words.rules().ruleset.stats[*sought.stat].name), subject_words)
                     : "control of " + subject_words;
}

[[noreturn]] void noSuchChange(const Words& words, Entity subject, const SoughtChanges& sought) {
  const std::string who = sought.event != 0 ? fmt::format("event {}", sought.event) : words.card(sought.source);
  throw BadInput(
      fmt::format("{} had not changed {} by event {}", who, whatIsSought(words, subject, sought), words.state().event));
}

Explanation ended(const SeenChange& change) {
  Explanation node{.what = change.what + ": " + change.why, .clause = change.clause, .event = change.ended};
  if (change.ended != change.event) node.children.push_back({.what = "it had begun", .event = change.event});
  return node;
}

}  // namespace

Explained changesThatDoNotCount(const OpenGame& game, const Words& words, Entity subject, const SoughtChanges& sought) {
  auto all = ChangeTracer(game, words, subject, sought).all();
  const auto is_live = [](const SeenChange& one) { return one.ended == 0; };
  EventNumber newest_began = 0;  // of control that has not ended, the newest holds
  for (const SeenChange& one : all) {
    if (is_live(one)) newest_began = one.event;
  }
  const bool named = sought.event != 0 || sought.source != kNone;
  const auto is_meant = [&](EventNumber event, CardIndex source) {
    return (sought.event == 0 || event == sought.event) && (sought.source == kNone || source == sought.source);
  };
  std::erase_if(all, [&](const SeenChange& one) { return !is_meant(one.event, one.source); });
  if (named && all.empty()) noSuchChange(words, subject, sought);
  Explained explained;
  const std::string sought_words = whatIsSought(words, subject, sought);
  explained.root.what = named ? fmt::format("whether the change of {} counts", sought_words)
                              : fmt::format("changes of {} that do not count", sought_words);
  auto& reasons = explained.root.children;
  const auto gone = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), std::not_fn(is_live)));
  std::size_t left_out = named || gone <= kMaxEnded ? 0 : gone - kMaxEnded;
  if (left_out != 0) {
    reasons.push_back(
        {.what = fmt::format("{} older changes omitted: name an event or a card to see its own", left_out)});
  }
  const auto idle = sought.stat ? idleChanges(words, subject, *sought.stat) : std::vector<Explanation>{};
  for (const SeenChange& one : all) {
    if (!is_live(one)) {
      if (left_out == 0) reasons.push_back(ended(one));
      left_out -= left_out == 0 ? 0 : 1;
      continue;
    }
    if (!sought.stat && one.event != newest_began) {
      reasons.push_back({.what = one.what + ": a later one holds",
                         .clause = words.rules().ruleset.control_clause,
                         .event = one.event});
      continue;
    }
    const auto lapsed = std::find_if(idle.begin(), idle.end(), [&](const Explanation& node) {
      return node.event == one.event && node.what.starts_with(one.what);
    });
    if (lapsed != idle.end()) {
      reasons.push_back(*lapsed);
    } else if (named) {
      reasons.push_back({.what = one.what + ": it counts", .event = one.event});
    }
  }
  explained.root.value = reasons.empty() ? "none" : "";
  return explained;
}

}  // namespace docket
