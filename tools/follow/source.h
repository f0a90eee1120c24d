// Where the files of a served log are: a folder, or a web server or an object store that serves one. A server is not
// trusted: size and time of its answers are bounded, and nothing that it says is used unchecked.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace docket::follow {

class Source {
 public:
  Source() = default;
  virtual ~Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  /// The bytes of a file by its path within the folder; empty if there is none. Throws BadInput if it has more than
  /// `most` bytes or the server does not speak HTTP, EnvironmentError if it cannot be had.
  [[nodiscard]] virtual std::optional<std::string> find(const std::string& path, std::size_t most) = 0;
  /// The file's name in messages.
  [[nodiscard]] virtual std::string nameOf(const std::string& path) const = 0;

  /// The bytes of a file. Throws BadInput if there is none, and as find() does.
  [[nodiscard]] std::string get(const std::string& path, std::size_t most);
};

/// The source at "http://..." or in a folder. Throws BadInput if it is neither.
[[nodiscard]] std::unique_ptr<Source> sourceAt(const std::string& address);

}  // namespace docket::follow
