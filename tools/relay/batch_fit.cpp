#include "tools/relay/batch_fit.h"

namespace docket::relay {

Fit fitOf(const Batch& batch, const std::optional<Tail>& tail, const std::function<Digest(std::uint32_t)>& head_at) {
  if (!tail) return batch.first == 1 ? Fit::next : Fit::resend;
  const std::uint32_t before = batch.first - 1;
  if (before > tail->count) return Fit::resend;
  if (head_at(before) != batch.before) return Fit::differs;
  if (before == tail->count && batch.count != 0) return Fit::next;
  if (batch.last() > tail->count) return Fit::resend;
  return head_at(batch.last()) == batch.after ? Fit::there : Fit::differs;
}

}  // namespace docket::relay
