// Expects that a call throws an error of a given type whose message contains a text.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

namespace docket::test {

template <class Error, class Act>
void expectError(Act&& act, std::string_view part) {
  try {
    act();
    ADD_FAILURE() << "nothing was thrown; expected: " << part;
  } catch (const Error& error) {
    EXPECT_NE(std::string_view(error.what()).find(part), std::string_view::npos) << error.what();
  }
}

}  // namespace docket::test
