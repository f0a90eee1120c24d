// Limits on cards rather than on their abilities: for which cards they hold, which of them count together, and how many
// copies there are. limits.h asks here. Internal to the engine.
#pragma once

#include <compare>
#include <optional>
#include <string_view>

#include "engine/query/limits/limits.h"

namespace docket {

/// Whether what is recorded as a trait that happened is by itself an application: that of an effect which is no
/// triggered trait, but continuous, and is applied without being activated.
bool isApplication(const Definition* definition, std::uint16_t ability);

/// Whether a limit holds for a card: as the card says, or because it is one of every card.
/// `perhaps` where something that is not known decides that.
enum class Holds : std::uint8_t { no, perhaps, yes };
Holds holdsForCard(const State& state, const Rules& rules, const AppliedLimit& limit, CardIndex card);
/// Of one of every card: whether it holds as far as is known, and only a text that nobody knows could change that.
bool holdsButForTexts(const State& state, const Rules& rules, const AppliedLimit& limit, CardIndex card);

/// What two cards agree in where a limit on copies counts them together: title and version, as far as it asks for them.
struct CopyKey {
  std::uint32_t title = 0;
  std::string_view version;
  // clang-tidy takes the zero that the compiler compares with for a pointer.
  friend auto operator<=>(const CopyKey&, const CopyKey&) = default;  // NOLINT(modernize-use-nullptr)
};

/// Whether a limit goes by what is printed at all.
bool countsByWhatIsPrinted(const Limit& limit);

/// That of a card; nothing for one that counts with no other: it has no title.
std::optional<CopyKey> copyKey(const Limit& limit, LimitIndex index, const Definition& definition);

/// Whether two definitions agree in the keys of a limit that what is printed decides. Null: not known what it is.
Holds sameKeys(const AppliedLimit& limit, const Definition* asked, const Definition* other);

/// The copies that a limit counts, each by the event that brought it to where it counts.
CounterReading readCopies(const State& state, const Rules& rules, const AppliedLimit& limit,
                          const UseQuestion& question);

}  // namespace docket
