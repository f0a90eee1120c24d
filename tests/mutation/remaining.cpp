#include "tests/mutation/remaining.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "events/errors.h"
#include "tests/conformance/case_files.h"
#include "tests/places.h"

namespace docket::mutation {
namespace {

bool fits(std::string_view pattern, std::string_view text) {
  if (!pattern.ends_with('*')) return pattern == text;
  pattern.remove_suffix(1);
  return text.starts_with(pattern);
}

}  // namespace

bool Remaining::names(std::string_view document_name, const Mutant& mutant) const {
  return fits(document, document_name) && fits(place, mutant.place) && fits(change, nameOf(mutant.change)) &&
         fits(what, mutant.what);
}

std::vector<Remaining> remainingMutants() {
  const std::filesystem::path path = std::filesystem::path(docket::test::sourceDir()) / "tests/mutation/remaining.tsv";
  std::istringstream in(conformance::readText(path));
  std::vector<Remaining> all;
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream columns(line);
    Remaining one{.line = number};
    for (std::string* column : {&one.document, &one.place, &one.change, &one.what, &one.reason}) {
      std::getline(columns, *column, '\t');
    }
    if (one.reason.empty()) throw BadInput(path.filename(), number, 1, "expected five columns, with tabs between them");
    all.push_back(std::move(one));
  }
  return all;
}

const Remaining* reasonOf(const std::vector<Remaining>& all, std::string_view document, const Mutant& mutant) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.names(document, mutant); });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace docket::mutation
