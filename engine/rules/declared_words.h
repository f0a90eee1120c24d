// The words that records use, as a document lists them (vocabulary.capnp): why a card moves, how it is played, what an
// ability is used as. Part of a compiled ruleset and a compiled catalogue, to check typed words.
// Invariant: no computation depends on them. A record can use other words; an empty list says nothing about which words
// exist.
#pragma once

#include <string>
#include <vector>

#include "schemas/vocabulary.capnp.h"

namespace docket {

/// The line of a transcript that a verb means for cards of some types: "turns ... exhausted".
struct VerbMeaning {
  std::vector<std::string> types{};  ///< empty: for any card
  std::string line{};                ///< "..." stands for what the speaker says after the verb
};

/// A word that people use for an act: "exhausts". Its first meaning that is for the card counts.
struct DeclaredVerb {
  std::string says;
  std::vector<VerbMeaning> meanings{};
};

struct DeclaredWords {
  std::vector<std::string> reasons, methods, designators, attachments, endings, told;
  std::vector<DeclaredVerb> verbs;

  DeclaredWords() = default;
  explicit DeclaredWords(schema::Vocabulary::Reader from);
};

}  // namespace docket
