#include "tools/game/keyframing.h"

#include <capnp/any.h>
#include <capnp/message.h>
#include <capnp/serialize.h>

#include <limits>

#include "engine/snapshot/keyframe_save.h"

namespace docket {

kj::Array<capnp::word> keyframeOf(const State& state, const Rules& rules) {
  const auto saved = saveKeyframe(state, rules);
  capnp::FlatArrayMessageReader message(
      saved, {.traversalLimitInWords = std::numeric_limits<std::uint64_t>::max(), .nestingLimit = 64});
  capnp::MallocMessageBuilder copy(static_cast<unsigned>(saved.size()), capnp::AllocationStrategy::FIXED_SIZE);
  copy.getRoot<capnp::AnyPointer>().set(message.getRoot<capnp::AnyPointer>());
  return capnp::messageToFlatArray(copy);
}

}  // namespace docket
