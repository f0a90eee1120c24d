#include "tools/report/page.h"

#include <fmt/format.h>

#include <sstream>

#include "engine/fold/running_state.h"
#include "events/text/text_view.h"
#include "tools/explain/board_words.h"
#include "tools/render/board_text.h"
#include "tools/report/board_data.h"
#include "tools/report/board_story.h"
#include "tools/report/disputes.h"
#include "tools/report/markup.h"
#include "tools/report/opening_markup.h"
#include "tools/report/opening_moves.h"
#include "tools/report/template.h"
#include "tools/report/trace_markup.h"
#include "tools/report/transcript_markup.h"
#include "tools/report/verdict_markup.h"
#include "tools/words/text.h"

namespace docket::report {
namespace {

/// Goes through a game once and gathers what its page holds.
class Page {
 public:
  Page(const OpenGame& game, const Verdict& verdict, const MatDocument* mat, std::string_view archive,
       const std::optional<std::string>& traced)
      : game_(game),
        verdict_(verdict),
        mat_(mat),
        archive_(archive),
        disputes_(game, verdict),
        rules_(game.rules()),
        turn_labels_(turnLabelsOf(game)),
        explanations_(texts_),
        story_(game, turn_labels_, texts_, explanations_) {
    if (traced) traced_ = traceExpression(game, *traced, turn_labels_);
  }

  void gather(const Progress& progress) {
    const notation::Titles titles(rules_.catalogue);
    const EventNotes notes(verdict_, disputes_);
    RunningState running(game_.header(), rules_);
    story_.begin(running.state());
    const Words at_start(running.state(), rules_, game_.header(), turn_labels_);
    disputes_.visit(at_start, 0, {});
    if (opens() == 0) moves_.take(game_, at_start, explanations_);
    game_.events().forEach(1, game_.last(), [&](EventNumber number, schema::Event::Reader event) {
      running.add(number, event, game_.events());
      story_.add(running.state(), number, event, running.step());
      const Words words(running.state(), rules_, game_.header(), turn_labels_);
      disputes_.visit(words, number, event);
      if (number == opens()) moves_.take(game_, words, explanations_);
      transcript_.add(words, titles, number, event, notes.at(number));
      progress(number);
    });
    const Words words(running.state(), rules_, game_.header(), turn_labels_);
    addVerdict(words);
    parts_["traced"] = traced_ ? traceMarkup(*traced_, turn_labels_) : std::string();
    std::ostringstream board;
    printBoard(board, makeBoard(words, game_.last()), words, false);
    parts_["board"] = escaped(board.str());
  }

  void write(std::ostream& out) && {
    parts_["transcript"] = std::move(transcript_).text();
    parts_["data"] = embedded(data());
    parts_["style"] = pageText({"base.css", "verdict.css", "board.css", "report.css"});
    parts_["script"] =
        "'use strict';\n" + pageText({"board.js", "card_words.js", "detail_panel.js", "dom.js", "legend.js", "mat.js",
                                      "paper.js", "plot.js", "search.js", "story.js", "view.js"});
    parts_["style-hash"] = contentHash(parts_["style"]);
    parts_["script-policy"] = fmt::format(" script-src '{}';", contentHash(parts_["script"]));
    addHeading();
    fillTemplate(out, pageText({"head.html", "report.html"}), parts_);
  }

 private:
  /// The event on which the page opens.
  [[nodiscard]] EventNumber opens() const {
    const Dispute* opening = disputes_.opening();
    return opening == nullptr ? game_.last() : opening->at;
  }

  void addVerdict(const Words& words) {
    parts_["grades"] = gradesMarkup(verdict_);
    parts_["findings"] = findingsMarkup(verdict_, words);
    parts_["rulings"] = rulingsMarkup(disputes_.all(), disputes_, words);
    parts_["findings-count"] = fmt::format("{}", verdict_.legality.findings.size());
    parts_["rulings-count"] = fmt::format("{}", verdict_.rulings.size());
    const std::string outcome = outcomeWords(words);
    parts_["outcome"] = outcome.empty()
                            ? std::string()
                            : fmt::format("<div><dt>End</dt><dd dir=\"auto\">{}</dd></div>\n", escaped(outcome));
    const Dispute* opening = disputes_.opening();
    parts_["verdict"] = openingMarkup(disputes_, discretionIn(game_), words);
    parts_["verdict-kind"] = openingKind(opening);
    parts_["meaning"] = meaningMarkup(opening, verdict_);
  }

  void addHeading() {
    const auto header = game_.header();
    std::string players;
    for (capnp::uint seat = 1; seat <= header.getPlayers().size(); ++seat) {
      const auto name = header.getPlayers()[seat - 1].getName();
      const std::string called = name.size() == 0 ? fmt::format("P{}", seat) : clipped({name.begin(), name.size()}, 32);
      players += fmt::format("{}<bdi>{}</bdi>", players.empty() ? "" : " <span>against</span> ", escaped(called));
    }
    std::string occasion;
    for (const std::string& what : occasionWords(header)) {
      occasion += fmt::format("{}<bdi>{}</bdi>", occasion.empty() ? "" : " · ", escaped(what));
    }
    const std::string id = clipped(game_.id(), 78);
    parts_["page-title"] = parts_["game"] = escaped(id);
    parts_["players"] = players.empty() ? escaped(id) : players;
    parts_["occasion"] = occasion;
    parts_["archive"] =
        archive_.empty()
            ? std::string()
            : fmt::format("<p class=\"above\"><a href=\"{}\">Back to the archive</a></p>\n", escaped(archive_));
    parts_["ruleset"] = escaped(rulesetWords(rules_.ruleset));
    parts_["events"] = counted(game_.last(), "event");
    parts_["head"] = verdict_.head;
    parts_["grade"] = gradeMarkup(verdict_.overall(), differsInThePastOnly(verdict_)) + gradeReason(verdict_);
    parts_["viewer"] = viewerMarkup(header);
  }

  static std::string viewerMarkup(schema::Header::Reader header) {
    const Seat viewer = header.getViewer();
    if (viewer == 0) return {};
    const std::string who =
        viewer > header.getPlayers().size() ? std::string("a spectator") : fmt::format("P{}", viewer);
    return fmt::format("<p class=\"viewer\">What {} could see, and what follows from it.</p>", who);
  }

  /// The data that story.js reads; board_story.h documents the steps.
  [[nodiscard]] std::string data() const {
    JsonWriter json;
    json.object().member("events", game_.last()).member("opens", opens());
    writeTableNames(json, game_, mat_, texts_, explanations_);
    if (traced_) writeTrace(json, *traced_);
    disputes_.write(json);
    moves_.write(json);
    story_.write(json);
    texts_.write(json);
    explanations_.write(json);
    return json.end().text();
  }

  const OpenGame& game_;
  const Verdict& verdict_;
  const MatDocument* mat_;
  std::string_view archive_;
  Disputes disputes_;
  Rules rules_;
  TurnLabels turn_labels_;
  Texts texts_;
  ExplanationTable explanations_;
  BoardStory story_;
  OpeningMoves moves_;
  TranscriptMarkup transcript_;
  std::optional<TracedExpression> traced_;
  Parts parts_;
};

}  // namespace

void writePage(std::ostream& out, const OpenGame& game, const Verdict& verdict, const MatDocument* mat,
               const Progress& progress, std::string_view archive, const std::optional<std::string>& traced) {
  Page page(game, verdict, mat, archive, traced);
  page.gather(progress);
  std::move(page).write(out);
}

}  // namespace docket::report
