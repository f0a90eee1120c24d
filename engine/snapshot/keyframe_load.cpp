#include "engine/snapshot/keyframe_load.h"

#include <capnp/serialize.h>

#include <algorithm>
#include <optional>
#include <range/v3/algorithm/count_if.hpp>
#include <range/v3/algorithm/is_sorted.hpp>

#include "engine/fold/computed.h"
#include "engine/fold/contradictions.h"
#include "engine/fold/fold.h"
#include "engine/fold/identity.h"
#include "engine/fold/ledger.h"
#include "engine/fold/set_updates.h"
#include "engine/fold/uses.h"
#include "engine/query/cards/granted_ability.h"
#include "engine/query/cards/statements.h"
#include "engine/query/cards/traits.h"
#include "engine/query/cards/undefined.h"
#include "engine/state/facts.h"
#include "engine/state/fingerprint_of.h"
#include "events/errors.h"
#include "events/text/text_view.h"
#include "schemas/state.capnp.h"

namespace docket {
namespace {

using schema::Keyframe;

/// A keyframe being read. Every number is checked before it is used as an index; an invalid one is refused.
class KeyframeLoader {
 public:
  KeyframeLoader(Keyframe::Reader frame, const Rules& rules) : frame_(frame), cards_(frame.getCards()), rules_(rules) {}

  State load() {
    loadFacts();
    for (CardIndex i = 0; i < state_.cards.size(); ++i) {
      state_.cards[i].controller = controllerOf(state_, i);
      addToSets(state_, rules_.ruleset, i);
    }
    for (const Card& card : state_.cards) count(state_.unread_in_play, unreadInPlayOf(state_, rules_, card), true);
    state_.entries.forEach([&](EntryIndex, const Entry& entry) {
      if (entry.kind == schema::Change::Kind::GRANT_TRAIT) ++state_.granted_traits;
      if (isUnreadGrant(state_, rules_, entry)) count(state_.unread_in_play, Matters::all(), true);
    });
    refreshComputed(state_, rules_);
    noteContradictions(state_, rules_);
    return std::move(state_);
  }

  /// Loads the raw facts only, whose fingerprint is the one in the keyframe.
  Fingerprint loadFacts() {
    state_.event = frame_.getEvent();
    state_.seats = frame_.getSeats();
    state_.format = view(frame_.getFormat());
    loadNamesAndDefinitions();
    loadCards();
    loadEntries();
    loadUses();
    loadAmounts();
    loadPeriodsAndOutcome();
    loadPlay();
    loadBounds();
    loadObligations();
    loadStatements();
    state_.fingerprint = {.low = frame_.getFingerprintLow(), .high = frame_.getFingerprintHigh()};
    require(fingerprintOf(state_) == state_.fingerprint);
    return state_.fingerprint;
  }

 private:
  static void require(bool sound) {
    if (!sound) throw DamagedArchive("a keyframe does not match its fingerprint: delete the keyframes");
  }
  [[nodiscard]] bool cardOrNone(std::uint32_t index) const { return index == kNone || index < cards_.size(); }
  /// A subject: a card by its index, or another entity.
  [[nodiscard]] bool subject(Entity entity) const {
    return kindOf(entity) == EntityKind::card ? entity < cards_.size() : true;
  }

  void loadNamesAndDefinitions() {
    Vocabulary& vocabulary = state_.vocabulary.edit();
    for (auto name : frame_.getNames()) {
      require(name.size() != 0 && vocabulary.names.find(view(name)) == 0);
      addName(vocabulary, rules_.ruleset, view(name));
    }
    Definitions& definitions = state_.definitions.edit();
    for (auto definition : frame_.getDefinitions()) {
      addDefinition(definitions, rules_, view(definition.getKey()), definition.getPrinted());
    }
  }

