// The subcommands of `docket rules` and `docket cards` that are in files of their own.
#pragma once

#include <cstdint>
#include <functional>

#include "tools/commands/command.h"
#include "tools/game/documents.h"

namespace docket {

/// The default of `docket cards --most`.
inline constexpr std::uint32_t kMaxShown = 100;

/// docket rules check FILE
int checkRules(const Arguments& arguments, Streams& streams);
/// docket cards check FILE; `rules_for` gives the ruleset against which a catalogue is checked
int checkCards(const Arguments& arguments, const std::function<HeldDocument(schema::Catalogue::Reader)>& rules_for,
               Streams& streams);
/// docket cards read FILE
int readCards(const Arguments& arguments, Streams& streams);
/// docket cards new
int newCatalogue(const Arguments& arguments, Streams& streams);
/// docket rules diff A B
int diffRules(const Arguments& arguments, Streams& streams);

}  // namespace docket
