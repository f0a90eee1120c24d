#include "tools/desk/api.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <range/v3/algorithm/find.hpp>
#include <utility>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/text/whole_number.h"
#include "tools/io/exit_status.h"
#include "tools/io/json_answer.h"

namespace docket::desk {
namespace {

constexpr std::size_t kQuestionBytes = 64U << 10;
constexpr std::size_t kTextBytes = 3U << 20;  // a draft as JSON
constexpr std::size_t kFileBytes = 64U << 20;
constexpr std::string_view kUpload = "upload", kFollow = "follow";
constexpr std::chrono::seconds kKeepAliveInterval{2};  // a closed page is noticed when one cannot be sent

serve::HttpResponse jsonAnswer(int status, std::string body) {
  return {.status = status, .type = "application/json", .body = std::move(body)};
}

serve::HttpResponse failure(int status, const ErrorReport& report) {
  JsonWriter json;
  writeError(json.object().key("error"), report);
  return jsonAnswer(status, json.end().text());
}

}  // namespace

Api::Api(const std::filesystem::path& archive, Run run, std::optional<Certificates> certificates)
    : workplace_(archive, std::move(run), std::move(certificates)) {}

const std::vector<Api::RequestKind>& Api::known() {
  const auto draft = [](std::string (DraftApi::*answer)(const RequestData&)) {
    return [answer](Api& to, const RequestData& request) { return (to.drafts_.*answer)(request); };
  };
  const auto game = [](std::string (GameApi::*answer)(const RequestData&)) {
    return [answer](Api& to, const RequestData& request) { return (to.games_.*answer)(request); };
  };
  const auto own = [](std::string (Api::*answer)(const RequestData&)) {
    return [answer](Api& to, const RequestData& request) { return (to.*answer)(request); };
  };
  static const std::vector<RequestKind> all = {
      {"who", {kQuestionBytes, Role::viewer}, own(&Api::whoIs)},
      {"take-over", {kQuestionBytes, Role::scribe}, own(&Api::takePen)},
      {"drafts", {kQuestionBytes, Role::scribe}, draft(&DraftApi::list)},
      {"new-draft", {kTextBytes, Role::scribe}, draft(&DraftApi::begin)},
      {"draft", {kQuestionBytes, Role::scribe}, draft(&DraftApi::show)},
      {"edit", {kTextBytes, Role::scribe}, draft(&DraftApi::edit)},
      {"undo", {kQuestionBytes, Role::scribe}, draft(&DraftApi::undo)},
      {"redo", {kQuestionBytes, Role::scribe}, draft(&DraftApi::redo)},
      {"use-catalogue", {kQuestionBytes, Role::scribe}, draft(&DraftApi::useCatalogue)},
      {"discard", {kQuestionBytes, Role::scribe}, draft(&DraftApi::discard)},
      {"record", {kQuestionBytes, Role::scribe}, draft(&DraftApi::record)},
      {"offers", {kQuestionBytes, Role::scribe}, game(&GameApi::offers)},
      {"board", {kQuestionBytes, Role::scribe}, game(&GameApi::board)},
      {"ask", {kQuestionBytes, Role::scribe}, game(&GameApi::ask)},
      {"explain", {kQuestionBytes, Role::scribe}, game(&GameApi::explain)},
      {"moves", {kQuestionBytes, Role::scribe}, game(&GameApi::moves)},
      {"games", {kQuestionBytes, Role::scribe}, game(&GameApi::games)},
      {"live", {kQuestionBytes, Role::scribe}, game(&GameApi::live)},
      {"rulesets", {kQuestionBytes, Role::scribe}, game(&GameApi::rulesets)},
      {"catalogues", {kQuestionBytes, Role::scribe}, game(&GameApi::catalogues)},
      {"log", {kQuestionBytes, Role::scribe}, game(&GameApi::log)},
      {"rulings", {kQuestionBytes, Role::scribe}, game(&GameApi::rulings)},
      {"slip", {kQuestionBytes, Role::scribe}, game(&GameApi::slip)},
      {"rule", {kQuestionBytes, Role::judge}, game(&GameApi::rule)},
      {"certify", {kQuestionBytes, Role::judge}, game(&GameApi::certify)},
      {"add-line", {kQuestionBytes, Role::scribe}, game(&GameApi::addLine)},
      {"branch", {kQuestionBytes, Role::judge}, game(&GameApi::branch)},
      {"compare", {kQuestionBytes, Role::scribe}, game(&GameApi::compare)},
  };
  return all;
}

std::optional<Api::Allowed> Api::allowed(std::string_view name) {
  if (name == kUpload) return Allowed{kFileBytes, Role::scribe};
  if (name == kFollow) return Allowed{kQuestionBytes, Role::scribe};
  const auto found = ranges::find(known(), name, &RequestKind::name);
  return found == known().end() ? std::nullopt : std::optional(found->allowed);
}

std::string Api::answer(std::string_view name, const serve::Request& request, const Requester& by) {
  if (name != kUpload)
    return ranges::find(known(), name, &RequestKind::name)->answer(*this, RequestData(request.body, by));
  return drafts_.open({.kind = request.field("x-docket-kind"),
                       .name = request.field("x-docket-file"),
                       .draft = wholeNumber<std::uint32_t>(request.field("x-docket-draft")).value_or(0),
                       .bytes = request.body,
                       .by = by.page});
}

/// A page that follows a table: it is told who types there, and each time that something has changed.
serve::HttpResponse Api::follow(const serve::Request& request, const Requester& by) {
  const RequestData data(request.body, by);
  const std::string table = data.has("draft") ? tableOfDraft(data.number("draft")) : tableOfGame(data.text("game"));
  auto place_taken = workplace_.pens().reservePlace(by.page.session);
  if (place_taken == nullptr) return serve::plainAnswer(503, "Too many pages are following a table right now.");
  struct Sent {
    std::optional<PenStatus> last{};
    std::chrono::steady_clock::time_point signed_at{};
  };
  return {.type = "text/event-stream",
          .follow = [this, table, page = by.page, place_taken,
                     sent = std::make_shared<Sent>()]() -> std::optional<std::string> {
            if (sent->last && sent->last->over) return std::nullopt;
            PenStatus seen = workplace_.pens().visit(table, page);
            const auto now = std::chrono::steady_clock::now();
            if (sent->last && seen.table_number != sent->last->table_number) seen.over = true;
            if (sent->last == seen) {
              if (now - sent->signed_at < kKeepAliveInterval) return std::string();
              sent->signed_at = now;
              return ": still here\n\n";
            }
            sent->last = seen;
            sent->signed_at = now;
            JsonWriter json;
            json.object().member("change", seen.change).member("own", seen.changed_here).member("pen", seen.has_pen);
            json.member("writer", seen.writer).member("over", seen.over).member("became", seen.became);
            return fmt::format("data: {}\n\n", json.end().text());
          }};
}

/// Gives the page the pen of a table.
std::string Api::takePen(const RequestData& request) {
  workplace_.pens().take(
      request.has("draft") ? tableOfDraft(request.number("draft")) : tableOfGame(request.text("game")),
      request.by().page);
  return "{}";
}

/// The sender of the request, as the desk knows them.
std::string Api::whoIs(const RequestData& request) {
  JsonWriter json;
  json.object().member("name", request.by().person.name).member("role", wordOf(request.by().person.role));
  json.member("pages", request.by().pages);
  return json.end().text();
}

serve::HttpResponse Api::to(std::string_view name, const serve::Request& request, const Requester& by) {
  try {
    if (name == kFollow) return follow(request, by);
    const std::lock_guard lock(working_);
    return jsonAnswer(200, answer(name, request, by));
  } catch (const Outdated& outdated) {
    return failure(409, reportOf(outdated));
  } catch (const WithoutPen& refused) {
    return failure(409, reportOf(refused));
  } catch (const BadInput& refused) {
    return failure(400, reportOf(refused));
  } catch (const EnvironmentError& error) {
    return failure(503, {.status = kEnvironment, .message = error.what()});
  }
}

}  // namespace docket::desk
