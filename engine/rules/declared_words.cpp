#include "engine/rules/declared_words.h"

#include "events/text_lists.h"
#include "events/text_view.h"

namespace docket {

DeclaredWords::DeclaredWords(schema::Vocabulary::Reader from)
    : reasons(textsOf(from.getReasons())),
      methods(textsOf(from.getMethods())),
      designators(textsOf(from.getDesignators())),
      attachments(textsOf(from.getAttachments())),
      endings(textsOf(from.getEndings())),
      told(textsOf(from.getTold())) {
  for (const auto verb : from.getVerbs())
    verbs.push_back({.says = textOf(verb.getSays()), .means = textOf(verb.getMeans())});
}

}  // namespace docket
