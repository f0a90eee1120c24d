// docket rules diff: what two rulesets differ in, in clauses and variants.
#include <fmt/format.h>

#include <optional>
#include <ostream>

#include "events/digest.h"
#include "events/errors.h"
#include "events/json/json_writer.h"
#include "tools/commands/rules_commands.h"
#include "tools/game/game_loader.h"
#include "tools/io/json_answer.h"
#include "tools/lab/rules_difference.h"
#include "tools/lab/rules_difference_text.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

void writeRulesetSide(JsonWriter& json, std::string_view name, const HeldDocument& side) {
  json.object(name).member("name", side.name).member("version", side.version).member("from", side.from);
  json.member("digest", hex(side.digest)).member("origin", side.origin).end();
}

}  // namespace

int diffRules(const Arguments& arguments, Streams& streams) {
  const auto& words = arguments.words();
  if (words.size() != 3)
    throw BadInput("docket rules diff: expected two rulesets, each a name, NAME@VERSION or a file");
  const auto archive = archiveNamedOrPresent(arguments);
  const auto left = chooseRuleset(words[1], {}, archive ? &*archive : nullptr);
  const auto right = chooseRuleset(words[2], {}, archive ? &*archive : nullptr);
  for (const HeldDocument* side : {&left, &right}) static_cast<void>(compileRules(*side, nullptr));
  DocumentReader<schema::Ruleset> left_document(left);
  DocumentReader<schema::Ruleset> right_document(right);
  const auto difference = lab::differenceOf(left_document.root(), right_document.root());
  if (arguments.json()) {
    JsonWriter json;
    json.object();
    writeRulesetSide(json, "left", left);
    writeRulesetSide(json, "right", right);
    lab::writeDifference(json, difference);
    writeAnswer(streams.out, "rules diff", json.end().text());
  } else {
    const auto named = [](const HeldDocument& side) {
      return fmt::format("{} {} ({})", printable(side.name), printable(side.version), printable(side.origin));
    };
    streams.out << paragraph("left: " + named(left), 0, 7) << paragraph("right: " + named(right), 0, 7);
    lab::printDifference(streams.out, difference, streams.colour);
  }
  return difference.equal() ? kAgrees : kDiffers;
}

}  // namespace docket
