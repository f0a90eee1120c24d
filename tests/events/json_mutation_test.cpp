// A few seeds, cut and changed at every byte: the JSON readers take them or refuse them, and never do anything else.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/json_target.h"

namespace docket {
namespace {

const std::vector<std::string> kGames = {
    R"({"game":{"id":"g/1","players":[{"name":"A\u00e9\ud83c\udca1","salt":"000102030405060708090a0b0c0d0e0f"},{}]}})"
    "\n"
    R"({"n":1,"deckRegistered":{"player":1,"zone":"deck","first":1,"count":9}})"
    "\n"
    R"({"actor":1,"context":{"names":["b","a"],"identities":[{"card":3,"seats":1,"definition":"x"}]},)"
    R"("begins":[{"subject":"#3","name":"a","amount":-2}],"cardMoved":{"card":3,"zone":"b","slot":0,"face":"up"}})"
    "\n"
    R"({"changeBegan":true})"
    "\n"
    R"({"note":null})"
    "\n",
};

const std::vector<std::string> kDocuments = {
    "// rules\n{\"name\":\"r\\\\\", \"limits\":[{\"name\":\"once\",\"keyedBy\":[\"title\",\"player\"],\"max\":2}], // "
    "end\n"
    "\"values\":[{\"name\":\"life\",\"start\":8000}]}",
};

// Bytes that mean something to JSON, to UTF-8 or to neither.
constexpr std::string_view kBytes("{}[]\":,\\/u0-1.etn \n\x00\x7F\x80\xC3\xF0\xFF", 25);

template <class Take>
void mutate(const std::vector<std::string>& seeds, Take&& take) {
  for (const std::string& seed : seeds) {
    ASSERT_TRUE(take(seed)) << seed;
    for (std::size_t at = 0; at < seed.size(); ++at) {
      SCOPED_TRACE(at);
      ASSERT_NO_THROW(take(seed.substr(0, at)));
      ASSERT_NO_THROW(take(seed.substr(0, at) + seed.substr(at + 1)));
      for (const char byte : kBytes) {
        std::string changed = seed;
        changed[at] = byte;
        ASSERT_NO_THROW(take(changed)) << "with byte " << int{byte};
      }
    }
  }
}

TEST(Mutations, OfGamesAreTakenOrRefused) { mutate(kGames, takeGame); }

TEST(Mutations, OfDocumentsAreTakenOrRefused) { mutate(kDocuments, takeDocument); }

}  // namespace
}  // namespace docket
