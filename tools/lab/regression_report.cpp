#include "tools/lab/regression_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <range/v3/algorithm/count_if.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/take.hpp>
#include <range/v3/view/transform.hpp>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "tools/io/files.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket::lab {
namespace {

constexpr std::size_t kMaxBaselineBytes = std::size_t{1} << 30;

std::string causeOf(const DifferenceLine& line) { return line.cause; }

std::size_t gamesThatDiffer(const std::vector<DifferenceLine>& differences) {
  std::set<std::string_view> games;
  for (const DifferenceLine& line : differences) games.insert(line.game);
  return games.size();
}

/// The words of a cause's cards that were changed, each with the name of its card.
std::vector<std::pair<std::string, ChangedWords>> changedWordsOf(const std::string& cause,
                                                                 const RegressionResult& result) {
  std::vector<std::pair<std::string, ChangedWords>> all;
  for (const auto& [part, words] : result.words) {
    if (!names(cause, part)) continue;
    for (const ChangedWords& one : words) all.emplace_back(part, one);
  }
  return all;
}

void printGroup(std::ostream& out, const std::string& cause, const DifferenceGroup& group, const Report& report,
                bool colour) {
  const std::size_t shown = report.shown;
  std::string head = styled(colour, Style::name, cause);
  if (!group.replaced.empty()) head += fmt::format("  instead of {}", group.replaced);
  out << '\n' << paragraph(head, 0, 2);
  for (const std::string& gist : gistsOf(cause, report.result.gists)) out << paragraph(printable(gist), 2, 4);
  for (const auto& [part, words] : changedWordsOf(cause, report.result)) {
    const std::string changed_part = part == cause ? words.part : fmt::format("{}: {}", part, words.part);
    out << paragraph(printable(fmt::format("{}, was: {}", changed_part, words.before)), 2, 4);
    out << paragraph(printable(fmt::format("{}, is: {}", changed_part, words.after)), 2, 4);
  }
  out << paragraph(fmt::format("{} in {}: {}", counted(group.lines.size(), "difference"),
                               counted(group.games.size(), "game"), kindsText(group)),
                   2, 4);
  for (std::size_t i = 0; i < std::min(shown, group.lines.size()); ++i)
    out << paragraph(lineWords(*group.lines[i]), 4, 6);
  if (group.lines.size() > shown) out << fmt::format("    and {} more\n", group.lines.size() - shown);
}

/// Changes that no difference comes from: what a team thinks that it changed, and did not.
void printUnreached(std::ostream& out, const RegressionResult& result, bool colour) {
  if (result.unreached.empty() && result.unreached_cards.empty()) return;
  out << "\nChanges without effect in these games\n";
  for (const auto& [name, change] : result.unreached) {
    out << paragraph(styled(colour, Style::name, printable(name)), 2, 4);
    if (!change.gist.empty()) out << paragraph(printable(change.gist), 4, 6);
    for (const std::string& piece : change.pieces) out << paragraph(printable(piece), 4, 6);
    if (!change.why.empty()) out << paragraph(printable(change.why), 4, 6);
  }
  if (const auto& cards = result.unreached_cards; !cards.empty()) {
    constexpr std::ptrdiff_t kMaxCards = 5;
    const auto shown = cards | ranges::views::take(kMaxCards) |
                       ranges::views::transform([](const std::string& key) { return printable(key); }) |
                       ranges::to_vector;
    out << paragraph(fmt::format("{}: {}{}", counted(cards.size(), "changed card"), fmt::join(shown, ", "),
                                 cards.size() > shown.size() ? ", ..." : ""),
                     2, 4);
  }
}

void writeLine(JsonWriter& json, const DifferenceLine& line, bool accepted) {
  json.object().member("cause", line.cause).member("replaced", line.replaced).member("game", line.game);
  json.member("event", line.event).member("kind", line.kind).member("subject", line.subject);
  json.member("what", line.what).member("from", line.from).member("to", line.to).member("end", line.end);
  json.member("accepted", accepted).end();
}

/// A text within XML.
std::string xml(std::string_view text) {
  std::string made;
  for (const char c : text) {
    switch (c) {
      case '<':
        made += "&lt;";
        break;
      case '>':
        made += "&gt;";
        break;
      case '&':
        made += "&amp;";
        break;
      case '"':
        made += "&quot;";
        break;
      default:
        made += c;
    }
  }
  return made;
}

}  // namespace

