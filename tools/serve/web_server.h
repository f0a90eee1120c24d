// A web server for this machine only, for other machines over TLS, or behind a reverse proxy that handles TLS. It
// answers requests for its own host names. One thread does all network I/O, a few others compute the answers, so a slow
// client uses a connection but no thread.
// Invariants: requests for any other host name are refused (DNS rebinding); traffic to other machines is encrypted or
// goes through the configured proxy, and forwarded headers are trusted from that proxy only; the body of a request is
// read only after its head was admitted, and never more of it than was allowed; threads, connections and memory stay
// within the limits.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/serve/limits.h"

namespace docket::serve {

struct Request {
  std::string method;                                      ///< "GET"
  std::string path;                                        ///< without a query string
  std::map<std::string, std::string, std::less<>> fields;  ///< by name in lower case; repeated ones are joined by ", "
  std::string body{};
  std::string client{};  ///< the address that it came from; behind a proxy the one that the proxy names
  std::string origin{};  ///< of this server's pages, as it was asked: "https://desk.example.org"

  /// The value of a field; empty if it was not sent.
  [[nodiscard]] std::string_view field(std::string_view name) const {
    const auto found = fields.find(name);
    return found == fields.end() ? std::string_view() : std::string_view(found->second);
  }
  /// True if it asks for a page and brings no data.
  [[nodiscard]] bool isForPage() const { return method == "GET" || method == "HEAD"; }
};

/// The response to a request.
struct HttpResponse {
  int status = 200;
  std::string type = "text/html; charset=utf-8";
  std::string body{};
  std::vector<std::pair<std::string, std::string>> fields{};  ///< further fields of its head
  /// For a page that follows something: called repeatedly, it returns the next piece to send, an empty one if there is
  /// nothing new, nullopt at the end. It does not wait.
  std::function<std::optional<std::string>()> follow{};
};

/// A line of text, for a refusal.
[[nodiscard]] HttpResponse plainAnswer(int status, std::string_view line);
/// The content type of a file with this name.
[[nodiscard]] std::string typeOfFile(std::string_view path);

/// The allowed size of a request's body, or the refusal before any of it is read.
struct Admission {
  std::size_t body_bytes = 0;
  std::optional<HttpResponse> refusal{};
};
/// The rule of a server of pages: GET and HEAD, without data.
[[nodiscard]] Admission pagesOnly(const Request& head);

/// The address at which a server listens, and how it is reached.
struct Listening {
  std::uint16_t port = 0;             ///< 0: any that is free
  std::string address = "127.0.0.1";  ///< of this machine; 0.0.0.0 or :: for all
  std::string name{};                 ///< the host of its public address, "desk.example.org"; empty: this machine alone
  std::uint16_t public_port = 0;      ///< of that address behind a proxy; 0: the usual one
  std::filesystem::path certificate{}, key{};  ///< PEM files; empty: no TLS
  std::string proxy{};                         ///< the address of the proxy; empty: there is none

  [[nodiscard]] bool isPublic() const { return !name.empty(); }
};

class WebServer {
 public:
  using Admit = std::function<Admission(const Request& head)>;
  using Respond = std::function<HttpResponse(const Request&)>;

  /// Listens. `respond` is called by several threads; its exceptions are answered with 500. `admit` is called by one
  /// and must not wait. Throws EnvironmentError if the port is not available, BadInput if the address or the
  /// certificate is invalid.
  WebServer(const Listening& listening, const Limits& limits, Respond respond, Admit admit = pagesOnly);
  /// For this machine alone.
  WebServer(std::uint16_t port, const Limits& limits, Respond respond, Admit admit = pagesOnly)
      : WebServer(Listening{.port = port}, limits, std::move(respond), std::move(admit)) {}
  ~WebServer();
  WebServer(const WebServer&) = delete;
  WebServer& operator=(const WebServer&) = delete;

  [[nodiscard]] std::uint16_t port() const;
  /// "http://127.0.0.1:8000/", "https://desk.example.org/"
  [[nodiscard]] std::string address() const;
  /// Answers requests until stop() is called; every connection is closed when it returns.
  void run();
  /// From any thread, also before run().
  void stop();

 private:
  class Server;
  std::unique_ptr<Server> server_;
};

}  // namespace docket::serve
