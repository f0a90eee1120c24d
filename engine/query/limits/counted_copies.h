// Limits on cards rather than on abilities: the cards to which they apply, the cards that count together, and the
// number of copies. Used by limits.h. Internal to the engine.
#pragma once

#include <compare>
#include <optional>
#include <string_view>

#include "engine/query/limits/limit_count.h"
#include "engine/query/limits/use_question.h"
#include "engine/query/tri_state.h"
#include "engine/state/state.h"

namespace docket {

/// True if a recorded trait is itself an application: its effect is continuous rather than triggered, and applies
/// without activation.
bool isApplication(const Definition* definition, std::uint16_t ability);

/// Whether a limit applies to a card: because the card names it, or because it is on every card. undecided if something
/// unknown decides.
TriState holdsForCard(const State& state, const Rules& rules, const ApplicableLimit& limit, CardIndex card);
/// For a limit on every card: true if it applies as far as is known, and only an unknown text could change that.
bool holdsExceptForTexts(const State& state, const Rules& rules, const ApplicableLimit& limit, CardIndex card);

/// The keys by which a limit on copies counts two cards together: title and version, as far as the limit uses them.
struct CopyKey {
  std::uint32_t title = 0;
  std::string_view version;
  // clang-tidy mistakes the zero that the compiler compares with for a pointer.
  friend auto operator<=>(const CopyKey&, const CopyKey&) = default;  // NOLINT(modernize-use-nullptr)
};

/// True if a limit depends on what is printed.
bool countsByWhatIsPrinted(const Limit& limit);

/// The key of a card; empty for a card without a title, which counts with no other.
std::optional<CopyKey> copyKey(const Limit& limit, LimitIndex index, const Definition& definition);

/// Whether two definitions agree in the printed keys of a limit. Null: unidentified.
TriState sameKeys(const ApplicableLimit& limit, const Definition* asked, const Definition* other);

/// The copies that a limit counts, each given by the event that moved it to where it counts.
UsedCount readCopies(const State& state, const Rules& rules, const ApplicableLimit& limit, const UseQuestion& question);

}  // namespace docket
