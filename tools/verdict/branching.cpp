#include "tools/verdict/branching.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <range/v3/algorithm/any_of.hpp>

#include "engine/fold/reduce.h"
#include "engine/fold/running_state.h"
#include "engine/query/acts/recorded_names.h"
#include "events/append_event.h"
#include "events/errors.h"
#include "events/game_id.h"
#include "events/heads.h"
#include "events/overload.h"
#include "events/public.h"
#include "events/public_header.h"
#include "events/text/quoted.h"
#include "tools/explain/explain_finding.h"
#include "tools/explain/findings.h"
#include "tools/game/event_renumbering.h"
#include "tools/game/keyframing.h"
#include "tools/game/stored_head.h"
#include "tools/notation/transcript.h"

namespace docket {
namespace {

using Message = std::shared_ptr<capnp::MallocMessageBuilder>;

/// The events of a branch that is being made: those of the parent up to where it parts, then its own.
class BranchEvents : public EventSource {
 public:
  BranchEvents(const OpenGame& parent, EventNumber at) : parent_(parent), at_(at) {}
  void add(HeldEvent event) { own_.push_back(std::move(event)); }
  [[nodiscard]] const std::vector<HeldEvent>& own() const { return own_; }
  void forEach(EventNumber first, EventNumber last, const Visit& visit) const override {
    if (first <= at_) parent_.events().forEach(first, std::min(last, at_), visit);
    for (EventNumber number = std::max(first, at_ + 1); number <= last && number - at_ <= own_.size(); ++number)
      visit(number, own_[number - at_ - 1]);
  }

 private:
  const OpenGame& parent_;
  EventNumber at_;
  std::vector<HeldEvent> own_;
};

bool sameFinding(const Finding& one, const Finding& other) {
  using Requirement = Finding::RequirementUnmet;
  using Act = Finding::NotPermitted;
  using Trait = Finding::TraitMissed;
  using Text = Finding::AgainstText;
  using Effect = Finding::OtherEffect;
  if (one.clause != other.clause || one.certainty != other.certainty || one.what.index() != other.what.index())
    return false;
  return std::visit(
      Overload{
          [](const Requirement& a, const Requirement& b) { return a.requirement->what == b.requirement->what; },
          [](const Act& a, const Act& b) { return a.breach == b.breach; },
          [](const Trait& a, const Trait& b) { return a.trait == b.trait && a.named == b.named; },
          [](const Text& a, const Text& b) { return a.of_trait == b.of_trait && a.ability == b.ability; },
          [](const Effect& a, const Effect& b) { return a.ability == b.ability; },
          [](const auto&, const auto&) { return true; },
      },
      one.what, other.what);
}

class BranchMaker {
 public:
  BranchMaker(const OpenGame& parent, const BranchPlan& plan, Secret secret)
      : parent_(parent),
        plan_(plan),
        rules_(parent.rules()),
        titles_(rules_.catalogue),
        labels_(rules_),
        players_(notation::playersOf(parent.header())),
        secret_(secret),
        header_(headerOf()),
        events_(parent, plan.at),
        record_so_far_(header()),
        head_(header_->getRoot<schema::Header>().asReader(), secretsOf()),
        rewriting_(plan.at, {.ruleset = rules_.ruleset, .names = &parent.names()}),
        there_(header(), rules_, parent.stateAt(plan.at)),
        was_(parent.header(), rules_, there_.state()) {
    first_head_ = head_.value();
    parent.events().forEach(1, plan.at, [&](EventNumber number, schema::Event::Reader event) {
      record_so_far_.add(event);
      labels_.add(event, record_so_far_.names());
      history_.add(number, event);
      head_.append(event, number);
    });
    head_at_ = head_.value();
  }

  BranchMade make() {
    made_ = {.id = plan_.id, .parent = std::string(parent_.id()), .at = plan_.at};
    EventNumber last_edit = plan_.at;
    for (const BranchEdit& edit : plan_.edits) last_edit = std::max(last_edit, edit.event);
    addedAfter(plan_.at);
    const EventNumber last = plan_.stops ? last_edit : parent_.last();
    parent_.events().forEach(plan_.at + 1, last, [&](EventNumber number, schema::Event::Reader event) {
      was_.add(number, event, parent_.events());
      if (const BranchEdit* edit = editOf(number); edit == nullptr) {
        goOn(number, event);
      } else if (edit->kind == BranchEdit::Kind::without) {
        leaveOut(number, event, "it was left out");
      } else {
        replace(*edit, number, event);
      }
      addedAfter(number);
    });
    made_.events = head_.number();
    made_.head = head_.value();
    judgeBoth();
    return std::move(made_);
  }

