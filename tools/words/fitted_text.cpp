#include "tools/words/fitted_text.h"

#include <algorithm>
#include <vector>

#include "events/text/split.h"
#include "tools/words/layout.h"
#include "tools/words/page_width.h"
#include "tools/words/text.h"

namespace docket {
namespace {

/// A word that is wider than what is left of a line, in pieces that end with a comma.
void addWord(LineFiller& filler, std::string_view word, std::size_t columns) {
  while (columnsOf(word) > columns) {
    const auto comma = word.substr(0, columns).rfind(',');
    if (comma == std::string_view::npos) break;
    filler.add(word.substr(0, comma + 1));
    word.remove_prefix(comma + 1);
  }
  if (!word.empty()) filler.add(word);
}

std::string filled(std::string_view text, const std::string& first, std::size_t hanging) {
  LineFiller filler(first, std::string(hanging, ' '));
  eachWord(text, [&](std::string_view word) { addWord(filler, word, pageColumns() - hanging); });
  return std::move(filler).ended();
}

/// A line that is set in, and too wide.
std::string broken(std::string_view line) {
  const std::size_t indent = line.find_first_not_of(' ');
  const auto gap = line.find("  ", indent);
  const auto remark = gap == std::string_view::npos ? gap : line.find_first_not_of(' ', gap);
  if (remark == std::string_view::npos)
    return filled(line.substr(indent), std::string(indent, ' '), std::min(indent + 4, pageColumns() / 2));
  const bool is_beside = columnsOf(line.substr(0, remark)) <= pageColumns() * 2 / 3;
  if (is_beside)
    return filled(line.substr(remark), std::string(line.substr(0, remark)), columnsOf(line.substr(0, remark)));
  return filled(line.substr(indent, gap - indent), std::string(indent, ' '), indent + 4) +
         filled(line.substr(remark), std::string(indent + 4, ' '), indent + 4);
}

}  // namespace

std::string fitted(std::string_view text) {
  std::string page;
  std::vector<std::string_view> paragraph;
  const auto is_wide = [](std::string_view line) { return columnsOf(line) > pageColumns(); };
  const auto end_paragraph = [&] {
    const bool fits = std::none_of(paragraph.begin(), paragraph.end(), is_wide);
    std::string whole;
    for (const std::string_view line : paragraph) whole.append(line).append(fits ? "\n" : " ");
    page += fits ? whole : filled(whole, {}, 0);
    paragraph.clear();
  };
  while (!text.empty()) {
    const auto end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.empty() && line.front() != ' ') {
      paragraph.push_back(line);
      continue;
    }
    end_paragraph();
    page += is_wide(line) ? broken(line) : std::string(line) + '\n';
  }
  end_paragraph();
  return page;
}

}  // namespace docket
