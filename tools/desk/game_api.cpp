#include "tools/desk/game_api.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/any_of.hpp>
#include <utility>

#include "events/errors.h"
#include "events/game_id.h"
#include "events/json/json_writer.h"
#include "events/text/text_view.h"
#include "tools/desk/qr_code.h"
#include "tools/explain/asked_table.h"
#include "tools/explain/explain_query.h"
#include "tools/explain/possible_moves.h"
#include "tools/game/named_cards.h"
#include "tools/game/record_view.h"
#include "tools/notation/spelling.h"
#include "tools/render/annotated_log.h"
#include "tools/report/board_data.h"
#include "tools/report/slip.h"
#include "tools/report/slip_text.h"
#include "tools/verdict/sound_verdict.h"

namespace docket::desk {
namespace {

/// The length of a UTF-8 text in UTF-16 units, as browsers count.
std::size_t browserUnits(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
             text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; })) +
         static_cast<std::size_t>(std::count_if(text.begin(), text.end(),
                                                [](char byte) { return static_cast<unsigned char>(byte) >= 0xF0U; }));
}

/// The file name of a certificate: "friday-12-31.certificate" for event 31 of friday/12.
std::string certificateName(std::string_view game, EventNumber ruling) {
  std::string name = fmt::format("{}-{}.certificate", game, ruling);
  std::replace(name.begin(), name.end(), '/', '-');
  return name;
}

/// What an offer is; a player's name as it is written, not as it is compared.
std::string wordsOfOffer(const notation::Offer& offer, schema::Header::Reader header) {
  for (const auto player : header.getPlayers()) {
    if (notation::folded(view(player.getName())) == offer.about) return textOf(player.getName());
  }
  return offer.about;
}

std::string offersJson(const notation::Offers& offers, std::string_view begun, schema::Header::Reader header) {
  JsonWriter json;
  json.object().member("from", browserUnits(begun.substr(0, offers.from))).list("offers");
  for (const auto& one : offers.all)
    json.object().member("text", one.text).member("about", wordsOfOffer(one, header)).end();
  return json.end().end().text();
}

/// The clauses that the last words mean, by their ids or by words of their gists; the words before a clause are kept.
notation::Offers clauseOffers(const Ruleset& ruleset, std::string_view begun) {
  constexpr std::size_t kMaxOffers = 12, kWidestGist = 90;
  notation::Offers offers{.from = begun.size(), .all = {}};
  std::vector<std::string> words;
  for (std::size_t at = 0; at < begun.size();) {
    const std::size_t end = std::min(begun.find_first_of(" ,", at), begun.size());
    const std::string_view word = begun.substr(at, end - at);
    if (end < begun.size() && ruleset.clause(word) != nullptr) {
      words.clear();
    } else if (!word.empty()) {
      if (words.empty()) offers.from = at;
      words.push_back(notation::folded(word));
    }
    at = end + 1;
  }
  if (words.empty()) return offers;
  for (const Clause& clause : ruleset.clauses) {
    const std::string text = notation::folded(fmt::format("{} {}", clause.id, clause.gist));
    const bool has_all = ranges::all_of(words, [&](const std::string& word) { return text.find(word) != text.npos; });
    if (has_all && offers.all.size() < kMaxOffers)
      offers.all.push_back({.text = std::string(clause.id), .about = clipped(clause.gist, kWidestGist)});
  }
  return offers;
}

}  // namespace

std::shared_ptr<GameApi::Opened> GameApi::opened(const RequestData& request) {
  if (request.has("draft")) {
    Draft& draft = workplace_.drafts().at(request.number("draft"));
    auto opened = std::make_shared<Opened>(draft.open());
    opened->draft = &draft;
    return opened;
  }
  const std::string name = request.text("game");
  if (last_opened_ == nullptr || last_name_ != name || last_changes_ != workplace_.changes()) {
    last_opened_ = std::make_shared<Opened>(workplace_.loader().game(name));
    last_name_ = name;
    last_changes_ = workplace_.changes();
  }
  return last_opened_;
}

EventNumber GameApi::pointIn(const RequestData& request, const Opened& opened) const {
  const EventNumber at = request.has("at") ? std::min(request.number("at"), opened.game.last()) : opened.game.last();
  // The draft keeps tables of its own; a question would fold the game from its start.
  if (opened.draft != nullptr) opened.game.remember(*opened.draft->tableAfter(at));
  return at;
}

