#include "tools/commands/job_runner.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "events/errors.h"
#include "events/log/checkpoint.h"
#include "store/archive.h"
#include "store/followed.h"
#include "tools/commands/job_words.h"
#include "tools/game/documents.h"
#include "tools/game/result_cache.h"
#include "tools/io/exit_status.h"
#include "tools/io/files.h"
#include "tools/io/output.h"
#include "tools/relay/signed_message.h"
#include "tools/words/text.h"

namespace docket {
namespace {

/// Why this worker can do no range of a job.
class UnfitForJob : public BadInput {
 public:
  using BadInput::BadInput;
};

std::string lastLineOf(std::string_view text) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  const auto at = text.rfind('\n');
  return std::string(at == std::string_view::npos ? text : text.substr(at + 1));
}

}  // namespace

JobRunner::JobRunner(Settings settings, std::filesystem::path folder, Run run)
    : settings_(std::move(settings)), folder_(std::move(folder)), run_(std::move(run)) {}

/// Has the archive follow the one that it copies, if it lacks leaves of the checkpoint.
void JobRunner::requireLeaves(const std::string& checkpoint) {
  const auto wanted = signedCheckpointOf(checkpoint, "the job's checkpoint").checkpoint.size;
  const auto leaves = [&] { return Archive::open(settings_.archive, Access::read).log().size(); };
  if (leaves() >= wanted) return;
  if (!followedBy(Archive::open(settings_.archive, Access::read)))
    throw UnfitForJob(fmt::format("its archive has {} and the checkpoint has {}, and it follows no other archive",
                                  counted(leaves(), "leaf", "leaves"), wanted));
  const Ended followed = run_({"follow", "--archive", settings_.archive.string()});
  if (leaves() >= wanted) return;
  throw BadInput(followed.status == kAgrees ? fmt::format("its copy has {} and the checkpoint has {}: the followed "
                                                          "archive does not serve them yet (docket tiles --games)",
                                                          counted(leaves(), "leaf", "leaves"), wanted)
                                            : lastLineOf(followed.output));
}

void JobRunner::fetch(const work::SharedJob& job) {
  for (const work::JobDocument& document : job.documents) {
    std::filesystem::create_directories(folder_ / document.option);
    for (const work::JobFile& file : document.files) {
      if (!source_) {
        const auto followed = followedBy(Archive::open(settings_.archive, Access::read));
        if (settings_.documents.empty() && !followed)
          throw UnfitForJob("it needs files: give it --documents with the folder or address that has them");
        source_ = follow::sourceAt(settings_.documents.empty() ? followed->source : settings_.documents);
      }
      const std::string path = work::pathOfFile(file.digest);
      const std::string bytes = source_->get(path, kMaxDocumentBytes);
      if (digest(std::string_view(bytes)) != file.digest)
        throw BadInput(fmt::format("{}: this is another file", source_->nameOf(path)));
      writeOutputFile(folder_ / document.option / file.name, bytes);
    }
  }
}

void JobRunner::prepare(std::string_view text) {
  const Digest name = digest(text);
  if (name == prepared_) return;
  work::SharedJob job;
  try {
    job = work::sharedJobOf(text);
    if (job.program != ResultCache::programTag()) throw BadInput("it runs another program than docket work");
    typed_ = typedFor(job, folder_);
  } catch (const BadInput& refused) {
    throw UnfitForJob(refused.what());
  }
  requireLeaves(job.checkpoint);
  fetch(job);
  writeOutputFile(folder_ / "checkpoint", job.checkpoint);
  std::vector<std::string> options{"--archive",    settings_.archive.string(),
                                   "--checkpoint", (folder_ / "checkpoint").string(),
                                   "--results",    (folder_ / "results").string()};
  if (settings_.jobs) options.insert(options.end(), {"--jobs", std::to_string(*settings_.jobs)});
  typed_.insert(typed_.begin() + 1, options.begin(), options.end());
  prepared_ = name;
}

work::RangeOutcome JobRunner::operator()(leaf_ranges::LeafSpan leaves, std::string_view job) {
  try {
    prepare(job);
    std::filesystem::remove_all(folder_ / "results");
    std::vector<std::string> typed = typed_;
    typed.insert(typed.begin() + 1, {"--leaves", fmt::format("{}..{}", leaves.first, leaves.last)});
    const Ended ended = run_(typed);
    if (ended.status != kAgrees) return {.says = work::Says::failed, .why = lastLineOf(ended.output)};
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "results"))
      return {.says = work::Says::done, .why = {}, .result = readFile(entry.path(), relay::kMaxPayloadBytes)};
    return {.says = work::Says::failed, .why = "there is no result"};
  } catch (const UnfitForJob& unfit) {
    return {.says = work::Says::unfit, .why = unfit.what()};
  } catch (const std::exception& failed) {
    return {.says = work::Says::failed, .why = failed.what()};
  }
}

}  // namespace docket
