// The pages of `docket serve`: those of a site, each made on request, and for each live table a page whose board
// follows it by server-sent events.
// Invariant: a path gives the page that `docket site` would write there now; an unknown path gives 404.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "tools/serve/limits.h"
#include "tools/serve/live_archive.h"
#include "tools/serve/web_server.h"

namespace docket::serve {

class LivePages {
 public:
  /// Pages by their paths.
  using ReadyPages = std::map<std::string, std::string, std::less<>>;
  /// `library`: the pages of a library of rulings, if there is one.
  LivePages(LiveArchive& archive, const Limits& limits, ReadyPages library)
      : archive_(archive), limits_(limits), library_(std::move(library)) {}

  /// Thread-safe.
  [[nodiscard]] HttpResponse answer(std::string_view path);

 private:
  [[nodiscard]] HttpResponse gamePage(const Snapshot& now, std::string_view path);
  [[nodiscard]] HttpResponse livePage(const Snapshot& now, std::string_view path);
  [[nodiscard]] HttpResponse tables(const Snapshot& now) const;
  [[nodiscard]] HttpResponse follow(const site::ListedGame& listed);
  [[nodiscard]] std::string boardOf(const site::ListedGame& listed, std::uint32_t unlike);

  LiveArchive& archive_;
  const Limits& limits_;
  const ReadyPages library_;
  std::atomic<std::size_t> followers_ = 0;
};

}  // namespace docket::serve