  void loadCards() {
    const auto numbers = frame_.getNumbers();
    require(numbers >= 1 && numbers <= kMaxCardNumbers && cards_.size() < numbers);
    state_.numbers.assign(numbers, kNone);
    state_.sets = CardSets(rules_.ruleset, state_.seats, rules_.catalogue.triggers);
    for (auto from : cards_) {
      const auto index = static_cast<CardIndex>(state_.cards.size());
      require(from.getNumber() >= 1 && from.getNumber() < numbers &&
              from.getDefinition() < state_.definitions->known.size() &&
              (from.getZone() == kUnbound || from.getZone() < rules_.ruleset.zones.size()) &&
              from.getZonePlayer() <= state_.seats && (from.getHost() == kNone || subject(from.getHost())));
      Card card{.number = from.getNumber(),
                .definition = from.getDefinition(),
                .host = from.getHost(),
                .arrived = from.getArrived(),
                .attached_at = from.getAttachedAt(),
                .slot = from.getSlot(),
                .attachment = from.getAttachment(),
                .zone = from.getZone(),
                .zone_player = from.getZonePlayer(),
                .owner = from.getOwner(),
                .base_controller = from.getBaseController(),
                .face = from.getFace() == 0 ? Facing::up : Facing::down,
                .orientation = from.getOrientation(),
                .known_to = from.getKnownTo(),
                .created = from.getCreated()};
      state_.cards.push_back(card);
      // A card that ceased to exist keeps its number, unless a later card has it.
      if (state_.numbers[card.number] == kNone || card.exists()) state_.numbers[card.number] = index;
    }
    loadAttachments();
    loadPiles();
  }

  void loadAttachments() {
    for (CardIndex host = 0; host < state_.cards.size(); ++host) {
      CardIndex before = kNone;
      for (const CardIndex attached : cards_[host].getAttached()) {
        require(attached < state_.cards.size() && state_.cards[attached].host == host &&
                state_.cards[attached].previous_attached == kNone && state_.cards[host].first_attached != attached);
        (before == kNone ? state_.cards[host].first_attached : state_.cards[before].next_attached) = attached;
        state_.cards[attached].previous_attached = before;
        before = attached;
      }
    }
  }

  void loadPiles() {
    require(frame_.getPiles().size() == rules_.ruleset.zones.size() * (state_.seats + 1U));
    for (auto from : frame_.getPiles()) {
      auto& pile = state_.piles.emplace_back();
      for (const CardIndex card : from) {
        require(card < state_.cards.size() && state_.cards[card].exists() &&
                state_.pile(state_.cards[card].zone, state_.cards[card].zone_player) == state_.piles.size() - 1);
        pile.push_back(card);
      }
    }
  }

  void loadEntries() {
    EntryIndex first_of_event = kNone;
    EntryIndex latest = kNone;
    for (auto from : frame_.getEntries()) {
      require(from.getEvent() != 0 && subject(from.getSubject()) && cardOrNone(from.getSource()) &&
              (from.getPeriod() == kUnbound || from.getPeriod() < kMaxPeriods));
      const EntryIndex index = state_.entries.take();
      state_.entries[index] = {.event = from.getEvent(),
                               .index = from.getIndex(),
                               .kind = from.getKind(),
                               .last = from.getLast(),
                               .subject = from.getSubject(),
                               .stat_or_name = from.getWhat(),
                               .period = from.getPeriod(),
                               .player = from.getPlayer(),
                               .amount = from.getAmount(),
                               .stated_amount = from.getStatedAmount(),
                               .cap = from.getCap(),
                               .before = from.getBefore(),
                               .source = from.getSource()};
      linkEntry(state_, index);
      const bool same_event = latest != kNone && state_.entries[latest].event == from.getEvent();
      if (!same_event) first_of_event = index;
      state_.entries[index].next_of_event = first_of_event;
      if (same_event) state_.entries[latest].next_of_event = index;
      latest = index;
    }
  }

