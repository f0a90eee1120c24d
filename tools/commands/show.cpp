// docket show: what is known of a game without folding it.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <ostream>

#include "events/digest.h"
#include "events/game_id.h"
#include "events/json/json.h"
#include "events/json/json_struct_writer.h"
#include "events/json/json_writer.h"
#include "events/payload_names.h"
#include "events/text/text_view.h"
#include "events/validate.h"
#include "store/naming.h"
#include "tools/commands/command.h"
#include "tools/commands/labels.h"
#include "tools/game/game_loader.h"
#include "tools/io/json_answer.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kShowHelp =
    R"(Shows the header of a game, the number of events of each kind, its head, the ruleset
and catalogue that it is pinned to, and its segments: the play, then each later
round of rulings. Values from docket label are marked (label). Nothing is checked;
docket verify does that.)";

constexpr std::string_view kShowExamples =
    R"(  docket show court
  docket show court --json
  docket show friday/12@1)";

using Kinds = std::map<std::string, std::uint32_t, std::less<>>;

Kinds kindsOf(const Game& game) {
  std::map<schema::Event::Which, std::uint32_t> counts;
  game.forEach([&](std::uint32_t, schema::Event::Reader event) { ++counts[event.which()]; });
  Kinds kinds;
  for (const auto& [which, count] : counts) kinds.emplace(payloadName(which), count);
  return kinds;
}

void document(JsonWriter& json, std::string_view kind, const std::string& name, const std::string& version,
              const Digest& digest) {
  json.object(kind).member("name", name).member("version", version).member("digest", hex(digest)).end();
}

/// The id of the record that this one replaces; empty if it replaces none.
std::string replacedIdOf(const OpenGame& game) {
  return textOf(game.header().getSource()) == kReplacementSource ? replacedId(game.id()) : std::string();
}

std::string gameJson(const OpenGame& game, const Kinds& kinds, const std::optional<std::string>& replaced_by) {
  const auto& rules = game.gameRules();
  JsonWriter json;
  json.object().member("game", game.id()).memberJson("header", writeJson(game.header()));
  const GameLabel label = game.stored().label();
  writeLabel(json, label);
  json.list("recordedBy");
  for (const RecordedBy& one : label.recorded_by)
    json.object().memberOrNull("name", one.name).member("first", one.first).member("last", one.last).end();
  json.end();
  json.member("events", game.last());
  json.member("sealed", game.stored().sealed()).member("head", hex(game.stored().head())).object("kinds");
  for (const auto& [kind, count] : kinds) json.member(kind, count);
  json.end();
  document(json, "ruleset", rules.ruleset.name, rules.ruleset.version, rules.ruleset_digest);
  if (rules.catalogue_digest == Digest{}) {
    json.memberNull("catalogue");
  } else {
    document(json, "catalogue", rules.catalogue.name, rules.catalogue.version, rules.catalogue_digest);
  }
  json.list("segments");
  for (const auto& segment : game.stored().segments())
    json.object().member("last", segment.last).member("head", hex(segment.head)).end();
  json.end();
  if (const auto parted = game.stored().branchPoint()) {
    json.object("branch").member("parent", parted->parent).member("at", parted->at);
    json.member("account", static_cast<unsigned>(parted->account)).end();
  } else {
    json.memberNull("branch");
  }
  const auto replaces = replacedIdOf(game);
  json.memberOrNull("replaces", replaces).member("replacedBy", replaced_by);
  return json.end().text();
}

/// Lines of a name and what it is; a line with nothing to say is left out.
class NamedLines {
 public:
  explicit NamedLines(Streams& streams) : streams_(streams) {}
  void add(std::string_view name, std::string_view value) {
    if (value.empty()) return;
    streams_.out << tableRow("  " + styled(streams_.colour, Style::faint, padded(name, 12)) + printable(value));
  }
  void add(std::string_view name, std::uint32_t value) {
    if (value != 0) add(name, std::to_string(value));
  }

 private:
  Streams& streams_;
};

/// The label of the game.
void showLabel(const GameLabel& label, NamedLines& lines) {
  const auto add = [&](std::string_view name, const auto& value) {
    if constexpr (std::is_integral_v<std::decay_t<decltype(value)>>) {
      if (value != 0) lines.add(name, fmt::format("{}  (label)", value));
    } else if (!value.empty()) {
      lines.add(name, value + "  (label)");
    }
  };
  for (std::size_t i = 0; i < label.players.size(); ++i) add(fmt::format("player {}", i + 1), label.players[i]);
  add("event", label.event);
  add("match", label.match);
  add("round", label.round);
  add("table", label.table);
  add("game", label.game_of_match);
  for (const RecordedBy& one : label.recorded_by)
    lines.add("recorded by",
              fmt::format("{}  (events {} to {})", one.name.empty() ? "(erased)" : one.name, one.first, one.last));
}

