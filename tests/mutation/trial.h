// The outcome of a mutant of a document: refused, noted, or shown by a conformance case.
// Invariant: the outcome of a trial depends only on the documents and the cases.
#pragma once

#include <capnp/schema.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/conformance/case_files.h"
#include "tests/mutation/words.h"

namespace docket::mutation {

enum class Outcome : unsigned char {
  refused,     ///< the document, or a catalogue for it, is refused
  noted,       ///< a note is reported that the unchanged document does not get
  shown,       ///< a case of a conformance file has another answer
  same,        ///< it means the same as the document
  for_people,  ///< the text is for people: not tried
  remains,     ///< nothing notices
};
[[nodiscard]] std::string_view nameOf(Outcome outcome);

/// A document whose words are tried, and the files of cases about it.
struct Subject {
  std::string name;  ///< from the root of the tree on
  bool is_catalogue = false;
  std::string json;
  std::vector<std::shared_ptr<const conformance::CaseFile>> files;
  std::string ruleset_json;  ///< of a catalogue: the ruleset that it is compiled with
  std::vector<std::pair<std::string, std::string>> catalogues;  ///< of a ruleset: names and texts of those for it
};

/// The rulesets that ship, and the documents of the games of tests/conformance that no ruleset ships for, with their
/// cases.
[[nodiscard]] std::vector<Subject> subjects();

/// Every one of its mutants, in the order of the text.
[[nodiscard]] std::vector<Mutant> mutantsOf(const Subject& subject);

class Trial {
 public:
  /// Runs the cases of the document as it is. Throws BadInput if it is refused.
  explicit Trial(const Subject& subject);
  ~Trial();
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  [[nodiscard]] Outcome of(const Mutant& mutant) const;

 private:
  struct UnmutatedResults;
  /// The documents of a file of cases, the subject's with that text.
  [[nodiscard]] conformance::CaseDocuments documents(const conformance::CaseFile& file, const std::string& json) const;
  /// True if a file of cases differs; the one that showed the last mutant is asked first.
  template <class Differs>
  bool anyFile(Differs&& differs) const;

  const Subject& subject_;
  std::unique_ptr<UnmutatedResults> known_;
};

}  // namespace docket::mutation
