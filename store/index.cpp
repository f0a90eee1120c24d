#include "store/index.h"

#include <algorithm>
#include <initializer_list>
#include <set>

#include "store/rows.h"

namespace docket::detail {

namespace {

std::string join(char kind, std::initializer_list<std::string_view> parts) {
  std::string key(1, kind);
  for (const auto text : parts) key += keyPart(text);
  return key;
}

std::string_view textOf(capnp::Text::Reader text) { return {text.begin(), text.size()}; }

}  // namespace

std::string idKey(std::string_view id) { return join('i', {id}); }

std::string branchKey(std::string_view parent, std::string_view id) { return join('b', {parent, id}); }
std::string branchesOf(std::string_view parent) { return join('b', {parent}); }

std::vector<std::string> indexKeys(schema::Header::Reader header) {
  const auto id = textOf(header.getId());
  const auto date = textOf(header.getDate());
  std::vector<std::string> keys{idKey(id), join('d', {date, id}), join('e', {textOf(header.getEvent()), date, id}),
                                join('r', {textOf(header.getRuleset()), textOf(header.getRulesetVersion()), date, id})};
  std::set<std::string_view> players;
  for (const auto player : header.getPlayers()) players.insert(textOf(player.getName()));
  for (const auto player : players) keys.push_back(join('p', {player, date, id}));
  return keys;
}

IndexRange rangeOf(const GameFilter& filter) {
  std::string prefix;
  if (!filter.player.empty()) {
    prefix = join('p', {filter.player});
  } else if (!filter.event.empty()) {
    prefix = join('e', {filter.event});
  } else if (!filter.ruleset.empty() && !filter.ruleset_version.empty()) {
    prefix = join('r', {filter.ruleset, filter.ruleset_version});
  } else {
    prefix = "d";
  }
  std::string from = prefix + filter.date_from;  // dates have no zero bytes that would need escaping
  return {.prefix = std::move(prefix), .from = std::move(from)};
}

bool passes(const GameFilter& filter, const GameEntry& entry) {
  const auto agrees = [](const std::string& wanted, const std::string& is) { return wanted.empty() || wanted == is; };
  if (!filter.date_from.empty() && entry.date < filter.date_from) return false;
  if (!filter.date_to.empty() && (entry.date.empty() || entry.date > filter.date_to)) return false;
  if (!filter.player.empty() &&
      std::find(entry.players.begin(), entry.players.end(), filter.player) == entry.players.end())
    return false;
  return entry.id.starts_with(filter.id_prefix) && agrees(filter.event, entry.event) &&
         agrees(filter.ruleset, entry.ruleset) && agrees(filter.ruleset_version, entry.ruleset_version);
}

}  // namespace docket::detail
