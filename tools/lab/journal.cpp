#include "tools/lab/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdio>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>

#include "events/errors.h"
#include "tools/io/files.h"

namespace docket::lab {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{4} << 30;
constexpr std::string_view kBegins = "docket regress journal 2 ";

std::string bodyOf(const PartDone& done) {
  std::string body;
  for (const std::string& line : done.lines) body.append(line).append("\n");
  return body;
}

std::string headingOf(std::size_t part, const PartDone& done, const std::string& body) {
  return fmt::format("part {} games {} events {} skipped {} left {} unasked {} lines {} check {}\n", part, done.games,
                     done.events, done.of_other_documents, done.without_changed_cards, done.without_changed_rules,
                     done.lines.size(), hex(digest(std::string_view(body))).substr(0, 32));
}

/// Takes the next line, if it is a whole one.
std::optional<std::string_view> takeLine(std::string_view& text) {
  const auto end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const auto line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

/// Takes a part that is there as a whole and as it was written.
std::optional<std::pair<std::size_t, PartDone>> takePart(std::string_view& text) {
  std::string_view rest = text;
  const auto heading = takeLine(rest);
  if (!heading) return std::nullopt;
  unsigned long part = 0;
  unsigned long lines = 0;
  unsigned long long games = 0;
  unsigned long long events = 0;
  unsigned long long skipped = 0;
  unsigned long long left_out = 0;
  unsigned long long unasked = 0;
  const std::string line(*heading);
  constexpr int kNumbers = 7;
  if (std::sscanf(line.c_str(), "part %lu games %llu events %llu skipped %llu left %llu unasked %llu lines %lu check",
                  &part, &games, &events, &skipped, &left_out, &unasked, &lines) != kNumbers)
    return std::nullopt;
  PartDone done{.games = games,
                .events = events,
                .of_other_documents = skipped,
                .without_changed_cards = left_out,
                .without_changed_rules = unasked};
  for (unsigned long i = 0; i < lines; ++i) {
    const auto one = takeLine(rest);
    if (!one) return std::nullopt;
    done.lines.emplace_back(*one);
  }
  if (headingOf(part, done, bodyOf(done)) != line + '\n') return std::nullopt;
  text = rest;
  return std::pair(static_cast<std::size_t>(part), std::move(done));
}

}  // namespace

void PartDone::add(PartDone&& next) {
  games += next.games;
  events += next.events;
  of_other_documents += next.of_other_documents;
  without_changed_cards += next.without_changed_cards;
  without_changed_rules += next.without_changed_rules;
  lines.insert(lines.end(), std::make_move_iterator(next.lines.begin()), std::make_move_iterator(next.lines.end()));
}

Journal::Journal(std::filesystem::path path, const Digest& run) : path_(std::move(path)) {
  const std::string heading = std::string(kBegins) + hex(run) + "\n";
  std::error_code ignored;
  std::size_t kept = 0;
  if (std::filesystem::exists(path_, ignored)) {
    const std::string text = readFile(path_, kMaxBytes);
    // A file that ends within its heading is of a run that was killed before it did anything.
    if (!std::string_view(heading).starts_with(text) || text == heading) {
      if (!text.starts_with(kBegins))
        throw BadInput(fmt::format("{}: this is not a journal of docket regress; give another file", path_.string()));
      if (!text.starts_with(heading))
        throw BadInput(
            fmt::format("{}: this is the journal of another run: other rules or games, or games were added since; "
                        "delete it to start again",
                        path_.string()));
      std::string_view rest = std::string_view(text).substr(heading.size());
      while (auto part = takePart(rest)) done_.insert(std::move(*part));
      kept = text.size() - rest.size();
    }
  }
  descriptor_ = Descriptor(::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
  if (descriptor_.isOpen() && ::flock(descriptor_.get(), LOCK_EX | LOCK_NB) != 0)
    throw EnvironmentError(fmt::format("{}: another run is writing this journal", path_.string()));
  if (!descriptor_.isOpen() || ::ftruncate(descriptor_.get(), static_cast<off_t>(kept)) != 0 ||
      ::lseek(descriptor_.get(), 0, SEEK_END) < 0)
    failedAt(path_);
  if (kept == 0) write(heading);
}

void Journal::write(const std::string& text) {
  writeAll(descriptor_.get(), text, path_);
  if (::fsync(descriptor_.get()) != 0) failedAt(path_);
}

void Journal::keep(std::size_t part, const PartDone& done) {
  const std::string body = bodyOf(done);
  const std::lock_guard lock(writing_);
  write(headingOf(part, done, body) + body);
}

}  // namespace docket::lab
