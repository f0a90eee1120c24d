#include "tools/verdict/verdict_cache.h"

#include <fmt/format.h>

#include <charconv>

#include "events/digest.h"
#include "tools/io/exit_status.h"

namespace docket {
namespace {

/// "STATUS GRADE GRADE GRADE GRADE GRADE", a line break, the verdict as JSON if it is kept in words.
std::string verdictRow(const VerdictSummary& verdict, const std::string& json) {
  std::string row = fmt::format("{}", verdict.status);
  for (const Grade grade : verdict.grades) row += fmt::format(" {}", static_cast<int>(grade));
  return row + '\n' + json;
}

std::optional<VerdictSummary> readRow(std::string_view row) {
  VerdictSummary verdict{.cached = true};
  const auto take = [&](char after) -> std::optional<int> {
    int number = 0;
    const auto [end, error] = std::from_chars(row.data(), row.data() + row.size(), number);
    if (error != std::errc{} || end == row.data() + row.size() || *end != after) return std::nullopt;
    row.remove_prefix(static_cast<std::size_t>(end - row.data()) + 1);
    return number;
  };
  const auto status = take(' ');
  if (!status || *status < kAgrees || *status > kDiffers) return std::nullopt;
  verdict.status = *status;
  for (std::size_t i = 0; i < verdict.grades.size(); ++i) {
    const auto grade = take(i + 1 == verdict.grades.size() ? '\n' : ' ');
    if (!grade || *grade < 0 || *grade > static_cast<int>(Grade::diverged)) return std::nullopt;
    verdict.grades[i] = static_cast<Grade>(*grade);
  }
  verdict.json = row;
  return verdict;
}

}  // namespace

Digest VerdictCache::tagOf(const OpenGame& game) const {
  Hash all;
  all.update(cache_.tagOf(game.stored(), game.gameRules().tag));
  all.update(game.keyframeSummary().digest);
  return all.value();
}

std::optional<std::string> VerdictCache::rowUnder(const OpenGame& game, const Digest& tag) const {
  auto row = cache_.find(game.stored(), tag);
  // A verdict in words begins with its grades.
  if (!row && !in_words_) row = archive_.derivedStore().result(game.stored(), DerivedStore::Result::verdict, tag);
  return row;
}

std::optional<VerdictSummary> VerdictCache::find(const OpenGame& game, const Digest& tag) const {
  const auto row = rowUnder(game, tag);
  auto verdict = row ? readRow(*row) : std::nullopt;
  if (!verdict || compareHeads(game).bad) return std::nullopt;
  verdict->game = game.id();
  return verdict;
}

void VerdictCache::add(const OpenGame& game, const Digest& tag, const VerdictSummary& verdict,
                       const std::string& json) {
  if (verdict.status != kDamaged) cache_.add(game.stored(), tag, verdictRow(verdict, json));
}

}  // namespace docket