const report::MatDocument* GameApi::matOf(const Ruleset& ruleset, const Digest& digest) {
  const auto [found, is_new] = mats_.try_emplace(digest);
  if (is_new) found->second = report::chooseMat(ruleset, std::nullopt);
  return found->second.get();
}

std::string GameApi::board(const RequestData& request) {
  const auto opened = this->opened(request);
  const EventNumber at = pointIn(request, *opened);
  const GameRules& rules = opened->game.gameRules();
  const State state = opened->draft != nullptr ? *opened->draft->tableAfter(at) : opened->game.stateAt(at);
  return report::boardData(opened->game, opened->turn_labels, state, matOf(rules.ruleset, rules.ruleset_digest));
}

std::string GameApi::ask(const RequestData& request) {
  const auto opened = this->opened(request);
  const EventNumber at = pointIn(request, *opened);
  const AskedTable table(opened->game, opened->turn_labels, at, request.texts("acts"), request.texts("expressions"));
  JsonWriter json;
  table.write(json.object().member("event", at).member("when", opened->turn_labels.words(at)));
  return json.end().text();
}

std::string GameApi::explain(const RequestData& request) {
  const auto opened = this->opened(request);
  const Question question(opened->game, opened->turn_labels, request.texts("asked"), pointIn(request, *opened));
  const Explained explained = request.flag("whyNot") ? question.whyNot() : question.answer();
  JsonWriter json;
  json.object().member("event", question.at()).member("when", question.when());
  json.member("grade", gradeWord(explained.grade)).object("explanation");
  writeExplanation(json, explained.root);
  return json.end().end().text();
}

std::string GameApi::offers(const RequestData& request) {
  const std::string begun = request.text("begun");
  if (request.has("line")) {
    Draft& draft = workplace_.drafts().at(request.number("draft"));
    const auto header = draft.game().hasGame() ? draft.game().game().header() : schema::Header::Reader();
    return offersJson(draft.offers(request.number("line"), begun), begun, header);
  }
  const auto opened = this->opened(request);
  if (request.flag("clauses"))
    return offersJson(clauseOffers(opened->game.gameRules().ruleset, begun), begun, opened->game.header());
  const Hypothetical next(opened->game, opened->turn_labels, opened->game.stateAt(pointIn(request, *opened)));
  return offersJson(request.flag("expression") ? next.offersInExpression(begun) : next.offers(begun), begun,
                    opened->game.header());
}

/// The acts open to a player or a card; by default to the player whose turn it is.
std::string GameApi::moves(const RequestData& request) {
  const auto opened = this->opened(request);
  const EventNumber at = pointIn(request, *opened);
  const Hypothetical table(opened->game, opened->turn_labels, opened->game.stateAt(at));
  const State& state = table.state();
  const auto typed = request.textIfAny("card");
  const CardIndex card = typed ? NamedCards(opened->game, state).card(*typed) : CardIndex{kNone};
  const auto player = request.textIfAny("player");
  const WhoseActs whose = player ? WhoseActs{.player = seatOf(player, opened->game.header()), .card = card}
                                 : whoseActs(state, opened->game.gameRules().ruleset, card);
  const Words words(state, table.rules(), opened->game.header(), opened->turn_labels);
  JsonWriter json;
  json.object().member("event", at).member("when", opened->turn_labels.words(at)).object("moves");
  writeMoves(json, possibleMoves(table, words, whose), words, request.flag("all") ? Listed::all : Listed::possible);
  return json.end().end().text();
}

