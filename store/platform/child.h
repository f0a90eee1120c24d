// Runs work in a child process, which may abort without harm and reports line by line.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace docket::detail {

/// Sends a line to the parent; line breaks in `text` become spaces.
using Report = std::function<void(std::string_view text)>;

/// The result of runInChild() for a child that was killed because it was silent for too long.
inline constexpr int kTimedOut = -2;

/// Runs `work` in a forked child and calls `heard` in this process with each line as it comes. Returns 0 if the work
/// returned, else the signal that ended the child, or -1 if it exited otherwise. A child that is silent for as long as
/// `silence` is killed, with the result kTimedOut. The child's standard error (an assertion of RocksDB's) is not
/// shown. Throws EnvironmentError if no child can be started. No other thread of this process may be using RocksDB
/// meanwhile: a lock that it holds would stay locked in the child.
int runInChild(const std::function<void(const Report&)>& work, const std::function<void(std::string_view)>& heard,
               std::chrono::milliseconds silence = std::chrono::hours(1));

}  // namespace docket::detail
