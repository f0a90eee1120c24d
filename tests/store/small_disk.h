// A small disk: a file system in memory that is removed with its owner.
#pragma once

#include <sys/mount.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace docket::test {

class SmallDisk {
 public:
  /// At a folder that it makes; `size` as mount(8) takes it, like "2m". Only root can mount one (isThere()).
  SmallDisk(std::filesystem::path at, const std::string& size) : at_(std::move(at)) {
    std::filesystem::create_directory(at_);
    is_there_ = ::geteuid() == 0 && ::mount("tmpfs", at_.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
  }
  /// Disappears from its folder at once, and is freed when the last of its files is closed.
  ~SmallDisk() {
    if (is_there_) ::umount2(at_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  [[nodiscard]] bool isThere() const { return is_there_; }
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return at_ / name; }

 private:
  std::filesystem::path at_;
  bool is_there_ = false;
};

}  // namespace docket::test
