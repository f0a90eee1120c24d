// The result of a command for a range of leaves of an archive's log, as a file that another machine can merge. JSON
// Lines (schemas/range.capnp): a heading that says what was asked about which leaves of which checkpoint, the lines of
// the command, and an end with the digest of all before it.
// Invariants: a file appears under its name only when it is whole, and equal results have the same name. A file that is
// read is not trusted: it is read line by line in bounded memory, and an error gives file, line and column.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "events/digest.h"
#include "events/log/checkpoint.h"
#include "schemas/range.capnp.h"
#include "tools/io/line_source.h"
#include "tools/io/output.h"
#include "tools/ranges/leaf_span.h"

namespace docket::leaf_ranges {

/// The parts that the results of several ranges must share to be merged.
struct Job {
  std::string command;
  std::vector<std::string> options;  ///< the options that the answer depends on; documents by their digests
  Checkpoint checkpoint;
};

/// How the names of result files end.
inline constexpr std::string_view kResultEnding = ".range";
/// The name of the result file for a range; it contains the digest of the content.
[[nodiscard]] std::string resultName(const Job& job, LeafSpan leaves, const Digest& digest);

class ResultWriter {
 public:
  /// Begins a file in that folder, which must exist. Throws EnvironmentError.
  ResultWriter(std::filesystem::path folder, const Job& job, LeafSpan leaves);
  /// Removes the file, unless it was kept.
  ~ResultWriter();
  ResultWriter(const ResultWriter&) = delete;
  ResultWriter& operator=(const ResultWriter&) = delete;

  /// Adds a line: a RangeLine as JSON.
  void add(std::string_view json);
  /// Writes the end. The file has a temporary name until it is kept.
  [[nodiscard]] const std::filesystem::path& end();
  /// Moves the file to its name, which depends on its content alone, and returns that.
  [[nodiscard]] std::filesystem::path keep();
  /// The digest of the file, once end() has been called.
  [[nodiscard]] Digest digest() const { return hash_.value(); }

 private:
  void write(std::string_view line);

  std::filesystem::path folder_, temporary_;
  std::string name_;  // how its name begins
  int descriptor_;
  DescriptorBuffer buffer_;
  std::ostream stream_;
  Hash hash_;
  std::uint64_t lines_ = 0;
  bool kept_ = false;
};

class ResultReader {
 public:
  /// Opens a file and reads its heading. Throws BadInput if that is malformed.
  explicit ResultReader(std::filesystem::path file);

  [[nodiscard]] const Job& job() const { return job_; }
  [[nodiscard]] LeafSpan leaves() const { return leaves_; }
  /// True if it answers this job, by this program.
  [[nodiscard]] bool isOf(const Job& job) const;

  /// Reads the next line into `into`, which is empty; false at the end. Throws BadInput if it is malformed, and at the
  /// end if the file is cut short, continues, or was altered.
  bool next(schema::RangeLine::Builder into);
  /// The digest of the file, once next() has returned false.
  [[nodiscard]] const Digest& digest() const { return digest_; }
  /// Reads to the end without interpreting the lines.
  void skipToEnd();

  /// Throws BadInput about the line that was read last.
  [[noreturn]] void refuse(const std::string& message) const;

 private:
  /// The next line; throws BadInput if there is none.
  const std::string& takeLine();
  void requireEnd(schema::RangeLine::End::Reader end);

  std::filesystem::path path_;
  std::ifstream file_;
  LineSource source_;
  std::string line_;
  Job job_;
  LeafSpan leaves_;
  bool is_of_this_program_ = false;
  Hash hash_;
  std::uint64_t lines_ = 0;
  Digest digest_{};
};

}  // namespace docket::leaf_ranges
