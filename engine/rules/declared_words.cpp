#include "engine/rules/declared_words.h"

#include "events/text/text_lists.h"
#include "events/text/text_view.h"

namespace docket {

DeclaredWords::DeclaredWords(schema::Vocabulary::Reader from)
    : reasons(textsOf(from.getReasons())),
      methods(textsOf(from.getMethods())),
      designators(textsOf(from.getDesignators())),
      attachments(textsOf(from.getAttachments())),
      endings(textsOf(from.getEndings())),
      told(textsOf(from.getTold())) {
  for (const auto verb : from.getVerbs()) {
    DeclaredVerb& declared = verbs.emplace_back(DeclaredVerb{.says = textOf(verb.getSays())});
    for (const auto one : verb.getByType())
      declared.meanings.push_back({.types = textsOf(one.getTypes()), .line = textOf(one.getMeans())});
    if (verb.getMeans().size() != 0) declared.meanings.push_back({.line = textOf(verb.getMeans())});
  }
}

}  // namespace docket
