// The part of a command line that goes to workers (docket work): the options that its answer depends on, not those that
// only concern the report or this machine.
// Invariant: a job that is read has no other options, so a worker that does it writes nothing but its result.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "store/archive.h"
#include "tools/commands/command.h"
#include "tools/work/job.h"

namespace docket {

/// The options of a command that can be divided, each in one list.
struct JobOptions {
  std::string_view command;
  std::vector<std::string_view> passed;     ///< options that workers get as they are
  std::vector<std::string_view> documents;  ///< options that name a document, or a file with one
  std::vector<std::string_view> own;        ///< options that stay here
};
[[nodiscard]] const std::vector<JobOptions>& jobOptions();

/// The command with that name. Throws BadInput, which begins with `who`, if it is not one that can be divided.
[[nodiscard]] const Command& dividedCommand(std::string_view name, std::string_view who);

/// A file that workers need, and where it is.
struct FileToServe {
  std::filesystem::path path;
  Digest digest{};
};
/// The job for a command line, without its program and its checkpoint; adds the files that it needs. Throws BadInput if
/// an option names a folder, or a file that cannot be given to workers.
[[nodiscard]] work::SharedJob jobFrom(const Command& command, const Arguments& arguments, const Archive& archive,
                                      std::vector<FileToServe>& files);

/// What a worker types for a job, whose files are in `folder`. Throws BadInput if it has other options than those that
/// go to workers.
[[nodiscard]] std::vector<std::string> typedFor(const work::SharedJob& job, const std::filesystem::path& folder);

}  // namespace docket
