#include "tools/lab/selection.h"

namespace docket::lab {
namespace {

std::string_view view(capnp::Text::Reader text) { return {text.begin(), text.size()}; }

bool agrees(const std::string& wanted, capnp::Text::Reader is) { return wanted.empty() || wanted == view(is); }

}  // namespace

bool selects(const GameFilter& filter, schema::Header::Reader header) {
  const std::string_view date = view(header.getDate());
  if (!filter.date_from.empty() && date < filter.date_from) return false;
  if (!filter.date_to.empty() && (date.empty() || date > filter.date_to)) return false;
  if (!view(header.getId()).starts_with(filter.id_prefix) || !agrees(filter.event, header.getEvent())) return false;
  if (!agrees(filter.ruleset, header.getRuleset()) || !agrees(filter.ruleset_version, header.getRulesetVersion()))
    return false;
  if (filter.player.empty()) return true;
  for (const auto player : header.getPlayers()) {
    if (view(player.getName()) == filter.player) return true;
  }
  return false;
}

}  // namespace docket::lab
