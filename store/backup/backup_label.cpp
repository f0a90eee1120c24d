#include "store/backup/backup_label.h"

#include <fmt/format.h>

#include "events/digest.h"
#include "events/text/whole_number.h"
#include "store/documents.h"

namespace docket::detail {

namespace {

constexpr std::string_view kBegins = "docket backup 1\n";
constexpr std::string_view kSum = "sum ";

/// Removes the line "word value" from the front of `text`, and returns the value.
std::optional<std::string_view> takeLine(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word) || text.size() <= word.size() || text[word.size()] != ' ') return std::nullopt;
  const auto end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const auto value = text.substr(word.size() + 1, end - word.size() - 1);
  text.remove_prefix(end + 1);
  return value;
}

template <class Number>
bool takeLine(std::string_view& text, std::string_view word, Number& number) {
  const auto read = wholeNumber<Number>(takeLine(text, word).value_or(""));
  number = read.value_or(0);
  return read.has_value();
}

}  // namespace

std::string encode(const Backup& backup) {
  std::string text(kBegins);
  text += fmt::format("format {}\nseconds {}\ncommits {}\ngames {}\nevents {}\nfirst {}\n", backup.format,
                      backup.seconds, backup.commits, backup.games, backup.events, hex(backup.first_head));
  return text + fmt::format("{}{}\n", kSum, hex(documentDigest(text)));
}

std::optional<Backup> decodeBackup(std::string_view text) {
  const auto sum_at = text.rfind(kSum);
  if (!text.starts_with(kBegins) || sum_at == std::string_view::npos) return std::nullopt;
  if (text.substr(sum_at) != fmt::format("{}{}\n", kSum, hex(documentDigest(text.substr(0, sum_at)))))
    return std::nullopt;
  text.remove_prefix(kBegins.size());
  Backup backup;
  if (!takeLine(text, "format", backup.format) || !takeLine(text, "seconds", backup.seconds) ||
      !takeLine(text, "commits", backup.commits) || !takeLine(text, "games", backup.games) ||
      !takeLine(text, "events", backup.events))
    return std::nullopt;
  const auto first = digestOfHex(takeLine(text, "first").value_or(""));
  if (!first) return std::nullopt;
  backup.first_head = *first;
  return backup;
}

}  // namespace docket::detail
