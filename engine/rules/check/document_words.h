// Checks every word of a document: names that nothing declares, fields where nothing reads them, the same thing twice,
// words of conditions that mean nothing in their place. Driven by the marks of the schema; what it takes to contradict
// oneself beyond that is in the files that end with _sense. Internal to the engine.
#pragma once

#include <capnp/dynamic.h>

#include "engine/rules/check/document_names.h"
#include "engine/rules/check/document_remarks.h"
#include "engine/rules/ruleset.h"

namespace docket {

/// Goes through a document of which `ruleset` was compiled, or that was compiled with it.
void checkWords(capnp::DynamicStruct::Reader document, const Ruleset& ruleset, const DocumentNames& names,
                Remarks& remarks);

}  // namespace docket
