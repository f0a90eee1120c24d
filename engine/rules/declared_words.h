// The words by which records call things, as a document lists them (vocabulary.capnp): why a card moves, how it is
// played, as what an ability is used. Its place: in a compiled ruleset and a compiled catalogue, for whoever asks
// whether a person typed one of them. Invariant: nothing that is computed depends on them. A record can use others; an
// empty list says nothing of which there are.
#pragma once

#include <string>
#include <vector>

#include "schemas/vocabulary.capnp.h"

namespace docket {

/// What people say for an act, and the line of a transcript that it means: "exhausts", "turns ... exhausted".
struct DeclaredVerb {
  std::string says, means;
};

struct DeclaredWords {
  std::vector<std::string> reasons, methods, designators, attachments, endings;
  std::vector<DeclaredVerb> verbs;

  DeclaredWords() = default;
  explicit DeclaredWords(schema::Vocabulary::Reader from);
};

}  // namespace docket
