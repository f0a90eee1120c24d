#include "events/record_so_far.h"

#include "events/new_cards.h"
#include "events/rewind_tree.h"
#include "events/text/text_view.h"

namespace docket {

RecordSoFar::RecordSoFar(schema::Header::Reader header)
    : seats_(header.getPlayers().size()), partial_(header.getViewer() != 0) {}

/// The cost of going back: refolding from the nearest stored state, which is closer in small states and short games;
/// for a correction also from the corrected event. A rewind into events that were taken back has no stored state.
std::uint64_t RecordSoFar::refoldCost(schema::Event::Reader event) const {
  const std::uint64_t number = events_ + std::uint64_t{1};
  const std::uint64_t to_a_state = 256 + facts() / 4 + number / 32;
  if (event.isRewound()) {
    const auto to = event.getRewound().getTo();
    return to == 0 || rewind_tree_.covers(to) ? to_a_state : number + facts();
  }
  if (!event.isCorrected()) return 0;
  const auto other = event.getCorrected().getEvent();
  return rewind_tree_.covers(other) ? to_a_state + number - other : 1;
}

void RecordSoFar::add(schema::Event::Reader event) {
  refolded_ += refoldCost(event);
  ++events_;
  rewind_tree_.add(events_, event);
  if (!event.isShuffled()) registered_ += newCards(event).count;
  facts_ += event.getBegins().size() + (goesBack(event) ? 0U : 1U);
  last_group_ = event.getGroup();
  cards_ += newCards(event).count;
  if (!event.hasContext()) return;
  for (auto name : event.getContext().getNames()) names_.number(view(name));
}

}  // namespace docket