  void store(Archive& archive) const {
    std::vector<NewEvent> own;
    for (std::size_t i = 0; i < events_.own().size(); ++i) {
      own.push_back(
          {.number = plan_.at + 1 + static_cast<EventNumber>(i), .event = events_.own()[i], .head = heads_[i]});
    }
    archive.branch({.game = {.header = header(), .secrets = secret_, .head = first_head_},
                    .parent = parent_.id(),
                    .at = plan_.at,
                    .head_at = head_at_,
                    .account = plan_.account,
                    .events = own});
  }

 private:
  /// The table under which an edited event is typed again.
  [[nodiscard]] notation::EventTable table() const {
    return {.state = there_.state(), .rules = rules_, .titles = titles_, .labels = labels_, .players = &players_};
  }
  [[nodiscard]] schema::Header::Reader header() const { return header_->getRoot<schema::Header>().asReader(); }

  [[nodiscard]] Message headerOf() const {
    auto message = std::make_unique<capnp::MallocMessageBuilder>();
    message->setRoot(parent_.header());
    auto header = message->getRoot<schema::Header>();
    header.setId(plan_.id);
    header.setSource(std::string(kBranchSource));
    const auto head = headAfter(parent_.stored(), plan_.at).value();
    header.setSourceDigest(capnp::Data::Reader(head.data(), head.size()));
    header.disownSourceSalt();  // its parent's
    header.disownSourceCommitment();
    header.disownIdSalt();
    saltHeader(header, secret_);
    return message;
  }

  [[nodiscard]] Secrets secretsOf() const {
    Secrets secrets(secret_);
    if (plan_.at != 0) secrets.addPast(plan_.at, parent_.stored().secrets());
    return secrets;
  }

  [[nodiscard]] const BranchEdit* editOf(EventNumber number) const {
    for (const BranchEdit& edit : plan_.edits) {
      if (edit.event == number && edit.kind != BranchEdit::Kind::added) return &edit;
    }
    return nullptr;
  }

  void addedAfter(EventNumber number) {
    for (const BranchEdit& edit : plan_.edits) {
      if (edit.event != number || edit.kind != BranchEdit::Kind::added) continue;
      auto message = std::make_unique<capnp::MallocMessageBuilder>();
      readEdit(edit, {}, parent_.names(), table(), record_so_far_, *message);
      requireKnownNames(edit, *message);
      take(std::move(message), 0);
    }
  }

  /// Removes the parent's seals: its salts must not open anything in the branch.
  void copy(schema::Event::Reader event, capnp::MallocMessageBuilder& into) const {
    into.setRoot(event);
    auto copied = into.getRoot<schema::Event>();
    if (parent_.header().getViewer() == 0 && copied.hasContext()) copied.getContext().disownSeals();
  }

  /// Rewrites an event of the parent with the branch's numbers. Returns why that is impossible; empty if it is
  /// possible.
  std::optional<std::string> rewritten(EventNumber number, schema::Event::Reader event,
                                       capnp::MallocMessageBuilder& into) {
    copy(event, into);
    dropAnnouncedNames(into.getRoot<schema::Event>());
    rewriting_.event(number, record_so_far_.events() + 1, true);  // its group can be its own number
    rewriting_.newCards(event, record_so_far_.cards() + 1);
    return rewriting_.rewrite(into.getRoot<schema::Event>());
  }

  void replace(const BranchEdit& edit, EventNumber number, schema::Event::Reader event) {
    capnp::MallocMessageBuilder was;
    // If the edit gives the whole event, the parent's own need not be possible in the branch.
    if (const auto why = rewritten(number, event, was)) copy(event, was);
    auto message = std::make_unique<capnp::MallocMessageBuilder>();
    readEdit(edit, was.getRoot<schema::Event>().asReader(), parent_.names(), table(), record_so_far_, *message);
    requireKnownNames(edit, *message);
    rewriting_.event(number, record_so_far_.events(), true);
    take(std::move(message), 0);
  }

