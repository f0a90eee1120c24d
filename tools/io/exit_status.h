// The exit status of a command, which scripts rely on: README.md and the help list it, and a JSON answer that fails
// repeats it as `status`. The C library has the same numbers (tools/library/docket.h).
#pragma once

namespace docket {

enum ExitStatus : int {
  kAgrees = 0,      ///< it did what was asked, and nothing differs
  kDiffers = 1,     ///< the answer is no: a rule is broken, or two things differ
  kBadInput = 2,    ///< wrong usage or bad input (BadInput of events/errors.h)
  kDamaged = 3,     ///< the archive is damaged (DamagedArchive)
  kEnvironment = 4  ///< the disk, a permission, another process (EnvironmentError)
};

}  // namespace docket
