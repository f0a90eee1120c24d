#include "events/rewind_tree.h"

#include <algorithm>

namespace docket {

bool covers(const std::vector<EventRange>& stretches, std::uint32_t event) {
  const auto found = std::partition_point(stretches.begin(), stretches.end(),
                                          [&](const EventRange& stretch) { return stretch.last < event; });
  return found != stretches.end() && found->first <= event;
}

void RewindTree::add(std::uint32_t number, schema::Event::Reader event) {
  if (!event.isRewound()) {
    if (stretches_.empty() || stretches_.back().last + 1 != number) stretches_.push_back({number, number});
    stretches_.back().last = number;
    return;
  }
  const std::uint32_t to = event.getRewound().getTo();
  if (to != 0 && !covers(to)) {
    stretches_ = this->to(to);
  } else {
    while (!stretches_.empty() && stretches_.back().first > to) stretches_.pop_back();
    if (!stretches_.empty()) stretches_.back().last = to;
  }
  rewinds_.push_back({.by = number, .to = to});
  stretches_.push_back({number, number});
}

std::vector<EventRange> RewindTree::to(std::uint32_t at) const {
  std::vector<EventRange> way;
  for (std::uint32_t end = at; end != 0;) {
    const auto after =
        std::partition_point(rewinds_.begin(), rewinds_.end(), [&](const Rewind& rewind) { return rewind.by <= end; });
    if (after == rewinds_.begin()) {
      way.push_back({1, end});
      break;
    }
    const Rewind& rewind = *(after - 1);
    way.push_back({rewind.by, end});
    end = rewind.to;
  }
  std::reverse(way.begin(), way.end());
  return way;
}

}  // namespace docket
