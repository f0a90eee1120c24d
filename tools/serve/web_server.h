// A web server for this machine alone: it listens on 127.0.0.1, answers GET and HEAD for its own host, and nothing
// else. Invariants: what a stranger's page makes a browser ask of another name that leads here is refused (DNS
// rebinding); no request of whatever form is parsed by anything but the library's line reader, of limited size; no more
// threads, connections or memory are taken than the limits say.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "tools/serve/limits.h"

namespace docket::serve {

/// The response to a request.
struct Answer {
  int status = 200;
  std::string type = "text/html; charset=utf-8";
  std::string body{};
  /// Of a page that follows something: called again and again, it waits and gives the next piece to send; nothing once
  /// there is no more.
  std::function<std::string()> follow{};
};

class WebServer {
 public:
  using Respond = std::function<Answer(std::string_view path)>;

  /// Listens; `port` 0 is any that is free. `respond` is asked by several threads; what it throws is answered with 500.
  /// Throws EnvironmentError if the port cannot be had.
  WebServer(std::uint16_t port, const Limits& limits, Respond respond);
  ~WebServer();
  WebServer(const WebServer&) = delete;
  WebServer& operator=(const WebServer&) = delete;

  [[nodiscard]] std::uint16_t port() const;
  /// "http://127.0.0.1:8000/"
  [[nodiscard]] std::string address() const;
  /// Answers requests until stop() is called; every connection is closed when it returns.
  void run();
  /// From any thread.
  void stop();
  /// Whether stop() was called: what waits for something to follow ends then.
  [[nodiscard]] bool ends() const;

 private:
  class Server;
  std::unique_ptr<Server> server_;
};

}  // namespace docket::serve
