// The fuzz target for rulesets: any input is refused with BadInput or read; a ruleset that is read can be printed whole
// and each of its clauses switched off, and printing it again gives the same.
#pragma once

#include <kj/debug.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/check/document_check.h"
#include "engine/rules/compile_ruleset.h"
#include "events/document.h"
#include "events/errors.h"
#include "events/json/json.h"
#include "events/json/json_place.h"

namespace docket {

/// That the places of remarks are places in the text.
inline void requirePlaces(const std::vector<Remark>& remarks, std::string_view bytes) {
  for (const Remark& remark : remarks) {
    const auto place =
        placeWithin({.text = bytes, .file = "fuzz"}, remark.path, {.line = remark.line, .column = remark.column});
    KJ_REQUIRE(place.line >= 1 && place.column >= 1, remark.path, remark.message);
  }
}

/// The bytes as a ruleset. Returns whether they are one that compiles.
inline bool takeRuleset(std::string_view bytes) {
  try {
    const auto read = readDocument<schema::Ruleset>(bytes, "fuzz");
    const Ruleset compiled = compile(read.root(), "fuzz");
    const auto remarks = checkRuleset(read.root(), compiled);
    const auto again = checkRuleset(read.root(), compiled);
    KJ_REQUIRE(remarks.size() == again.size());
    requirePlaces(remarks, bytes);
    requirePlaces(checkSwitches(read.root(), "fuzz"), bytes);
  } catch (const BadInput&) {
    return false;
  }
  return true;
}

}  // namespace docket
