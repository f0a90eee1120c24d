#include "tools/desk/answers.h"

#include <charconv>
#include <range/v3/algorithm/find.hpp>
#include <utility>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "tools/io/json_answer.h"

namespace docket::desk {
namespace {

constexpr std::size_t kQuestionBytes = 64U << 10;
constexpr std::size_t kTextBytes = 3U << 20;  // a draft as JSON
constexpr std::size_t kFileBytes = 64U << 20;
constexpr std::string_view kUpload = "upload";

serve::HttpResponse jsonAnswer(int status, std::string body) {
  return {.status = status, .type = "application/json", .body = std::move(body)};
}

serve::HttpResponse failure(int status, const ErrorReport& report) {
  JsonWriter json;
  writeError(json.object().key("error"), report);
  return jsonAnswer(status, json.end().text());
}

}  // namespace

Answers::Answers(const std::filesystem::path& archive, Run run, std::optional<Certificates> certificates)
    : at_(archive, std::move(run), std::move(certificates)) {}

const std::vector<Answers::Known>& Answers::known() {
  const auto draft = [](std::string (DraftAnswers::*answer)(const Asked&)) {
    return [answer](Answers& to, const Asked& asked) { return (to.drafts_.*answer)(asked); };
  };
  const auto game = [](std::string (GameAnswers::*answer)(const Asked&)) {
    return [answer](Answers& to, const Asked& asked) { return (to.games_.*answer)(asked); };
  };
  static const std::vector<Known> all = {
      {"drafts", kQuestionBytes, draft(&DraftAnswers::list)},
      {"new-draft", kTextBytes, draft(&DraftAnswers::begin)},
      {"draft", kQuestionBytes, draft(&DraftAnswers::show)},
      {"edit", kTextBytes, draft(&DraftAnswers::edit)},
      {"undo", kQuestionBytes, draft(&DraftAnswers::undo)},
      {"redo", kQuestionBytes, draft(&DraftAnswers::redo)},
      {"use-catalogue", kQuestionBytes, draft(&DraftAnswers::useCatalogue)},
      {"discard", kQuestionBytes, draft(&DraftAnswers::discard)},
      {"record", kQuestionBytes, draft(&DraftAnswers::record)},
      {"offers", kQuestionBytes, game(&GameAnswers::offers)},
      {"board", kQuestionBytes, game(&GameAnswers::board)},
      {"ask", kQuestionBytes, game(&GameAnswers::ask)},
      {"explain", kQuestionBytes, game(&GameAnswers::explain)},
      {"games", kQuestionBytes, game(&GameAnswers::games)},
      {"rulesets", kQuestionBytes, game(&GameAnswers::rulesets)},
      {"catalogues", kQuestionBytes, game(&GameAnswers::catalogues)},
      {"log", kQuestionBytes, game(&GameAnswers::log)},
      {"rulings", kQuestionBytes, game(&GameAnswers::rulings)},
      {"slip", kQuestionBytes, game(&GameAnswers::slip)},
      {"rule", kQuestionBytes, game(&GameAnswers::rule)},
      {"certify", kQuestionBytes, game(&GameAnswers::certify)},
      {"add-line", kQuestionBytes, game(&GameAnswers::addLine)},
  };
  return all;
}

std::optional<std::size_t> Answers::bodyBytes(std::string_view name) {
  if (name == kUpload) return kFileBytes;
  const auto found = ranges::find(known(), name, &Known::name);
  return found == known().end() ? std::nullopt : std::optional(found->body_bytes);
}

std::string Answers::answer(std::string_view name, const serve::Request& request) {
  if (name != kUpload) return ranges::find(known(), name, &Known::name)->answer(*this, Asked(request.body));
  const auto draft = request.field("x-docket-draft");
  std::uint32_t number = 0;
  std::from_chars(draft.data(), draft.data() + draft.size(), number);
  return drafts_.open({.kind = request.field("x-docket-kind"),
                       .name = request.field("x-docket-file"),
                       .draft = number,
                       .bytes = request.body});
}

serve::HttpResponse Answers::to(std::string_view name, const serve::Request& request) {
  const std::lock_guard lock(working_);
  try {
    return jsonAnswer(200, answer(name, request));
  } catch (const Outdated& outdated) {
    return failure(409, reportOf(outdated));
  } catch (const BadInput& refused) {
    return failure(400, reportOf(refused));
  } catch (const EnvironmentError& error) {
    return failure(503, {.status = 4, .message = error.what()});
  }
}

}  // namespace docket::desk
