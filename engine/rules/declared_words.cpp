#include "engine/rules/declared_words.h"

#include "events/text_view.h"

namespace docket {
namespace {

std::vector<std::string> listed(capnp::List<capnp::Text>::Reader from) {
  std::vector<std::string> words;
  words.reserve(from.size());
  for (const auto word : from) words.push_back(textOf(word));
  return words;
}

}  // namespace

DeclaredWords::DeclaredWords(schema::Vocabulary::Reader from)
    : reasons(listed(from.getReasons())),
      methods(listed(from.getMethods())),
      designators(listed(from.getDesignators())),
      attachments(listed(from.getAttachments())),
      endings(listed(from.getEndings())) {
  for (const auto verb : from.getVerbs())
    verbs.push_back({.says = textOf(verb.getSays()), .means = textOf(verb.getMeans())});
}

}  // namespace docket