  void loadUses() {
    require(frame_.getUsesKept() <= frame_.getUses().size());
    std::vector<std::pair<EventNumber, EntryIndex>> begun;
    state_.entries.forEach([&](EntryIndex index, const Entry& entry) { begun.emplace_back(entry.event, index); });
    std::sort(begun.begin(), begun.end());
    EventNumber before = 0;
    for (auto from : frame_.getUses()) {
      require(from.getEvent() > before && cardOrNone(from.getCard()) && from.getPlayer() <= state_.seats &&
              from.getDefinition() < state_.definitions->known.size());
      before = from.getEvent();
      const auto first = std::lower_bound(begun.begin(), begun.end(), std::pair{from.getEvent(), EntryIndex{0}});
      appendUse(state_, {.event = from.getEvent(),
                         .card = from.getCard(),
                         .definition = from.getDefinition(),
                         .trigger = from.getTrigger(),
                         .first_entry = first != begun.end() && first->first == before ? first->second : kNone,
                         .host = from.getHost(),
                         .ability = from.getAbility(),
                         .designator = from.getDesignator(),
                         .named = from.getNamed(),
                         .player = from.getPlayer(),
                         .counted = static_cast<schema::Limit::Counted>(from.getCounted()),
                         .negated = from.getNegated(),
                         .effect_negated = from.getEffectNegated(),
                         .resolved = from.getResolved(),
                         .applied = from.getApplied(),
                         .turned_by_other = from.getTurnedByOther(),
                         .turned_by_itself = from.getTurnedByItself(),
                         .turned_by_unrecorded = from.getTurnedByUnrecorded(),
                         .resolved_at = from.getResolvedAt(),
                         .titled = from.getTitled()});
    }
    state_.uses_kept = frame_.getUsesKept();
    for (auto from : frame_.getEndedGrants()) {
      require(subject(from.getSubject()));
      state_.ended_grants.push_back(
          {.subject = from.getSubject(), .name = from.getName(), .began = from.getBegan(), .ended = from.getEnded()});
    }
  }

  void loadAmounts() {
    for (auto from : frame_.getCounters()) {
      state_.counters.push_back(
          {.subject = from.getSubject(), .name = static_cast<NameNumber>(from.getKey()), .amount = from.getAmount()});
    }
    for (auto from : frame_.getValues()) {
      state_.values.push_back({.subject = from.getSubject(),
                               .key = from.getKey(),
                               .amount = from.getAmount(),
                               .known = !from.getUnknown()});
    }
    for (auto from : frame_.getObservations()) {
      state_.observations.push_back({.subject = from.getSubject(),
                                     .reading = from.getReading(),
                                     .base = from.getBase(),
                                     .absent = from.getAbsent(),
                                     .event = from.getEvent(),
                                     .amount = from.getAmount(),
                                     .explained = from.getExplained(),
                                     .stat = from.getReading() == 0 ? from.getStat() : StatIndex{kUnbound},
                                     .key = from.getKey()});
      const Observation& observation = state_.observations.back();
      require(observation.reading != 0 ||
              (observation.stat == kUnbound ? observation.key < rules_.ruleset.values.size()
                                            : observation.stat < rules_.ruleset.stats.size()));
    }
    for (auto from : frame_.getDoubted()) {
      state_.doubted.push_back({.amount = {.subject = from.getSubject(),
                                           .stat = StatIndex{from.getStat()},
                                           .key = from.getKey(),
                                           .base = from.getBase()},
                                .event = from.getEvent()});
      require(subject(from.getSubject()) &&
              (from.getStat() == kUnbound ? from.getKey() < rules_.ruleset.values.size()
                                          : from.getStat() < rules_.ruleset.stats.size()));
    }
    require(ranges::is_sorted(state_.doubted, {}, &DoubtedAmount::amount));
    require(frame_.getSkipped().size() <= kMaxSkips);
    for (auto from : frame_.getSkipped()) {
      require(entityOrNone(from.getSubject()));
      state_.skipped.push_back({.subject = from.getSubject(), .event = from.getEvent()});
    }
  }

  void loadBounds() {
    for (auto from : frame_.getIgnoredBounds()) {
      require(subject(from.getSubject()) && from.getStat() < rules_.ruleset.stats.size());
      state_.ignored_bounds.push_back(
          {.subject = from.getSubject(), .event = from.getEvent(), .index = from.getIndex(), .stat = from.getStat()});
    }
    for (auto from : frame_.getReceivedChanges()) {
      require(subject(from.getSubject()) && from.getStat() < rules_.ruleset.stats.size());
      state_.received_changes.push_back({.subject = from.getSubject(),
                                         .event = from.getEvent(),
                                         .index = from.getIndex(),
                                         .stat = from.getStat(),
                                         .source = from.getSource(),
                                         .since = from.getSince(),
                                         .of_words = from.getOfWords()});
    }
  }

