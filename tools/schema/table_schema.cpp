#include "tools/schema/table_schema.h"

#include <cstdint>
#include <limits>

#include "events/json/json_writer.h"
#include "tools/columns/tables.h"
#include "tools/schema/laid_out.h"

namespace docket {
namespace {

using columns::Column;
using columns::ColumnType;

std::string_view jsonTypeOf(ColumnType type) {
  switch (type) {
    case ColumnType::text:
      return "string";
    case ColumnType::int32:
    case ColumnType::int64:
      return "integer";
    case ColumnType::boolean:
      return "boolean";
  }
  return {};
}

void writeColumn(JsonWriter& json, const Column& column) {
  json.object(column.name).member("description", column.doc);
  if (column.nullable) {
    json.list("type").item(jsonTypeOf(column.type)).item("null").end();
  } else {
    json.member("type", jsonTypeOf(column.type));
  }
  if (column.type == ColumnType::int32) {
    json.member("minimum", std::numeric_limits<std::int32_t>::min());
    json.member("maximum", std::numeric_limits<std::int32_t>::max());
  }
  json.end();
}

}  // namespace

std::string jsonSchemaOfTables(std::string_view title) {
  JsonWriter json;
  json.object().member("$schema", "http://json-schema.org/draft-07/schema#").member("title", title);
  json.list("anyOf");
  for (const columns::ColumnTable* table : columns::tables())
    json.object().member("$ref", "#/definitions/" + std::string(table->name)).end();
  json.end().object("definitions");
  for (const columns::ColumnTable* table : columns::tables()) {
    json.object(table->name).member("description", table->doc).member("type", "object");
    json.member("additionalProperties", false).list("required", table->columns, &Column::name);
    json.object("properties");
    for (const Column& column : table->columns) writeColumn(json, column);
    json.end().end();
  }
  return laidOut(json.end().end().text());
}

}  // namespace docket
