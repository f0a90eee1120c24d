// What may stand around or beside the fields of a struct on its line of JSON Lines. Internal to the reading of JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "events/json.h"

namespace docket {

struct JsonEnvelope {
  std::string_view wrapper;             ///< not empty: the struct is the only member of an object, under this key
  bool numbered = false;                ///< a member "n" may stand beside the fields
  std::optional<std::uint32_t> number;  ///< what "n" said
  TextPlace number_place;               ///< where
};

/// As readJson of events/json.h, within an envelope.
void readJson(const JsonSource& source, capnp::DynamicStruct::Builder into, Names* names, const JsonOptions& options,
              JsonEnvelope& envelope);

}  // namespace docket
