#include "tools/serve/web_server.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "events/errors.h"
#include "tools/serve/connection.h"

namespace docket::serve {
namespace {

constexpr const char* kHost = "127.0.0.1";
constexpr std::string_view kFollowed = "/follow";  // how the path of what is followed ends

/// Threads for connections. Who takes a connection waits where too many wait already, so that further ones stay with
/// the system, which has a bound of its own.
class BoundedThreads : public httplib::TaskQueue {
 public:
  BoundedThreads(const Limits& limits, const std::atomic<bool>& ends) : most_(limits.waiting), ends_(ends) {
    for (std::size_t i = 0; i < limits.threads; ++i) threads_.emplace_back([this] { work(); });
  }

  void enqueue(std::function<void()> task) override {
    std::unique_lock lock(mutex_);
    while (tasks_.size() >= most_ && !ends_) room_.wait_for(lock, std::chrono::milliseconds(100));
    tasks_.push_back(std::move(task));
    due_.notify_one();
  }

  void shutdown() override {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    due_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock lock(mutex_);
        due_.wait(lock, [this] { return over_ || !tasks_.empty(); });
        if (tasks_.empty()) return;
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      room_.notify_one();
      task();
    }
  }

  std::size_t most_;
  const std::atomic<bool>& ends_;
  std::mutex mutex_;  // guards tasks_ and over_
  std::condition_variable due_, room_;
  std::deque<std::function<void()>> tasks_;
  bool over_ = false;
  std::vector<std::thread> threads_;
};

Answer plain(int status, std::string words) {
  return {.status = status, .type = "text/plain; charset=utf-8", .body = std::move(words) + "\n"};
}

}  // namespace

class WebServer::Server : public httplib::Server {
 public:
  Server(std::uint16_t port, const Limits& limits, Respond respond) : limits_(limits), respond_(std::move(respond)) {
    new_task_queue = [this] { return new BoundedThreads(limits_, ends_); };  // the library deletes it
    set_socket_options([](socket_t socket) {  // not SO_REUSEPORT: a port that somebody listens on is taken
      const int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    set_payload_max_length(0);
    set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      give(answerTo(request), request, response);
      return HandlerResponse::Handled;
    });
    const int bound = port == 0 ? bind_to_any_port(kHost) : bind_to_port(kHost, port) ? port : -1;
    if (bound <= 0)
      throw EnvironmentError(fmt::format(
          "port {} of {} cannot be listened on: another program may have it (--port 0 takes a free one)", port, kHost));
    port_ = static_cast<std::uint16_t>(bound);
  }

  void end() {
    ends_ = true;
    stop();
  }
  [[nodiscard]] bool ends() const { return ends_; }
  [[nodiscard]] std::uint16_t port() const { return port_; }

 private:
  bool process_and_close_socket(socket_t socket) override {
    Connection connection(socket, limits_, ends_);
    bool closes = false;
    for (std::size_t left = limits_.requests_of_a_connection; left > 0 && !closes && connection.awaitRequest();
         --left) {
      const bool answered =
          process_request(connection, left == 1 || ends_, closes, [&connection](httplib::Request& request) {
            request.ranges.clear();  // whole pages only: parts of parts could be many times the whole
            request.headers.erase("Accept-Encoding");
            if (request.path.ends_with(kFollowed)) connection.followOn();
          });
      if (!answered) break;
    }
    ::shutdown(socket, SHUT_RDWR);
    ::close(socket);
    return true;
  }

  [[nodiscard]] bool isOwnHost(const std::string& host) const {
    for (const std::string_view own : {std::string_view(kHost), std::string_view("localhost")}) {
      if (host == fmt::format("{}:{}", own, port_) || (port_ == 80 && host == own)) return true;
    }
    return false;
  }

  [[nodiscard]] Answer answerTo(const httplib::Request& request) const {
    if (request.get_header_value_count("Host") != 1 || !isOwnHost(request.get_header_value("Host")))
      return plain(421, fmt::format("This server answers for {}:{} and localhost:{} only.", kHost, port_, port_));
    if (request.method != "GET" && request.method != "HEAD")
      return plain(405, "This server only gives out pages: GET or HEAD.");
    try {
      return respond_(request.path);
    } catch (const std::exception&) {  // what is wrong may name what is not shown; whoever serves asks docket check
      return plain(500, "This page cannot be made: docket check and docket verify tell whether the archive is whole.");
    }
  }

  void give(Answer answer, const httplib::Request& request, httplib::Response& response) const {
    response.status = answer.status;
    response.set_header("Cache-Control", "no-store");
    response.set_header("X-Content-Type-Options", "nosniff");
    response.set_header("X-Frame-Options", "DENY");
    response.set_header("Cross-Origin-Resource-Policy", "same-origin");
    response.set_header("Referrer-Policy", "no-referrer");
    if (answer.status == 405) response.set_header("Allow", "GET, HEAD");
    if (!answer.follow || request.method == "HEAD") {
      response.set_content(answer.body, answer.type.c_str());
      return;
    }
    response.set_chunked_content_provider(
        answer.type.c_str(), [this, follow = std::move(answer.follow)](std::size_t, httplib::DataSink& sink) {
          const std::string piece = ends_ ? std::string() : follow();
          if (piece.empty()) {
            sink.done();
            return true;
          }
          return sink.write(piece.data(), piece.size());
        });
  }

  Limits limits_;
  Respond respond_;
  std::uint16_t port_ = 0;
  std::atomic<bool> ends_ = false;
};

WebServer::WebServer(std::uint16_t port, const Limits& limits, Respond respond)
    : server_(std::make_unique<Server>(port, limits, std::move(respond))) {}
WebServer::~WebServer() = default;

std::uint16_t WebServer::port() const { return server_->port(); }
std::string WebServer::address() const { return fmt::format("http://{}:{}/", kHost, port()); }
void WebServer::run() { server_->listen_after_bind(); }
void WebServer::stop() { server_->end(); }
bool WebServer::ends() const { return server_->ends(); }

}  // namespace docket::serve
