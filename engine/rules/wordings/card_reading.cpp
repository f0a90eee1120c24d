#include "engine/rules/wordings/card_reading.h"

#include <range/v3/algorithm/contains.hpp>

namespace docket::wordings {

bool CardReading::isInDoubt(schema::Matter matter) const { return ranges::contains(matters, matter); }

}  // namespace docket::wordings
