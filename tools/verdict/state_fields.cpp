#include "tools/verdict/state_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <range/v3/algorithm/contains.hpp>

#include "tools/explain/board_words.h"
#include "tools/explain/counts_of_limits.h"
#include "tools/explain/ledger_of_uses.h"
#include "tools/words/amount_words.h"

namespace docket {
namespace {

/// Fields in the order in which they are shown; stats, values and counters have places of their own after each.
enum Rank : std::uint32_t {
  kIdentity,
  kZone,
  kFace,
  kOrientation,
  kController,
  kHost,
  kStatements,
  kStat = 100,
  kValue = 1'000,
  kCounter = 2'000,
  kChange = 3'000,
  kLimit = 4'000,
  kObligation = 5'000,
  kPeriod = 6'000,
  kOutcome = 7'000
};

class StateFields {
 public:
  explicit StateFields(const Words& words) : words_(words), state_(words.state()), ruleset_(words.rules().ruleset) {}

  void all() {
    for (CardIndex card = 0; card < state_.cards.size(); ++card) cardFields(card);
    others({});
  }

  void some(const std::vector<Entity>& subjects) {
    for (const Entity subject : subjects) {
      if (kindOf(subject) != EntityKind::card) continue;
      if (const CardIndex card = state_.cardOf(numberOf(subject)); card != kNone) cardFields(card);
    }
    others(subjects);
  }

  std::vector<StateField> take() && {
    std::sort(fields_.begin(), fields_.end(),
              [](const StateField& one, const StateField& other) { return one.key < other.key; });
    return std::move(fields_);
  }

 private:
  void add(Entity subject, std::uint32_t rank, std::string field, std::string value) {
    fields_.push_back(
        {.key = {.subject = subject, .rank = rank, .field = std::move(field)}, .value = std::move(value)});
  }

  void cardFields(CardIndex index) {
    const Card& card = state_.cards[index];
    if (!card.exists()) return;
    const Entity subject = entityOf(EntityKind::card, card.number);
    const auto& zone = ruleset_.zones[card.zone];
    add(subject, kIdentity, "card", words_.card(index));
    std::string where = clipped(zone.name);
    if (card.zone_player != 0) where += " of " + Words::seat(card.zone_player);
    if (card.slot >= 0) where += fmt::format(", slot {}", card.slot);
    add(subject, kZone, "zone", std::move(where));
    statements(index, subject);
    if (!zone.in_play) return;
    add(subject, kFace, "face", card.face == Facing::up ? "up" : "down");
    if (card.orientation < ruleset_.orientations.size())
      add(subject, kOrientation, "orientation", clipped(ruleset_.orientations[card.orientation]));
    add(subject, kController, "controller", Words::seat(card.controller));
    if (card.host != kNone) add(subject, kHost, "attached to", words_.subject(card.host));
    stats(index, subject);
    ledger(index, subject);
    counters(index, subject);
  }

  void statements(CardIndex card, Entity subject) {
    for (const BoardStatement& one : statementsAbout(state_, card, words_.viewer()))
      add(subject, kStatements, fmt::format("{} at event {}", statementWords(one), one.event), "told");
  }

  void stats(Entity about, Entity subject) {
    for (std::size_t i = 0; i < ruleset_.stats.size(); ++i) {
      const auto stat = static_cast<StatIndex>(i);
      const AmountReading reading = readAmount(state_, words_.rules(), {.subject = about, .stat = stat});
      if (reading.value.isAbsent()) continue;
      std::string value = amountWords(reading);
      if (reading.value.isKnown() && reading.from == AmountReading::From::observed) value += ", as observed";
      add(subject, kStat + static_cast<std::uint32_t>(i), clipped(ruleset_.stats[i].name), std::move(value));
      fields_.back().stat = stat;
    }
  }

  /// Adds the changes in the ledger, except those of stats and of control, which show in stats and controllers.
  void ledger(Entity about, Entity subject) {
    std::map<std::string, unsigned> times;
    for (const EntryIndex i : state_.entriesAbout(about)) {
      const Entry& entry = state_.entry(i);
      if (Words::isAboutStat(entry.kind) || entry.kind == schema::Change::Kind::CONTROL) continue;
      ++times[fmt::format("{}, {}", words_.change(entry), words_.lasts(entry))];
    }
    for (const auto& [change, count] : times)
      add(subject, kChange, change, count == 1 ? "in force" : fmt::format("in force {} times", count));
  }

  void counters(Entity about, Entity subject) {
    for (const Counter& counter : state_.counters) {
      if (counter.subject != about || counter.amount == 0) continue;
      add(subject, kCounter, words_.name(counter.name) + " counters", std::to_string(counter.amount));
    }
  }

