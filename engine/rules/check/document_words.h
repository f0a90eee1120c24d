// Checks every text and field of a document: undeclared names, fields that are not read, duplicates, words without a
// meaning in their condition. Driven by the annotations of the schema; contradictions between fields are found by the
// other files of this folder that end with _check. Internal to the engine.
#pragma once

#include <capnp/dynamic.h>

#include "engine/rules/check/document_names.h"
#include "engine/rules/check/document_remarks.h"
#include "engine/rules/ruleset.h"

namespace docket {

/// Checks the document that `ruleset` was compiled from, or a document that was compiled with it.
void checkWords(capnp::DynamicStruct::Reader document, const Ruleset& ruleset, const DocumentNames& names,
                Remarks& remarks);

}  // namespace docket
