#include "engine/query/acts/permissions.h"

#include <algorithm>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/find_if.hpp>
#include <range/v3/algorithm/none_of.hpp>
#include <span>

#include "engine/query/acts/conditions.h"
#include "engine/query/cards/undefined.h"
#include "engine/query/state_reader.h"
#include "engine/rules/payload_set.h"
#include "engine/rules/text_marks.h"
#include "engine/state/sort_stably.h"
#include "events/text/letters.h"

namespace docket {
namespace {

using schema::Change;

constexpr std::string_view kRule = "rule", kCard = "card";

bool isTypeNamed(std::string_view type, std::string_view name) {
  return type.size() == name.size() &&
         std::equal(type.begin(), type.end(), name.begin(), [](char a, char b) { return toSmall(a) == toSmall(b); });
}

/// The word by which precedence lines name a card that speaks: one of its types, else "card".
std::string_view speakerOf(const State& state, const Ruleset& ruleset, CardIndex source) {
  if (!state.isCard(source)) return kRule;
  const Definition* definition = state.definitionOf(state.cards[source]);
  if (definition == nullptr) return kCard;
  for (const Precedence& line : ruleset.precedence) {
    for (const PrecedenceSide* side : {&line.winner, &line.loser}) {
      for (const std::string& speaker : side->speakers) {
        const auto is_named = [&](const std::string& type) { return isTypeNamed(type, speaker); };
        if (speaker == kRule || speaker == kCard || !ranges::any_of(definition->types, is_named)) continue;
        ruleset.note(line.clause);
        return speaker;
      }
    }
  }
  return kCard;
}

bool contrary(const Saying& one, const Saying& other) {
  return (one.says == Says::CANNOT) != (other.says == Says::CANNOT);
}

/// Collects the sayings about an act.
class SayingCollector {
 public:
  SayingCollector(const State& state, const Rules& rules, const Permission& permission, const ActParties& parties)
      : state_(state), rules_(rules), permission_(permission), parties_(parties) {}

  /// Adds the sayings to an empty list.
  void collect(Sayings& sayings) const {
    addRuleSayings(sayings);
    const auto by_rules = static_cast<std::ptrdiff_t>(sayings.size());
    for (const Entity subject : {parties_.who_does, entityOf(EntityKind::game, 0)}) addLedgerSayings(subject, sayings);
    if (std::ssize(sayings) > by_rules + 1) {
      sortStably(sayings.begin() + by_rules, sayings.end(),
                 [](const Saying& one, const Saying& other) { return one.event < other.event; });
    }
    addAttempt(sayings);
  }

 private:
  void addRuleSayings(Sayings& sayings) const {
    const bool forbidden = permission_.forbidden;
    sayings.push_back({.says = forbidden ? Says::CANNOT : Says::MAY,
                       .speaker = kRule,
                       .clause = permission_.clause,
                       .is_default = true});
    for (const Grant& grant : permission_.grants) {
      const TriState met = holds(grant.to, state_, rules_, context());
      if (met == TriState::no) continue;
      rules_.ruleset.note(grant.clause);
      sayings.push_back({.says = grant.says,
                         .speaker = kRule,
                         .clause = grant.clause,
                         .where = &grant.to,
                         .certain = met == TriState::yes});
    }
  }

  [[nodiscard]] EventContext context() const {
    EventContext about = parties_.event != nullptr ? *parties_.event : EventContext{};
    about.card = state_.isCard(parties_.who_does) ? parties_.who_does : kNone;
    about.player = playerOf();
    about.that = parties_.other;
    return about;
  }

  [[nodiscard]] Seat playerOf() const {
    if (parties_.player != 0) return parties_.player;
    if (state_.isCard(parties_.who_does)) return state_.cards[parties_.who_does].controller;
    return kindOf(parties_.who_does) == EntityKind::player ? static_cast<Seat>(numberOf(parties_.who_does)) : Seat{0};
  }

  void addLedgerSayings(Entity subject, Sayings& sayings) const {
    if (subject == kNone) return;
    for (const EntryIndex index : state_.entriesAbout(subject)) {
      const Entry& entry = state_.entry(index);
      if (const auto says = saysOf(entry.kind); says && state_.nameOf(entry) == permission_.act)
        add(entry, *says, sayings);
    }
    if (parties_.group == 0 || parties_.group != state_.play.ended_group) return;
    for (const EndedSaying& ended : state_.play.ended) {
      if (ended.subject != subject || rules_.ruleset.permissions[ended.act].act != permission_.act) continue;
      add({.event = ended.event, .source = ended.source}, ended.says, sayings);
      sayings.back().ended = true;
      if (!mayForbid(sayings.back())) sayings.pop_back();
    }
  }

