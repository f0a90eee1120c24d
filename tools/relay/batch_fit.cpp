#include "tools/relay/batch_fit.h"

namespace docket::relay {

Fit fitOf(const Batch& batch, const std::optional<Tip>& tip, const std::function<Digest(std::uint32_t)>& head_at) {
  if (!tip) return batch.first == 1 ? Fit::next : Fit::resend;
  const std::uint32_t before = batch.first - 1;
  if (before > tip->count) return Fit::resend;
  if (head_at(before) != batch.before) return Fit::differs;
  if (before == tip->count && batch.count != 0) return Fit::next;
  if (batch.last() > tip->count) return Fit::resend;
  return head_at(batch.last()) == batch.after ? Fit::there : Fit::differs;
}

}  // namespace docket::relay