std::map<std::string, DifferenceGroup> groupsOf(const Report& report,
                                                const std::function<std::string(const DifferenceLine&)>& key) {
  std::map<std::string, DifferenceGroup> groups;
  for (const DifferenceLine& line : report.result.differences) {
    if (report.baseline.accepts(line)) continue;
    std::string name = key(line);
    if (name.empty()) continue;
    DifferenceGroup& group = groups[std::move(name)];
    if (group.replaced.empty()) group.replaced = line.replaced;
    group.lines.push_back(&line);
    group.games.insert(line.game);
    ++group.kinds[line.kind];
  }
  return groups;
}

std::string kindsText(const DifferenceGroup& group) {
  std::string kinds;
  for (const auto& [kind, count] : group.kinds)
    kinds += fmt::format("{}{} of {}", kinds.empty() ? "" : ", ", count, kind);
  return kinds;
}

std::string lineWords(const DifferenceLine& line) {
  const std::string_view from = answerWords(line.kind, line.from), to = answerWords(line.kind, line.to);
  std::string text =
      fmt::format("{} event {}: {}, {}: {} -> {}", line.game, line.event, line.subject, line.what, from, to);
  if (line.what.empty()) text = fmt::format("{} event {}: {}: {} -> {}", line.game, line.event, line.kind, from, to);
  return line.end.empty() ? text : text + ", " + line.end;
}

std::vector<std::string> gistsOf(const std::string& cause, const std::map<std::string, std::string>& gists) {
  std::vector<std::string> lines;
  for (const auto& [part, gist] : gists) {
    if (names(cause, part)) lines.push_back(part == cause ? gist : fmt::format("{}: {}", part, gist));
  }
  return lines;
}

Baseline::Baseline(const std::filesystem::path& path) {
  const std::string text = readFile(path, kMaxBaselineBytes);
  constexpr std::string_view kTitle = "# Accepted differences: ";
  std::size_t number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const auto end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with(kTitle)) title_ = line.substr(kTitle.size());
    if (line.empty() || line.starts_with('#')) continue;
    if (!readLine(line))
      throw BadInput(path.string(), number, 1, "this is not a difference: expected a line written by --accept");
    lines_.emplace(line);
  }
}

std::vector<DifferenceLine> Baseline::gone(const std::vector<DifferenceLine>& differences) const {
  std::set<std::string, std::less<>> left = lines_;
  for (const DifferenceLine& line : differences) left.erase(differenceText(line));
  std::vector<DifferenceLine> lines;
  for (const std::string& line : left) lines.push_back(readLine(line).value());
  return lines;
}

void writeBaseline(std::ostream& out, const std::vector<DifferenceLine>& differences, std::string_view title) {
  std::vector<std::string> lines;
  for (const DifferenceLine& line : differences) lines.push_back(differenceText(line));
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  out << "# Accepted differences: " << title << "\n"
      << "# cause\tgame\tevent\tkind\tsubject\twhat\tfrom\tto\tat the end\tinstead of\n";
  for (const std::string& line : lines) out << line << '\n';
}

std::string_view Report::others() const { return is_of_cards ? "rulesets or catalogues" : "rulesets"; }

std::size_t Report::fresh() const {
  return static_cast<std::size_t>(
      ranges::count_if(result.differences, [&](const DifferenceLine& line) { return !baseline.accepts(line); }));
}

void printReport(std::ostream& out, const Report& report, bool colour) {
  const auto& result = report.result;
  const std::size_t fresh = report.fresh();
  const bool folded = result.games != 0 || result.without_changed_cards + result.without_changed_rules == 0;
  std::string head =
      folded ? fmt::format("{}, {}: ", counted(result.games, "game"), counted(result.events, "event")) : std::string();
  if (result.differences.empty()) {
    head += "nothing differs";
  } else {
    head += fmt::format("{} in {}", counted(result.differences.size(), "difference"),
                        counted(gamesThatDiffer(result.differences), "game"));
    if (fresh != result.differences.size())
      head += fmt::format(", {} of them accepted", result.differences.size() - fresh);
  }
  // That nothing differs is what a person who tries a draft has to see first.
  if (result.differences.empty()) out << paragraph(head, 0, 2);
  out << paragraph("from: " + report.from, 0, 6) << paragraph("to:   " + report.to, 0, 6);
  if (!result.differences.empty()) out << paragraph(head, 0, 2);
  if (result.of_other_documents != 0)
    out << paragraph(
        fmt::format("{} of other {} left out", counted(result.of_other_documents, "game"), report.others()), 0, 2);
  if (result.without_changed_cards != 0)
    out << paragraph(fmt::format("left out: {} without any of the changed cards (--again folds them too)",
                                 counted(result.without_changed_cards, "game")),
                     0, 2);
  if (result.without_changed_rules != 0)
    out << paragraph(fmt::format("left out: {} that the change cannot affect (--again folds them too)",
                                 counted(result.without_changed_rules, "game")),
                     0, 2);
  for (const auto& [cause, group] : groupsOf(report, causeOf)) printGroup(out, cause, group, report, colour);
  if (report.gone != 0)
    out << '\n'
        << paragraph(
               fmt::format("{} of the baseline no longer found: check why, and write the baseline again with --accept",
                           counted(report.gone, "line")),
               0, 2);
  printUnreached(out, result, colour);
  if (!result.unfit.empty()) out << "\nNot compared\n";
  for (const auto& [why, games] : result.unfit)
    out << paragraph(fmt::format("{}: {}", counted(games, "game"), why), 2, 4);
  if (!result.damaged.empty()) out << "\nDamaged\n";
  for (const std::string& damaged : result.damaged) out << paragraph(damaged, 2, 4);
}

