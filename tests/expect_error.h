// That an act throws an error of a kind, whose message has a certain part.
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
