// Matches a text against a grammar. Expressions, event lines, patterns and transcripts are PEGTL grammars, each with
// its rules, the actions on what matched, and the errors that say what was expected.
// Invariant: a text is read in place, whatever its bytes; lines and columns, if needed, are counted by the caller from
// the start of a part, not by the parser.
#pragma once

#include <string_view>
#include <tao/pegtl.hpp>

namespace docket {

/// True if `Rule` matches at the beginning of a text (the whole text, if the rule ends with `eof`). The actions work on
/// `states`. Rethrows their exceptions.
template <class Rule, template <class...> class Action = tao::pegtl::nothing,
          template <class...> class Control = tao::pegtl::normal, class... States>
bool matches(std::string_view text, States&&... states) {
  using Input = tao::pegtl::memory_input<tao::pegtl::tracking_mode::lazy, tao::pegtl::eol::lf, const char*>;
  Input in(text.data(), text.data() + text.size(), "");
  return tao::pegtl::parse<Rule, Action, Control>(in, states...);
}

/// The part of the text that a rule matched.
template <class Input>
[[nodiscard]] std::string_view matched(const Input& in) {
  return {in.begin(), in.size()};
}

}  // namespace docket
