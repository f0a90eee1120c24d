#include "tools/site/frame.h"

#include <fmt/format.h>

#include <array>

#include "tools/report/markup.h"
#include "tools/site/addresses.h"
#include "tools/words/words.h"

namespace docket::site {
namespace {

constexpr std::string_view kAbove = "aria-label=\"Other parts\"", kBelow = "aria-label=\"Other parts, below\"";

struct Way {
  std::string_view section, words;
};
constexpr std::array<Way, 9> kWays{{{"games", "Games"},
                                    {"events", "Events"},
                                    {"players", "Players"},
                                    {"rulings", "Rulings"},
                                    {"findings", "Findings"},
                                    {"penalties", "Penalties"},
                                    {"clauses", "Clauses"},
                                    {"cards", "Cards"},
                                    {"cases", "Cases"}}};

std::string waysMarkup(const Page& page, const Options& options, bool live) {
  std::string html = "<nav class=\"ways\" aria-label=\"The archive\"><ul>\n";
  const auto add = [&](std::string_view section, std::string_view words) {
    const std::string path = pathOfList(section);
    const bool within = page.path.starts_with(fmt::format("{}/", section));
    html += fmt::format("<li><a href=\"{}\"{}>{}</a></li>\n", relative(page.path, path),
                        page.path == path ? " aria-current=\"page\""
                        : within          ? " aria-current=\"true\""
                                          : "",
                        words);
  };
  if (live) add("live", "Live");
  for (const Way& way : kWays) {
    const bool has_pages = way.section == "penalties" ? options.names : way.section != "cases" || options.cases;
    if (has_pages) add(way.section, way.words);
  }
  return html + "</ul></nav>\n";
}

std::string aboveMarkup(const Page& page) {
  if (page.above.empty()) return {};
  std::string html = "<nav class=\"above\" aria-label=\"Where this page is\"><ol>\n";
  for (const auto& [path, words] : page.above) html += fmt::format("<li>{}</li>\n", linkTo(page.path, path, words));
  return html + "</ol></nav>\n";
}

std::string viewWords(const Options& options) {
  std::string words = options.whole ? "Everything that is recorded is shown."
                                    : "This shows what a spectator could see, and what follows from it.";
  if (!options.names)
    words += " People have numbers instead of names; notes, penalties and texts with names are left out.";
  return words;
}

}  // namespace

std::string linkTo(std::string_view from, std::string_view path, std::string_view words) {
  return fmt::format("<a href=\"{}\">{}</a>", relative(from, path), foreign(words));
}

std::string framed(const Page& page, const Options& options, bool live) {
  const bool scripted = !page.scripts.empty();
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'self'; img-src data:; "
      "{}form-action 'self'; base-uri 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<title>{}</title>\n<link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"{}\">\n{}",
      scripted ? "script-src 'self'; connect-src 'self'; " : "", report::escaped(clipped(page.title, 120)),
      relative(page.path, "site.css"), page.head);
  for (const std::string& script : page.scripts) {
    html += fmt::format("<script src=\"{}\" defer></script>\n", relative(page.path, script));
  }
  html += fmt::format(
      "</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to content</a>\n<header class=\"site\">\n"
      "<p class=\"home\"><a href=\"{}\">Game archive</a></p>\n{}"
      "<form role=\"search\" action=\"{}\"><label for=\"q\">Search</label><input id=\"q\" type=\"search\" name=\"q\" "
      "autocomplete=\"off\"><button>Find</button></form>\n</header>\n\n",
      relative(page.path, "index.html"), waysMarkup(page, options, live), relative(page.path, "search.html"));
  html += fmt::format("<main id=\"main\" tabindex=\"-1\">\n{}<h1>{}</h1>\n{}</main>\n\n", aboveMarkup(page),
                      page.heading, page.body);
  return html + fmt::format("<footer><p>{}</p></footer>\n</body>\n</html>\n", viewWords(options));
}

std::string pager(std::string_view from, const std::vector<std::pair<std::string, std::string>>& parts) {
  std::string items;
  for (const auto& [words, path] : parts) {
    if (path == from) {
      items += fmt::format("<li><a href=\"{}\" aria-current=\"page\">{}</a></li>\n", relative(from, path), words);
    } else if (!path.empty()) {
      items += fmt::format("<li><a href=\"{}\">{}</a></li>\n", relative(from, path), words);
    }
  }
  if (items.empty()) return {};
  return fmt::format("<nav class=\"pager\" {}><ul>\n{}</ul></nav>\n", kAbove, items);
}

std::string between(const std::string& pager, const std::string& content) {
  std::string below = pager;
  if (const auto at = below.find(kAbove); at != std::string::npos) below.replace(at, kAbove.size(), kBelow);
  return pager + content + below;
}

}  // namespace docket::site
