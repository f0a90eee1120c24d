// The fuzz target for certificates: any input is refused with BadInput or read; a certificate that is read is written
// back byte for byte, and its ruling is judged.
#pragma once

#include <kj/debug.h>

#include <string>
#include <string_view>

#include "events/errors.h"
#include "tools/verdict/certificate_check.h"

namespace docket {

/// The bytes as a certificate. Returns whether they are one.
inline bool takeCertificate(std::string_view bytes) {
  static const auto kRules = compileRules(chooseRuleset("yugioh", {}, nullptr), nullptr);
  Certificate read;
  try {
    read = certificateOf(bytes, "fuzz");
  } catch (const BadInput&) {
    return false;
  }
  KJ_REQUIRE(textOf(read) == bytes, "a text has one spelling");
  try {
    static_cast<void>(recomputed(read, {}));
    // A forged record can have a forged leaf, so records without a leaf are judged here too.
    if (givesRuling(*read.record, read.ruling)) static_cast<void>(judgedFrom(read.record, kRules, read.ruling));
  } catch (const BadInput&) {        // unknown documents, a game of a later version
  } catch (const DamagedArchive&) {  // a record that is invalid under these rules
  }
  return true;
}

}  // namespace docket
