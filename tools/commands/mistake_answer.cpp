#include "tools/commands/mistake_answer.h"

#include "tools/io/json_answer.h"

namespace docket {

void writeMistake(JsonWriter& json, const notation::Mistake& mistake) {
  writeErrorMembers(json.object(), reportOf(mistake));
  json.member("length", mistake.length()).list("choices");
  for (const auto& choice : mistake.choices())
    json.object().member("text", choice.text).member("about", choice.about).end();
  json.end().end();
}

}  // namespace docket