  void loadPeriodsAndOutcome() {
    const auto periods = frame_.getPeriods();
    require(periods.size() == state_.periods.size());
    for (unsigned i = 0; i < periods.size(); ++i) {
      state_.periods[i] = {.open = periods[i].getOpen(),
                           .player = periods[i].getPlayer(),
                           .name = periods[i].getName(),
                           .began = periods[i].getBegan(),
                           .count = periods[i].getCount(),
                           .place = periods[i].getPlace()};
      for (const Entity party : periods[i].getParties()) {
        require(entityOrNone(party));
        state_.periods[i].parties.push_back(party);
      }
    }
    for (auto link : frame_.getChain()) {
      state_.chain.push_back(
          {.activation = link.getActivation(), .position = link.getPosition(), .resolved = link.getResolved()});
    }
    state_.latest_activation = frame_.getLatestActivation();
    state_.latest_change = frame_.getLatestChange();
    state_.unrecorded = {
        .by = frame_.getUnrecordedBy(), .until = frame_.getUnrecordedUntil(), .goes_on = frame_.getUnrecordedGoesOn()};
    require(state_.unrecorded.by == kNone || state_.unrecorded.by < state_.cards.size());
    for (const EventNumber event : frame_.getVoidEvents()) state_.void_events.push_back(event);
    for (auto from : frame_.getArrivals()) {
      require(from.getCard() < state_.cards.size());
      require(from.getAt() <= static_cast<std::uint8_t>(Arrival::At::host));
      state_.arrivals.push_back({.event = from.getEvent(),
                                 .group = from.getGroup(),
                                 .card = from.getCard(),
                                 .at = static_cast<Arrival::At>(from.getAt()),
                                 .act = static_cast<schema::Event::Which>(from.getAct())});
    }
    state_.outcome = {.over = frame_.getOver(),
                      .winners = winners(frame_.getWinner(), frame_.getAlongside()),
                      .everybody = everybody(frame_.getEverybody()),
                      .reason = frame_.getReason(),
                      .event = frame_.getEnded()};
  }

  [[nodiscard]] Seats winners(Seat winner, Seats alongside) const {
    require(winner <= state_.seats && (alongside >> state_.seats) == 0);
    return static_cast<Seats>(seatSet(winner) | alongside);
  }

  void loadPlay() {
    PlayState& to = state_.play;
    for (auto from : frame_.getChoices()) {
      require(from.getKind() <= static_cast<std::uint8_t>(Choice::Kind::shuffled));
      to.choices.push_back({.player = from.getPlayer(),
                            .what = from.getWhat(),
                            .kind = static_cast<Choice::Kind>(from.getKind()),
                            .number = from.getNumber(),
                            .event = from.getEvent()});
    }
    for (auto from : frame_.getTallies()) {
      require(from.getTally() < rules_.ruleset.tallies.size() && subject(from.getSubject()) &&
              cardOrNone(from.getCard()) && entityOrNone(from.getThat()));
      to.tallies.push_back({.tally = from.getTally(),
                            .subject = from.getSubject(),
                            .arrived = from.getArrived(),
                            .count = from.getCount(),
                            .perhaps = from.getPerhaps(),
                            .latest = from.getLatest(),
                            .card = from.getCard(),
                            .that = from.getThat()});
    }
    for (auto from : frame_.getEndedSayings()) {
      require(from.getAct() < rules_.ruleset.permissions.size() && subject(from.getSubject()) &&
              cardOrNone(from.getSource()) && from.getSays() <= static_cast<std::uint8_t>(Says::MUST));
      to.ended.push_back({.subject = from.getSubject(),
                          .says = static_cast<Says>(from.getSays()),
                          .act = from.getAct(),
                          .source = from.getSource(),
                          .event = from.getEvent()});
    }
    const auto from = frame_.getPlay();
    require(!from.getWon() || cardOrNone(from.getTerms()));
    to.group = from.getGroup();
    to.ended_group = from.getEndedGroup();
    for (const EventNumber event : from.getForbidden()) to.forbidden.push_back(event);
    to.undecided_at = from.getUndecidedAt();
    require(cardOrNone(from.getMovedCard()));
    require(from.getMovedCard() == kNone || isZone(from.getMovedFrom()));
    to.moved = {.card = from.getMovedCard(), .from = from.getMovedFrom()};
    for (auto one : from.getDeferred()) {
      const auto& acts = rules_.ruleset.acts;
      require(one.getOf().getWhich() < acts.size() &&
              one.getRequirement() < acts[one.getOf().getWhich()].requirements.size());
      to.deferred.push_back(
          {.event = one.getOf().getEvent(), .index = one.getRequirement(), .context = context(one.getOf())});
      to.deferred.back().context.group = to.group;
    }
    if (!from.getWon()) return;
    to.win = {.is_won = true,
              .winners = winners(from.getWinner(), from.getAlongside()),
              .everybody = everybody(from.getEverybody()),
              .rule = from.getRule(),
              .terms = from.getTerms(),
              .event = from.getWonAt(),
              .context = context(from.getWonBy())};
    if (to.win.event >= to.group) to.win.context.group = to.group;
  }

