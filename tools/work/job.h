// A job as its workers get it: the command with its options, the digests of the files that the options name, and the
// checkpoint. A line of JSON (schemas/work.capnp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "events/digest.h"

namespace docket::work {

/// A file that workers fetch by its digest.
struct JobFile {
  std::string name;  ///< without a folder
  Digest digest{};   ///< of its bytes
  bool operator==(const JobFile&) const = default;
};

/// An option that names a file.
struct JobDocument {
  std::string option;          ///< "to"
  std::vector<JobFile> files;  ///< the file itself, then those beside it that it extends
  bool operator==(const JobDocument&) const = default;
};

struct SharedJob {
  std::string command;             ///< "regress"
  std::vector<std::string> words;  ///< its other options, and its words
  std::vector<JobDocument> documents;
  Digest program{};        ///< ResultCache::programTag()
  std::string checkpoint;  ///< signed, as text
  bool operator==(const SharedJob&) const = default;
};

[[nodiscard]] std::string textOf(const SharedJob& job);
/// Throws BadInput if the text is malformed, or names files otherwise than by plain names.
[[nodiscard]] SharedJob sharedJobOf(std::string_view text);
/// True if a file can be given to workers under this name.
[[nodiscard]] bool isPlainName(std::string_view name);
/// The path of a file in the folder that workers fetch files from.
[[nodiscard]] std::string pathOfFile(const Digest& digest);

}  // namespace docket::work
