// Converts lists of Cap'n Proto texts to the standard library's, and back.
#pragma once

#include <capnp/list.h>

#include <string>
#include <vector>

#include "events/text/text_view.h"

namespace docket {

/// Copies of the texts, in order.
[[nodiscard]] inline std::vector<std::string> textsOf(capnp::List<capnp::Text>::Reader list) {
  std::vector<std::string> texts;
  texts.reserve(list.size());
  for (const auto text : list) texts.push_back(textOf(text));
  return texts;
}

/// Sets the elements of a list that is as long as `texts`; each text must be followed by a zero byte.
template <class Texts>
void setTexts(capnp::List<capnp::Text>::Builder list, const Texts& texts) {
  for (unsigned i = 0; i < list.size(); ++i) list.set(i, textReader(texts[i]));
}

}  // namespace docket
