// Shared by the subcommands of docket cases; find and from have their own files.
#pragma once

#include <string>

#include "events/json/json_writer.h"
#include "tools/cases/case_reader.h"
#include "tools/commands/command.h"

namespace docket {

/// Writes the members of a case that say what it is, into the object that is open.
void writeCaseMembers(JsonWriter& json, const cases::CaseFile& file, const cases::Case& one);
/// " (head judge, 2024-05-01)"; empty if the file does not say.
[[nodiscard]] std::string sourceWords(const cases::Case& one);

int caseFromRuling(const Arguments& arguments, Streams& streams);
int findCases(const Arguments& arguments, Streams& streams);

}  // namespace docket
