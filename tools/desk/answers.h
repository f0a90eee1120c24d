// What the pages of the desk ask for: a table of requests by name, each with an object of JSON, and answered with one.
// Invariant: one request is answered at a time; one that changes something is answered once it is on the disk.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/desk/draft_answers.h"
#include "tools/desk/game_answers.h"
#include "tools/desk/workplace.h"
#include "tools/serve/web_server.h"

namespace docket::desk {

class Answers {
 public:
  /// As Workplace.
  Answers(const std::filesystem::path& archive, Run run, std::optional<Certificates> certificates);

  /// The bytes that a request may bring; nullopt if there is no such request. `name`: what follows "/api/".
  [[nodiscard]] static std::optional<std::size_t> bodyBytes(std::string_view name);
  /// The answer to a request that there is.
  [[nodiscard]] serve::HttpResponse to(std::string_view name, const serve::Request& request);
  /// What others are told of the desk.
  void tell(std::string_view address) { at_.tell(address); }

 private:
  struct Known {
    std::string_view name;
    std::size_t body_bytes;
    std::function<std::string(Answers&, const Asked&)> answer;
  };
  static const std::vector<Known>& known();
  [[nodiscard]] std::string answer(std::string_view name, const serve::Request& request);

  std::mutex working_;  // guards all below
  Workplace at_;
  DraftAnswers drafts_{at_};
  GameAnswers games_{at_};
};

}  // namespace docket::desk
