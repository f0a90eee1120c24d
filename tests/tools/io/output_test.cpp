// Files that commands write: they appear once they are complete, and an existing file is not changed before.
#include "tools/io/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

#include "events/errors.h"
#include "tests/expect_error.h"
#include "tests/tools/run.h"

namespace docket::output_test {
namespace {

using test::TempDirectory;
using test::textOf;

void write(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.stream() << text;
  file.keep();
  EXPECT_EQ(file.bytes(), text.size());
}

TEST(OutputFile, ReplacesAFileOnceItIsComplete) {
  const TempDirectory place;
  const std::string path = place.file("file", "old");
  {
    OutputFile file(path);
    file.stream() << "half" << std::flush;
    EXPECT_EQ(textOf(path), "old");
  }
  EXPECT_EQ(textOf(path), "old");
  write(path, "new");
  EXPECT_EQ(textOf(path), "new");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(std::filesystem::path(path).parent_path()), {}), 1);
}

TEST(OutputFile, IsNotWrittenThroughALink) {
  const TempDirectory place;
  const std::string target = place.file("target", "old");
  const std::string link = place / "link";
  for (const char* leads_to : {"target", "nowhere"}) {
    std::filesystem::create_symlink(leads_to, link);
    test::expectError<BadInput>([&] { write(link, "new"); }, "this is a link");
    EXPECT_EQ(textOf(target), "old");
    EXPECT_FALSE(std::filesystem::exists(place / "nowhere"));
    std::filesystem::remove(link);
  }
}

TEST(OutputFile, WritesToAPipeAndDoesNotReplaceIt) {
  const TempDirectory place;
  const std::string path = place / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const int reader = ::open(path.c_str(), O_RDWR | O_NONBLOCK);  // opening it for writing waits for a reader
  ASSERT_GE(reader, 0);
  write(path, "new");
  std::array<char, 8> got{};
  EXPECT_EQ(::read(reader, got.data(), got.size()), 3);
  EXPECT_EQ(std::string_view(got.data(), 3), "new");
  ::close(reader);
  EXPECT_TRUE(std::filesystem::is_fifo(path));
}

TEST(OutputFile, IsRefusedIfItCannotBeCreated) {
  const TempDirectory place;
  EXPECT_THROW(OutputFile(place / "none/there"), BadInput);
  EXPECT_THROW(OutputFile(place / ""), BadInput) << "a directory";
}

}  // namespace
}  // namespace docket::output_test
