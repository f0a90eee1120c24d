#include "tools/lab/reduced_game.h"

#include <capnp/message.h>

#include <algorithm>

#include "events/append_event.h"
#include "events/errors.h"
#include "tools/game/event_renumbering.h"

namespace docket::lab {
namespace {

class GameReducer {
 public:
  GameReducer(const LabGame& whole, const Ruleset& ruleset, const std::string& id)
      : whole_(whole), record_so_far_(whole.header()), rewriting_(0, {.ruleset = ruleset, .names = &whole.names()}) {
    capnp::MallocMessageBuilder message;
    message.setRoot(whole.header());
    auto header = message.getRoot<schema::Header>();
    header.setId(id);
    header.setSource("minimised");
    header.disownSourceDigest();
    header.disownSourceSalt();
    header.disownSourceCommitment();
    header.setRecordFormat(0);  // it is made up, and has no end of its own
    record_so_far_ = RecordSoFar(header.asReader());
    made_.game.setHeader(header.asReader());
  }

  ReducedGame make(const std::vector<EventNumber>& keep, const std::string& claim) && {
    auto next = keep.begin();
    whole_.forEach(1, keep.empty() ? 0 : keep.back(), [&](EventNumber number, schema::Event::Reader event) {
      const bool is_kept = next != keep.end() && *next == number;
      if (is_kept) ++next;
      if (!is_kept || !take(number, event)) leaveOut(number, event);
    });
    made_.claim = claimHere(claim);
    return std::move(made_);
  }

 private:
  bool take(EventNumber number, schema::Event::Reader event) {
    capnp::MallocMessageBuilder as_it_was;
    as_it_was.setRoot(event);
    dropAnnouncedNames(as_it_was.getRoot<schema::Event>());
    rewriting_.newCards(event, record_so_far_.cards() + 1);
    // If it is the first of its group that is left, the group has its number.
    rewriting_.event(number, made_.game.size() + 1, true);
    if (rewriting_.rewrite(as_it_was.getRoot<schema::Event>())) return false;
    capnp::MallocMessageBuilder read;
    try {
      appendNext(as_it_was.getRoot<schema::Event>().asReader(), whole_.names(), record_so_far_, read);
    } catch (const BadInput&) {
      return false;
    }
    made_.game.add(read.getRoot<schema::Event>().asReader());
    made_.kept.push_back(number);
    return true;
  }

  void leaveOut(EventNumber number, schema::Event::Reader event) {
    rewriting_.withoutCardsOf(event);
    rewriting_.event(number, made_.game.size() + 1, false);
  }

  /// The claim in the numbers of the reduced game; empty if it is about a card that was removed.
  [[nodiscard]] std::string claimHere(const std::string& claim) const {
    if (claim.empty()) return {};
    capnp::MallocMessageBuilder message;
    auto event = message.initRoot<schema::Event>();
    event.initRulingGiven().setClaim(claim);
    if (rewriting_.rewrite(event)) return {};
    const auto rewritten = event.getRulingGiven().getClaim();
    return {rewritten.begin(), rewritten.size()};
  }

  const LabGame& whole_;
  RecordSoFar record_so_far_;
  EventRenumbering rewriting_;
  ReducedGame made_;
};

}  // namespace

ReducedGame reducedGame(const LabGame& whole, const Ruleset& ruleset, const std::vector<EventNumber>& keep,
                        const std::string& id, const std::string& claim) {
  return GameReducer(whole, ruleset, id).make(keep, claim);
}

}  // namespace docket::lab
