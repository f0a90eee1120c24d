#include "engine/snapshot/keyframe_save.h"

#include <capnp/message.h>
#include <capnp/serialize.h>

#include <algorithm>

#include "events/text/text_lists.h"
#include "schemas/state.capnp.h"

namespace docket {
namespace {

using schema::Keyframe;

capnp::Text::Reader reader(std::string_view text) { return {text.data(), text.size()}; }

void saveCards(const State& state, Keyframe::Builder frame) {
  auto cards = frame.initCards(static_cast<unsigned>(state.cards.size()));
  for (unsigned i = 0; i < cards.size(); ++i) {
    const Card& from = state.cards[i];
    auto to = cards[i];
    to.setNumber(from.number);
    to.setDefinition(from.definition);
    to.setHost(from.host);
    to.setArrived(from.arrived);
    to.setAttachedAt(from.attached_at);
    to.setSlot(from.slot);
    to.setAttachment(from.attachment);
    to.setZone(from.zone);
    to.setZonePlayer(from.zone_player);
    to.setOwner(from.owner);
    to.setBaseController(from.base_controller);
    to.setFace(static_cast<std::uint8_t>(from.face));
    to.setOrientation(from.orientation);
    to.setKnownTo(from.known_to);
    to.setCreated(from.created);
    std::vector<CardIndex> attached;
    for (CardIndex c = from.first_attached; c != kNone; c = state.cards[c].next_attached) attached.push_back(c);
    if (!attached.empty()) to.setAttached(kj::arrayPtr(attached.data(), attached.size()));
  }
  auto piles = frame.initPiles(static_cast<unsigned>(state.piles.size()));
  for (unsigned i = 0; i < piles.size(); ++i) {
    auto pile = piles.init(i, static_cast<unsigned>(state.piles[i].size()));
    for (unsigned j = 0; j < pile.size(); ++j) pile.set(j, state.piles[i][j]);
  }
}

void saveEntries(const State& state, Keyframe::Builder frame) {
  std::vector<const Entry*> entries;
  state.entries.forEach([&](EntryIndex, const Entry& entry) { entries.push_back(&entry); });
  std::sort(entries.begin(), entries.end(), [](const Entry* one, const Entry* other) {
    return std::pair{one->event, one->index} < std::pair{other->event, other->index};
  });
  auto list = frame.initEntries(static_cast<unsigned>(entries.size()));
  for (unsigned i = 0; i < list.size(); ++i) {
    const Entry& from = *entries[i];
    auto to = list[i];
    to.setEvent(from.event);
    to.setIndex(from.index);
    to.setKind(from.kind);
    to.setLast(from.last);
    to.setSubject(from.subject);
    to.setWhat(from.stat_or_name);
    to.setPeriod(from.period);
    to.setPlayer(from.player);
    to.setAmount(from.amount);
    to.setStatedAmount(from.stated_amount);
    to.setCap(from.cap);
    to.setBefore(from.before);
    to.setSource(from.source);
  }
}

void saveUses(const State& state, Keyframe::Builder frame) {
  auto list = frame.initUses(static_cast<unsigned>(state.uses.size()));
  for (unsigned i = 0; i < list.size(); ++i) {
    const Use& from = state.uses[i];
    auto to = list[i];
    to.setEvent(from.event);
    to.setCard(from.card);
    to.setDefinition(from.definition);
    to.setTrigger(from.trigger);
    to.setHost(from.host);
    to.setAbility(from.ability);
    to.setDesignator(from.designator);
    to.setPlayer(from.player);
    to.setCounted(static_cast<std::uint8_t>(from.counted));
    to.setNegated(from.negated);
    to.setEffectNegated(from.effect_negated);
    to.setResolved(from.resolved);
    to.setApplied(from.applied);
    to.setNamed(from.named);
    to.setTurnedByOther(from.turned_by_other);
    to.setTurnedByItself(from.turned_by_itself);
    to.setTurnedByUnrecorded(from.turned_by_unrecorded);
    to.setResolvedAt(from.resolved_at);
    to.setTitled(from.titled);
  }
  frame.setUsesKept(state.uses_kept);
  auto ended = frame.initEndedGrants(static_cast<unsigned>(state.ended_grants.size()));
  for (unsigned i = 0; i < ended.size(); ++i) {
    ended[i].setSubject(state.ended_grants[i].subject);
    ended[i].setName(state.ended_grants[i].name);
    ended[i].setBegan(state.ended_grants[i].began);
    ended[i].setEnded(state.ended_grants[i].ended);
  }
}

void saveAmounts(const State& state, Keyframe::Builder frame) {
  auto counters = frame.initCounters(static_cast<unsigned>(state.counters.size()));
  for (unsigned i = 0; i < counters.size(); ++i) {
    counters[i].setSubject(state.counters[i].subject);
    counters[i].setKey(state.counters[i].name);
    counters[i].setAmount(state.counters[i].amount);
  }
  auto values = frame.initValues(static_cast<unsigned>(state.values.size()));
  for (unsigned i = 0; i < values.size(); ++i) {
    values[i].setSubject(state.values[i].subject);
    values[i].setKey(state.values[i].key);
    values[i].setAmount(state.values[i].amount);
    values[i].setUnknown(!state.values[i].known);
  }
  auto observations = frame.initObservations(static_cast<unsigned>(state.observations.size()));
  for (unsigned i = 0; i < observations.size(); ++i) {
    const Observation& from = state.observations[i];
    observations[i].setSubject(from.subject);
    observations[i].setReading(from.reading);
    observations[i].setBase(from.base);
    observations[i].setAbsent(from.absent);
    observations[i].setEvent(from.event);
    observations[i].setAmount(from.amount);
    observations[i].setExplained(from.explained);
    if (from.reading != 0) continue;
    observations[i].setStat(from.stat);
    observations[i].setKey(from.key);
  }
  auto skipped = frame.initSkipped(static_cast<unsigned>(state.skipped.size()));
  for (unsigned i = 0; i < skipped.size(); ++i) {
    skipped[i].setSubject(state.skipped[i].subject);
    skipped[i].setEvent(state.skipped[i].event);
  }
  auto doubted = frame.initDoubted(static_cast<unsigned>(state.doubted.size()));
  for (unsigned i = 0; i < doubted.size(); ++i) {
    const auto& [amount, event] = state.doubted[i];
    doubted[i].setSubject(amount.subject);
    doubted[i].setStat(amount.stat);
    doubted[i].setBase(amount.base);
    doubted[i].setKey(amount.key);
    doubted[i].setEvent(event);
  }
}

void saveBounds(const State& state, Keyframe::Builder frame) {
  auto list = frame.initIgnoredBounds(static_cast<unsigned>(state.ignored_bounds.size()));
  for (unsigned i = 0; i < list.size(); ++i) {
    list[i].setSubject(state.ignored_bounds[i].subject);
    list[i].setEvent(state.ignored_bounds[i].event);
    list[i].setIndex(state.ignored_bounds[i].index);
    list[i].setStat(state.ignored_bounds[i].stat);
  }
  auto received = frame.initReceivedChanges(static_cast<unsigned>(state.received_changes.size()));
  for (unsigned i = 0; i < received.size(); ++i) {
    const ReceivedChange& change = state.received_changes[i];
    received[i].setSubject(change.subject);
    received[i].setEvent(change.event);
    received[i].setIndex(change.index);
    received[i].setStat(change.stat);
    received[i].setSource(change.source);
    received[i].setSince(change.since);
    received[i].setOfWords(change.of_words);
  }
}

void saveContext(const EventContext& from, schema::Keyframe::Remembered::Builder to) {
  to.setWhich(static_cast<std::uint16_t>(from.which));
  to.setCard(from.card);
  to.setSubject(from.subject);
  to.setPlayer(from.player);
  to.setForAnother(!from.own_act);
  to.setEnters(from.enters);
  to.setName(from.name);
  to.setKind(from.kind);
  to.setThat(from.that);
  to.setAmount(from.amount);
  to.setAmountUnknown(!from.amount_known);
  to.setAbility(from.ability);
  to.setNamed(from.named);
  to.setCaused(from.caused);
  to.setLink(from.link);
  to.setSlot(from.slot);
  to.setHow(encodedHow(from.how));
  to.setFrom(from.from);
  if (!from.statement.empty()) to.setStatement(from.statement);
}

void savePlay(const State& state, Keyframe::Builder frame) {
  const PlayState& from = state.play;
  auto choices = frame.initChoices(static_cast<unsigned>(from.choices.size()));
  for (unsigned i = 0; i < choices.size(); ++i) {
    choices[i].setPlayer(from.choices[i].player);
    choices[i].setWhat(from.choices[i].what);
    choices[i].setKind(static_cast<std::uint8_t>(from.choices[i].kind));
    choices[i].setNumber(from.choices[i].number);
    choices[i].setEvent(from.choices[i].event);
  }
  auto tallies = frame.initTallies(static_cast<unsigned>(from.tallies.size()));
  for (unsigned i = 0; i < tallies.size(); ++i) {
    tallies[i].setTally(from.tallies[i].tally);
    tallies[i].setSubject(from.tallies[i].subject);
    tallies[i].setArrived(from.tallies[i].arrived);
    tallies[i].setCount(from.tallies[i].count);
    tallies[i].setPerhaps(from.tallies[i].perhaps);
    tallies[i].setLatest(from.tallies[i].latest);
    tallies[i].setCard(from.tallies[i].card);
    tallies[i].setThat(from.tallies[i].that);
  }
  auto ended = frame.initEndedSayings(static_cast<unsigned>(from.ended.size()));
  for (unsigned i = 0; i < ended.size(); ++i) {
    ended[i].setSubject(from.ended[i].subject);
    ended[i].setSays(static_cast<std::uint8_t>(from.ended[i].says));
    ended[i].setAct(from.ended[i].act);
    ended[i].setSource(from.ended[i].source);
    ended[i].setEvent(from.ended[i].event);
  }
  auto play = frame.initPlay();
  play.setGroup(from.group);
  play.setEndedGroup(from.ended_group);
  play.setForbidden(kj::arrayPtr(from.forbidden.data(), from.forbidden.size()));
  play.setWon(from.win.is_won);
  play.setWinner(firstSeat(from.win.winners));
  play.setAlongside(otherSeats(from.win.winners));
  play.setRule(from.win.rule);
  play.setTerms(from.win.terms);
  play.setWonAt(from.win.event);
  play.setUndecidedAt(from.undecided_at);
  play.setMovedCard(from.moved.card);
  play.setMovedFrom(from.moved.from);
  if (from.win.is_won) saveContext(from.win.context, play.initWonBy());
  play.setEverybody(static_cast<std::uint8_t>(from.win.everybody));
  auto deferred = play.initDeferred(static_cast<unsigned>(from.deferred.size()));
  for (unsigned i = 0; i < deferred.size(); ++i) {
    deferred[i].setRequirement(from.deferred[i].index);
    auto context = deferred[i].initOf();
    saveContext(from.deferred[i].context, context);
    context.setEvent(from.deferred[i].event);
  }
}

void saveTime(const State& state, Keyframe::Builder frame) {
  auto periods = frame.initPeriods(static_cast<unsigned>(state.periods.size()));
  for (unsigned i = 0; i < periods.size(); ++i) {
    const PeriodNow& from = state.periods[i];
    periods[i].setOpen(from.open);
    periods[i].setPlayer(from.player);
    periods[i].setName(from.name);
    periods[i].setBegan(from.began);
    periods[i].setCount(from.count);
    periods[i].setPlace(from.place);
    periods[i].setParties(kj::arrayPtr(from.parties.data(), from.parties.size()));
  }
  auto chain = frame.initChain(static_cast<unsigned>(state.chain.size()));
  for (unsigned i = 0; i < chain.size(); ++i) {
    chain[i].setActivation(state.chain[i].activation);
    chain[i].setPosition(state.chain[i].position);
    chain[i].setResolved(state.chain[i].resolved);
  }
  frame.setLatestActivation(state.latest_activation);
  frame.setLatestChange(state.latest_change);
  frame.setUnrecordedBy(state.unrecorded.by);
  frame.setUnrecordedUntil(state.unrecorded.until);
  frame.setUnrecordedGoesOn(state.unrecorded.goes_on);
  frame.setVoidEvents(kj::arrayPtr(state.void_events.data(), state.void_events.size()));
  auto arrivals = frame.initArrivals(static_cast<unsigned>(state.arrivals.size()));
  for (unsigned i = 0; i < arrivals.size(); ++i) {
    const Arrival& arrival = state.arrivals[i];
    arrivals[i].setEvent(arrival.event);
    arrivals[i].setGroup(arrival.group);
    arrivals[i].setCard(arrival.card);
    arrivals[i].setAt(static_cast<std::uint8_t>(arrival.at));
    arrivals[i].setAct(static_cast<std::uint16_t>(arrival.act));
  }
  frame.setOver(state.outcome.over);
  frame.setWinner(firstSeat(state.outcome.winners));
  frame.setAlongside(otherSeats(state.outcome.winners));
  frame.setEverybody(static_cast<std::uint8_t>(state.outcome.everybody));
  frame.setReason(state.outcome.reason);
  frame.setEnded(state.outcome.event);
}

void saveObligations(const State& state, Keyframe::Builder frame) {
  auto owed = frame.initObligations(static_cast<unsigned>(state.obligations.size()));
  for (unsigned i = 0; i < owed.size(); ++i) {
    const Obligation& from = state.obligations[i];
    auto to = owed[i];
    to.setTrigger(from.trigger);
    to.setGroup(from.group);
    to.setBy(from.by);
    to.setCard(from.card);
    to.setDefinition(from.definition);
    to.setTrait(from.trait);
    to.setNamed(from.named);
    to.setEffect(from.effect);
    to.setPlayer(from.player);
    to.setWho(from.who);
    to.setIt(from.it);
    to.setThat(from.that);
    to.setSubject(from.subject);
    to.setStatus(static_cast<std::uint8_t>(from.status));
    to.setWhy(static_cast<std::uint8_t>(from.why));
    to.setCertain(from.certain);
    to.setFollowing(from.follow_up_rule);
  }
  auto remembered = frame.initRemembered(static_cast<unsigned>(state.remembered.size()));
  for (unsigned i = 0; i < remembered.size(); ++i) {
    auto to = remembered[i];
    saveContext(state.remembered[i].context, to);
    to.setEvent(state.remembered[i].event);
    to.setSpent(state.remembered[i].spent);
    to.setZone(state.remembered[i].zone);
    to.setOrientation(state.remembered[i].orientation);
    to.setFaceDown(state.remembered[i].face == Facing::down);
  }
}

void saveStatements(const State& state, Keyframe::Builder frame) {
  auto statements = frame.initStatements(static_cast<unsigned>(state.statements->size()));
  for (unsigned i = 0; i < statements.size(); ++i) {
    const Statement& from = (*state.statements)[i];
    statements[i].setEvent(from.event);
    statements[i].setSeats(from.seats);
    statements[i].setPlayer(from.player);
    statements[i].setWords(reader(from.words));
    statements[i].setCards(kj::arrayPtr(from.cards.data(), from.cards.size()));
  }
}

void saveWords(const State& state, const Rules& rules, Keyframe::Builder frame) {
  auto names = frame.initNames(static_cast<unsigned>(state.vocabulary->names.size()));
  for (unsigned i = 0; i < names.size(); ++i) {
    names.set(i, reader(state.vocabulary->names.text(static_cast<NameNumber>(i + 1))));
  }
  const auto& known = state.definitions->named;
  auto definitions = frame.initDefinitions(static_cast<unsigned>(known.size() - 1));
  for (unsigned i = 0; i < definitions.size(); ++i) {
    const Definition& from = *known[i + 1];
    definitions[i].setKey(reader(from.stand_in != nullptr ? from.stand_in->key : from.key));
    if (rules.catalogue.find(from.key) == &from) continue;
    auto printed = definitions[i].initPrinted();
    printed.setTitle(reader(from.title));
    printed.setText(reader(from.text));
    printed.setTextRead(!from.text.empty() && !from.unread.any());
    setTexts(printed.initTypes(static_cast<unsigned>(from.types.size())), from.types);
    setTexts(printed.initKeywords(static_cast<unsigned>(from.keywords.size())), from.keywords);
    std::vector<unsigned> specified;
    for (unsigned j = 0; j < from.stats.size(); ++j) {
      if (from.stats[j].specified) specified.push_back(j);
    }
    auto stats = printed.initStats(static_cast<unsigned>(specified.size()));
    for (unsigned j = 0; j < stats.size(); ++j) {
      stats[j].setStat(reader(rules.ruleset.stats[specified[j]].name));
      stats[j].setAmount(from.stats[specified[j]].amount);
      stats[j].setKind(from.stats[specified[j]].kind);
    }
  }
}

}  // namespace

kj::Array<capnp::word> saveKeyframe(const State& state, const Rules& rules) {
  capnp::MallocMessageBuilder message;
  auto frame = message.initRoot<Keyframe>();
  frame.setEvent(state.event);
  frame.setSeats(static_cast<std::uint8_t>(state.seats));
  frame.setFormat(reader(state.format));
  frame.setNumbers(static_cast<std::uint32_t>(state.numbers.size()));
  saveCards(state, frame);
  saveEntries(state, frame);
  saveUses(state, frame);
  saveAmounts(state, frame);
  saveBounds(state, frame);
  saveTime(state, frame);
  savePlay(state, frame);
  saveObligations(state, frame);
  saveStatements(state, frame);
  saveWords(state, rules, frame);
  frame.setFingerprintLow(state.fingerprint.low);
  frame.setFingerprintHigh(state.fingerprint.high);
  return capnp::messageToFlatArray(message);
}

}  // namespace docket
