// The ways to open an archive.
#pragma once

namespace docket {

enum class Access {
  /// Alongside a recorder, if any; sees what it had written at the last refresh().
  read,
  /// The one process that writes; also reads.
  record,
  /// Like record, for a short time: others that want to record wait for it to end.
  record_briefly,
  /// Like record, for an archive that does not exist yet: the directory is missing, empty, or the remains of an
  /// interrupted creation, which is resumed.
  create,
  /// Like record, for an archive that lost its newest events: accepts what is left as complete.
  salvage,
  /// Like record, for an archive of an earlier format: upgrades it to this format.
  upgrade,
};

}  // namespace docket
