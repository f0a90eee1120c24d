#include "tools/report/regression_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "events/text/letters.h"
#include "tools/report/markup.h"
#include "tools/report/template.h"
#include "tools/words/text.h"

namespace docket::report {
namespace {

using lab::DifferenceGroup;
using lab::DifferenceLine;

constexpr std::size_t kMaxNameColumns = 120, kMaxTextColumns = 400;

/// The title in a card's name, "Steady Guard #2"; empty for the name of something else.
std::string titleIn(const DifferenceLine& line) {
  const std::string_view subject = line.subject;
  const auto number = subject.rfind(" #");
  const bool has_number = number != std::string_view::npos && areDigits(subject.substr(number + 2));
  return has_number ? std::string(subject.substr(0, number)) : std::string();
}

class RegressionTables {
 public:
  RegressionTables(const lab::Report& report, const RegressionPage& page) : report_(report), page_(page) {}

  /// The differences grouped by `key`, the most frequent first. `what`: the heading of the first column.
  std::string markup(std::string_view id, std::string_view title, std::string_view what,
                     const std::function<std::string(const DifferenceLine&)>& key) const {
    const auto groups = lab::groupsOf(report_, key);
    std::string html =
        fmt::format("<h2 id=\"{}\" tabindex=\"-1\">{} <small>{}</small></h2>\n", id, title, groups.size());
    if (groups.empty()) return html + "<p class=\"aside\">There are none.</p>\n";
    std::vector<const std::pair<const std::string, DifferenceGroup>*> sorted;
    for (const auto& one : groups) sorted.push_back(&one);
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto* one, const auto* other) {
      return one->second.lines.size() > other->second.lines.size();
    });
    html += fmt::format(
        "<table class=\"cover\">\n<thead><tr><th scope=\"col\">{}</th><th scope=\"col\">What differs</th><th "
        "scope=\"col\">Share</th><th scope=\"col\" class=\"count\">differences</th><th scope=\"col\" "
        "class=\"count\">games</th></tr></thead>\n<tbody>\n",
        what);
    for (const auto* one : sorted) html += rowOf(one->first, one->second);
    return html + "</tbody>\n</table>\n";
  }

 private:
  std::string rowOf(const std::string& name, const DifferenceGroup& group) const {
    std::string about;
    for (const std::string& gist : lab::gistsOf(name, report_.result.gists))
      about += foreign(gist, kMaxTextColumns) + "<br>";
    about += fmt::format("{}<small>first: {}</small>", escaped(lab::kindsText(group)), exampleOf(*group.lines.front()));
    return fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"about\">{}</td><td>{}</td><td class=\"count\" "
        "data-of=\"differences\">{}</td><td class=\"count\" data-of=\"games\">{}</td></tr>\n",
        foreign(name, kMaxNameColumns), about, shareBar(group.lines.size(), report_.fresh()), group.lines.size(),
        group.games.size());
  }

  /// An example with the way to it: a link, or the command that shows it.
  std::string exampleOf(const DifferenceLine& line) const {
    const std::string words = foreign(lab::lineWords(line), kMaxTextColumns);
    if (page_.address)
      return fmt::format("<a href=\"{}\">{}</a>", escaped(page_.address(line.game, line.event)), words);
    return fmt::format("{}<br><code>docket replay {} --at {}</code>", words, escaped(line.game), line.event);
  }

  const lab::Report& report_;
  const RegressionPage& page_;
};

std::string listOf(std::string_view title, const std::vector<std::string>& items) {
  if (items.empty()) return {};
  std::string html = fmt::format("<h2>{}</h2>\n<ul>\n", title);
  for (const std::string& item : items) html += fmt::format("<li>{}</li>\n", item);
  return html + "</ul>\n";
}

/// Changes that no difference comes from, and games that could not be compared.
std::string restMarkup(const lab::RegressionResult& result) {
  std::vector<std::string> changes, unfit, damaged;
  for (const auto& [name, change] : result.unreached)
    changes.push_back(fmt::format("<code>{}</code> {}", foreign(name, kMaxNameColumns),
                                  foreign(change.why.empty() ? change.gist : change.why, kMaxTextColumns)));
  for (const std::string& key : result.unreached_cards)
    changes.push_back(fmt::format("card <code>{}</code>", foreign(key, kMaxNameColumns)));
  for (const auto& [why, games] : result.unfit)
    unfit.push_back(fmt::format("{}: {}", counted(games, "game"), foreign(why, kMaxTextColumns)));
  for (const std::string& one : result.damaged) damaged.push_back(foreign(one, kMaxTextColumns));
  return listOf("Changes without effect in these games", changes) + listOf("Not compared", unfit) +
         listOf("Damaged", damaged);
}

std::string headline(const lab::Report& report) {
  const std::size_t fresh = report.fresh();
  if (fresh == 0) return report.result.differences.empty() ? "Nothing differs" : "No new difference";
  return counted(fresh, "difference");
}

}  // namespace

void writeRegressionPage(std::ostream& out, const lab::Report& report, const RegressionPage& page) {
  const RegressionTables tables(report, page);
  const lab::RegressionResult& result = report.result;
  std::string left_out;
  if (result.of_other_documents != 0)
    left_out += fmt::format(" {} of other {} left out.", counted(result.of_other_documents, "game"), report.others());
  if (const auto unreached = result.without_changed_cards + result.without_changed_rules; unreached != 0)
    left_out += fmt::format(" {} that the change cannot affect left out.", counted(unreached, "game"));
  const std::size_t accepted = result.differences.size() - report.fresh();
  if (accepted != 0) left_out += fmt::format(" {} accepted.", counted(accepted, "difference"));
  const std::string style = pageText({"base.css", "coverage.css"});
  fillTemplate(out, pageText({"head.html", "regression.html"}),
               {{"style", style},
                {"style-hash", contentHash(style)},
                {"script-policy", ""},
                {"page-title", fmt::format("{}: {}", headline(report), escaped(report.to))},
                {"headline", headline(report)},
                {"from", foreign(report.from, kMaxTextColumns)},
                {"to", foreign(report.to, kMaxTextColumns)},
                {"games", counted(result.games, "game")},
                {"events", counted(result.events, "event")},
                {"left-out", left_out},
                {"clauses", tables.markup("clauses", "By clause", "Clause",
                                          [](const DifferenceLine& line) { return line.cause; })},
                {"cards", tables.markup("cards", "By card", "Card", titleIn)},
                {"tournaments", tables.markup("events", "By event", "Event",
                                              [&](const DifferenceLine& line) {
                                                const auto found = page.tournaments.find(line.game);
                                                return found == page.tournaments.end() ? std::string() : found->second;
                                              })},
                {"rest", restMarkup(result)}});
}

}  // namespace docket::report
