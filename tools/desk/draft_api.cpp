#include "tools/desk/draft_api.h"

#include <fmt/format.h>
#include <kj/encoding.h>

#include <algorithm>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find_if_not.hpp>
#include <range/v3/algorithm/mismatch.hpp>
#include <utility>

#include "events/digest.h"
#include "events/errors.h"
#include "events/game_id.h"
#include "events/text/printable.h"
#include "events/text/quoted.h"
#include "events/text/split.h"
#include "events/text/text_view.h"
#include "tools/game/documents.h"
#include "tools/io/exit_status.h"
#include "tools/io/output.h"
#include "tools/notation/transcript_reader.h"
#include "tools/typing/new_game.h"
#include "tools/words/text.h"

namespace docket::desk {
namespace {

constexpr std::size_t kMaxFileNameBytes = 80;

/// The name of a person's file, which was sent as encodeURIComponent() gives it, without anything that leads elsewhere
/// or ends the quotes of a transcript.
std::string safeName(std::string_view sent) {
  const auto decoded = kj::decodeUriComponent(kj::arrayPtr(sent.data(), sent.size()));
  std::string name = printable(std::string_view(decoded.begin(), decoded.size()));
  name.erase(0, name.size() - std::min(name.size(), kMaxFileNameBytes));
  const auto is_inside = [](char byte) { return (static_cast<std::uint8_t>(byte) & 0xC0U) == 0x80U; };
  name.erase(name.begin(), ranges::find_if_not(name, is_inside));  // of a character that was cut
  for (char& byte : name) {
    if (byte == '/' || byte == '\\' || byte == '"') byte = '_';
  }
  if (name.empty() || name.front() == '.') name.insert(0, 1, '_');
  return name;
}

/// A file that an upload is in while it is read.
class Uploaded {
 public:
  Uploaded(const std::filesystem::path& folder, std::string_view name, std::string_view bytes)
      : folder_(folder / "uploads"), path_(folder_ / safeName(name)) {
    std::filesystem::create_directories(folder_);
    writeOutputFile(path_, bytes);
  }
  ~Uploaded() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Uploaded(const Uploaded&) = delete;
  Uploaded& operator=(const Uploaded&) = delete;
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path folder_, path_;
};

/// A game's name from a title: "Round 3 Table 5" is Round-3-Table-5.
std::string idOf(std::string_view title) {
  std::string id;
  eachWord(title, [&](std::string_view word) { id += (id.empty() ? "" : "-") + std::string(word); });
  if (!isGameId(id) || gameNameOf(id).record != 0)
    throw BadInput(
        fmt::format("{}: a game's name has at most {} of A-Z a-z 0-9 . _ - /", docket::quoted(title), kMaxIdBytes));
  return id;
}

std::string without(std::string text, std::string_view part) {
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at)) text.erase(at, part.size());
  return text;
}

/// The output of a command without the names of files on this machine: a browser shows it.
std::string outputJson(const CommandOutput& output, const std::string& place) {
  return commandOutputJson(
      {.status = output.status, .out = without(output.out, place), .err = without(output.err, place)});
}

bool isOneTranscript(std::string_view bytes) {
  return bytes.size() <= Draft::kMaxBytes && looksLikeTranscript(bytes) && gamesOfTranscript(bytes).size() == 1;
}

}  // namespace

std::string DraftApi::draftJson(std::uint32_t number, const std::vector<std::string>& before) {
  Draft& draft = workplace_.drafts().at(number);
  const auto lines = draft.linesRead();
  const auto first = static_cast<std::size_t>(ranges::mismatch(lines, before).in1 - lines.begin());
  JsonWriter json;
  json.object().member("draft", number).member("version", draft.version()).member("catalogue", draft.catalogue());
  json.member("mistakes", draft.mistakes()).member("first", first).list("lines");
  for (std::size_t line = first; line < lines.size(); ++line) json.itemJson(lines[line]);
  json.end();
  if (!draft.game().hasGame()) return json.memberNull("game").end().text();
  const auto header = draft.game().game().header();
  json.object("game").member("id", view(header.getId())).member("events", draft.game().game().size());
  json.member("ruleset", draft.game().rules()->ruleset.name).list("players");
  for (const auto player : header.getPlayers()) json.item(view(player.getName()));
  return json.end().end().end().text();
}

