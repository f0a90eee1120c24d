#include "tools/case_law/library.h"

#include <fmt/format.h>

#include <range/v3/algorithm/sort.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>

#include "events/errors.h"
#include "tools/game/rulesets.h"
#include "tools/io/files.h"

namespace docket::case_law {
namespace {

namespace fs = std::filesystem;

const std::vector<WrittenRuleset>& rulesetsThatShip() {
  static const auto kAll =
      shippedRulesets() | ranges::views::transform([](const EmbeddedFile& one) {
        return WrittenRuleset{.file = std::string(one.file), .text = std::string(one.text), .own = {}};
      }) |
      ranges::to_vector;
  return kAll;
}

}  // namespace

std::vector<fs::path> filesOf(const fs::path& library) {
  std::error_code failed;
  if (!fs::is_directory(library, failed)) return {library};
  std::vector<fs::path> files;
  for (fs::recursive_directory_iterator at(library, fs::directory_options::skip_permission_denied, failed), end;
       !failed && at != end; at.increment(failed)) {
    std::error_code ignored;
    if (at->path().extension() == ".cases" && at->is_regular_file(ignored)) files.push_back(at->path());
  }
  if (failed) throw EnvironmentError(fmt::format("{}: {}", library.string(), failed.message()));
  if (files.empty())
    throw BadInput(fmt::format(
        "{}: no file in this folder ends in .cases (docket cases from GAME --ruling N makes one)", library.string()));
  ranges::sort(files);
  return files;
}

cases::CaseFile readFile(const fs::path& file) {
  try {
    return cases::readCases(readText(file, kMaxFileBytes), file.string(), fs::absolute(file).parent_path(),
                            rulesetsThatShip());
  } catch (const BadInput& unread) {
    cases::CaseFile empty;
    empty.name = file.string();
    empty.problems.emplace_back(unread.what());
    return empty;
  }
}

std::string placeOf(const cases::CaseFile& file, const cases::Case& one) {
  return fmt::format("{}:{}", file.name, one.place.line);
}

}  // namespace docket::case_law
