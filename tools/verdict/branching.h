// Making a branch: a game that shares the past of another and goes on from edited, removed or added events, then with
// the parent's later events as far as they still make sense.
// Invariant: each later event of the parent is in the branch or is reported with why it is not; a note stands in its
// place then, so events keep the numbers that they had but for those that were added before them.
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
  EventNumber at = 0;               ///< the last event that is shared
  std::vector<BranchEdit> edits{};  ///< of events after that
  bool stops = false;               ///< nothing of the parent follows the last edit
  Seat account = 0;                 ///< who tells it so; 0 nobody
};

/// An event of the parent that is not in the branch.
struct NotInBranch {
  EventNumber event = 0;
  std::string what;  ///< the event, as the transcript says it
  std::string why;
};

/// An event of the branch that the rules judge otherwise than in the parent.
struct JudgedAnew {
  EventNumber event = 0;  ///< of the branch
  bool found = false;     ///< in the branch; else it was found in the parent, and is not here
  std::string what;       ///< the event, as the transcript says it
  Explanation finding{};  ///< what the rules have, or had, against it
};

struct BranchMade {
  std::string id, parent;
  EventNumber at = 0, events = 0;
  Bytes32 head{};
  std::vector<NotInBranch> left_out{};
  std::vector<JudgedAnew> judged{};
};

/// Makes the branch and stores it. Throws BadInput for an edit that cannot be; nothing is stored then.
[[nodiscard]] BranchMade makeBranch(GameLoader& loader, const OpenGame& parent, const BranchPlan& plan);

}  // namespace docket
