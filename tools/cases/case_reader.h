// A .cases file: records of games, and questions about them with the answers that a clause gives. The format is
// documented in docs/cases.md.
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
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/rules/extension.h"
#include "engine/rules/ids.h"
#include "events/document.h"
#include "events/json/line_words.h"
#include "events/recording.h"
#include "schemas/card.capnp.h"
#include "tools/cases/written_answer.h"

namespace docket::cases {

using notation::Line;
using notation::Word;

struct Record {
  std::string name;
  Recording game;
  std::vector<TextPlace> places;  ///< the places of its events
  std::string problem{};          ///< why it cannot be read; such a record cannot be asked about
};

struct Case {
  bool check = false;           ///< the clause does not change the answer; in a case it does
  std::string clause, variant;  ///< variant: the reading of the clause under which the answer holds, or empty
  std::size_t record = 0;       ///< in CaseFile::records
  EventNumber at = 0;           ///< the question is asked after this event
  std::string question;
  WrittenAnswer answer;
  std::string shows;
  std::string source{}, date{};  ///< who gave the answer, and when (YYYY-MM-DD); empty: the file does not say
  TextPlace place, question_place, answer_place;
};

/// A catalogue as it was read.
struct CaseCards {
  std::string file, text;                                         ///< for the places of mistakes; the text can be empty
  std::shared_ptr<const Document<schema::Catalogue>> document{};  ///< null: no catalogue
};
/// The documents under which the cases of a file are asked.
struct CaseDocuments {
  WholeRuleset rules;
  CaseCards cards{};
};

struct CaseFile {
  std::string name;                          ///< for messages and tables
  std::filesystem::path rules, cards;        ///< the files of its documents; `cards` can be empty
  std::optional<CaseDocuments> documents{};  ///< empty: one of them cannot be read
  std::vector<Record> records;
  std::vector<Case> cases;              ///< checks too
  std::vector<std::string> problems{};  ///< the parts that cannot be read: "file:line:column: ..."; the rest was read
};

/// Reads a file's text. The documents that it names are looked up in `folder`; `shipped` are the rulesets that it can
/// name as NAME VERSION, in files called NAME-VERSION.json or NAME.json.
CaseFile readCases(std::string_view text, const std::string& name, const std::filesystem::path& folder,
                   const std::vector<WrittenRuleset>& shipped);

/// The ruleset of a text, which can extend one of those that ship or one that lies beside it in `folder`. Throws
/// BadInput.
WholeRuleset readCaseRuleset(std::string_view text, const std::string& file, const std::filesystem::path& folder,
                             const std::vector<WrittenRuleset>& shipped);
/// A catalogue. Throws BadInput.
CaseCards readCaseCards(std::string text, const std::string& file);

}  // namespace docket::cases
