// docket schema: the JSON Schemas of documents, of records and of what commands answer.
#include <fmt/format.h>

#include <ostream>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>

#include "events/errors.h"
#include "events/json/json_envelope.h"
#include "events/json/json_writer.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "tools/commands/command.h"
#include "tools/io/json_answer.h"
#include "tools/io/output.h"
#include "tools/schema/schemas.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kSchemaHelp =
    R"(Prints a JSON Schema (draft 7) of a document (a ruleset, a catalogue, ...), of a line
of a record, or of what a command answers with --json (answers/NAME). Without SCHEMA
it lists all schemas. With the schema of rulesets, an editor checks and completes a
ruleset while you type: name the file as "$schema" in the ruleset (docs/json.md).)";

constexpr std::string_view kSchemaExamples =
    R"(  docket schema
  docket schema ruleset -o ruleset.schema.json
  docket schema answers/limits)";

int listSchemas(const std::vector<NamedSchema>& all, const Arguments& arguments, Streams& streams) {
  AnswerList answers(streams.out, "schema");
  for (const NamedSchema& one : all) {
    if (arguments.json()) {
      JsonWriter json;
      answers.item(json.object().member("name", one.name).member("about", one.about).end().text());
    } else {
      streams.out << tableRow(
          fmt::format("{}  {}", styled(streams.colour, Style::name, padded(one.name, 24)), one.about));
    }
  }
  if (arguments.json()) answers.end();
  return kAgrees;
}

int runSchema(const Arguments& arguments, Streams& streams) {
  const auto all = allSchemas();
  if (arguments.words().empty()) return listSchemas(all, arguments, streams);
  const std::string& name = arguments.words().front();
  const auto found = ranges::find(all, name, &NamedSchema::name);
  if (found == all.end()) {
    const auto names = all | ranges::views::transform(&NamedSchema::name) | ranges::to_vector;
    throw BadInput(fmt::format("there is no schema {}{} (docket schema lists them)", docket::quoted(name),
                               didYouMean(name, names)));
  }
  if (const auto path = arguments.value("output")) {
    writeOutputFile(*path, found->text);
  } else if (!arguments.json()) {
    streams.out << found->text;
  }
  if (arguments.json()) writeAnswer(streams.out, "schema", onOneLine(found->text).value());
  return kAgrees;
}

}  // namespace

Command schemaCommand() {
  return {.name = "schema",
          .words = "[SCHEMA]",
          .summary = "print the JSON Schema of a document, record or answer",
          .help = kSchemaHelp,
          .examples = kSchemaExamples,
          .least_words = 0,
          .most_words = 1,
          .options = {{.name = "output,o", .value = "FILE", .help = "write to this file"}},
          .run = runSchema};
}

}  // namespace docket
