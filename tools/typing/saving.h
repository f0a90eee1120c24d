// Saves a text in the background while the user types.
// Invariant: the file is complete at every moment: the old text or a saved one, never a part. Callers do not wait.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace docket::typing {

class SavedText {
 public:
  explicit SavedText(std::filesystem::path file);
  ~SavedText();
  SavedText(const SavedText&) = delete;
  SavedText& operator=(const SavedText&) = delete;

  /// Queues this text for the file; of several queued ones only the latest is written.
  void put(std::string text);
  /// The error of the latest write; empty if it succeeded.
  [[nodiscard]] std::string trouble();
  /// Waits until everything is written. Throws EnvironmentError if the latest text could not be.
  void finish();

 private:
  void run();

  std::filesystem::path file_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<std::string> waiting_{};
  bool writes_ = false, ends_ = false;
  std::string trouble_{};
  std::thread thread_;  // last: it uses the others
};

}  // namespace docket::typing
