// Reads a line as one phrase into a struct: the subject, the items in the order typed, what is left out, the braces.
// Internal to the reading of lines.
// Invariant: every item of the phrase is given by the line, by its braces or by the table, or may be left out.
#pragma once

#include <string_view>
#include <vector>

#include "tools/notation/attempt.h"
#include "tools/notation/braces.h"
#include "tools/notation/line_subject.h"
#include "tools/notation/omitted_parts.h"
#include "tools/notation/part_reader.h"

namespace docket::notation {

class PhraseReader {
 public:
  explicit PhraseReader(Attempt& attempt) : attempt_(attempt), line_(attempt.line) {}

  /// Sets the subject of the verb, and the actor.
  void readSubject(const LineSubject& head);
  /// Reads from the verb to the end of the line or to a ":".
  void read();
  /// Reads the words of a verb that a document defines, and the whole line that it means.
  void readMeaning();
  /// True if the braces after the line give a field. After read().
  [[nodiscard]] bool isBraced(std::string_view field) const { return braces_.say(field); }

 private:
  [[nodiscard]] bool isInFields() const;
  void readCoSubjects(const LineSubject& head);
  void takeVerb();
  void readItems();
  void sendToOwnersZone();
  void expectAfterWord(const std::vector<const Item*>& pending) const;
  void expect(const std::vector<const Item*>& pending) const;
  [[noreturn]] void failMissing(const Item& item) const;
  void requireKnownTitle() const;
  [[noreturn]] void failUnexpected(const std::vector<const Item*>& pending) const;

  Attempt& attempt_;
  Cursor& line_;
  PartReader parts_{attempt_};
  Braces braces_{attempt_};
  OmittedParts omitted_{attempt_};
  bool returns_ = false;              ///< the verb is "returns"
  std::vector<const Item*> implied_;  ///< what the verb itself implies, if a document defines it
};

}  // namespace docket::notation