/// The lines of a stored game in the format of a draft's.
std::string GameApi::log(const RequestData& request) {
  const auto opened = this->opened(request);
  const OpenGame& game = opened->game;
  JsonWriter json;
  json.object().member("game", game.id()).member("events", game.last());
  if (const auto parted = game.stored().branchPoint()) {
    json.member("parent", parted->parent).member("partedAt", parted->at);
  } else {
    json.memberNull("parent").memberNull("partedAt");
  }
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

/// The slip of a decision, as shown on its page.
std::string GameApi::slip(const RequestData& request) {
  const auto opened = this->opened(request);
  const auto slip = report::slipOf(opened->game, soundVerdict(opened->game, workplace_.loader().archive(), "slip"),
                                   request.number("ruling"));
  const auto& certificates = workplace_.certificates();
  JsonWriter json;
  json.object().member("title", report::slipTitle(slip)).member("stands", slip.superseded_by.empty()).list("rows");
  for (const report::SlipRow& row : report::rowsOf(slip))
    json.object().member("label", row.label).list("lines", row.paragraphs()).end();
  json.end().list("signers", report::signersOf(slip)).member("canCertify", certificates && slip.ruling);
  const std::string file = certificateName(opened->game.id(), slip.event);
  if (!certificates || !std::filesystem::exists(certificates->folder / file))
    return json.memberNull("certificate").end().text();
  const std::string address = certificates->address + file;
  json.object("certificate").member("address", address).list("modules", qrCode(address));
  return json.end().end().text();
}

/// Writes the certificate of a ruling to where certificates are published.
std::string GameApi::certify(const RequestData& request) {
  const auto& certificates = workplace_.certificates();
  if (!certificates) throw BadInput("docket desk was started without --certificates");
  const auto opened = this->opened(request);
  const EventNumber ruling = request.number("ruling");
  const auto file = certificates->folder / certificateName(opened->game.id(), ruling);
  return commandOutputJson(
      workplace_.run({"certify", fmt::format("--ruling={}", ruling), fmt::format("--output={}", file.string())},
                     {exactName(opened->game.id())}));
}

// ---- commands

std::string GameApi::games(const RequestData&) { return commandOutputJson(workplace_.run({"games"}, {})); }
/// The unfinished games of the archive; cached until the desk changes it.
std::string GameApi::live(const RequestData&) {
  if (live_.empty() || live_changes_ != workplace_.changes()) {
    JsonWriter json;
    json.object().list("games");
    workplace_.loader().archive().list({}, [&](const GameEntry& game) {
      if (game.sealed < game.count && game.parent.empty())
        json.object().member("game", game.id).member("events", game.count).end();
      return true;
    });
    live_ = json.end().end().text();
    live_changes_ = workplace_.changes();
  }
  return live_;
}
std::string GameApi::rulesets(const RequestData&) { return commandOutputJson(workplace_.run({"rules"}, {})); }
std::string GameApi::catalogues(const RequestData&) { return commandOutputJson(workplace_.run({"cards"}, {})); }
std::string GameApi::rulings(const RequestData& request) {
  return commandOutputJson(workplace_.run({"rulings"}, {request.text("game")}));
}

std::string GameApi::rule(const RequestData& request) {
  std::vector<std::string> words{"rule"};
  for (const char* option : {"at", "claim", "supersedes", "penalty", "player", "minutes", "rewind", "note"}) {
    const auto value = request.textIfAny(option);
    if (value && !value->empty()) words.push_back(fmt::format("--{}={}", option, *value));
  }
  // An invited person signs with the name of the invitation.
  const std::string& own = request.by().person.name;
  words.push_back("--judge=" + (own.empty() ? request.text("judge") : own));
  for (const std::string& clause : request.texts("cite")) words.push_back("--cite=" + clause);
  for (const char* flag : {"new-penalty", "dry-run"}) {
    if (request.flag(flag)) words.push_back(fmt::format("--{}", flag));
  }
  return recorded(request, workplace_.runChange(std::move(words), {request.text("game")}));
}

/// Tells the pages at a game's table that it may have changed.
std::string GameApi::recorded(const RequestData& request, const CommandOutput& output) {
  workplace_.pens().changed(tableOfGame(request.text("game")), request.by().page);
  return commandOutputJson(output);
}

/// Makes a branch that continues differently.
std::string GameApi::branch(const RequestData& request) {
  std::vector<std::string> words{"branch"};
  for (const char* option : {"at", "without", "edit", "add", "account"}) {
    const auto value = request.textIfAny(option);
    if (value && !value->empty()) words.push_back(fmt::format("--{}={}", option, *value));
  }
  if (request.flag("stop")) words.emplace_back("--stop");
  addRecorder(words, request.by().person.name);
  return commandOutputJson(workplace_.runChange(std::move(words), {request.text("game")}));
}

/// Compares two games, or a branch with its parent.
std::string GameApi::compare(const RequestData& request) {
  std::vector<std::string> operands;
  for (const char* side : {"game", "other"}) {
    if (const auto name = request.textIfAny(side)) operands.push_back(exactName(*name) + "@end");
  }
  return commandOutputJson(workplace_.run({"diff"}, operands));
}

std::string GameApi::addLine(const RequestData& request) {
  workplace_.pens().takeIfFree(tableOfGame(request.text("game")), request.by().page);
  JsonWriter line;
  line.object().member("game", request.text("game")).member("line", request.text("line"));
  std::vector<std::string> words{"record"};
  addRecorder(words, request.by().person.name);
  return recorded(request, workplace_.runChange(std::move(words), {}, line.end().text() + "\n"));
}

}  // namespace docket::desk
