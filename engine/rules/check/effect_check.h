// Reports effects of a text that contradict themselves or are never read (document_words.h): one without a field that
// its kind needs, an amount that is not read, a duplicate. Internal to the engine.
#pragma once

#include <string>

#include "engine/rules/check/document_remarks.h"
#include "schemas/card.capnp.h"

namespace docket {

/// Checks the effects of a text. `continuous`: it is a continuous trait. `at`: the path of their owner; `card`: the
/// card, or empty.
void checkEffects(capnp::List<schema::Effect>::Reader effects, bool continuous, const std::string& at,
                  const std::string& card, Remarks& remarks);

}  // namespace docket
