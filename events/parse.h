// Matching a text against a grammar. Every text that people write is read so: expressions, event lines, paths into
// documents, transcripts are grammars of PEGTL, each with its rules, the actions that say what is made of what matched,
// and the errors that say what was expected.
// Invariant: a text is looked at where it lies, whatever its bytes; where lines and columns are wanted they are counted
// from where a part of it begins, not by the parser.
#pragma once

#include <string_view>
#include <tao/pegtl.hpp>

namespace docket {

/// Whether `Rule` matches at the beginning of a text (a rule that ends with `eof`: all of it). `states` are what the
/// actions work on. Throws what they throw.
template <class Rule, template <class...> class Action = tao::pegtl::nothing,
          template <class...> class Control = tao::pegtl::normal, class... States>
bool matches(std::string_view text, States&&... states) {
  using Input = tao::pegtl::memory_input<tao::pegtl::tracking_mode::lazy, tao::pegtl::eol::lf, const char*>;
  Input in(text.data(), text.data() + text.size(), "");
  return tao::pegtl::parse<Rule, Action, Control>(in, states...);
}

/// What a rule matched, as the part of the text that it is.
template <class Input>
[[nodiscard]] std::string_view matched(const Input& in) {
  return {in.begin(), in.size()};
}

}  // namespace docket
