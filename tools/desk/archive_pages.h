// The archive's pages (those of docket serve) under the desk's navigation bar. Scribes and judges see everything with
// names; a viewer sees what a spectator saw, without names.
// Invariant: pages for viewers are made of an archive that was read as a spectator could see it.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "tools/desk/people_file.h"
#include "tools/serve/live_pages.h"

namespace docket::desk {

class ArchivePages {
 public:
  /// The limits must outlive it.
  ArchivePages(std::filesystem::path archive, const serve::Limits& limits)
      : archive_(std::move(archive)), limits_(limits) {}

  /// The page at a path below `base`, the address of the first one. `changes`: how often the desk has changed the
  /// archive; the first page after a change waits a moment for it. Thread-safe.
  [[nodiscard]] serve::HttpResponse answer(std::string_view path, std::string_view base, Role role,
                                           std::uint64_t changes);

 private:
  struct Shown {
    serve::LiveArchive archive;
    serve::LivePages pages;
    std::atomic<std::uint64_t> shown_changes = UINT64_MAX;  // the archive's changes that the pages show; at first none
    Shown(const std::filesystem::path& path, const site::Options& options, const serve::Limits& limits);
  };
  Shown& shownTo(Role role);

  std::filesystem::path archive_;
  const serve::Limits& limits_;
  std::mutex opening_;  // guards both; they are opened when the first page is asked for
  std::unique_ptr<Shown> whole_{}, as_spectator_{};
};

/// The desk's navigation bar; `archive`: the address of the archive's first page.
[[nodiscard]] std::string deskBar(std::string_view archive, Role role);

}  // namespace docket::desk
