#include "tools/desk/desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/find.hpp>
#include <utility>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "tools/desk/api.h"
#include "tools/report/template.h"

namespace docket::desk {
namespace {

using serve::Admission;
using serve::HttpResponse;
using serve::Request;

constexpr std::string_view kApi = "/api/", kEnter = "/enter", kPages = "/pages/";
constexpr std::string_view kUploadPath = "/api/upload", kLeave = "/api/leave";
constexpr std::string_view kWait = "Too many requests: wait a moment.", kClosed = "Open the link that you were given.";
constexpr std::size_t kEnterBytes = 1U << 10;
constexpr std::size_t kMaxPageBytes = 64;

struct File {
  std::string_view path;
  std::string (*text)();
};
/// The files of which the pages are made. None holds data.
const std::vector<File>& files() {
  static const std::vector<File> all = {
      {"/", [] { return report::pageText({"desk.html"}); }},
      {"/desk.css",
       [] {
         return report::pageText({"base.css", "verdict.css", "board.css", "desk.css"});
       }},
      {"/desk.js", [] {
         return "'use strict';\n" +
                report::pageText({"board.js", "card_words.js", "detail_panel.js", "dom.js", "mat.js", "plot.js",
                                  "story.js", "desk_requests.js", "desk_lines.js", "desk_questions.js",
                                  "desk_decisions.js", "desk_table.js", "desk_start.js", "desk.js"});
       }}};
  return all;
}

HttpResponse withPolicy(HttpResponse answer) {
  answer.fields.emplace_back("Content-Security-Policy",
                             "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
                             "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
                             "require-trusted-types-for 'script'");
  answer.fields.emplace_back("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
  return answer;
}

Admission refused(int status, std::string_view why) { return {.refusal = withPolicy(serve::plainAnswer(status, why))}; }

}  // namespace

Desk::Desk(const std::filesystem::path& archive, Run run, const serve::Limits& limits,
           std::optional<Certificates> certificates)
    : people_file_(deskFolder(archive)),
      entrance_([] { return Entrance::Clock::now(); }, &people_file_),
      api_(std::make_unique<Api>(archive, std::move(run), std::move(certificates))),
      pages_(archive, limits) {}
Desk::~Desk() = default;

void Desk::listenOn(const std::string& address, std::uint16_t port) {
  address_ = address;
  port_ = port;
  encrypted_ = address.starts_with("https:");
  api_->storeAddress(address);
}

std::string Desk::newLink() { return fmt::format("{}#{}", address_, entrance_.newToken()); }

/// Cookies do not know ports: each desk of this machine has its own.
std::string Desk::cookieName() const { return fmt::format("{}docket-desk-{}", encrypted_ ? "__Host-" : "", port_); }

std::string_view Desk::cookieIn(const Request& head) const {
  std::string_view cookies = head.field("cookie");
  const std::string begin = cookieName() + "=";
  while (!cookies.empty()) {
    const std::string_view one = cookies.substr(0, cookies.find(';'));
    if (one.starts_with(begin)) return one.substr(begin.size());
    cookies.remove_prefix(std::min(cookies.size(), one.size() + 1));
    cookies.remove_prefix(std::min(cookies.find_first_not_of(' '), cookies.size()));
  }
  return {};
}

Admission Desk::admit(const Request& head) {
  const std::string_view path = head.path;
  const bool is_page = ranges::find(files(), path, &File::path) != files().end() || path.starts_with(kPages);
  const bool is_api = path.starts_with(kApi);
  if (!is_api && !entrance_.admitStranger(head.client)) return refused(429, kWait);
  if (is_page) return head.isForPage() ? Admission{} : refused(405, "This is a page: GET or HEAD.");
  if (path != kEnter && !(is_api && (path == kLeave || Api::allowed(path.substr(kApi.size())))))
    return refused(404, "There is no such page. Start at /.");
  if (head.method != "POST") return refused(405, "Use POST here.");
  if (head.field("origin") != head.origin) return refused(403, "Requests are accepted only from pages of this desk.");
  const std::string_view expected = path == kUploadPath ? "application/octet-stream" : "application/json";
  if (head.field("content-type") != expected)
    return refused(415, fmt::format("Unsupported content type: expected {}.", expected));
  return path == kEnter ? Admission{.body_bytes = kEnterBytes} : admitToApi(head);
}

Admission Desk::admitToApi(const Request& head) {
  const std::string_view cookie = cookieIn(head), key = head.field("x-docket-key");
  const auto admitted = entrance_.admit(cookie, key);
  if (admitted == Entrance::Admitted::too_often) return refused(429, kWait);
  const auto visitor = admitted == Entrance::Admitted::yes ? entrance_.visitor(cookie, key) : std::nullopt;
  if (!visitor) return refused(401, kClosed);
  if (head.path == kLeave) return {.body_bytes = kEnterBytes};
  const auto allowed = *Api::allowed(std::string_view(head.path).substr(kApi.size()));
  if (visitor->person.role < allowed.least)
    return refused(403, fmt::format("A {} may not do this.", wordOf(visitor->person.role)));
  return {.body_bytes = allowed.body_bytes};
}

HttpResponse Desk::respond(const Request& request) {
  const auto file = ranges::find(files(), request.path, &File::path);
  if (file != files().end()) return withPolicy({.type = serve::typeOfFile(request.path), .body = file->text()});
  if (request.path == kEnter) return withPolicy(enter(request));
  if (std::string_view(request.path).starts_with(kPages)) return page(request);
  return withPolicy(request.path == kLeave ? leave(request) : answer(request));
}

HttpResponse Desk::answer(const Request& request) {
  const std::string cookie(cookieIn(request)), key(request.field("x-docket-key"));
  const auto visitor = entrance_.visitor(cookie, key);
  if (!visitor) return serve::plainAnswer(401, kClosed);
  const Requester by{.person = visitor->person,
                     .page = {.session = visitor->session,
                              .page = std::string(request.field("x-docket-page").substr(0, kMaxPageBytes)),
                              .name = visitor->person.name},
                     .pages = fmt::format("{}{}/", kPages, visitor->pages)};
  HttpResponse answer = api_->to(std::string_view(request.path).substr(kApi.size()), request, by);
  if (answer.follow) {
    answer.follow = [this, cookie, key, follow = std::move(answer.follow)]() -> std::optional<std::string> {
      return entrance_.visitor(cookie, key) ? follow() : std::nullopt;
    };
  }
  return answer;
}

/// A page of the archive: "/pages/SECRET/games/index.html".
HttpResponse Desk::page(const Request& request) {
  std::string_view path = request.path;
  path.remove_prefix(kPages.size());
  const std::string secret(path.substr(0, path.find('/')));
  path.remove_prefix(std::min(path.size(), secret.size() + 1));
  const std::string cookie(cookieIn(request));
  const auto visitor = entrance_.visitorOfPages(cookie, secret);
  if (!visitor) return withPolicy(serve::plainAnswer(401, kClosed));
  const std::string base = fmt::format("{}{}/", kPages, secret);
  HttpResponse answer = pages_.answer(path, base, visitor->person.role, api_->changes());
  if (answer.follow) {
    answer.follow = [this, cookie, secret, follow = std::move(answer.follow)]() -> std::optional<std::string> {
      return entrance_.hasSessionOfPages(cookie, secret) ? follow() : std::nullopt;
    };
  }
  // These pages have a policy of their own; this one only forbids other pages to frame them.
  answer.fields.emplace_back("Content-Security-Policy", "frame-ancestors 'none'");
  return answer;
}

HttpResponse Desk::leave(const Request& request) {
  if (const auto visitor = entrance_.visitor(cookieIn(request), request.field("x-docket-key")))
    entrance_.leave(visitor->session);
  HttpResponse answer{.type = "application/json", .body = "{}"};
  answer.fields.emplace_back("Set-Cookie", fmt::format("{}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict{}",
                                                       cookieName(), encrypted_ ? "; Secure" : ""));
  return answer;
}

HttpResponse Desk::enter(const Request& request) {
  std::optional<Entrance::SessionKeys> session;
  try {
    const Entrance::SessionKeys own{.cookie = std::string(cookieIn(request)),
                                    .key = std::string(request.field("x-docket-key"))};
    session = entrance_.enter(RequestData(request.body).text("token"), request.client, &own);
  } catch (const BadInput&) {  // as a token that does not open
  }
  if (!session) return serve::plainAnswer(401, "This link has been used or has expired.");
  JsonWriter json;
  HttpResponse answer{.type = "application/json", .body = json.object().member("key", session->key).end().text()};
  answer.fields.emplace_back("Set-Cookie", fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict{}", cookieName(),
                                                       session->cookie, encrypted_ ? "; Secure" : ""));
  return answer;
}

}  // namespace docket::desk