  void others(const std::vector<Entity>& only) {
    const auto is_wanted = [&](Entity subject) { return only.empty() || ranges::contains(only, subject); };
    std::vector<Entity> subjects;
    for (const EntityValue& value : state_.values) {
      if (state_.isCard(value.subject) && !is_wanted(recorded(state_, value.subject))) continue;
      if (!state_.isCard(value.subject) && !is_wanted(value.subject)) continue;
      const AmountReading reading = readAmount(state_, words_.rules(), {.subject = value.subject, .key = value.key});
      add(recorded(state_, value.subject), kValue + std::min(value.key, 900U), words_.valueName(value.key),
          amountWords(reading));
    }
    for (const Counter& counter : state_.counters) {
      if (!state_.isCard(counter.subject) && is_wanted(counter.subject) && !ranges::contains(subjects, counter.subject))
        subjects.push_back(counter.subject);
    }
    for (const Entity subject : subjects) counters(subject, subject);
    for (const auto& [subject, entry] : state_.other_subjects) {
      if (entry != kNone && is_wanted(subject)) ledger(subject, subject);
    }
    if (is_wanted(entityOf(EntityKind::game, 0))) game();
  }

  void game() {
    const Entity game = entityOf(EntityKind::game, 0);
    for (std::size_t i = 0; i < ruleset_.periods.size(); ++i) {
      const PeriodNow& now = state_.periods[i];
      if (!now.open) continue;
      std::string value =
          now.name == 0 ? std::to_string(now.count) : fmt::format("{} {}", now.count, words_.name(now.name));
      if (now.player != 0) value += ", of " + Words::seat(now.player);
      add(game, kPeriod + static_cast<std::uint32_t>(i), clipped(ruleset_.periods[i].name), std::move(value));
    }
    const auto ledger = ledgerOfUses(state_, words_.rules(), {});
    std::map<std::string, unsigned> seen;  // counts whose words are the same are numbered in their order
    for (const CountOfLimit& count : ledger.counts) {
      std::string field = fmt::format("limit {}, {}", clipped(count.limit.limit->name), countedSubject(count, words_));
      if (const unsigned before = seen[field]++; before != 0) field += fmt::format(" ({})", before + 1);
      std::string value = fmt::format("{} of {} used", count.reading.used, count.limit.max);
      if (count.reading.perhaps != 0) value += fmt::format(", {} perhaps", count.reading.perhaps);
      add(game, kLimit, std::move(field), std::move(value));
      fields_.back().clause = count.limit.limit->clause;
    }
    obligations(game);
    if (state_.outcome.over) {
      add(game, kOutcome, "outcome", endWords(state_.outcome.everybody, state_.outcome.winners));
    }
  }

  /// The rule or text that an obligation is due to.
  [[nodiscard]] std::string obligationWords(const Obligation& one) const {
    if (one.follow_up_rule != 0) {
      return fmt::format("what follows event {}, {}", one.trigger,
                         clipped(words_.rules().ruleset.obligations.follows[one.follow_up_rule - 1U].name));
    }
    return fmt::format("{} {} of {}", one.effect == 0 ? "trait" : "effect of ability", one.trait,
                       words_.card(one.card));
  }

  void obligations(Entity game) {
    std::map<std::string, std::pair<std::string, unsigned>> owed;
    for (const Obligation& one : state_.obligations) {
      const bool shown = one.follow_up_rule != 0 || one.card != kNone;
      if (!shown || (!one.isOpen() && one.status != Obligation::Status::missed)) continue;
      auto& [value, count] = owed[obligationWords(one)];
      value = one.status == Obligation::Status::missed     ? "missed"
              : one.status == Obligation::Status::optional ? "may be done"
              : one.status == Obligation::Status::waiting  ? "to come"
                                                           : "to be done";
      ++count;
    }
    for (const auto& [what, how] : owed)
      add(game, kObligation, what, how.second == 1 ? how.first : fmt::format("{}, {} times", how.first, how.second));
  }

  const Words& words_;
  const State& state_;
  const Ruleset& ruleset_;
  std::vector<StateField> fields_;
};

}  // namespace

Entity recorded(const State& state, Entity subject) {
  return state.isCard(subject) ? entityOf(EntityKind::card, state.cards[subject].number) : subject;
}

std::vector<StateField> stateFieldsOf(const Words& words) {
  StateFields fields(words);
  fields.all();
  return std::move(fields).take();
}

std::vector<StateField> stateFieldsOf(const Words& words, const std::vector<Entity>& subjects) {
  StateFields fields(words);
  fields.some(subjects);
  return std::move(fields).take();
}

}  // namespace docket
