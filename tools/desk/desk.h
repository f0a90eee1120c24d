// The desk: the pages and the answers of `docket desk`. A page is a few files that hold no data; all data go through
// requests below /api/, each a POST with an object of JSON (answers.cpp lists them).
// Invariants: nothing is done and nothing told for a request without both parts of a session, from another origin or of
// another content type; nothing changes by GET; what an answer acknowledges is on the disk.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tools/desk/entrance.h"
#include "tools/desk/workplace.h"
#include "tools/serve/web_server.h"

namespace docket::desk {

class Answers;

class Desk {
 public:
  /// The archive must exist. Throws as Archive::open().
  Desk(const std::filesystem::path& archive, Run run, std::optional<Certificates> certificates = {});
  ~Desk();

  /// Called once the server listens, before it runs: the origins that its pages have.
  void listenOn(std::uint16_t port);
  /// The one-time link to the desk; an earlier one does not open any more.
  [[nodiscard]] std::string newLink();

  [[nodiscard]] serve::Admission admit(const serve::Request& head);
  [[nodiscard]] serve::HttpResponse respond(const serve::Request& request);

 private:
  [[nodiscard]] bool isFromOwnPage(const serve::Request& head) const;
  [[nodiscard]] std::string cookieName() const;
  [[nodiscard]] std::string_view cookieIn(const serve::Request& head) const;
  [[nodiscard]] serve::HttpResponse enter(const serve::Request& request);

  std::uint16_t port_ = 0;
  Entrance entrance_;
  std::unique_ptr<Answers> answers_;
};

}  // namespace docket::desk