  void add(const Entry& entry, Says says, Sayings& sayings) const {
    sayings.push_back({.says = says,
                       .speaker = speakerOf(state_, rules_.ruleset, entry.source),
                       .source = entry.source,
                       .event = entry.event,
                       .own_text = entry.source != kNone && entry.source == parties_.who_does,
                       .certain = !entry.doubtful});
  }

  [[nodiscard]] bool mayForbid(const Saying& saying) const;

  void addAttempt(Sayings& sayings) const {
    const Use* use = parties_.attempt == 0 ? nullptr : state_.useOf(parties_.attempt);
    if (use == nullptr) return;
    sayings.push_back({.says = Says::MAY,
                       .speaker = speakerOf(state_, rules_.ruleset, use->card),
                       .source = use->card,
                       .event = parties_.attempt,
                       .attempt = true,
                       .own_text = use->card == parties_.who_does});
  }

  const State& state_;
  Rules rules_;
  const Permission& permission_;
  const ActParties& parties_;
};

bool fits(const PrecedenceSide& side, const Saying& saying, std::string_view act) {
  const auto allows = [](const auto& list, const auto& one) { return list.empty() || ranges::contains(list, one); };
  return allows(side.speakers, saying.speaker) && allows(side.says, saying.says) && allows(side.acts, act) &&
         (!side.own_text || saying.own_text);
}

/// True if a saying fits the winner of a line: a saying that has ended beats others only by lines about ended sayings.
bool wins(const PrecedenceSide& side, const Saying& saying, std::string_view act) {
  return side.ended == saying.ended && fits(side, saying, act);
}

bool SayingCollector::mayForbid(const Saying& saying) const {
  bool speaks = false;
  for (const Precedence& line : rules_.ruleset.precedence) {
    if (!wins(line.winner, saying, permission_.act)) continue;
    rules_.ruleset.note(line.clause);
    speaks = true;
  }
  return speaks;
}

/// The line by which one of two contrary sayings beats the other: the first that fits them in either direction.
struct Precedes {
  bool beats = false;
  const std::string* clause = nullptr;
};

/// Weighs sayings: the result is the first one that no other beats.
class SayingWeigher {
 public:
  SayingWeigher(const Ruleset& ruleset, std::string_view act, std::span<const Saying> sayings)
      : ruleset_(ruleset), act_(act), sayings_(sayings) {}

  struct Result {
    std::size_t prevailing = 0;
    const std::string* clause = nullptr;  ///< the clause of the line by which it beat another; null: no line was needed
  };

  /// `counts`: which sayings count.
  template <class Counts>
  [[nodiscard]] Result weigh(Counts&& counts) const {
    std::optional<std::size_t> holding;
    for (std::size_t i = 0; i < sayings_.size(); ++i) {
      if (!counts(i) || isBeaten(i, counts)) continue;
      if (!holding || saysMore(sayings_[i], sayings_[*holding])) holding = i;
    }
    Result result{.prevailing = holding.value_or(0)};  // all override each other: the current answer stays
    if (!holding) return result;
    // A saying against it is more informative than the default.
    for (const bool is_default : {false, true}) {
      for (std::size_t j = 0; j < sayings_.size() && result.clause == nullptr; ++j) {
        if (counts(j) && sayings_[j].is_default == is_default)
          result.clause = beats(sayings_[*holding], sayings_[j]).clause;
      }
    }
    return result;
  }

 private:
  /// Among sayings that agree, an explicit one precedes the default, and a must precedes a may.
  static bool saysMore(const Saying& one, const Saying& than) {
    if (contrary(one, than)) return false;
    return than.is_default || (one.says == Says::MUST && than.says == Says::MAY);
  }

  template <class Counts>
  [[nodiscard]] bool isBeaten(std::size_t one, Counts&& counts) const {
    for (std::size_t j = 0; j < sayings_.size(); ++j) {
      if (counts(j) && beats(sayings_[j], sayings_[one]).beats) return true;
    }
    return false;
  }

  [[nodiscard]] Precedes beats(const Saying& one, const Saying& other) const {
    if (!contrary(one, other)) return {};
    // A rule that grants is more specific than the default; of several grants the first applies.
    if (one.speaker == kRule && other.speaker == kRule && one.source == kNone && other.source == kNone &&
        one.event == 0 && other.event == 0) {
      return {.beats = other.is_default || (!one.is_default && &one < &other)};
    }
    for (const Precedence& line : ruleset_.precedence) {
      const bool beaten = wins(line.winner, one, act_) && fits(line.loser, other, act_);
      if (!beaten && !(wins(line.winner, other, act_) && fits(line.loser, one, act_))) continue;
      ruleset_.note(line.clause, [&] { return beaten != beatsWithout(line.clause, one, other); });
      return beaten ? Precedes{true, &line.clause} : Precedes{};
    }
    ruleset_.note(RuleField::precedence);
    return {};
  }