std::string jsonReport(const Report& report, const std::function<void(JsonWriter&)>& add) {
  const auto& result = report.result;
  JsonWriter json;
  json.object().member("from", report.from).member("to", report.to).member("games", result.games);
  json.member("events", result.events).member("skipped", result.of_other_documents);
  json.member("leftOut", result.without_changed_cards + result.without_changed_rules);
  json.member("gamesThatDiffer", gamesThatDiffer(result.differences)).member("new", report.fresh());
  json.member("gone", report.gone).list("causes");
  for (const auto& [cause, group] : groupsOf(report, causeOf)) {
    json.object().member("cause", cause).list("gists", gistsOf(cause, result.gists)).list("words");
    for (const auto& [part, words] : changedWordsOf(cause, result)) {
      json.object().member("change", part).member("of", words.part);
      json.member("before", words.before).member("after", words.after).end();
    }
    json.end().member("replaced", group.replaced);
    json.member("differences", group.lines.size()).member("games", group.games.size()).end();
  }
  json.end().list("differences");
  for (const DifferenceLine& line : result.differences) writeLine(json, line, report.baseline.accepts(line));
  json.end().list("unreached");
  for (const auto& [name, change] : result.unreached) {
    json.object().member("change", name).member("gist", change.gist).member("why", change.why);
    json.list("pieces", change.pieces).end();
  }
  json.end().list("unreachedCards", result.unreached_cards).list("notCompared");
  for (const auto& [why, games] : result.unfit) json.object().member("games", games).member("why", why).end();
  json.end().list("damaged", result.damaged);
  add(json);
  return json.end().text();
}

void writeJunit(std::ostream& out, const Report& report) {
  const auto& result = report.result;
  const std::size_t fresh = report.fresh() + (report.gone != 0 ? 1U : 0U);
  const std::size_t errors = result.damaged.size() + result.unfit.size();
  const std::size_t all = result.differences.size() + errors + (report.gone != 0 ? 1U : 0U);
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      << fmt::format(
             "<testsuites><testsuite name=\"docket regress: {} to {}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
             "skipped=\"{}\">\n",
             xml(report.from), xml(report.to), std::max<std::size_t>(all, 1), fresh, errors,
             result.differences.size() - report.fresh());
  for (const DifferenceLine& line : result.differences) {
    out << fmt::format("<testcase classname=\"{}\" name=\"{}\">", xml(line.cause), xml(lineWords(line)));
    if (report.baseline.accepts(line)) {
      out << "<skipped message=\"accepted\"/>";
    } else {
      out << fmt::format("<failure message=\"{} -&gt; {}\">{}</failure>", xml(answerWords(line.kind, line.from)),
                         xml(answerWords(line.kind, line.to)), xml(differenceText(line)));
    }
    out << "</testcase>\n";
  }
  if (report.gone != 0) {
    out << fmt::format(
        "<testcase classname=\"baseline\" name=\"{0} no longer there\"><failure message=\"{0} of the baseline no "
        "longer "
        "there\"/></testcase>\n",
        counted(report.gone, "line"));
  }
  for (const std::string& damaged : result.damaged) {
    out << fmt::format("<testcase classname=\"damaged\" name=\"{0}\"><error message=\"{0}\"/></testcase>\n",
                       xml(damaged));
  }
  for (const auto& [why, games] : result.unfit) {
    out << fmt::format("<testcase classname=\"not compared\" name=\"{} games\"><error message=\"{}\"/></testcase>\n",
                       games, xml(why));
  }
  if (all == 0) out << fmt::format("<testcase classname=\"docket regress\" name=\"{} games\"/>\n", result.games);
  out << "</testsuite></testsuites>\n";
}

}  // namespace docket::lab
