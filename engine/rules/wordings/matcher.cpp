#include "engine/rules/wordings/matcher.h"

#include <algorithm>
#include <range/v3/algorithm/find.hpp>
#include <utility>

namespace docket::wordings {
namespace {

constexpr std::size_t kMaxSteps = 20'000;  // of one pattern at one place; real texts need a few hundred
constexpr std::size_t kMaxStepsOfText =
    20'000'000;                         // of all patterns over a text; real texts need far less than a million
constexpr std::size_t kMaxParses = 16;  // ways in which a phrase fits at one place

std::string_view unquoted(std::string_view title) {
  for (const std::string_view mark :
       {std::string_view("\""), std::string_view("\xE2\x80\x9C"), std::string_view("\xE2\x80\x9D")}) {
    if (title.size() >= 2 * mark.size() && title.starts_with(mark)) title.remove_prefix(mark.size());
    if (title.ends_with(mark)) title.remove_suffix(mark.size());
  }
  return title;
}

}  // namespace

class Matcher::Next {
 public:
  Next() = default;
  Next(const Next&) = delete;
  Next& operator=(const Next&) = delete;
  virtual ~Next() = default;
  virtual bool operator()(std::size_t at) = 0;
};

template <class Follow>
class Matcher::NextOf final : public Matcher::Next {
 public:
  explicit NextOf(Follow follow) : follow_(std::move(follow)) {}
  bool operator()(std::size_t at) override { return follow_(at); }