  /// Whether one beats the other by the lines of other clauses; empty if none of these decides.
  [[nodiscard]] std::optional<bool> beatsWithout(std::string_view clause, const Saying& one,
                                                 const Saying& other) const {
    for (const Precedence& line : ruleset_.precedence) {
      if (line.clause == clause) continue;
      if (wins(line.winner, one, act_) && fits(line.loser, other, act_)) return true;
      if (wins(line.winner, other, act_) && fits(line.loser, one, act_)) return false;
    }
    return std::nullopt;
  }

  const Ruleset& ruleset_;
  std::string_view act_;
  std::span<const Saying> sayings_;
};

/// The targets of an act after the first, which is its other party.
std::vector<Entity> otherTargets(schema::Event::Reader event) {
  std::vector<Entity> all;
  const auto add = [&](capnp::List<std::uint32_t>::Reader targets) {
    for (unsigned i = 1; i < targets.size(); ++i) all.push_back(targets[i]);
  };
  if (event.isAbilityActivated()) add(event.getAbilityActivated().getTargets());
  if (event.isTraitTriggered()) add(event.getTraitTriggered().getTargets());
  if (event.isCardPlayed()) add(event.getCardPlayed().getTargets());
  return all;
}

/// True if a party is a player, or a card of that player.
bool belongsTo(const State& state, Entity party, Seat player) {
  if (state.isCard(party)) return state.cards[party].controller == player;
  return party == entityOf(EntityKind::player, player);
}

}  // namespace

std::optional<Says> saysOf(Change::Kind kind) {
  switch (kind) {
    case Change::Kind::FORBID:
      return Says::CANNOT;
    case Change::Kind::PERMIT:
      return Says::MAY;
    case Change::Kind::MUST:
      return Says::MUST;
    // clang-format off
    case Change::Kind::BONUS: case Change::Kind::SET: case Change::Kind::MINIMUM: case Change::Kind::MAXIMUM:
    case Change::Kind::GRANT_KEYWORD: case Change::Kind::REMOVE_KEYWORD: case Change::Kind::SET_TYPE:
    case Change::Kind::ADD_TYPE: case Change::Kind::REMOVE_TYPE: case Change::Kind::GRANT_TRAIT:
    case Change::Kind::REMOVE_TRAIT: case Change::Kind::GRANT_ABILITY: case Change::Kind::REMOVE_ABILITY:
    case Change::Kind::NEGATE_EFFECTS: case Change::Kind::CONTROL: case Change::Kind::SET_BASE:
    case Change::Kind::SET_TITLE: case Change::Kind::ADD_SUPERTYPE: case Change::Kind::ADD_SUBTYPE:
    case Change::Kind::ACT_AS: case Change::Kind::COPY: case Change::Kind::SET_SUBTYPE:
      // clang-format on
      break;
  }
  return std::nullopt;
}

PermissionReading readPermission(const State& state, const Rules& rules, const Permission& permission,
                                 const ActParties& parties) {
  PermissionReading reading;
  SayingCollector(state, rules, permission, parties).collect(reading.sayings);
  const std::span<const Saying> sayings(reading.sayings.data(), reading.sayings.size());
  const SayingWeigher weighing(rules.ruleset, permission.act, sayings);
  const auto result = weighing.weigh([&](std::size_t i) { return sayings[i].certain; });
  const Says says = sayings[result.prevailing].says;
  reading.prevailing = result.prevailing;
  reading.may = says != Says::CANNOT;
  reading.must = says == Says::MUST;
  reading.unsaid = permission.unsaid && sayings[result.prevailing].is_default;
  if (reading.unsaid) reading.known = false;
  reading.clause = result.clause != nullptr ? std::string_view(*result.clause) : sayings[result.prevailing].clause;
  // A card's saying has no clause of its own; if the rules say the same, theirs is used.
  for (std::size_t i = 0; reading.clause.empty() && i < sayings.size(); ++i) {
    if (sayings[i].says == sayings[result.prevailing].says) reading.clause = sayings[i].clause;
  }
  // A card that is in no catalogue may say that it may be done anyway, or is not required.
  const bool unread = unreadOnPermission(state, rules, permission, parties, reading) != kNone;
  if ((!reading.may || reading.must) && unread) reading.known = false;
  // For an unidentified card it is unknown what it may do: texts refer to what cards are.
  if (state.isCard(parties.who_does) && state.cards[parties.who_does].definition == 0) reading.known = false;
  for (std::size_t doubtful = 0; doubtful < sayings.size(); ++doubtful) {
    if (sayings[doubtful].certain) continue;
    const auto other = weighing.weigh([&](std::size_t i) { return sayings[i].certain || i == doubtful; });
    if (sayings[other.prevailing].says != says) reading.known = false;
    if (sayings[other.prevailing].says == Says::MUST) reading.perhaps_must = true;
  }
  return reading;
}

CardIndex unreadOnPermission(const State& state, const Rules& rules, const Permission& permission,
                             const ActParties& parties, const PermissionReading& reading) {
  const PayloadSet payloads = permission.on.payloads();
  const bool is_card = state.isCard(parties.who_does) || parties.event == nullptr;
  return unreadOnActs(state, rules, is_card ? parties.who_does : parties.event->card,
                      payloads == 0 ? kAnyPayload : payloads, !reading.may);
}

bool mayOblige(StateReader& reader, const Permission& permission, CardIndex card) {
  const auto obliges = [&](const Grant& grant) {
    return grant.says == Says::MUST && reader.holdsOf(grant.to, card) != TriState::no;
  };
  return ranges::any_of(permission.grants, obliges) || reader.isObligedByLedger(card) ||
         reader.isObligedByLedger(entityOf(EntityKind::game, 0)) || reader.hasEndedSayings();
}

const Permission* findPermission(const Ruleset& ruleset, std::string_view act) {
  const auto found = ranges::find(ruleset.permissions, act, &Permission::act);
  return found == ruleset.permissions.end() ? nullptr : &*found;
}

bool isMeantBy(const Permission& permission, std::string_view act) {
  return !act.empty() && (permission.act == act || permission.on.named == act);
}

DoneActs doneActsOf(const PendingEvent& pending, const Permission& permission) {
  const State& before = pending.before;
  const schema::Event::Reader event = pending.event;
  const EventContext& context = pending.context();
  DoneActs done_acts;
  const TriState is_kind = permission.can_happen ? isKind(before, context, permission.on) : TriState::no;
  if (is_kind == TriState::no) return done_acts;
  DoneAct done_act{.parties = {.who_does = context.subject,
                               .other = context.that,
                               .player = context.player,
                               .group = context.group,
                               .event = &context}};
  for (const EventNumber cause : pending.recorded_context.causes) {
    if (done_act.parties.attempt == 0 && before.useOf(cause) != nullptr) done_act.parties.attempt = cause;
  }
  const auto add = [&](Entity who_does, Entity other) {
    if (who_does == kNone) return;
    done_act.parties.who_does = who_does;
    done_act.parties.other = other;
    EventContext about = context;
    about.card = before.isCard(who_does) ? who_does : context.card;
    about.that = other;
    const TriState met = bothHold(is_kind, holds(permission.if_, before, pending.rules, about));
    done_act.known = met == TriState::yes;
    if (met != TriState::no) done_acts.push_back(done_act);
  };
  switch (permission.by) {
    case schema::Permission::By::WHO:
      add(entityOf(EntityKind::player, context.player), context.that);
      break;
    case schema::Permission::By::THAT:
      add(context.that, context.subject);
      for (const Entity target : otherTargets(event)) add(before.subjectOf(target), context.subject);
      break;
    case schema::Permission::By::PARTY: {
      const auto& parties = before.periods[permission.period].parties;
      const auto own_party =
          ranges::find_if(parties, [&](Entity party) { return belongsTo(before, party, context.player); });
      const auto other_party =
          ranges::find_if(parties, [&](Entity party) { return own_party == parties.end() || party != *own_party; });
      if (own_party != parties.end()) add(*own_party, other_party == parties.end() ? kNone : *other_party);
      break;
    }
    default:
      add(context.subject, context.that);
  }
  return done_acts;
}

bool isForbidden(const PendingEvent& pending) {
  if (const auto read = pending.judgeCache().is_forbidden) return *read;
  const auto places = pending.rules.ruleset.permissionsAt(pending.event.which());
  if (places.empty()) return false;
  const bool is_forbidden = ranges::any_of(places, [&](std::uint16_t place) {
    const Permission& permission = pending.rules.ruleset.permissions[place];
    return ranges::any_of(doneActsOf(pending, permission), [&](const DoneAct& done_act) {
      if (!done_act.known) return false;
      const PermissionReading reading = readPermission(pending.before, pending.rules, permission, done_act.parties);
      if (!reading.known || reading.may) return false;
      pending.rules.ruleset.note(permission.clause);
      return true;
    });
  });
  pending.judgeCache().is_forbidden = is_forbidden;
  return is_forbidden;
}

}  // namespace docket
