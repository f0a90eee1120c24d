#include "store/rows/mentioned_names.h"

#include <range/v3/action/sort.hpp>
#include <range/v3/action/unique.hpp>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/binary_search.hpp>
#include <range/v3/algorithm/sort.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>

#include "events/text/text_view.h"
#include "store/rows/rows.h"

namespace docket {
namespace {

/// FNV-1a, which is the same on every machine: other machines read stored names.
std::uint32_t hashOf(std::string_view name) {
  std::uint32_t hash = 2'166'136'261U;
  for (const char byte : name) hash = (hash ^ static_cast<std::uint8_t>(byte)) * 16'777'619U;
  return hash;
}

}  // namespace

SoughtNames::SoughtNames(const std::set<std::string, std::less<>>& names)
    : hashes_(names | ranges::views::transform(hashOf) | ranges::to<std::vector>) {
  ranges::sort(hashes_);
}

void MentionedNames::add(schema::Event::Reader event) {
  if (!event.hasContext()) return;
  const auto context = event.getContext();
  for (const auto identity : context.getIdentities()) hashes_.push_back(hashOf(view(identity.getDefinition())));
  for (const auto name : context.getNames()) hashes_.push_back(hashOf(view(name)));
}

void MentionedNames::add(const MentionedNames& part) {
  hashes_.insert(hashes_.end(), part.hashes_.begin(), part.hashes_.end());
}

bool MentionedNames::mayName(const SoughtNames& sought) const {
  return ranges::any_of(hashes_, [&](std::uint32_t hash) { return ranges::binary_search(sought.hashes_, hash); });
}

std::string MentionedNames::encode(const Digest& head) const {
  std::string bytes(detail::slice(head).data(), head.size());
  for (const std::uint32_t hash : ranges::actions::unique(ranges::actions::sort(std::vector(hashes_))))
    detail::appendBig32(bytes, hash);
  return bytes;
}

std::optional<MentionedNames> MentionedNames::read(std::string_view bytes, const Digest& head) {
  if (bytes.size() < head.size() || bytes.size() % 4 != 0 || detail::bytes32(bytes) != head) return std::nullopt;
  MentionedNames names;
  for (bytes.remove_prefix(head.size()); !bytes.empty(); bytes.remove_prefix(4))
    names.hashes_.push_back(detail::readBig32(bytes));
  return names;
}

}  // namespace docket
