// Prints the results of a full check of an archive, for people and as JSON: for docket check, docket restore and docket
// upgrade.
#pragma once

#include <ostream>

#include "events/json/json_writer.h"
#include "store/check/check.h"

namespace docket {

void printCheck(std::ostream& out, const CheckReport& report, bool colour);
/// The members of an object that has been begun.
void writeCheck(JsonWriter& json, const CheckReport& report);

}  // namespace docket
