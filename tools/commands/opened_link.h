// A link opened in the browser of the person at the terminal, as docket desk --open does.
// Invariant: the link is in no argument of a process, only in a file that its owner alone can read and that this object
// removes.
#pragma once

#include <filesystem>
#include <string_view>

namespace docket {

class OpenedLink {
 public:
  /// Writes the file into a folder that exists, and has it opened. Throws EnvironmentError if it cannot be written;
  /// that there is no browser is no error.
  OpenedLink(const std::filesystem::path& folder, std::string_view link);
  ~OpenedLink();
  OpenedLink(const OpenedLink&) = delete;
  OpenedLink& operator=(const OpenedLink&) = delete;

  /// False if no program here opens it.
  [[nodiscard]] bool isOpened() const { return is_opened_; }

 private:
  std::filesystem::path file_;
  bool is_opened_ = false;
};

}  // namespace docket
