#include "tools/typing/saving.h"

#include <exception>
#include <utility>

#include "events/errors.h"
#include "tools/io/output.h"

namespace docket::typing {

SavedText::SavedText(std::filesystem::path file) : file_(std::move(file)), thread_([this] { run(); }) {}

SavedText::~SavedText() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void SavedText::put(std::string text) {
  {
    const std::lock_guard lock(mutex_);
    waiting_ = std::move(text);
  }
  changed_.notify_all();
}

std::string SavedText::trouble() {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

void SavedText::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !waiting_ && !writes_; });
  if (!trouble_.empty()) throw EnvironmentError(trouble_);
}

void SavedText::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return waiting_ || ends_; });
    if (!waiting_) return;
    const std::string text = std::move(*waiting_);
    waiting_.reset();
    writes_ = true;
    lock.unlock();
    std::string trouble;
    try {
      writeOutputFile(file_, text);
    } catch (const std::exception& failed) {
      trouble = failed.what();
    }
    lock.lock();
    writes_ = false;
    trouble_ = std::move(trouble);
    changed_.notify_all();
  }
}

}  // namespace docket::typing