std::string DraftApi::list(const RequestData&) {
  JsonWriter json;
  json.object().list("drafts");
  for (const auto& one : workplace_.drafts().list()) {
    json.object().member("draft", one.number).member("game", one.game);
    json.member("writer", workplace_.pens().writerAt(tableOfDraft(one.number))).end();
  }
  return json.end().end().text();
}

/// An id that no game and no draft has: "desk-1".
std::string DraftApi::freeId() const {
  const auto listed = workplace_.drafts().list();
  for (unsigned number = 1;; ++number) {
    std::string id = fmt::format("desk-{}", number);
    const bool is_taken = workplace_.loader().archive().find(id).has_value() ||
                          ranges::any_of(listed, [&](const Drafts::Listed& one) { return one.game == id; });
    if (!is_taken) return id;
  }
}

/// One that the archive has: a name of any other kind could be that of a file.
std::string DraftApi::catalogueIn(const RequestData& request) const {
  std::string name = request.textIfAny("catalogue").value_or("");
  const auto all = knownCatalogues(workplace_.loader().archive());
  if (!name.empty() && !ranges::contains(all, name, &labelOf))
    throw BadInput(fmt::format("the archive has no cards {}: add the card file first", docket::quoted(name)));
  return name;
}

/// The newest cards for each ruleset, by its name.
std::map<std::string, std::string> DraftApi::newestCatalogues() const {
  std::map<std::string, std::string> newest;
  for (const HeldDocument& one : knownCatalogues(workplace_.loader().archive())) {
    DocumentReader<schema::Catalogue> document(one);
    newest.insert_or_assign(textOf(document.root().getRuleset()), labelOf(one));
  }
  return newest;
}

/// A draft of a transcript, with the newest cards for its rules.
std::string DraftApi::beginWith(std::string_view text, const std::string& typist) {
  const auto number = workplace_.drafts().begin(text, "");
  workplace_.drafts().at(number).addTypist(typist);
  workplace_.pens().began(tableOfDraft(number));
  const auto& game = workplace_.drafts().at(number).game();
  const auto newest = newestCatalogues();
  if (game.hasGame()) {
    const auto found = newest.find(game.rules()->ruleset.name);
    if (found != newest.end()) workplace_.drafts().useCatalogue(number, found->second);
  }
  return draftJson(number, {});
}

std::string DraftApi::begin(const RequestData& request) {
  if (request.has("text")) {
    const std::string text = request.text("text");
    if (!isOneTranscript(text))
      throw BadInput("this is not a transcript of one game: it begins with a line like: game \"friday-12\"");
    return beginWith(text, request.by().person.name);
  }
  const std::string title = request.textIfAny("id").value_or("");
  const std::string id = title.empty() ? freeId() : idOf(title);
  if (workplace_.loader().archive().find(id))
    throw BadInput(fmt::format("the archive has a game {} already: choose another name", docket::quoted(id)));
  const std::string text = typing::newGameText(id, request.texts("players"), request.text("ruleset"));
  const auto number = workplace_.drafts().begin(text, catalogueIn(request));
  workplace_.pens().began(tableOfDraft(number));
  return draftJson(number, {});
}

std::string DraftApi::show(const RequestData& request) { return draftJson(request.number("draft"), {}); }

std::string DraftApi::changed(const RequestData& request,
                              const std::function<void(Draft&, const std::string&)>& change) {
  const auto number = request.number("draft");
  Draft& draft = workplace_.drafts().at(number);
  workplace_.pens().takeIfFree(tableOfDraft(number), request.by().page);
  const auto before = draft.linesRead();
  change(draft, request.text("version"));
  draft.addTypist(request.by().person.name);
  workplace_.pens().changed(tableOfDraft(number), request.by().page);
  return draftJson(number, before);
}

