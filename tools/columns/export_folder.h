// The folder that the tables of an archive are exported to: a folder for each export, of the leaves of the archive's
// log that it covers, with a file for each table:
//
//   leaves-000000000000-000000001042-9f3c6b2a5d0e4c71/events.parquet
//
// The name gives the first leaf, the one after the last, and the first digits of the log's root at that size. The
// names alone determine where the next export starts.
// Invariants: an export is never changed; it is complete or absent.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tools/columns/tables.h"
#include "tools/io/output.h"
#include "tools/io/owned_folder.h"

namespace docket::columns {

enum class FileFormat : std::uint8_t { parquet, csv };

/// Leaves from `first` up to but not including `end`; `root`: of the log of that size, in hexadecimal digits.
struct LeafRange {
  std::uint64_t first = 0, end = 0;
  std::string root;
};

class ExportFolder {
 public:
  /// Throws as OwnedFolder does, and BadInput if the folder has exports with a gap between them, or a link.
  ExportFolder(const std::filesystem::path& path, FileFormat format);
  ~ExportFolder();
  ExportFolder(const ExportFolder&) = delete;
  ExportFolder& operator=(const ExportFolder&) = delete;

  /// The existing exports, in order. Their roots have only their first digits.
  [[nodiscard]] const std::vector<LeafRange>& exported() const { return exported_; }

  /// Begins an export: its files are written beside the others. `notes` are texts that each file holds, if its format
  /// can. Removes what an interrupted export left.
  [[nodiscard]] std::unique_ptr<TableFiles> begin(const std::vector<std::pair<std::string, std::string>>& notes);
  /// Ends it, once its tables are finished: syncs the files and gives the folder its name. Returns the size of each
  /// file in bytes.
  std::array<std::uint64_t, kTables> commit(const LeafRange& range);

 private:
  struct File;
  void readNames();
  /// Returns false if something else is in its place.
  [[nodiscard]] bool removeUnfinished() const;
  [[nodiscard]] std::unique_ptr<TableFile> open(const ColumnTable& table,
                                                const std::vector<std::pair<std::string, std::string>>& notes);

  FileFormat format_;
  OwnedFolder root_;
  std::vector<LeafRange> exported_;
  Descriptor unfinished_;
  std::vector<std::unique_ptr<File>> files_;
};

}  // namespace docket::columns
