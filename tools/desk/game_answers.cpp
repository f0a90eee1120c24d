#include "tools/desk/game_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/any_of.hpp>
#include <utility>

#include "events/errors.h"
#include "events/game_id.h"
#include "events/json/json_writer.h"
#include "events/text/text_view.h"
#include "tools/desk/qr_code.h"
#include "tools/explain/asked_table.h"
#include "tools/explain/explain_query.h"
#include "tools/render/annotated_log.h"
#include "tools/report/board_data.h"
#include "tools/report/slip.h"
#include "tools/report/slip_text.h"
#include "tools/verdict/sound_verdict.h"

namespace docket::desk {
namespace {

/// How far a place in UTF-8 is in the units of a browser's texts.
std::size_t browserUnits(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
             text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; })) +
         static_cast<std::size_t>(std::count_if(text.begin(), text.end(),
                                                [](char byte) { return static_cast<unsigned char>(byte) >= 0xF0U; }));
}

/// "friday-12-31.certificate": of the ruling that event 31 of friday/12 is.
std::string certificateName(std::string_view game, EventNumber ruling) {
  std::string name = fmt::format("{}-{}.certificate", game, ruling);
  std::replace(name.begin(), name.end(), '/', '-');
  return name;
}

std::string offersJson(const notation::Offers& offers, std::string_view begun) {
  JsonWriter json;
  json.object().member("from", browserUnits(begun.substr(0, offers.from))).list("offers");
  for (const auto& one : offers.all) json.object().member("text", one.text).member("about", one.about).end();
  return json.end().end().text();
}

}  // namespace

std::shared_ptr<GameAnswers::Opened> GameAnswers::opened(const Asked& asked) {
  if (asked.has("draft")) {
    Draft& draft = at_.drafts().at(asked.number("draft"));
    auto opened = std::make_shared<Opened>(draft.open());
    opened->draft = &draft;
    return opened;
  }
  const std::string name = asked.text("game");
  if (last_opened_ == nullptr || last_name_ != name || last_changes_ != at_.changes()) {
    last_opened_ = std::make_shared<Opened>(at_.loader().game(name));
    last_name_ = name;
    last_changes_ = at_.changes();
  }
  return last_opened_;
}

EventNumber GameAnswers::pointIn(const Asked& asked, const Opened& opened) const {
  const EventNumber at = asked.has("at") ? std::min(asked.number("at"), opened.game.last()) : opened.game.last();
  // The draft keeps tables of its own; a question would fold the game from its start.
  if (opened.draft != nullptr) opened.game.remember(*opened.draft->tableAfter(at));
  return at;
}

const report::MatDocument* GameAnswers::matOf(const Ruleset& ruleset, const Bytes32& digest) {
  const auto [found, is_new] = mats_.try_emplace(digest);
  if (is_new) found->second = report::chooseMat(ruleset, std::nullopt);
  return found->second.get();
}

std::string GameAnswers::board(const Asked& asked) {
  const auto opened = this->opened(asked);
  const EventNumber at = pointIn(asked, *opened);
  const GameRules& rules = opened->game.gameRules();
  const State state = opened->draft != nullptr ? *opened->draft->tableAfter(at) : opened->game.stateAt(at);
  return report::boardData(opened->game, opened->turn_labels, state, matOf(rules.ruleset, rules.ruleset_digest));
}

std::string GameAnswers::ask(const Asked& asked) {
  const auto opened = this->opened(asked);
  const EventNumber at = pointIn(asked, *opened);
  const AskedTable table(opened->game, opened->turn_labels, at, asked.texts("acts"), asked.texts("expressions"));
  JsonWriter json;
  table.write(json.object().member("event", at).member("when", opened->turn_labels.words(at)));
  return json.end().text();
}

std::string GameAnswers::explain(const Asked& asked) {
  const auto opened = this->opened(asked);
  const Question question(opened->game, opened->turn_labels, asked.texts("asked"), pointIn(asked, *opened));
  const Explained explained = asked.flag("whyNot") ? question.whyNot() : question.answer();
  JsonWriter json;
  json.object().member("event", question.at()).member("when", question.when());
  json.member("grade", gradeWord(explained.grade)).object("explanation");
  writeExplanation(json, explained.root);
  return json.end().end().text();
}