 private:
  Follow follow_;
};

std::optional<Fit> Matcher::fit(const Pattern& pattern, std::size_t begin, std::size_t end, bool whole) {
  if (end != end_) parses_.clear();  // a phrase may reach as far as the part of the text
  end_ = end;
  steps_before_ += steps_;
  steps_ = 0;
  most_ = std::min(kMaxSteps, kMaxStepsOfText - std::min(kMaxStepsOfText, steps_before_));
  captures_.clear();
  std::optional<Fit> found;
  const auto take = [&](std::size_t at) {
    if (whole && at != end && afterReminder(at) != end) return false;
    found = Fit{.begin = begin, .end = at, .captures = captures_};
    return true;
  };
  NextOf next(take);
  match(pattern, begin, next);
  return found;
}

bool Matcher::match(const Pattern& pattern, std::size_t at, Next& next) {
  if (++steps_ > most_) return false;
  switch (pattern.kind) {
    case Pattern::Kind::word:
      if (matchWord(pattern, at) && next(at + 1)) return true;
      return afterReminder(at) > at && matchWord(pattern, afterReminder(at)) && next(afterReminder(at) + 1);
    case Pattern::Kind::sequence:
      return matchParts(pattern.parts, 0, at, next);
    case Pattern::Kind::choice:
      return std::any_of(pattern.parts.begin(), pattern.parts.end(),
                         [&](const Pattern& part) { return match(part, at, next); });
    case Pattern::Kind::optional:
      return match(pattern.parts.front(), at, next) || next(at);
    case Pattern::Kind::repeated: {
      const auto again = [&](std::size_t after) { return after > at && match(pattern, after, next); };
      NextOf following(again);
      return match(pattern.parts.front(), at, following) || next(at);
    }
    case Pattern::Kind::gap:
      return matchGap(pattern, at, next);
    default:
      return matchWords(pattern, at, next);
  }
}

bool Matcher::matchWord(const Pattern& pattern, std::size_t at) const {
  return at < end_ && pattern.word != kOtherWord && text_.words[at].is == pattern.word;
}

/// The place after the reminder text that begins at `at`; `at` if none does.
std::size_t Matcher::afterReminder(std::size_t at) const {
  while (at < end_ && text_.words[at].reminds) ++at;
  return at;
}

bool Matcher::matchParts(const std::vector<Pattern>& parts, std::size_t index, std::size_t at, Next& next) {
  if (index == parts.size()) return next(at);
  const auto rest = [&](std::size_t after) { return matchParts(parts, index + 1, after, next); };
  NextOf following(rest);
  return match(parts[index], at, following);
}

bool Matcher::matchGap(const Pattern& pattern, std::size_t at, Next& next) {
  for (std::size_t after = at; after <= end_; ++after) {
    const std::size_t before = captures_.size();
    // A name means that the words are understood; without one they are unread.
    const bool is_named = !pattern.name.empty() && pattern.name != "...";
    captures_.push_back({.name = pattern.name,
                         .value = is_named ? std::string(text_.between(at, after)) : std::string(),
                         .printed = true,
                         .passed_from = at,
                         .passed_to = is_named ? at : after});
    if (next(after)) return true;
    captures_.resize(before);
    if (gaveUp()) return false;
  }
  return false;
}

bool Matcher::matchWords(const Pattern& pattern, std::size_t at, Next& next) {
  // Reminder text is skipped as a whole; a match that begins within it stays within it.
  const bool is_within = at > 0 && text_.words[at - 1].reminds;
  if (at < end_ && !is_within && pattern.kind != Pattern::Kind::reminder && pattern.kind != Pattern::Kind::phrase)
    at = afterReminder(at);
  const std::size_t before = captures_.size();
  const auto take = [&](std::size_t after, std::string value, bool printed = true) {
    captures_.push_back({.name = pattern.name, .value = std::move(value), .printed = printed});
    if (next(after)) return true;
    captures_.resize(before);
    return false;
  };
  if (pattern.kind == Pattern::Kind::phrase) {
    for (const Parse& one : parses(pattern.phrase, at)) {
      captures_.insert(captures_.end(), one.captures.begin(), one.captures.end());
      if (take(one.end, one.value, one.printed)) return true;
      captures_.resize(before);
    }
    return false;
  }
  if (at >= end_) return false;
  const PrintedWord& word = text_.words[at];
  switch (pattern.kind) {
    case Pattern::Kind::number:
      return word.kind == PrintedWord::Kind::number && take(at + 1, std::to_string(word.number));
    case Pattern::Kind::title:
      return (word.kind == PrintedWord::Kind::quoted || word.kind == PrintedWord::Kind::own) &&
             take(at + 1, std::string(unquoted(text_.of(word))));
    case Pattern::Kind::own:
      return word.kind == PrintedWord::Kind::own && take(at + 1, std::string(unquoted(text_.of(word))));
    case Pattern::Kind::any:
      return word.kind != PrintedWord::Kind::mark && take(at + 1, std::string(text_.of(word)));
    case Pattern::Kind::own_name:
    case Pattern::Kind::own_names: {
      const std::size_t end = endOfOwnName(at, pattern.kind == Pattern::Kind::own_names);
      return end > at && take(end, std::string(text_.between(at, end)));
    }
    case Pattern::Kind::bold: {
      std::size_t end = at;
      while (end < end_ && text_.words[end].bold && text_.words[end].kind != PrintedWord::Kind::mark) ++end;
      return end > at && take(end, std::string(text_.between(at, end)));
    }
    case Pattern::Kind::italic: {
      std::size_t end = at;
      while (end < end_ && text_.words[end].italic && !text_.words[end].reminds) ++end;
      return end > at && take(end, std::string(text_.between(at, end)));
    }
    case Pattern::Kind::reminder:
      return afterReminder(at) > at && take(afterReminder(at), std::string(text_.between(at, afterReminder(at))));
    default: {
      for (std::size_t end = endOfName(at); end > at; --end) {
        if (take(end, std::string(text_.between(at, end)))) return true;
      }
      return false;
    }
  }
}

/// The end of the words that begin with a capital letter.
std::size_t Matcher::endOfName(std::size_t at) const {
  std::size_t end = at;
  while (end < end_ && text_.words[end].kind != PrintedWord::Kind::mark && text_.words[end].capital) ++end;
  return end;
}

/// The end of the words that refer to the card: its title or words of it, the last one with "'s" or without.
std::size_t Matcher::endOfOwnName(std::size_t at, bool genitive) const {
  const auto ends = [&](std::size_t word) {
    const std::string_view text = text_.of(text_.words[word]);
    return text.ends_with("'s") || text.ends_with("\xE2\x80\x99s");
  };
  std::size_t end = at;
  while (end < end_ && (text_.words[end].of_title || text_.words[end].kind == PrintedWord::Kind::own)) {
    ++end;
    if (ends(end - 1)) return genitive ? end : at;
  }
  if (!genitive) return end;
  return end > at && end < end_ && ends(end) && text_.of(text_.words[end]).size() <= 4 ? end + 1 : at;
}

/// The ways in which a phrase fits at a place, one for each end, the first of the document before the others.
const std::vector<Matcher::Parse>& Matcher::parses(std::uint32_t phrase, std::size_t at) {
  static const std::vector<Parse> kNone;
  const Start& start = wordings_.phrases()[phrase].start;
  const bool reminds = at < end_ && text_.words[at].reminds;
  const bool any = (start.forms & form::kAny) != 0;
  if (!any && !reminds && (at >= end_ || !start.holds(text_.words[at]))) return kNone;
  const auto key = std::pair(phrase, at);
  if (const auto known = parses_.find(key); known != parses_.end()) return known->second;
  std::vector<Parse> found;
  std::vector<Capture> outer;
  outer.swap(captures_);
  for (const Phrase::Alternative& one : wordings_.phrases()[phrase].is) {
    const auto take = [&](std::size_t end) {
      if (ranges::find(found, end, &Parse::end) == found.end() && found.size() < kMaxParses) {
        found.push_back(
            {.end = end,
             .value = one.means.empty() ? std::string(text_.between(at, end)) : filledIn(one.means, captures_, true),
             .printed = one.means.empty(),
             .captures = captures_});
      }
      return false;  // go on: all ends are wanted
    };
    NextOf next(take);
    match(one.words, at, next);
    captures_.clear();
  }
  captures_.swap(outer);
  std::stable_sort(found.begin(), found.end(), [](const Parse& a, const Parse& b) { return a.end > b.end; });
  return parses_.emplace(key, std::move(found)).first->second;
}

std::string filledIn(std::string_view with, const std::vector<Capture>& captures, bool expression) {
  constexpr std::string_view kNameBytes = "abcdefghijklmnopqrstuvwxyz0123456789 -";
  std::string filled;
  while (!with.empty()) {
    const std::size_t open = std::min(with.find('<'), with.size());
    filled += with.substr(0, open);
    with.remove_prefix(open);
    const std::size_t close = with.find('>');
    const bool is_named = close != std::string_view::npos && close > 1 && with[1] >= 'a' && with[1] <= 'z' &&
                          with.substr(1, close - 1).find_first_not_of(kNameBytes) == std::string_view::npos;
    if (!is_named) {  // "less than" in an expression
      filled += with.substr(0, 1);
      with.remove_prefix(std::min<std::size_t>(1, with.size()));
      continue;
    }
    const auto found = std::find_if(captures.rbegin(), captures.rend(),
                                    [&](const Capture& one) { return one.name == with.substr(1, close - 1); });
    if (found != captures.rend()) {
      for (const char c : found->value) filled.append(expression && found->printed && c == '\'' ? 2 : 1, c);
    }
    with.remove_prefix(close + 1);
  }
  return filled;
}

}  // namespace docket::wordings