  /// Checks the names in a typed event, as an import does.
  void requireKnownNames(const BranchEdit& edit, capnp::MallocMessageBuilder& typed) const {
    const auto wrong = unknownNames(rules_.ruleset, record_so_far_.names(), typed.getRoot<schema::Event>());
    if (!wrong.empty()) throw BadInput(fmt::format("{}: {}", docket::quoted(edit.text), wrong.front()));
  }

  /// Continues with the parent's next event, unchanged.
  void goOn(EventNumber number, schema::Event::Reader event) {
    capnp::MallocMessageBuilder as_it_was;
    if (const auto why = rewritten(number, event, as_it_was)) return leaveOut(number, event, *why);
    if (const auto why = goneCard(as_it_was.getRoot<schema::Event>().asReader())) return leaveOut(number, event, *why);
    auto message = std::make_unique<capnp::MallocMessageBuilder>();
    try {
      appendNext(as_it_was.getRoot<schema::Event>().asReader(), parent_.names(), record_so_far_, *message);
    } catch (const BadInput& wrong) {
      return leaveOut(number, event, wrong.what());
    }
    rewriting_.event(number, record_so_far_.events(), true);
    take(std::move(message), number);
  }

  /// Why an event cannot happen, because its card no longer exists; empty if it can.
  [[nodiscard]] std::optional<std::string> goneCard(schema::Event::Reader event) const {
    std::uint32_t number = 0;
    if (event.isCardMoved()) number = event.getCardMoved().getCard();
    if (event.isCardPlayed()) number = event.getCardPlayed().getCard();
    if (event.isCardTurned()) number = event.getCardTurned().getCard();
    if (event.isCardFlipped()) number = event.getCardFlipped().getCard();
    if (event.isCardAttached()) number = event.getCardAttached().getCard();
    if (event.isAbilityActivated()) number = event.getAbilityActivated().getCard();
    if (number == 0) return std::nullopt;
    const CardIndex card = there_.state().cardOf(number);
    if (card != kNone && there_.state().cards[card].exists()) return std::nullopt;
    return fmt::format("there is no card #{} at that point of the branch", number);
  }

  /// Puts a note in the place of an event that is not in the branch.
  void leaveOut(EventNumber number, schema::Event::Reader event, const std::string& why) {
    const Words words(was_.state(), rules_, parent_.header(), turn_labels_);
    const std::string what = transcribe(words, titles_, number, event).text;
    rewriting_.withoutCardsOf(event);
    made_.left_out.push_back({.event = number, .what = what, .why = why});
    capnp::MallocMessageBuilder made;
    auto note = made.initRoot<schema::Event>();
    note.setNote(fmt::format("event {} of {} is not in this branch: {}", number, parent_.id(), why));
    if (event.getGroup() != 0)
      note.setGroup(event.getGroup() == number ? head_.number() + 1 : rewriting_.numberOf(event.getGroup()));
    auto message = std::make_unique<capnp::MallocMessageBuilder>();
    appendNext(note, parent_.names(), record_so_far_, *message);
    rewriting_.event(number, record_so_far_.events(), false);
    take(std::move(message), 0);
  }

  /// Adds the branch's next event, which is valid. `parent_number`: the same event in the parent; 0: there is none.
  void take(Message message, EventNumber parent_number) {
    const EventNumber number = head_.number() + 1;
    const HeldEvent event(std::move(message));
    head_.append(event, number);
    heads_.push_back(head_.value());
    events_.add(event);
    parents_.push_back(parent_number);
    try {
      there_.add(number, event, events_);
      history_.add(number, event);
      labels_.add(event, record_so_far_.names());
    } catch (const DamagedArchive& cannot_be_folded) {
      throw BadInput(fmt::format("event {} of the branch is not possible there: {}; end the branch before it (--stop)",
                                 number, cannot_be_folded.what()));
    }
  }

  // -- what the rules judge differently

  struct JudgedEvent {
    Finding finding;
    Explanation explanation;
  };
  using Visit = std::function<void(EventNumber number, const RunningState& after, schema::Event::Reader event,
                                   std::vector<JudgedEvent>&& certain)>;

