// Compares the published answers of a library with the rules: which agree, differ or are undecided. With two sets of
// rules, it also finds the answers that change between them, and the clause responsible.
// Invariant: every case of a file has one result, in the order of the file; a case that cannot be asked does not affect
// the others.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/cases/case_reader.h"
#include "tools/game/documents.h"
#include "tools/lab/ruleset_pair.h"

namespace docket::case_law {

enum class CaseOutcome : std::uint8_t {
  agrees,     ///< the rules give the published answer
  differs,    ///< they give another one
  undecided,  ///< something unknown decides
  unasked,    ///< the question cannot be asked under these rules
};
/// "agrees", "differs", "undecided", "cannot be asked".
[[nodiscard]] std::string_view wordOf(CaseOutcome outcome);

/// The documents of a check. Documents that are not given are those that each file names.
struct CheckPlan {
  std::optional<HeldDocument> rules, cards;        ///< the answers are computed under these
  std::optional<HeldDocument> to_rules, to_cards;  ///< and compared with those under these
  [[nodiscard]] bool compares() const { return to_rules || to_cards; }
};

struct CheckedCase {
  const cases::Case* case_line = nullptr;
  CaseOutcome outcome = CaseOutcome::unasked;
  std::string given;        ///< the answer under the rules; of `unasked`, why there is none
  std::string place, gist;  ///< of the case's clause in the ruleset; empty if the ruleset lacks it
  /// The answer under the other rules, if it is another one, and the clauses or changes that cause that.
  struct Change {
    std::string answer;
    std::vector<std::string> causes;
  };
  std::optional<Change> change{};
};

struct CheckedFile {
  std::vector<CheckedCase> cases;
  std::string ruleset;            ///< "yugioh 2022-06-22": what the answers were computed under
  std::string from{};             ///< the day from which that ruleset is in force; empty: it does not say
  bool is_of_other_game = false;  ///< the rules of the plan are for another game: nothing was computed
};

/// Checks files, one after the other. Documents that several files name are compiled once.
class LibraryCheck {
 public:
  explicit LibraryCheck(CheckPlan plan) : plan_(std::move(plan)) {}

  /// Throws BadInput if the documents cannot be compiled. `file` must have documents, and outlives the result.
  [[nodiscard]] CheckedFile check(const cases::CaseFile& file);
  /// The rules that the answers to the cases of a file are computed under; a variant is "clause/variant" or empty.
  [[nodiscard]] std::shared_ptr<const GameRules> rulesFor(const cases::CaseFile& file, const cases::Case& one);

 private:
  [[nodiscard]] lab::Documents documentsFor(const cases::CaseFile& file, const cases::Case& one, bool to) const;
  void compare(const cases::CaseFile& file, const std::vector<CheckedCase*>& alike);

  CheckPlan plan_;
  std::map<std::pair<Digest, Digest>, std::shared_ptr<const GameRules>> compiled_;  // by their digests
};

}  // namespace docket::case_law