void showHeader(schema::Header::Reader header, const GameLabel& label, NamedLines& lines) {
  std::uint32_t seat = 0;
  for (const auto player : header.getPlayers()) {
    const auto name = textOf(player.getName());
    const bool is_in_label = seat < label.players.size() && !label.players[seat].empty();
    ++seat;
    if (!is_in_label) lines.add(fmt::format("player {}", seat), name.empty() ? "(erased)" : name);
  }
  lines.add("event", textOf(header.getEvent()));
  lines.add("match", textOf(header.getMatch()));
  lines.add("round", header.getRound());
  lines.add("table", header.getTable());
  lines.add("game", header.getGameOfMatch());
  lines.add("format", textOf(header.getFormat()));
  lines.add("settings", textOf(header.getSettings()));
  lines.add("date", textOf(header.getDate()));
  lines.add("source", textOf(header.getSource()));
  if (header.getViewer() == kSpectator) {
    lines.add("seen by", "spectators: what was public");
  } else if (header.getViewer() != 0) {
    lines.add("seen by", fmt::format("player {} only", header.getViewer()));
  }
}

void showDocuments(const GameRules& rules, NamedLines& lines) {
  lines.add("ruleset", fmt::format("{} {}  {}", rules.ruleset.name, rules.ruleset.version, hex(rules.ruleset_digest)));
  if (rules.catalogue_digest == Digest{}) {
    lines.add("catalogue", "none");
  } else {
    lines.add("catalogue",
              fmt::format("{} {}  {}", rules.catalogue.name, rules.catalogue.version, hex(rules.catalogue_digest)));
  }
}

void showText(const OpenGame& game, const Kinds& kinds, const std::optional<std::string>& replaced_by,
              Streams& streams) {
  streams.out << styled(streams.colour, Style::strong, printable(game.id())) << '\n';
  NamedLines lines(streams);
  const GameLabel label = game.stored().label();
  showHeader(game.header(), label, lines);
  showLabel(label, lines);
  if (const auto parted = game.stored().branchPoint()) {
    lines.add("parent", fmt::format("{}, up to event {}", printable(parted->parent), parted->at));
    if (parted->account != 0) lines.add("account", fmt::format("according to P{}", parted->account));
  }
  if (const auto replaces = replacedIdOf(game); !replaces.empty())
    lines.add("replaces", printable(exactName(replaces)));
  if (replaced_by) lines.add("replaced by", printable(*replaced_by));
  showDocuments(game.gameRules(), lines);
  lines.add("semantics", game.header().getSemantics());
  lines.add("head", hex(game.stored().head()));
  const auto sealed = game.stored().sealed();
  lines.add("events", fmt::format("{}{}", game.last(),
                                  sealed == game.last() ? ", sealed"
                                  : sealed == 0         ? ", live"
                                                        : fmt::format(", {} of them sealed", sealed)));
  std::uint32_t first = game.stored().shared() + 1;
  for (const auto& segment : game.stored().segments()) {
    lines.add(fmt::format("{} to {}", first, segment.last), fmt::format("sealed, head {}", hex(segment.head)));
    first = segment.last + 1;
  }
  std::vector<std::pair<std::uint32_t, std::string>> sorted;
  for (const auto& [kind, count] : kinds) sorted.emplace_back(count, kind);
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return std::tie(b.first, a.second) < std::tie(a.first, b.second); });
  streams.out << '\n';
  for (const auto& [count, kind] : sorted) streams.out << fmt::format("  {:>6}  {}\n", count, kind);
}

int runShow(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  const auto game = loader.game(arguments.words().front());
  const auto kinds = kindsOf(game.stored());
  const auto replaced_by = replacedBy(loader.archive(), game.id());
  if (arguments.json()) {
    writeAnswer(streams.out, "show", gameJson(game, kinds, replaced_by));
  } else {
    showText(game, kinds, replaced_by, streams);
  }
  return kAgrees;
}

}  // namespace

Command showCommand() {
  return {.name = "show",
          .words = "GAME",
          .summary = "show a game's header, counts, head and documents",
          .help = kShowHelp,
          .examples = kShowExamples,
          .least_words = 1,
          .most_words = 1,
          .options = {},
          .run = runShow,
          .uses_pager = true};
}

}  // namespace docket
