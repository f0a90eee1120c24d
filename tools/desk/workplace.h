// The resources of a desk: its archive, the program's commands, the drafts.
// Invariant: while it exists, no other process records games into the archive (store/desk_lock.h); after a command that
// changed the archive, questions see what it stored.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/desk_lock.h"
#include "tools/desk/drafts.h"
#include "tools/desk/pens.h"
#include "tools/game/game_loader.h"

namespace docket::desk {

/// The output of a command.
struct CommandOutput {
  int status = 0;
  std::string out, err;
};
/// Runs a command: the words after "docket", and its standard input.
using Run = std::function<CommandOutput(const std::vector<std::string>& words, const std::string& input)>;

/// The folder for certificates of rulings, and the address under which it is published.
struct Certificates {
  std::filesystem::path folder;
  std::string address;  ///< ends with "/"
};

class Workplace {
 public:
  /// The archive must exist. Throws as Archive::open(), and EnvironmentError if another desk runs on it.
  Workplace(std::filesystem::path archive, Run run, std::optional<Certificates> certificates);
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  [[nodiscard]] std::filesystem::path folder() const { return deskFolder(archive_); }
  [[nodiscard]] const std::optional<Certificates>& certificates() const { return certificates_; }
  [[nodiscard]] GameLoader& loader() { return loader_; }
  [[nodiscard]] Drafts& drafts() { return drafts_; }
  /// Thread-safe.
  [[nodiscard]] Pens& pens() { return pens_; }
  /// The number of changes of the archive by commands. Thread-safe.
  [[nodiscard]] std::uint64_t changes() const { return changes_; }
  /// Stores the desk's address for other processes.
  void storeAddress(std::string_view address) { lock_.writeAddress(address); }

  /// Runs a command on the archive with JSON as its answer. `words`: its name and options; `operands`: the other words.
  [[nodiscard]] CommandOutput run(std::vector<std::string> words, const std::vector<std::string>& operands,
                                  const std::string& input = {});
  /// run() for a command that changes the archive.
  [[nodiscard]] CommandOutput runChange(std::vector<std::string> words, const std::vector<std::string>& operands,
                                        const std::string& input = {});

 private:
  std::filesystem::path archive_;
  Run run_;
  std::optional<Certificates> certificates_;
  DeskLock lock_;
  GameLoader loader_;
  Drafts drafts_;
  Pens pens_;
  std::atomic<std::uint64_t> changes_ = 0;
};

/// Adds to the words of a command who records events by it; an empty name, of whoever is at the terminal, adds nothing.
void addRecorder(std::vector<std::string>& words, const std::string& name);

/// The key of a draft's table, or of a stored game's, for pens.
[[nodiscard]] std::string tableOfDraft(std::uint32_t number);
[[nodiscard]] std::string tableOfGame(std::string_view game);

/// The output as a JSON object: the status, the lines of JSON, and the messages for people.
[[nodiscard]] std::string commandOutputJson(const CommandOutput& output);

}  // namespace docket::desk