  /// Visits each event from `from` + 1 to `to`, as it is finally in effect, with the certain findings against it.
  void judgeAll(schema::Header::Reader header, const EventSource& events, RunningState running, EventNumber from,
                EventNumber to, const Visit& visit) const {
    events.forEach(from + 1, to, [&](EventNumber number, const HeldEvent& event) {
      const auto judged = running.eventInEffect(number, event);
      std::vector<JudgedEvent> found;
      if (judged) {
        const auto findings = judge(pendingEvent(running.before(number), rules_, number, judged->event));
        const StateForFindings with_cards(running.before(number), rules_, number, judged->event, findings);
        const Words words(with_cards.state(), rules_, header, turn_labels_);
        for (const Finding& finding : findings) {
          if (finding.isCertain()) found.push_back({finding, explainFinding(words, finding)});
        }
      }
      running.add(number, event, events);
      if (judged) visit(number, running, judged->event, std::move(found));
    });
  }

  /// Lists the events of the parent that the rules judge differently in the branch, each as it is finally in effect.
  void judgeBoth() {
    const Path was = parent_.history().pathTo(parent_.last());
    const Path here = history_.pathTo(made_.events);
    // A correction can change events that both games share.
    const EventNumber from = was.corrections.empty() && here.corrections.empty() ? plan_.at : 0;
    const auto table = [&](schema::Header::Reader header, const EventSource& events, const Path& path) {
      return from == 0 ? RunningState(header, rules_, events, path) : parent_.runningStateAfter(from);
    };
    EventNumber to = plan_.at;
    for (const EventNumber number : parents_) to = std::max(to, number);
    std::map<EventNumber, std::vector<JudgedEvent>> in_parent;
    judgeAll(parent_.header(), parent_.events(), table(parent_.header(), parent_.events(), was), from, to,
             [&](EventNumber number, const RunningState&, schema::Event::Reader, std::vector<JudgedEvent>&& certain) {
               if (!certain.empty()) in_parent.emplace(number, std::move(certain));
             });
    judgeAll(header(), events_, table(header(), events_, here), from, made_.events,
             [&](EventNumber number, const RunningState& after, schema::Event::Reader event,
                 std::vector<JudgedEvent>&& certain) { compare(number, after.state(), event, certain, in_parent); });
  }

  void compare(EventNumber number, const State& after, schema::Event::Reader event,
               const std::vector<JudgedEvent>& here, const std::map<EventNumber, std::vector<JudgedEvent>>& in_parent) {
    const auto entry = in_parent.find(number <= plan_.at ? number : parents_[number - plan_.at - 1]);
    const std::vector<JudgedEvent> before = entry == in_parent.end() ? std::vector<JudgedEvent>{} : entry->second;
    const auto tell = [&](const std::vector<JudgedEvent>& these, const std::vector<JudgedEvent>& those, bool found) {
      for (const JudgedEvent& one : these) {
        if (ranges::any_of(those, [&](const JudgedEvent& other) { return sameFinding(one.finding, other.finding); }))
          continue;
        made_.judged.push_back(
            {.event = number,
             .found = found,
             .what = transcribe(Words(after, rules_, parent_.header(), turn_labels_), titles_, number, event).text,
             .finding = one.explanation});
      }
    };
    tell(here, before, true);
    tell(before, here, false);
  }

  const OpenGame& parent_;
  const BranchPlan& plan_;
  Rules rules_;
  notation::Titles titles_;
  notation::CardLabels labels_;
  std::vector<std::string> players_;
  Secret secret_;
  Message header_;
  BranchEvents events_;
  RecordSoFar record_so_far_;
  Head head_;
  Digest first_head_{}, head_at_{};
  std::vector<Digest> heads_;         // after each of the branch's own events
  std::vector<EventNumber> parents_;  // for each of its own events the same one in the parent; 0: none
  History history_;
  EventRenumbering rewriting_;
  RunningState there_;  // the branch
  RunningState was_;    // the parent
  TurnLabels turn_labels_;
  BranchMade made_;
};

}  // namespace

BranchMade makeBranch(GameLoader& loader, const OpenGame& parent, const BranchPlan& plan) {
  BranchMaker branching(parent, plan, newSecret());
  BranchMade made = branching.make();
  branching.store(loader.archive());
  if (made.events - made.at >= kKeyframeEvents) loader.game(exactName(plan.id)).keepKeyframes();
  return made;
}

}  // namespace docket