std::string GameAnswers::offers(const Asked& asked) {
  const std::string begun = asked.text("begun");
  if (asked.has("line"))
    return offersJson(at_.drafts().at(asked.number("draft")).offers(asked.number("line"), begun), begun);
  const auto opened = this->opened(asked);
  const Hypothetical next(opened->game, opened->turn_labels, opened->game.stateAt(pointIn(asked, *opened)));
  return offersJson(next.offers(begun), begun);
}

/// The lines of a game of the archive, each as those of a draft.
std::string GameAnswers::log(const Asked& asked) {
  const auto opened = this->opened(asked);
  const OpenGame& game = opened->game;
  JsonWriter json;
  json.object().member("game", game.id()).member("events", game.last());
  json.member("ruleset", game.gameRules().ruleset.name).list("players");
  for (const auto player : game.header().getPlayers()) json.item(view(player.getName()));
  json.end().list("lines");
  AnnotatedLog(game, opened->turn_labels).forEach(1, game.last(), [&](const LogEvent& logged) {
    json.object().member("text", logged.line.text).member("kind", "event").member("event", logged.line.number);
    json.member("depth", logged.line.depth).memberNull("mistake").list("details", logged.line.details);
    json.list("comments", logged.comments);
    json.member("finding", ranges::any_of(logged.comments, [](const std::string& comment) {
                  return styleOfComment(comment) == Style::bad;
                }));
    json.end();
  });
  return json.end().end().text();
}

/// The slip of a decision, as its page has it.
std::string GameAnswers::slip(const Asked& asked) {
  const auto opened = this->opened(asked);
  const auto slip =
      report::slipOf(opened->game, soundVerdict(opened->game, at_.loader().archive(), "slip"), asked.number("ruling"));
  const auto& certificates = at_.certificates();
  JsonWriter json;
  json.object().member("title", report::slipTitle(slip)).member("stands", slip.superseded_by.empty()).list("rows");
  for (const report::SlipRow& row : report::rowsOf(slip))
    json.object().member("label", row.label).list("lines", row.lines).end();
  json.end().list("signers", report::signersOf(slip)).member("canCertify", certificates && slip.ruling);
  const std::string file = certificateName(opened->game.id(), slip.event);
  if (!certificates || !std::filesystem::exists(certificates->folder / file))
    return json.memberNull("certificate").end().text();
  const std::string address = certificates->address + file;
  json.object("certificate").member("address", address).list("modules", qrCode(address));
  return json.end().end().text();
}

/// Writes the certificate of a ruling to where certificates are published.
std::string GameAnswers::certify(const Asked& asked) {
  const auto& certificates = at_.certificates();
  if (!certificates) throw BadInput("docket desk was started without --certificates");
  const auto opened = this->opened(asked);
  const EventNumber ruling = asked.number("ruling");
  const auto file = certificates->folder / certificateName(opened->game.id(), ruling);
  return ranJson(at_.run({"certify", fmt::format("--ruling={}", ruling), fmt::format("--output={}", file.string())},
                         {exactName(opened->game.id())}));
}

// ---- commands

std::string GameAnswers::games(const Asked&) { return ranJson(at_.run({"games"}, {})); }
std::string GameAnswers::rulesets(const Asked&) { return ranJson(at_.run({"rules"}, {})); }
std::string GameAnswers::catalogues(const Asked&) { return ranJson(at_.run({"cards"}, {})); }
std::string GameAnswers::rulings(const Asked& asked) { return ranJson(at_.run({"rulings"}, {asked.text("game")})); }

std::string GameAnswers::rule(const Asked& asked) {
  std::vector<std::string> words{"rule"};
  for (const char* option : {"at", "claim", "supersedes", "penalty", "player", "minutes", "rewind", "judge", "note"}) {
    const auto value = asked.textIfAny(option);
    if (value && !value->empty()) words.push_back(fmt::format("--{}={}", option, *value));
  }
  for (const std::string& clause : asked.texts("cite")) words.push_back("--cite=" + clause);
  for (const char* flag : {"new-penalty", "dry-run"}) {
    if (asked.flag(flag)) words.push_back(fmt::format("--{}", flag));
  }
  return ranJson(at_.runChange(std::move(words), {asked.text("game")}));
}

std::string GameAnswers::addLine(const Asked& asked) {
  JsonWriter line;
  line.object().member("game", asked.text("game")).member("line", asked.text("line"));
  return ranJson(at_.runChange({"record"}, {}, line.end().text() + "\n"));
}

}  // namespace docket::desk