std::string DraftApi::edit(const RequestData& request) {
  return changed(request, [&](Draft& draft, const std::string& version) {
    draft.edit(version, request.number("first"), request.number("count"), request.texts("lines"));
  });
}

std::string DraftApi::undo(const RequestData& request) {
  return changed(request, [](Draft& draft, const std::string& version) { draft.undo(version); });
}

std::string DraftApi::redo(const RequestData& request) {
  return changed(request, [](Draft& draft, const std::string& version) { draft.redo(version); });
}

std::string DraftApi::useCatalogue(const RequestData& request) {
  const auto number = request.number("draft");
  workplace_.pens().takeIfFree(tableOfDraft(number), request.by().page);
  workplace_.drafts().useCatalogue(number, catalogueIn(request));
  workplace_.pens().changed(tableOfDraft(number), request.by().page);
  return draftJson(number, {});
}

std::string DraftApi::discard(const RequestData& request) {
  const auto number = request.number("draft");
  workplace_.pens().takeIfFree(tableOfDraft(number), request.by().page);
  workplace_.drafts().discard(number);
  workplace_.pens().ended(tableOfDraft(number), "");
  return "{}";
}

std::string DraftApi::record(const RequestData& request) {
  const auto number = request.number("draft");
  Draft& draft = workplace_.drafts().at(number);
  workplace_.pens().takeIfFree(tableOfDraft(number), request.by().page);
  if (draft.mistakes() != 0)
    throw BadInput(fmt::format("{} cannot be read yet: mend what is marked, then record the game",
                               counted(draft.mistakes(), "line")));
  const OpenGame game = draft.open();
  const std::string id(game.id());
  std::vector<std::string> words{"import"};
  if (!draft.catalogue().empty()) words.push_back("--cards=" + draft.catalogue());
  draft.addTypist(request.by().person.name);
  for (const std::string& typist : draft.typists()) addRecorder(words, typist);
  const CommandOutput output = workplace_.runChange(std::move(words), {draft.file().string()});
  if (output.status > kDiffers && workplace_.loader().archive().find(id))
    throw BadInput(fmt::format("the archive has another game {}: change the name in the first line, then record it",
                               docket::quoted(id)));
  if (output.status > kDiffers) return outputJson(output, draft.file().string() + ": ");
  workplace_.drafts().discard(number);
  workplace_.pens().ended(tableOfDraft(number), id);
  JsonWriter json;
  return json.object().member("game", id).end().text();
}

std::string DraftApi::open(const SentFile& file) {
  if (file.kind == "deck") {
    const std::uint32_t number = file.draft;
    const std::string deck = "deck-" + safeName(file.name);
    workplace_.pens().takeIfFree(tableOfDraft(number), file.by);
    writeOutputFile(workplace_.drafts().at(number).folder() / deck, file.bytes);
    workplace_.drafts().reopen(number);
    workplace_.pens().changed(tableOfDraft(number), file.by);
    JsonWriter json;
    return json.object().member("deck", deck).end().text();
  }
  if (file.kind != "game" && file.kind != "cards") throw BadInput("expected a game, a deck or cards");
  if (file.kind == "game" && isOneTranscript(file.bytes)) return beginWith(file.bytes, file.by.name);
  const Uploaded kept(workplace_.folder(), file.name, file.bytes);
  const std::string place = (std::filesystem::path(kept.path()).parent_path() / "").string();
  if (file.kind == "cards") return outputJson(workplace_.runChange({"cards"}, {"import", kept.path()}), place);
  std::vector<std::string> words{"import"};
  for (const auto& [ruleset, catalogue] : newestCatalogues()) words.push_back("--cards=" + catalogue);
  addRecorder(words, file.by.name);
  return outputJson(workplace_.runChange(std::move(words), {kept.path()}), place);
}

}  // namespace docket::desk
