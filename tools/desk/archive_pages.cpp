#include "tools/desk/archive_pages.h"

#include <fmt/format.h>

#include <chrono>

#include "tools/report/markup.h"

namespace docket::desk {
namespace {

constexpr std::size_t kJobs = 1;              // while judges work, pages are made by the way
constexpr std::chrono::seconds kPatience{2};  // a handful of games is read within it
constexpr std::string_view kSkip = "<a class=\"skip\"", kEnd = "</a>\n";

}  // namespace

ArchivePages::Shown::Shown(const std::filesystem::path& path, const site::Options& options, const serve::Limits& limits)
    : archive(path, {}, options, kJobs), pages(archive, limits, {}) {}

ArchivePages::Shown& ArchivePages::shownTo(Role role) {
  const bool is_viewer = role == Role::viewer;
  const std::lock_guard lock(opening_);
  std::unique_ptr<Shown>& shown = is_viewer ? as_spectator_ : whole_;
  if (shown == nullptr) {
    const site::Options options{.whole = !is_viewer, .names = !is_viewer, .boards = true};
    shown = std::make_unique<Shown>(archive_, options, limits_);
  }
  return *shown;
}

serve::HttpResponse ArchivePages::answer(std::string_view path, std::string_view base, Role role,
                                         std::uint64_t changes) {
  Shown& shown = shownTo(role);
  if (shown.shown_changes.exchange(changes) != changes) shown.archive.catchUp(kPatience);
  serve::HttpResponse answer = shown.pages.answer(path);
  const auto skip = answer.body.find(kSkip);
  if (answer.follow || !answer.type.starts_with("text/html") || skip == std::string::npos) return answer;
  const auto end = answer.body.find(kEnd, skip);
  if (end != std::string::npos) answer.body.insert(end + kEnd.size(), deskBar(fmt::format("{}index.html", base), role));
  return answer;
}

std::string deskBar(std::string_view archive, Role role) {
  std::string ways = "<nav class=\"desk-bar\" aria-label=\"The desk\"><ul>\n";
  const auto add = [&](std::string_view address, std::string_view words, bool is_here) {
    ways += fmt::format("<li><a href=\"{}\"{}>{}</a></li>\n", report::escaped(address),
                        is_here ? " aria-current=\"true\"" : "", words);
  };
  if (role != Role::viewer) {
    add("/#start", "Docket desk", false);
    add("/#live", "Live tables", false);
  }
  add(archive, "Archive", true);
  return ways + "</ul></nav>\n";
}

}  // namespace docket::desk
