// The documents of an archive.
#include "events/errors.h"
#include "store/archive.h"
#include "tests/expect_error.h"
#include "tests/store/games.h"

namespace docket::test::documents_test {
namespace {

TEST(Documents, AreStoredOncePerDigest) {
  const TempDirectory directory;
  const std::string text(100000, 'x');
  Digest digest{};
  {
    auto archive = Archive::open(directory / "a", Access::create);
    auto documents = archive.documents();
    digest = documents.put("ruleset", "l5r", "2", text);
    EXPECT_EQ(digest, documentDigest(text));
    EXPECT_EQ(documents.put("ruleset", "l5r", "2", text), digest);
    EXPECT_EQ(documents.put("ruleset", "l5r", "2-again", text), digest);
    documents.put("ruleset", "l5r", "1", "older");
    documents.put("catalogue", std::string("z\0y", 3), "", "cards");
  }
  const auto archive = Archive::open(directory / "a", Access::read);
  const auto documents = archive.documents();
  const auto document = documents.get(digest);
  ASSERT_TRUE(document);
  EXPECT_EQ(document->text, text);
  EXPECT_EQ(document->entry.version, "2");
  EXPECT_FALSE(documents.get(documentDigest("other")));
  std::vector<std::string> listed;
  for (const auto& entry : documents.list("ruleset")) listed.push_back(entry.name + " " + entry.version);
  EXPECT_EQ(listed, (std::vector<std::string>{"l5r 1", "l5r 2", "l5r 2-again"}));
  ASSERT_EQ(documents.list().size(), 4U);
  EXPECT_EQ(documents.list()[0].name, std::string("z\0y", 3));
  expectError<EnvironmentError>([&] { Documents(documents).put("ruleset", "n", "1", "new"); }, "opened for reading");
}

}  // namespace
}  // namespace docket::test::documents_test
