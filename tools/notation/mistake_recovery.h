// Reads the lines of an event that may have mistakes. If a mistake has choices, the first choice replaces the typed
// text and reading continues, so that all mistakes are found.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tools/notation/event_reader.h"
#include "tools/notation/mistake.h"
#include "tools/notation/tokens.h"

namespace docket::notation {

class MistakeRecovery {
 public:
  MistakeRecovery(std::vector<Cursor> lines, const std::vector<std::string>* players)
      : lines_(std::move(lines)), players_(players) {}

  /// Calls `read` with the lines, corrected after each mistake. Returns whether they could be read in the end.
  template <class Read>
  bool run(Read&& read) {
    while (true) {
      try {
        read(eventLines());
        return true;
      } catch (const Mistake& mistake) {
        if (!recover(mistake)) return false;
      }
    }
  }
  /// Their places are those in the typed text.
  [[nodiscard]] const std::vector<Mistake>& mistakes() const { return mistakes_; }

 private:
  struct Patch {
    std::size_t line, column, typed_bytes, corrected_bytes;
  };
  [[nodiscard]] EventLines eventLines() const;
  bool recover(const Mistake& mistake);
  [[nodiscard]] Place placeTyped(const Mistake& mistake) const;

  std::vector<Cursor> lines_;
  const std::vector<std::string>* players_;
  std::vector<std::unique_ptr<std::string>> texts_;
  std::vector<Patch> patches_;
  std::vector<Mistake> mistakes_;
};

}  // namespace docket::notation
