#include "tools/schema/schemas.h"

#include <fmt/format.h>

#include "events/text/text_view.h"
#include "schemas/card.capnp.h"
#include "schemas/event.capnp.h"
#include "schemas/play.capnp.h"
#include "schemas/ruleset.capnp.h"
#include "schemas/ruling.capnp.h"
#include "schemas/wordings.capnp.h"
#include "tools/schema/json_schema.h"
#include "tools/schema/table_schema.h"

namespace docket {
namespace {

template <class Root>
NamedSchema schemaOf(const std::string& name, const std::string& about, SchemaOf what) {
  return {.name = name, .about = about, .text = jsonSchemaOf(capnp::Schema::from<Root>(), "Docket: " + about, what)};
}

}  // namespace

std::vector<NamedSchema> allSchemas() {
  std::vector<NamedSchema> all{
      schemaOf<schema::Ruleset>("ruleset", "a ruleset", SchemaOf::checked),
      schemaOf<schema::Catalogue>("catalogue", "a catalogue of cards", SchemaOf::checked),
      schemaOf<schema::Wordings>("wordings", "wordings, by which printed texts are read", SchemaOf::document),
      schemaOf<schema::Corrections>("corrections", "what somebody decided about words of cards", SchemaOf::document),
      schemaOf<schema::Play>("play", "a play script, by which games are made up", SchemaOf::document),
      schemaOf<schema::Header>("header", "the header of a game", SchemaOf::line),
      schemaOf<schema::Ruling>("ruling", "a line of a file of rulings", SchemaOf::line),
      {.name = "record",
       .about = "a line of a game in JSON Lines: its header, an event or its end",
       .text = jsonSchemaOfRecordLines("Docket: a line of a game in JSON Lines")},
      {.name = "columns",
       .about = "a row of a table that \"export --columns\" writes",
       .text = jsonSchemaOfTables("Docket: a row of a table for analysts")}};
  for (const EmbeddedFile& shipped : shippedSchemas()) {
    const auto command = shipped.file.substr(0, shipped.file.rfind('.'));
    all.push_back({.name = fmt::format("answers/{}", command),
                   .about = fmt::format("a line of what \"{}\" answers in JSON", command),
                   .text = std::string(shipped.text)});
  }
  return all;
}

}  // namespace docket
