#include "tools/game/fewest_opened.h"

#include <span>

namespace docket {
namespace {

using Group = std::vector<std::size_t>;

class ValueCloser {
 public:
  ValueCloser(FewestOpened& found, const std::function<bool(const OpenValues&)>& holds, unsigned most_trials)
      : found_(found), holds_(holds), most_trials_(most_trials) {}

  /// Closes as many of the groups as it can: all at once, else each half.
  void close(std::span<const Group> groups) {
    if (groups.empty()) return;
    OpenValues fewer = found_.open;
    for (const Group& group : groups) {
      for (const std::size_t value : group) fewer[value] = false;
    }
    if (fewer == found_.open) return;
    if (found_.trials == most_trials_) {
      found_.was_tried_out = false;
      return;
    }
    ++found_.trials;
    if (holds_(fewer)) {
      found_.open = std::move(fewer);
    } else if (groups.size() > 1) {
      close(groups.first(groups.size() / 2));
      close(groups.subspan(groups.size() / 2));
    }
  }

 private:
  FewestOpened& found_;
  const std::function<bool(const OpenValues&)>& holds_;
  unsigned most_trials_;
};

}  // namespace

FewestOpened fewestOpened(const std::vector<Group>& groups, const std::function<bool(const OpenValues&)>& holds,
                          unsigned most_trials) {
  std::size_t count = 0;
  for (const Group& group : groups) count += group.size();
  FewestOpened found{.open = OpenValues(count, true)};
  ValueCloser closer(found, holds, most_trials);
  closer.close(groups);
  std::vector<Group> single;
  for (const Group& group : groups) {
    if (group.size() < 2) continue;  // by itself it was tried
    for (const std::size_t value : group) {
      if (found.open[value]) single.push_back({value});
    }
  }
  // One by one: that all of them at once have to stay is known.
  for (std::size_t i = 0; i < single.size(); ++i) closer.close(std::span(single).subspan(i, 1));
  return found;
}

}  // namespace docket
