// docket label: says which tournament, round and table games of the archive belong to, without changing their records.
#include <fmt/format.h>

#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/fold/events_of.h"
#include "events/errors.h"
#include "events/json/json_writer.h"
#include "store/archive.h"
#include "store/game_reader.h"
#include "store/naming.h"
#include "tools/commands/command.h"
#include "tools/commands/labels.h"
#include "tools/io/json_answer.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kLabelHelp =
    R"(Labels each GAME with its event, match, round, table and players. A label is stored
beside the record, so heads, proofs and checkpoints stay the same. It only fills
gaps: if it contradicts the record, the record is kept and the conflict reported. An
empty text or 0 removes a value. --pairings reads a CSV file with a row per game
(docs/what_to_type.md); without GAME, every game that has a row is labelled.

Exit status: 1 for a conflict, a game without a row or a row without a game.)";

constexpr std::string_view kLabelExamples =
    R"(  docket label friday/12 --event "Friday Night 41" --round 2 --table 12
  docket label --pairings pairings.csv --dry-run
  docket label friday/12 --remove)";

/// Removes the values that the arguments remove.
void takeBack(const Arguments& arguments, GameLabel& label) {
  if (arguments.has("remove"))
    label = {.erased_seats = label.erased_seats, .recorded_by = std::move(label.recorded_by)};
  if (arguments.value("event") == "") label.event.clear();
  if (arguments.value("match") == "") label.match.clear();
  if (arguments.number("round") == 0) label.round = 0;
  if (arguments.number("table") == 0) label.table = 0;
  if (arguments.number("game-of-match") == 0) label.game_of_match = 0;
}

bool takesBack(const Arguments& arguments) {
  const auto is_empty = [&](const char* text) { return arguments.value(text) == ""; };
  const auto is_zero = [&](const char* number) { return arguments.number(number) == 0; };
  return arguments.has("remove") || is_empty("event") || is_empty("match") || is_zero("round") || is_zero("table") ||
         is_zero("game-of-match");
}

/// Labels games one after the other, and stores the labels in batches.
class GamesLabelled {
 public:
  GamesLabelled(const Arguments& arguments, Streams& streams, const Labelling& labelling)
      : arguments_(arguments),
        streams_(streams),
        labelling_(labelling),
        archive_(Archive::open(arguments.archive(), arguments.has("dry-run") ? Access::read : Access::record)),
        list_(streams.out, "label"),
        report_(labelling.pairings) {}

  int run() {
    if (arguments_.words().empty()) {
      labelThoseWithARow();
    } else {
      for (const std::string& name : gamesNamed()) label(archive_.game(name));
    }
    store();
    return end();
  }

 private:
  struct Done {
    std::string game;
    GameLabel label;
    LabelledGame found;
    bool changed = false;
  };

  /// The ids of the games that were named, each once.
  std::vector<std::string> gamesNamed() {
    std::vector<std::string> ids;
    std::set<std::string> seen;
    for (const std::string& word : arguments_.words()) {
      std::string id(named(archive_, word).id());
      if (seen.insert(id).second) ids.push_back(std::move(id));
    }
    return ids;
  }

  void labelThoseWithARow() {
    const auto replaced = replacedRecords(archive_);
    std::vector<std::uint32_t> numbers;
    archive_.list({}, [&](const GameEntry& entry) {
      const bool has_row = labelling_.pairings->rowOf({.id = entry.id, .file = {}}) != nullptr;
      if (has_row && !replaced.contains(entry.id)) numbers.push_back(entry.number);
      return true;
    });
    GameReader reader(archive_);
    for (const std::uint32_t number : numbers) label(reader.open(number));
  }

  void label(const Game& game) {
    const GameLabel before = game.label();
    GameLabel kept = before;
    takeBack(arguments_, kept);
    Done done{.game = std::string(game.id()), .label = {}, .found = {}};
    done.found = labelFor(labelling_, game.header(), {.id = game.id(), .file = {}}, EventsOf(game), game.count());
    std::vector<LabelConflict> erased;
    done.label = relabelled(kept, done.found.adds, erased);
    for (LabelConflict& one : erased)
      done.found.conflicts.push_back({.what = std::move(one), .by = labelling_.pairings->file()});
    done.changed = done.label != before;
    waiting_.push_back(std::move(done));
    constexpr std::size_t kAtOnce = 256;
    if (waiting_.size() >= kAtOnce) store();
  }

  void store() {
    std::vector<NewLabel> labels;
    for (const Done& one : waiting_) {
      if (one.changed) labels.push_back({.game = one.game, .label = one.label});
    }
    if (!labels.empty() && !arguments_.has("dry-run")) archive_.label(labels);
    for (const Done& one : waiting_) print(one);
    waiting_.clear();
  }

  void print(const Done& done) {
    report_.add(done.game, done.found);
    labelled_ += done.changed ? 1 : 0;
    const std::string_view status = !done.changed ? "the same" : arguments_.has("dry-run") ? "good" : "labelled";
    if (arguments_.json()) {
      JsonWriter json;
      json.object().member("game", done.game).member("status", status);
      writeLabel(json, done.label);
      writeConflicts(json, done.found);
      list_.item(json.end().text());
      return;
    }
    const std::string words = labelWords(done.label);
    const bool is_removed = status == "labelled" && words.empty();
    streams_.out << tableRow(fmt::format(
        "{}  {}{}", styled(streams_.colour, Style::good, padded(is_removed ? "removed" : status, 9)),
        printable(done.game), is_removed ? std::string() : "  " + (words.empty() ? "no label" : printable(words))));
    printConflicts(done.game, done.found, streams_);
  }

  int end() {
    if (arguments_.json()) {
      JsonWriter sums;
      sums.object().member("labelled", labelled_);
      report_.writeSums(sums);
      list_.end(sums.member("dryRun", arguments_.has("dry-run")).end().text());
    } else {
      report_.print(streams_);
      streams_.out << fmt::format("{} {}\n", counted(labelled_, "label"),
                                  arguments_.has("dry-run") ? "would be changed" : "changed");
    }
    return report_.allAgree() ? kAgrees : kDiffers;
  }

  const Arguments& arguments_;
  Streams& streams_;
  const Labelling& labelling_;
  Archive archive_;
  AnswerList list_;
  LabelReport report_;
  std::vector<Done> waiting_;
  std::size_t labelled_ = 0;
};

int runLabel(const Arguments& arguments, Streams& streams) {
  const Labelling labelling = labellingOf(arguments);
  if (labelling.empty() && !takesBack(arguments))
    throw BadInput("docket label: give a label, such as --event NAME or --pairings FILE, or --remove");
  if (arguments.words().empty() && labelling.pairings == nullptr)
    throw BadInput("docket label: name the games, or give --pairings with a row for each");
  if (arguments.has("remove") && !labelling.empty())
    throw BadInput("docket label: --remove removes the whole label; leave out the other options");
  return GamesLabelled(arguments, streams, labelling).run();
}

}  // namespace

Command labelCommand() {
  return {.name = "label",
          .words = "[GAME...]",
          .summary = "record which tournament, round and table games belong to",
          .help = kLabelHelp,
          .examples = kLabelExamples,
          .most_words = SIZE_MAX,
          .options = withLabels({{.name = "remove", .value = {}, .help = "remove the whole label"},
                                 {.name = "dry-run", .value = {}, .help = "show the changes, but make none"}},
                                true),
          .run = runLabel,
          .changes_archive = true};
}

}  // namespace docket
