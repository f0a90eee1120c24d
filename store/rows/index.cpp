#include "store/rows/index.h"

#include <initializer_list>
#include <set>

#include "events/game_id.h"
#include "events/game_label.h"
#include "events/text/text_view.h"
#include "store/game.h"
#include "store/rows/rows.h"

namespace docket::detail {

namespace {

std::string join(char kind, std::initializer_list<std::string_view> parts) {
  std::string key(1, kind);
  for (const auto text : parts) key += keyPart(text);
  return key;
}

}  // namespace

std::string idKey(std::string_view id) { return join('i', {id}); }

std::string branchKey(std::string_view parent, std::string_view id) { return join('b', {parent, id}); }
std::string replacementParent(std::string_view game) { return std::string(game) + '@'; }
std::string branchKeyPrefix(std::string_view parent) { return join('b', {parent}); }

std::vector<std::string> indexKeys(schema::Header::Reader header, const GameLabel& label) {
  const auto id = docket::view(header.getId());
  const auto date = docket::view(header.getDate());
  std::vector<std::string> keys{
      idKey(id), join('d', {date, id}), join('e', {eventOf(header, label), date, id}),
      join('r', {docket::view(header.getRuleset()), docket::view(header.getRulesetVersion()), date, id})};
  std::set<std::string_view> players;
  for (unsigned seat = 1; seat <= header.getPlayers().size(); ++seat) players.insert(playerOf(header, label, seat));
  for (const auto player : players) keys.push_back(join('p', {player, date, id}));
  if (const auto name = gameNameOf(id); name.record != 0) keys.push_back(branchKey(replacementParent(name.game), id));
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

std::string playersPrefix() { return "p"; }

std::optional<std::string> playerIn(std::string_view key) {
  key.remove_prefix(playersPrefix().size());
  return takeKeyPart(key);
}

std::optional<std::string_view> idIn(std::string_view key) {
  constexpr std::string_view kEnd("\0\1", 2);  // of a part; an id has no zero bytes to escape
  if (!key.ends_with(kEnd)) return std::nullopt;
  key.remove_suffix(kEnd.size());
  const auto before = key.rfind(kEnd);
  return before == std::string_view::npos ? std::nullopt : std::optional(key.substr(before + kEnd.size()));
}

}  // namespace docket::detail

namespace docket {
namespace {

bool isPlayedBy(schema::Header::Reader header, const GameLabel& label, std::string_view name) {
  for (unsigned seat = 1; seat <= header.getPlayers().size(); ++seat) {
    if (playerOf(header, label, seat) == name) return true;
  }
  return false;
}

}  // namespace

bool passes(const GameFilter& filter, const Game& game) {
  const auto header = game.header();
  const auto agrees = [](const std::string& wanted, std::string_view is) { return wanted.empty() || wanted == is; };
  const std::string_view date = view(header.getDate());
  if (!filter.date_from.empty() && date < filter.date_from) return false;
  if (!filter.date_to.empty() && (date.empty() || date > filter.date_to)) return false;
  if (!view(header.getId()).starts_with(filter.id_prefix) || !agrees(filter.ruleset, view(header.getRuleset())) ||
      !agrees(filter.ruleset_version, view(header.getRulesetVersion())))
    return false;
  if (filter.round == 0 && filter.player.empty() && filter.event.empty()) return true;
  const GameLabel label = game.label();
  if (filter.round != 0 && filter.round != (header.getRound() == 0 ? label.round : header.getRound())) return false;
  if (!filter.player.empty() && !isPlayedBy(header, label, filter.player)) return false;
  return agrees(filter.event, eventOf(header, label));
}

}  // namespace docket
