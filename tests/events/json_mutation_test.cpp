// A few seeds, truncated and changed at every byte: the JSON readers accept or refuse them, and never do anything
// else.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/fuzz/byte_mutants.h"
#include "tests/fuzz/json_target.h"

namespace docket::json_mutation_test {
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

TEST(Mutations, OfGamesAreAcceptedOrRefused) { tryMutants(kGames, takeGame); }

TEST(Mutations, OfDocumentsAreAcceptedOrRefused) { tryMutants(kDocuments, takeDocument); }

}  // namespace
}  // namespace docket::json_mutation_test
