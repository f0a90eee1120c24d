// A catalogue as a file that people edit.
#pragma once

#include <iosfwd>

#include "schemas/card.capnp.h"

namespace docket {

/// All that it says as JSON, a card a line.
void writeCatalogue(std::ostream& out, schema::Catalogue::Reader catalogue);

}  // namespace docket