  void loadObligations() {
    require(frame_.getObligations().size() <= kMaxObligations && frame_.getRemembered().size() <= kMaxRemembered);
    for (auto from : frame_.getObligations()) {
      require(cardOrNone(from.getCard()) && from.getDefinition() < state_.definitions->known.size() &&
              holdsText(from) && cardOrNone(from.getIt()) &&
              from.getStatus() <= static_cast<std::uint8_t>(Obligation::Status::missed) &&
              from.getWhy() <= static_cast<std::uint8_t>(Obligation::Why::nothing) && entityOrNone(from.getThat()) &&
              entityOrNone(from.getSubject()));
      state_.obligations.push_back({.trigger = from.getTrigger(),
                                    .group = from.getGroup(),
                                    .by = from.getBy(),
                                    .card = from.getCard(),
                                    .definition = from.getDefinition(),
                                    .trait = from.getTrait(),
                                    .named = from.getNamed(),
                                    .effect = from.getEffect(),
                                    .player = from.getPlayer(),
                                    .who = from.getWho(),
                                    .it = from.getIt(),
                                    .that = from.getThat(),
                                    .subject = from.getSubject(),
                                    .status = static_cast<Obligation::Status>(from.getStatus()),
                                    .why = static_cast<Obligation::Why>(from.getWhy()),
                                    .certain = from.getCertain(),
                                    .follow_up_rule = from.getFollowing()});
    }
    for (auto from : frame_.getRemembered()) {
      require(from.getZone() == kUnbound || from.getZone() < rules_.ruleset.zones.size());
      state_.remembered.push_back({.event = from.getEvent(),
                                   .spent = from.getSpent(),
                                   .context = context(from),
                                   .zone = from.getZone(),
                                   .orientation = from.getOrientation(),
                                   .face = from.getFaceDown() ? Facing::down : Facing::up});
    }
  }

  void loadStatements() {
    require(frame_.getStatements().size() <= kMaxStatements);
    if (frame_.getStatements().size() == 0) return;
    auto& all = state_.statements.edit();
    for (auto from : frame_.getStatements()) {
      Statement& statement = all.emplace_back(Statement{.event = from.getEvent(),
                                                        .player = from.getPlayer(),
                                                        .seats = from.getSeats(),
                                                        .words = textOf(from.getWords())});
      for (const CardIndex card : from.getCards()) {
        require(card < state_.cards.size());
        require(statement.cards.empty() || statement.cards.back() < card);
        statement.cards.push_back(card);
      }
      statement.hash = hashOfStatement(statement.words);
    }
  }

  static schema::Everybody everybody(std::uint8_t stored) {
    require(stored <= static_cast<std::uint8_t>(schema::Everybody::LOSES));
    return static_cast<schema::Everybody>(stored);
  }

