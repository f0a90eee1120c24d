#include "tools/report/slip_page.h"

#include <fmt/format.h>

#include <ostream>

#include "tools/report/markup.h"
#include "tools/report/slip_text.h"
#include "tools/report/template.h"
#include "tools/words/text.h"

namespace docket::report {
namespace {

std::string rowsMarkup(const Slip& slip) {
  std::string html;
  for (const SlipRow& row : rowsOf(slip)) {
    html += fmt::format("<div><dt>{}</dt><dd>", row.label);
    std::string_view between;
    for (const std::string& text : row.paragraphs()) {
      html += fmt::format("{}<span dir=\"auto\">{}</span>", between, escaped(text));
      between = "\n";
    }
    html += "</dd></div>\n";
  }
  return html;
}

std::string signaturesMarkup(const Slip& slip) {
  std::string html;
  for (const std::string& signer : signersOf(slip)) html += fmt::format("<li><bdi>{}</bdi></li>\n", escaped(signer));
  return html + "<li>Day and time</li>\n";
}

}  // namespace

void writeSlipPage(std::ostream& out, const Slip& slip) {
  const std::string style = pageText({"base.css", "slip.css"});
  fillTemplate(
      out, pageText({"head.html", "slip.html"}),
      {{"style", style},
       {"style-hash", contentHash(style)},
       {"script-policy", ""},
       {"page-title", fmt::format("{}: {}, event {}", slipTitle(slip), escaped(clipped(slip.game, 120)), slip.event)},
       {"title", slipTitle(slip)},
       {"kind", slip.superseded_by.empty() ? "stands" : "replaced"},
       {"rows", rowsMarkup(slip)},
       {"signatures", signaturesMarkup(slip)}});
}

}  // namespace docket::report
