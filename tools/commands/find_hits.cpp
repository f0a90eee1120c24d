#include "tools/commands/find_hits.h"

#include <fmt/format.h>

#include <ostream>

#include "events/errors.h"
#include "events/text/printable.h"
#include "tools/io/csv.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

namespace docket {
namespace {

std::string rangeWords(const find::Hit& hit) {
  return hit.last == hit.event ? std::to_string(hit.event) : fmt::format("{}..{}", hit.event, hit.last);
}

std::string hitWords(const find::Hit& hit) {
  std::string what = clipped(hit.point.what, 300);
  if (!hit.point.words.empty() && hit.kind != "act") what = fmt::format("{}: {}", hit.point.words.front(), what);
  if (!hit.point.limit.empty() && hit.kind == "limit") what = fmt::format("{}: {}", hit.point.limit, what);
  for (const std::string& clause : hit.point.clauses) what += fmt::format(" [{}]", clipped(clause));
  if (!hit.point.judge.empty()) what += fmt::format(", {}", clipped(hit.point.judge));
  if (hit.point.is_undone) what += " (undone)";
  return what;
}

}  // namespace

HitWriter::HitWriter(const Arguments& arguments, Streams& streams)
    : streams_(streams),
      is_json_(arguments.json()),
      is_csv_(arguments.has("csv")),
      only_count_(arguments.has("count")),
      list_(streams.out, "find") {
  if (is_csv_ && is_json_) throw BadInput("docket find: expected --json or --csv, not both");
  if (is_csv_ && !only_count_)
    streams.out << csvRow({"game", "event", "last", "when", "certain", "kind", "what", "clauses", "limit", "card",
                           "judge", "undone", "why"});
}

void HitWriter::add(const FoundGame& game) {
  if (!game.hits.empty()) ++games_;
  hits_ += game.hits.size();
  if (only_count_) return;
  for (const find::Hit& hit : game.hits) {
    if (is_json_) {
      writeJson(game.id, hit);
    } else if (is_csv_) {
      writeCsv(game.id, hit);
    } else {
      print(game.id, hit);
    }
  }
  streams_.out << std::flush;
}

void HitWriter::finish(const SearchSums& sums, const LeavesReported* leaves) {
  if (is_json_) {
    JsonWriter json;
    json.object().member("hits", hits_).member("games", games_).member("searched", sums.searched);
    json.member("unfit", sums.unfit).list("leftOut");
    for (const auto& [by, games] : sums.left_out) json.object().member("by", by).member("games", games).end();
    json.end();
    if (leaves != nullptr) leaves->write(json);
    return list_.end(json.end().text());
  }
  if (is_csv_ && !only_count_) {
    if (leaves != nullptr) streams_.err << leaves->text();
    return;
  }
  std::string line = fmt::format("{} in {}; {} searched", counted(hits_, "hit"), counted(games_, "game"),
                                 counted(sums.searched, "game"));
  if (sums.unfit != 0) line += fmt::format(", {} of them without what the question names", sums.unfit);
  for (const auto& [by, games] : sums.left_out) line += fmt::format("; {} left out by the index of {}", games, by);
  streams_.out << paragraph(line, 0, 2);
  if (leaves != nullptr) streams_.out << leaves->text();
}

void HitWriter::print(const std::string& game, const find::Hit& hit) {
  std::string line = styled(streams_.colour, Style::name, fmt::format("{}@{}", printable(game), rangeWords(hit)));
  if (!hit.when.empty()) line += "  " + hit.when;
  if (!hit.is_certain) line += "  " + styled(streams_.colour, Style::warning, "possible");
  streams_.out << tableRow(line);
  if (const std::string what = hitWords(hit); !what.empty()) streams_.out << paragraph(what, 4, 6);
  for (const std::string& why : hit.why) streams_.out << paragraph(why, 4, 6);
}

void HitWriter::writeJson(const std::string& game, const find::Hit& hit) {
  const find::FoundPoint& point = hit.point;
  JsonWriter json;
  json.object().member("game", game).member("event", hit.event).member("last", hit.last);
  json.member("when", hit.when).member("certain", hit.is_certain).member("kind", hit.kind);
  json.member("what", point.what).list("words", point.words).list("clauses", point.clauses);
  json.member("limit", point.limit).member("card", point.card).member("judge", point.judge);
  json.member("player", static_cast<unsigned>(point.player)).member("undone", point.is_undone);
  list_.item(json.list("why", hit.why).end().text());
}

void HitWriter::writeCsv(const std::string& game, const find::Hit& hit) {
  const find::FoundPoint& point = hit.point;
  const auto yes = [](bool is_so) { return std::string(is_so ? "true" : "false"); };
  std::vector<std::string> cells{game,
                                 std::to_string(hit.event),
                                 std::to_string(hit.last),
                                 hit.when,
                                 yes(hit.is_certain),
                                 std::string(hit.kind),
                                 hitWords(hit),
                                 fmt::format("{}", fmt::join(point.clauses, " ")),
                                 point.limit,
                                 point.card,
                                 point.judge,
                                 yes(point.is_undone),
                                 fmt::format("{}", fmt::join(hit.why, "; "))};
  for (std::string& cell : cells) cell = printable(cell);  // a terminal may show the table
  streams_.out << csvRow(cells);
}

}  // namespace docket
