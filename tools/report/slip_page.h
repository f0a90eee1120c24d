// A slip (slip.h) as a page of HTML, to print on one sheet.
// Invariant: it has the lines of the slip's text, all escaped, and makes no requests.
#pragma once

#include <iosfwd>

#include "tools/report/slip.h"

namespace docket::report {

void writeSlipPage(std::ostream& out, const Slip& slip);

}  // namespace docket::report
