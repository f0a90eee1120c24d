// A piece of work done in a child process, which may abort without harm, and reports line by line.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace docket::detail {

/// Sends a line to the parent; what `text` has of line ends becomes spaces.
using Report = std::function<void(std::string_view text)>;

/// What runInChild() gives of a child that was ended because it said nothing for too long.
inline constexpr int kDidNotEnd = -2;

/// Runs `work` in a forked child and calls `heard` in this process with each line as it comes. Gives 0 where the work
/// returned, else the signal that ended the child, or -1 where it exited otherwise. A child that says nothing for as
/// long as `silence` is killed, which gives kDidNotEnd. What the child prints to standard error (an assertion of
/// RocksDB's) is not shown. Throws EnvironmentError where there can be no child.
/// No other thread of this process may be at work in RocksDB meanwhile: a lock that it holds would stay locked in the
/// child.
int runInChild(const std::function<void(const Report&)>& work, const std::function<void(std::string_view)>& heard,
               std::chrono::milliseconds silence = std::chrono::hours(1));

}  // namespace docket::detail
