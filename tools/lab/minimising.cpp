#include "tools/lab/minimising.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "events/errors.h"

namespace docket::lab {
namespace {

class Minimiser {
 public:
  Minimiser(const LabGame& whole, const Ruleset& ruleset, const std::string& id, const std::string& claim,
            const Shows& shows, const std::function<void(std::size_t)>& progress)
      : whole_(whole), ruleset_(ruleset), id_(id), claim_(claim), shows_(shows), progress_(progress) {}

  Minimised cut() && {
    std::vector<EventNumber> all(whole_.last());
    std::iota(all.begin(), all.end(), EventNumber{1});
    if (!tryThese(all)) throw BadInput("the game does not show this, so there is nothing to minimise");
    for (std::size_t part = left().size() / 2; part > 1; part /= 2) pass(part);
    acts();
    while (pass(1)) {
    }
    return std::move(made_);
  }

 private:
  [[nodiscard]] const std::vector<EventNumber>& left() const { return made_.least.kept; }

  /// True if the record of these events shows it; it then becomes the current one.
  bool tryThese(const std::vector<EventNumber>& events) {
    ++made_.tried;
    try {
      ReducedGame reduced = reducedGame(whole_, ruleset_, events, id_, claim_);
      if (!shows_(reduced)) return false;
      made_.least = std::move(reduced);
      progress_(left().size());
      return true;
    } catch (const DamagedArchive&) {
      return false;  // what is left cannot be folded
    }
  }

  /// Removes runs of `part` events, from the end on, if possible. Returns whether any could be removed.
  bool pass(std::size_t part) {
    bool cut = false;
    for (std::size_t end = left().size(); end != 0;) {
      const std::size_t from = end > part ? end - part : 0;
      std::vector<EventNumber> rest(left());
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(from), rest.begin() + static_cast<std::ptrdiff_t>(end));
      cut = tryThese(rest) || cut;
      end = std::min(from, left().size());
    }
    return cut;
  }

  /// Leaves out acts, each with all that follows from it or happens with it.
  void acts() {
    std::map<EventNumber, EventNumber> roots;
    whole_.forEach(1, whole_.last(), [&](EventNumber number, schema::Event::Reader event) {
      EventNumber root = number;
      if (event.getGroup() != 0) root = std::min(root, event.getGroup());
      if (event.hasContext() && event.getContext().getCauses().size() != 0)
        root = std::min<EventNumber>(root, event.getContext().getCauses()[0]);
      roots[number] = root == number ? number : roots[root];
    });
    std::set<EventNumber, std::greater<>> of_left;
    for (const EventNumber number : left()) of_left.insert(roots[number]);
    for (const EventNumber root : of_left) {
      std::vector<EventNumber> rest;
      std::copy_if(left().begin(), left().end(), std::back_inserter(rest),
                   [&](EventNumber number) { return roots[number] != root; });
      if (rest.size() != left().size()) static_cast<void>(tryThese(rest));
    }
  }

  const LabGame& whole_;
  const Ruleset& ruleset_;
  const std::string& id_;
  const std::string& claim_;
  const Shows& shows_;
  const std::function<void(std::size_t)>& progress_;
  Minimised made_;
};

}  // namespace

Minimised minimise(const LabGame& whole, const Ruleset& ruleset, const std::string& id, const std::string& claim,
                   const Shows& shows, const std::function<void(std::size_t)>& progress) {
  return Minimiser(whole, ruleset, id, claim, shows, progress).cut();
}

}  // namespace docket::lab