  /// A zone of the ruleset, or none.
  [[nodiscard]] bool isZone(ZoneIndex zone) const { return zone == kUnbound || zone < rules_.ruleset.zones.size(); }

  [[nodiscard]] bool entityOrNone(Entity entity) const { return entity == kNone || subject(entity); }

  [[nodiscard]] EventContext context(Keyframe::Remembered::Reader from) const {
    require(cardOrNone(from.getCard()) && entityOrNone(from.getSubject()) && entityOrNone(from.getThat()) &&
            isZone(from.getFrom()) && from.getHow() <= static_cast<std::uint8_t>(schema::How::SET) + 1);
    return {.which = static_cast<schema::Event::Which>(from.getWhich()),
            .card = from.getCard(),
            .subject = from.getSubject(),
            .player = from.getPlayer(),
            .own_act = !from.getForAnother(),
            .name = from.getName(),
            .kind = from.getKind(),
            .that = from.getThat(),
            .amount = from.getAmount(),
            .amount_known = !from.getAmountUnknown(),
            .used = usedBy(from),
            .ability = from.getAbility(),
            .named = from.getNamed(),
            .enters = from.getEnters(),
            .caused = from.getCaused(),
            .link = from.getLink(),
            .how = howOf(from.getHow()),
            .slot = from.getSlot(),
            .from = from.getFrom(),
            .statement = textOf(from.getStatement())};
  }

  /// The inverse of encodedHow().
  static std::optional<schema::How> howOf(std::uint8_t encoded) {
    return encoded == 0 ? std::nullopt : std::optional(static_cast<schema::How>(encoded - 1U));
  }

  /// The card whose ability or trait a remembered act used.
  static CardIndex usedBy(Keyframe::Remembered::Reader from) {
    const auto which = static_cast<schema::Event::Which>(from.getWhich());
    const bool uses = which == schema::Event::ABILITY_ACTIVATED || which == schema::Event::TRAIT_TRIGGERED;
    return uses ? from.getCard() : kNone;
  }

  /// True if an obligation is from a text of its definition, from a text with its name, or from a follow-up of the
  /// rules.
  [[nodiscard]] bool holdsText(Keyframe::Obligation::Reader from) const {
    if (from.getFollowing() != 0) return from.getFollowing() <= rules_.ruleset.obligations.follows.size();
    if (from.getNamed() != 0) {
      const Ability* text = grantedAbility(rules_, nameOfGrantedTrait(state_, rules_, from.getNamed())).text;
      return text != nullptr && from.getEffect() <= text->effects.size();
    }
    if (from.getCard() == kNone) return false;
    const Definition* definition = state_.definitions->known[from.getDefinition()];
    return definition != nullptr && from.getTrait() >= 1 && from.getTrait() <= definition->abilities.size() &&
           from.getEffect() <= definition->abilities[from.getTrait() - 1U].effects.size();
  }

  Keyframe::Reader frame_;
  capnp::List<schema::Keyframe::Card>::Reader cards_;
  Rules rules_;
  State state_;
};

/// Calls `read` with a loader of the keyframe. Throws DamagedArchive if the keyframe cannot be read.
template <class Read>
auto readKeyframe(std::span<const capnp::word> words, const Rules& rules, Read read) {
  try {
    capnp::FlatArrayMessageReader message(kj::arrayPtr(words.data(), words.size()));
    return read(KeyframeLoader(message.getRoot<Keyframe>(), rules));
  } catch (const kj::Exception&) {
    throw DamagedArchive("a keyframe cannot be read: delete the keyframes");
  } catch (const BadInput& error) {
    throw DamagedArchive(std::string("a keyframe cannot be read: delete the keyframes: ") + error.what());
  }
}

}  // namespace

State loadKeyframe(std::span<const capnp::word> words, const Rules& rules) {
  return readKeyframe(words, rules, [](KeyframeLoader loading) { return loading.load(); });
}

Fingerprint fingerprintOfKeyframe(std::span<const capnp::word> words, const Rules& rules) {
  return readKeyframe(words, rules, [](KeyframeLoader loading) { return loading.loadFacts(); });
}

}  // namespace docket
