#include "tools/desk/desk.h"

#include <fmt/format.h>

#include <range/v3/algorithm/find.hpp>
#include <utility>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "tools/desk/answers.h"
#include "tools/report/template.h"

namespace docket::desk {
namespace {

using serve::Admission;
using serve::HttpResponse;
using serve::Request;

constexpr std::string_view kApi = "/api/", kEnter = "/enter";
constexpr std::size_t kEnterBytes = 1U << 10;

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

Admission refused(int status, std::string_view said) {
  return {.refusal = withPolicy(serve::plainAnswer(status, said))};
}

}  // namespace

Desk::Desk(const std::filesystem::path& archive, Run run, std::optional<Certificates> certificates)
    : answers_(std::make_unique<Answers>(archive, std::move(run), std::move(certificates))) {}
Desk::~Desk() = default;

void Desk::listenOn(std::uint16_t port) {
  port_ = port;
  answers_->tell(fmt::format("http://127.0.0.1:{}/", port));
}

std::string Desk::newLink() { return fmt::format("http://127.0.0.1:{}/#{}", port_, entrance_.newToken()); }

/// Cookies do not know ports: each desk of this machine has its own.
std::string Desk::cookieName() const { return fmt::format("docket-desk-{}", port_); }

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

bool Desk::isFromOwnPage(const Request& head) const {
  return head.field("origin") == fmt::format("http://{}", head.field("host"));
}

Admission Desk::admit(const Request& head) {
  const bool is_file = ranges::find(files(), head.path, &File::path) != files().end();
  const bool is_api = std::string_view(head.path).starts_with(kApi);
  if (!is_api && !entrance_.admitStranger()) return refused(429, "Too many requests: wait a moment.");
  if (is_file) return head.isForPage() ? Admission{} : refused(405, "This is a page: GET or HEAD.");
  const auto bytes = is_api ? Answers::bodyBytes(std::string_view(head.path).substr(kApi.size())) : std::nullopt;
  if (head.path != kEnter && !bytes) return refused(404, "There is no such page. Start at /.");
  if (head.method != "POST") return refused(405, "Nothing is answered or changed here but by POST.");
  if (!isFromOwnPage(head)) return refused(403, "Only a page of this desk may ask this.");
  const bool is_upload = head.path == "/api/upload";
  if (head.field("content-type") != (is_upload ? "application/octet-stream" : "application/json"))
    return refused(415, "Expected data of another type.");
  if (head.path == kEnter) return {.body_bytes = kEnterBytes};
  switch (entrance_.admit(cookieIn(head), head.field("x-docket-key"))) {
    case Entrance::Admitted::no:
      return refused(401, "Open the link that docket desk shows.");
    case Entrance::Admitted::too_often:
      return refused(429, "Too many requests: wait a moment.");
    case Entrance::Admitted::yes:
      break;
  }
  return {.body_bytes = *bytes};
}

HttpResponse Desk::respond(const Request& request) {
  const auto file = ranges::find(files(), request.path, &File::path);
  if (file != files().end()) return withPolicy({.type = serve::typeOfFile(request.path), .body = file->text()});
  if (request.path == kEnter) return withPolicy(enter(request));
  return withPolicy(answers_->to(std::string_view(request.path).substr(kApi.size()), request));
}

HttpResponse Desk::enter(const Request& request) {
  std::optional<Entrance::Session> session;
  try {
    session = entrance_.enter(Asked(request.body).text("token"));
  } catch (const BadInput&) {  // as a token that does not open
  }
  if (!session) return serve::plainAnswer(401, "This link was used already, or is older than five minutes.");
  JsonWriter json;
  HttpResponse answer{.type = "application/json", .body = json.object().member("key", session->key).end().text()};
  answer.fields.emplace_back("Set-Cookie",
                             fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", cookieName(), session->cookie));
  return answer;
}

}  // namespace docket::desk
