#include "tools/report/coverage_page.h"

#include <fmt/format.h>

#include <map>
#include <string_view>
#include <utility>

#include "tools/report/markup.h"
#include "tools/report/template.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

namespace docket::report {
namespace {

constexpr std::size_t kWidestName = 120, kWidestText = 400;

std::string bar(const lab::Tally& tally) { return shareBar(tally.exercised, tally.total); }

std::string shareWords(const lab::Tally& tally) { return fmt::format("{} of {}", tally.exercised, tally.total); }

/// A table of things that games exercise or never do; each row has the thing, a mark, and counts.
class CoverTable {
 public:
  /// The headings: of the first column, of the description, and of those of counts.
  CoverTable(std::string_view what, std::string_view about, std::vector<std::string_view> counts)
      : what_(what), about_(about), counts_(std::move(counts)) {}

  /// `name` and `about` are markup. `never`: what was never done with it; empty if nothing is to be said.
  void add(std::string_view name, std::string_view about, bool exercised, const std::vector<std::uint64_t>& counts,
           std::string_view never = {}) {
    rows_ += fmt::format("<tr{}><th scope=\"row\">{}</th><td class=\"about\">{}</td><td>{}{}</td>",
                         exercised ? "" : " class=\"never\"", name, about,
                         exercised ? "<span class=\"tag\">exercised</span>" : "<span class=\"tag\">NEVER</span>",
                         never.empty() ? std::string() : fmt::format("<small>{}</small>", never));
    for (std::size_t i = 0; i < counts.size(); ++i) {
      rows_ += fmt::format("<td class=\"count{}\" data-of=\"{}\">{}</td>", counts[i] == 0 ? " zero" : "", counts_[i],
                           counts[i]);
    }
    rows_ += "</tr>\n";
  }

  /// The table under its heading, to which `id` leads.
  [[nodiscard]] std::string markup(std::string_view id, std::string_view title, const lab::Tally& tally) const {
    std::string html = fmt::format("<h3 id=\"{}\" tabindex=\"-1\">{} <small>{} exercised, {} never</small></h3>\n", id,
                                   title, shareWords(tally), tally.total - tally.exercised);
    if (tally.total == 0) return html + "<p class=\"aside\">There are none.</p>\n";
    if (tally.exercised == tally.total) html += "<p class=\"aside whole\">Games exercise all of them.</p>\n";
    html += fmt::format(
        "<table class=\"cover{}\">\n<thead><tr><th scope=\"col\">{}</th><th scope=\"col\">{}</th>"
        "<th scope=\"col\">Exercised</th>",
        tally.exercised == tally.total ? " all" : "", what_, about_);
    for (const std::string_view count : counts_)
      html += fmt::format("<th scope=\"col\" class=\"count\">{}</th>", count);
    return html + "</tr></thead>\n<tbody>\n" + rows_ + "</tbody>\n</table>\n";
  }

