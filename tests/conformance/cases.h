// A .cases file: records of games, and questions about them with the answers that a clause gives. The format is
// documented in tests/conformance/README.md.
//   rules l5r-celestial 2011-06-06
//   cards cards.json
//   record paragon
//     deckRegistered player=1 zone="dynasty deck" first=1 : Unbowed Paragon
//   end
//   case l5r.calc.clamp | paragon@1 | stat(#1, "Personal Honor") | 2 | what it shows
//   check l5r.calc.clamp | paragon@1 | stat(#1, "Chi") | 3 | what it leaves as it is
// Invariant: each case names a record and an event of it. A part that cannot be read is reported with its place; the
// rest is still read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/rules/ids.h"
#include "events/json/line_words.h"
#include "events/recording.h"
#include "tests/conformance/answer.h"

namespace docket::conformance {

using notation::Line;
using notation::TextPosition;
using notation::Word;

struct Record {
  std::string name;
  Recording game;
  std::vector<TextPosition> places;  ///< the places of its events
  std::string problem{};             ///< why it cannot be read; such a record cannot be asked about
};

struct Case {
  bool check = false;           ///< the clause does not change the answer; in a case it does
  std::string clause, variant;  ///< variant: the reading of the clause under which the answer holds, or empty
  std::size_t record = 0;       ///< in CaseFile::records
  EventNumber at = 0;           ///< the question is asked after this event
  std::string question;
  Answer answer;
  std::string shows;
  TextPosition place, question_place, answer_place;
};

struct CaseFile {
  std::string name;                    ///< for messages and tables: the path below tests/conformance
  std::filesystem::path rules, cards;  ///< documents; `cards` can be empty
  std::vector<Record> records;
  std::vector<Case> cases;              ///< checks too
  std::vector<std::string> problems{};  ///< the parts that cannot be read: "file:line:column: ..."; the rest was read
  bool has_documents = true;            ///< both documents that it names exist
};

/// Reads a file's text; the documents that it names are looked up in `folder`, rulesets by name and version in
/// engine/rulesets.
CaseFile readCases(std::string_view text, const std::string& name, const std::filesystem::path& folder);

/// Reads tests/conformance's files, in the order of their names.
std::vector<std::filesystem::path> caseFiles();
CaseFile readCases(const std::filesystem::path& path);
/// Reads a file that messages call as it is given here. One that is not there has that for a problem.
CaseFile readCasesAsNamed(const std::filesystem::path& path);

/// The text of a file. Throws BadInput if it cannot be read.
std::string readText(const std::filesystem::path& path);

}  // namespace docket::conformance
