// Makes a branch: a game that shares the past of another, continues with edited, removed or added events, and then with
// those later events of the parent that still make sense.
// Invariant: each later event of the parent is in the branch, or is reported with the reason it is not. A note then
// is in its place, so that only added events shift the numbers of later ones.
#pragma once

#include <string>
#include <vector>

#include "tools/explain/explanation.h"
#include "tools/game/game_loader.h"
#include "tools/generate/plain_play.h"
#include "tools/verdict/branch_edits.h"

namespace docket {

struct BranchPlan {
  std::string id;
  EventNumber at = 0;               ///< the last shared event
  std::vector<BranchEdit> edits{};  ///< to events after `at`
  bool stops = false;               ///< nothing of the parent follows the last edit
  Seat account = 0;                 ///< the player whose account the branch is; 0: none
};

/// An event of the parent that is not in the branch.
struct NotInBranch {
  EventNumber event = 0;
  std::string what;  ///< the event, as the transcript says it
  std::string why;
};

/// An event that the rules judge differently in the branch and in the parent.
struct Rejudged {
  EventNumber event = 0;  ///< of the branch
  bool found = false;     ///< true: found in the branch; false: found in the parent only
  std::string what;       ///< the event, as the transcript says it
  Explanation finding{};  ///< the finding against it, now or earlier
};

struct BranchMade {
  std::string id, parent;
  EventNumber at = 0, events = 0;
  Digest head{};
  std::vector<NotInBranch> left_out{};
  std::vector<Rejudged> judged{};
};

/// Makes the branch and stores it. Throws BadInput for an impossible edit, and then stores nothing.
[[nodiscard]] BranchMade makeBranch(GameLoader& loader, const OpenGame& parent, const BranchPlan& plan);

}  // namespace docket
