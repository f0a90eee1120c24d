// The desk: the pages and the API of `docket desk`. Pages are static files; all data goes through POST requests to
// /api/ with a JSON object (api.cpp lists them). The archive's pages are the exception: their addresses contain a
// secret of the session.
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

class Api;

class Desk {
 public:
  /// The archive must exist; the limits must outlive it. Throws as Archive::open().
  Desk(const std::filesystem::path& archive, Run run, const serve::Limits& limits,
       std::optional<Certificates> certificates = {});
  ~Desk();

  /// Called once the server listens, before it runs: the address of its first page.
  void listenOn(const std::string& address, std::uint16_t port);
  /// The one-time link to the desk; earlier links become invalid.
  [[nodiscard]] std::string newLink();
  /// Reloads invitations and revocations from the file. Call it a few times a second.
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
  std::unique_ptr<Api> api_;
  ArchivePages pages_;
};

}  // namespace docket::desk
