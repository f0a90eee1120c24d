// The desk: the pages and the answers of `docket desk`. A page is a few files that hold no data; all data go through
// requests below /api/, each a POST with an object of JSON (answers.cpp lists them), but for the pages of the archive,
// whose addresses have a secret of the session in them.
// Invariants: a request without both parts of a session, from another origin, of another content type, or by a person
// whose role does not allow it has no effect and gets no data; GET changes nothing; what an answer acknowledges is on
// the disk.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tools/desk/archive_pages.h"
#include "tools/desk/entrance.h"
#include "tools/desk/workplace.h"
#include "tools/serve/web_server.h"

namespace docket::desk {

class Answers;

class Desk {
 public:
  /// The archive must exist; the limits must outlive it. Throws as Archive::open().
  Desk(const std::filesystem::path& archive, Run run, const serve::Limits& limits,
       std::optional<Certificates> certificates = {});
  ~Desk();

  /// Called once the server listens, before it runs: the address of its first page.
  void listenOn(const std::string& address, std::uint16_t port);
  /// The one-time link to the desk; an earlier one does not open any more.
  [[nodiscard]] std::string newLink();
  /// To be called a few times a second: takes over who was invited and whose session was revoked.
  void syncPeople() { entrance_.syncPeople(); }

  [[nodiscard]] serve::Admission admit(const serve::Request& head);
  [[nodiscard]] serve::HttpResponse respond(const serve::Request& request);

 private:
  [[nodiscard]] std::string cookieName() const;
  [[nodiscard]] std::string_view cookieIn(const serve::Request& head) const;
  [[nodiscard]] serve::Admission admitToApi(const serve::Request& head);
  [[nodiscard]] serve::HttpResponse enter(const serve::Request& request);
  [[nodiscard]] serve::HttpResponse leave(const serve::Request& request);
  [[nodiscard]] serve::HttpResponse answer(const serve::Request& request);
  [[nodiscard]] serve::HttpResponse page(const serve::Request& request);

  std::string address_{};  // ends with "/"
  std::uint16_t port_ = 0;
  bool encrypted_ = false;
  PeopleFile people_file_;
  Entrance entrance_;
  std::unique_ptr<Answers> answers_;
  ArchivePages pages_;
};

}  // namespace docket::desk
