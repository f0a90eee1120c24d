// Files that are written once and never overwritten, such as keys: complete, or not there.
#include "tools/io/new_file.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "events/errors.h"
#include "tests/expect_error.h"
#include "tests/tools/run.h"

namespace docket::new_file_test {
namespace {

using test::TempDirectory;

// Killed halfway, by the signal of who writes more than a process may.
TEST(NewFile, AppearsOnlyOnceItIsComplete) {
  const TempDirectory place;
  const std::string path = place / "key";
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit most{.rlim_cur = 1000, .rlim_max = 1000};
    ::setrlimit(RLIMIT_FSIZE, &most);
    std::signal(SIGXFSZ, SIG_DFL);
    writeNewFile(path, std::string(1001, 'x'), ReadableBy::owner);
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_FALSE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_FALSE(std::filesystem::exists(path));
  writeNewFile(path, "whole", ReadableBy::owner);
  EXPECT_EQ(test::textOf(path), "whole");
}

TEST(NewFile, NeverReplacesAnotherFile) {
  const TempDirectory place;
  const std::string path = place.file("key", "old");
  test::expectError<BadInput>([&] { writeNewFile(path, "new", ReadableBy::owner); }, "is not overwritten");
  EXPECT_EQ(test::textOf(path), "old");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(std::filesystem::path(path).parent_path()), {}), 1);
}

}  // namespace
}  // namespace docket::new_file_test
