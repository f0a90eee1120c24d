// A client that sends its data slowly: it is given up, and keeps no other client waiting.
#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <string>
#include <thread>

#include "tools/serve/web_server.h"

namespace docket::slow_body_test {
namespace {

/// A client with its own connection.
class Client {
 public:
  explicit Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in to{
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
    connected_ = ::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;  // NOLINT
  }
  ~Client() { ::close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// Sends a request that announces this many bytes.
  void post(std::uint16_t port, std::size_t bytes, const std::string& body) const {
    ASSERT_TRUE(connected_);
    const std::string text =
        fmt::format("POST / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{}", port,
                    bytes, body);
    ASSERT_EQ(::send(socket_, text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
  }
  /// Until the server closes the connection.
  [[nodiscard]] std::string answer() const {
    std::string all;
    std::array<char, 4096> some{};
    for (ssize_t got = 0; (got = ::recv(socket_, some.data(), some.size(), 0)) > 0;)
      all.append(some.data(), static_cast<std::size_t>(got));
    return all;
  }

 private:
  int socket_;
  bool connected_ = false;
};

TEST(SlowBody, IsGivenUpAndKeepsNoOtherClientWaiting) {
  constexpr std::chrono::seconds kBodyTime{1};
  const auto admit = [](const serve::Request&) { return serve::Admission{.body_bytes = 1000}; };
  const auto respond = [](const serve::Request& request) { return serve::plainAnswer(200, request.body); };
  serve::WebServer server(0, {.body_time = kBodyTime, .threads = 1}, respond, admit);
  std::thread thread([&] { server.run(); });
  const auto begun = std::chrono::steady_clock::now();
  const auto taken = [&] { return std::chrono::steady_clock::now() - begun; };
  {
    const Client slow(server.port()), other(server.port());
    slow.post(server.port(), 100, "{");
    other.post(server.port(), 4, "here");
    EXPECT_NE(other.answer().find("here"), std::string::npos);
    EXPECT_LT(taken(), kBodyTime) << "the other client waited";
    EXPECT_EQ(slow.answer(), "");
    EXPECT_GE(taken(), kBodyTime);
    EXPECT_LT(taken(), 10 * kBodyTime);
  }
  server.stop();
  thread.join();
}

}  // namespace
}  // namespace docket::slow_body_test
