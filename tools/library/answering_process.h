// The process that reads an archive for the library: `docket session`, asked by lines and answering by lines.
// Invariant: what goes wrong in it is a Failure here, never a signal or a crash of the caller's process; a process that
// ended is not asked again, but a new one.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace docket::library {

/// Why there is no answer, as one of docket_status and in words.
class Failure : public std::runtime_error {
 public:
  Failure(int status, const std::string& message) : std::runtime_error(message), status_(status) {}
  [[nodiscard]] int status() const { return status_; }

 private:
  int status_;
};

class AnsweringProcess {
 public:
  /// `archive`: nothing is the one that the program takes by itself.
  explicit AnsweringProcess(std::optional<std::string> archive) : archive_(std::move(archive)) {}
  ~AnsweringProcess() { end(); }
  AnsweringProcess(const AnsweringProcess&) = delete;
  AnsweringProcess& operator=(const AnsweringProcess&) = delete;

  using EachLine = std::function<void(std::string_view line)>;
  /// Asks by the words of a command, gives each line of the answer, and gives the command's exit status. Throws Failure
  /// if the program cannot be started, or gave up.
  int ask(const std::vector<std::string>& words, const EachLine& each);

 private:
  void start();
  void send(std::string_view bytes);
  std::string_view nextLine();
  void end();
  /// The reason why the process stopped answering.
  [[nodiscard]] Failure gaveUp();

  std::optional<std::string> archive_;
  pid_t process_ = -1;
  int socket_ = -1;
  std::string received_;
  std::size_t given_ = 0;  // how much of it was given as lines
  bool asking_ = false;
};

}  // namespace docket::library
