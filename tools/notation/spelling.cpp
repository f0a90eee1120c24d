#include "tools/notation/spelling.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include "events/text/nearest.h"

namespace docket::notation {
namespace {

constexpr std::array<std::string_view, 3> kArticles = {"the ", "a ", "an "};
/// In bytes. Longer texts are not compared, so that hostile input costs nothing.
constexpr std::size_t kMaxCompared = 100;
constexpr std::size_t kMaxFolded = 1000;

struct Freed {
  void operator()(utf8proc_uint8_t* bytes) const { std::free(bytes); }
};

std::string withoutCase(std::string_view text) {
  constexpr auto kOptions = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE |
                                                           UTF8PROC_CASEFOLD | UTF8PROC_LUMP | UTF8PROC_STRIPMARK);
  utf8proc_uint8_t* made = nullptr;
  const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                 static_cast<utf8proc_ssize_t>(text.size()), &made, kOptions);
  const std::unique_ptr<utf8proc_uint8_t, Freed> held(made);
  if (size < 0) return std::string(text);
  return {reinterpret_cast<const char*>(made), static_cast<std::size_t>(size)};
}

template <class Map>
std::vector<std::string_view> under(const Map& map, const std::string& key) {
  std::vector<std::string_view> names;
  for (auto [at, end] = map.equal_range(key); at != end; ++at) names.push_back(at->second);
  return names;
}

}  // namespace

std::string folded(std::string_view text) {
  if (text.size() > kMaxFolded) return std::string(text);
  std::string made;
  bool blank = false;
  for (const char c : withoutCase(text)) {
    if (c == ' ' || c == '\t') {
      blank = !made.empty();
      continue;
    }
    if (blank) made += ' ';
    blank = false;
    made += c;
  }
  return made;
}

std::string foldedWithoutArticle(std::string_view text) {
  std::string made = folded(text);
  for (const std::string_view article : kArticles) {
    if (made.size() > article.size() && made.starts_with(article)) return made.substr(article.size());
  }
  return made;
}

void KnownNames::add(std::string_view name) {
  if (name.empty()) return;
  if (const auto same = under(by_folded_, folded(name)); std::find(same.begin(), same.end(), name) != same.end())
    return;
  names_.push_back(name);
  by_folded_.emplace(folded(name), name);
  by_bare_.emplace(foldedWithoutArticle(name), name);
}

std::vector<std::string_view> KnownNames::meantBy(std::string_view typed) const {
  auto names = under(by_folded_, folded(typed));
  if (const auto same = std::find(names.begin(), names.end(), typed); same != names.end()) return {*same};
  if (names.empty()) names = under(by_bare_, foldedWithoutArticle(typed));
  return names;
}

std::vector<Choice> nearestOf(std::string_view typed, const std::vector<std::string_view>& words) {
  const std::string_view near = KnownNames(words).nearest(typed);
  return near.empty() ? std::vector<Choice>{} : std::vector<Choice>{{.text = std::string(near)}};
}

std::string_view KnownNames::nearest(std::string_view typed) const {
  if (typed.size() > kMaxCompared) return {};
  const std::string wanted = folded(typed);
  std::string_view best;
  std::size_t best_distance = maxEditDistance(wanted) + 1;
  for (const auto& [key, name] : by_folded_) {
    if (key.size() > kMaxCompared || name == typed) continue;
    const std::size_t longer = std::max(key.size(), wanted.size());
    if (longer - std::min(key.size(), wanted.size()) >= best_distance) continue;
    const std::size_t distance = editDistance(wanted, key);
    if (distance >= best_distance) continue;
    best_distance = distance;
    best = name;
  }
  return best;
}

}  // namespace docket::notation