 private:
  std::string_view what_, about_;
  std::vector<std::string_view> counts_;
  std::string rows_;
};

std::string clausesMarkup(const lab::RulesCovered& rules, std::string_view id) {
  CoverTable table("Clause", "What it says", {"games", "findings", "rulings"});
  for (const lab::ClauseCovered& clause : rules.clauses) {
    std::string about = foreign(clause.gist, kWidestText);
    if (!clause.place.empty()) about += fmt::format("<small>{}</small>", foreign(clause.place, kWidestName));
    table.add(fmt::format("<code>{}</code>", foreign(clause.id, kWidestName)), about, clause.exercised,
              {clause.games, clause.broken, clause.rulings});
  }
  return table.markup(id, "Clauses", tallyOf(rules.clauses));
}

std::string limitsMarkup(const lab::RulesCovered& rules, std::string_view id) {
  CoverTable table("Limit", "What it says", {"uses", "broken"});
  for (const auto& [name, limit] : rules.limits) {
    table.add(fmt::format("<code>{}</code>", foreign(name, kWidestName)), foreign(limit.wording, kWidestText),
              limit.isExercised(), {limit.uses, limit.broken});
  }
  return table.markup(id, "Limits", tallyOf(rules.limits));
}

/// Cards by title: printings of one card are one row.
std::string cardsMarkup(const lab::RulesCovered& rules, std::string_view id) {
  std::map<std::string_view, std::pair<lab::CardCovered, std::string>> titles;
  for (const auto& [key, card] : rules.cards) {
    auto& [covered, keys] = titles[card.title];
    covered.add(card);
    keys += fmt::format("{}<code>{}</code>", keys.empty() ? "" : " ", foreign(key, kWidestName));
  }
  CoverTable table("Card", "Key", {"games", "in play", "uses", "in one game"});
  lab::Tally tally{.exercised = 0, .total = titles.size()};
  for (const auto& [title, of_title] : titles) {
    const auto& [covered, keys] = of_title;
    tally.exercised += covered.isExercised() ? 1U : 0U;
    table.add(foreign(title, kWidestName), keys, covered.isExercised(),
              {covered.games, covered.in_play, covered.uses, covered.most_uses}, neverDone(covered));
  }
  return table.markup(id, "Cards", tally);
}

/// A part of a ruleset's summary: its share as numbers and as a bar, which leads to its table.
std::string summaryItem(std::string_view id, std::string_view title, const lab::Tally& tally) {
  return fmt::format("<li><a href=\"#{}\">{}</a> <b>{}</b>{}</li>\n", id, title, shareWords(tally), bar(tally));
}

std::string sectionOf(const lab::RulesCovered& rules, std::size_t number) {
  const std::string id = fmt::format("r{}", number);
  const std::string clauses = id + "-clauses", limits = id + "-limits", cards = id + "-cards";
  std::string html = fmt::format(
      "<section id=\"{0}\" aria-labelledby=\"{0}-title\" tabindex=\"-1\">\n<h2 id=\"{0}-title\">{1} {2}</h2>\n", id,
      foreign(rules.name, kWidestName), foreign(rules.version, kWidestName));
  html += fmt::format("<p class=\"aside\">{}, {}</p>\n<ul class=\"summary\">\n", counted(rules.games, "game"),
                      counted(rules.events, "event"));
  html += summaryItem(clauses, "Clauses", tallyOf(rules.clauses)) +
          summaryItem(limits, "Limits", tallyOf(rules.limits)) + summaryItem(cards, "Cards", tallyOf(rules.cards)) +
          "</ul>\n";
  return html + clausesMarkup(rules, clauses) + limitsMarkup(rules, limits) + cardsMarkup(rules, cards) +
         "</section>\n\n";
}

/// The totals of each ruleset; empty if there is only one.
std::string overview(const std::vector<lab::RulesCovered>& covered) {
  if (covered.size() < 2) return {};
  std::string html =
      "<nav aria-label=\"Rulesets\">\n<table class=\"rulesets\">\n<thead><tr><th scope=\"col\">Ruleset</th>"
      "<th scope=\"col\" class=\"count\">Games</th><th scope=\"col\">Clauses</th><th scope=\"col\">Limits</th>"
      "<th scope=\"col\">Cards</th></tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < covered.size(); ++i) {
    const lab::RulesCovered& rules = covered[i];
    html += fmt::format(
        "<tr><th scope=\"row\"><a href=\"#r{}\">{} {}</a></th><td class=\"count\" data-of=\"games\">{}</td>", i + 1,
        foreign(rules.name, kWidestName), foreign(rules.version, kWidestName), rules.games);
    const auto add = [&](std::string_view part, const lab::Tally& tally) {
      html += fmt::format("<td data-of=\"{}\">{}{}</td>", part, shareWords(tally), bar(tally));
    };
    add("clauses", tallyOf(rules.clauses));
    add("limits", tallyOf(rules.limits));
    add("cards", tallyOf(rules.cards));
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table>\n</nav>\n";
}

/// Which games were looked at.
std::string selectionMarkup(const GameFilter& filter) {
  std::string html;
  const auto add = [&](std::string_view words, const std::string& value) {
    if (!value.empty())
      html += fmt::format("{}{} {}", html.empty() ? "Games " : ", ", words, foreign(value, kWidestName));
  };
  add("under", filter.ruleset_version.empty() ? filter.ruleset : filter.ruleset + "@" + filter.ruleset_version);
  add("of the player", filter.player);
  add("of the event", filter.event);
  add("since", filter.date_from);
  add("until", filter.date_to);
  add("whose id begins with", filter.id_prefix);
  return html.empty() ? "All games of the archive" : html;
}

}  // namespace

void writeCoveragePage(std::ostream& out, const std::vector<lab::RulesCovered>& covered, const GameFilter& filter) {
  std::uint64_t games = 0, events = 0;
  std::string rulesets;
  for (std::size_t i = 0; i < covered.size(); ++i) {
    games += covered[i].games;
    events += covered[i].events;
    rulesets += sectionOf(covered[i], i + 1);
  }
  const std::string style = pageText({"base.css", "coverage.css"});
  fillTemplate(out, pageText({"head.html", "coverage.html"}),
               {{"style", style},
                {"style-hash", contentHash(style)},
                {"script-policy", ""},
                {"page-title", fmt::format("Rules exercised by {}", counted(games, "game"))},
                {"selection", selectionMarkup(filter)},
                {"games", counted(games, "game")},
                {"events", counted(events, "event")},
                {"overview", overview(covered)},
                {"rulesets", rulesets}});
}

}  // namespace docket::report
