// docket cards new: a small catalogue to fill in.
#include <fmt/format.h>

#include <ostream>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "tools/commands/rules_commands.h"
#include "tools/game/document_remarks.h"
#include "tools/io/json_answer.h"
#include "tools/io/output.h"
#include "tools/render/catalogue_template.h"

namespace docket {

int newCatalogue(const Arguments& arguments, Streams& streams) {
  const auto archive = archiveIfPresent(arguments);
  const auto choice = arguments.value("ruleset");
  if (!choice)
    throw BadInput("docket cards new: --ruleset RULESET names the rules of the game (docket rules lists them)");
  const HeldDocument ruleset = chooseRuleset(*choice, {}, archive ? &*archive : nullptr);
  const std::string text = catalogueTemplate(ruleset, compiledRuleset(ruleset));
  if (arguments.words().size() != 1) throw BadInput("docket cards new: expected no more words (--ruleset RULESET)");
  if (const auto path = arguments.value("output")) {
    writeOutputFile(*path, text);
  } else if (arguments.json()) {
    JsonWriter json;
    writeAnswer(streams.out, "cards new", json.object().member("text", text).end().text());
  } else {
    streams.out << text;
  }
  return kAgrees;
}

}  // namespace docket
