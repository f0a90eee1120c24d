#include "tools/work/job.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>

#include "events/errors.h"
#include "events/json/json_reader.h"
#include "events/json/json_writer.h"
#include "events/text/letters.h"
#include "events/text/quoted.h"
#include "events/text/text_lists.h"
#include "events/text/text_view.h"
#include "schemas/work.capnp.h"

namespace docket::work {
namespace {

constexpr std::uint8_t kForm = 1;
constexpr std::size_t kMaxDocuments = 8, kMaxFiles = 16, kMaxNameBytes = 200;

Digest digestIn(capnp::Data::Reader data) {
  if (data.size() != Digest{}.size()) throw BadInput("the job: a digest does not have 32 bytes");
  return digestOrZero(data);
}

JobDocument documentOf(schema::WorkJob::Document::Reader from) {
  JobDocument document{.option = docket::textOf(from.getOption()), .files = {}};
  if (from.getFiles().size() == 0 || from.getFiles().size() > kMaxFiles)
    throw BadInput(fmt::format("the job: --{} names {} files", document.option, from.getFiles().size()));
  for (const auto file : from.getFiles()) {
    document.files.push_back({.name = docket::textOf(file.getName()), .digest = digestIn(file.getDigest())});
    if (!isPlainName(document.files.back().name))
      throw BadInput(
          fmt::format("the job: {} is not a plain name of a file", docket::quoted(document.files.back().name)));
  }
  return document;
}

}  // namespace

bool isPlainName(std::string_view name) {
  const auto is_plain = [](char c) {
    return isLetter(c) || isDigit(c) || c == '.' || c == '-' || c == '_' || c == ' ';
  };
  return !name.empty() && name.size() <= kMaxNameBytes && name.front() != '.' && name.front() != '-' &&
         std::all_of(name.begin(), name.end(), is_plain);
}

std::string pathOfFile(const Digest& digest) { return fmt::format("file/{}", hex(digest)); }

std::string textOf(const SharedJob& job) {
  JsonWriter json;
  json.object().member("work", kForm).member("command", job.command).list("words", job.words);
  json.list("documents");
  for (const JobDocument& document : job.documents) {
    json.object().member("option", document.option).list("files");
    for (const JobFile& file : document.files)
      json.object().member("name", file.name).member("digest", hex(file.digest)).end();
    json.end().end();
  }
  json.end();
  return json.member("program", hex(job.program)).member("checkpoint", job.checkpoint).end().text();
}

SharedJob sharedJobOf(std::string_view text) {
  capnp::MallocMessageBuilder message;
  auto from = message.initRoot<schema::WorkJob>();
  readJson({.text = text, .file = "the job", .first_line = 1}, from);
  if (from.getWork() != kForm) throw BadInput(fmt::format("the job: expected version {}", kForm));
  if (from.getDocuments().size() > kMaxDocuments) throw BadInput("the job: it names too many documents");
  SharedJob job{.command = docket::textOf(from.getCommand().asReader()),
                .words = textsOf(from.getWords().asReader()),
                .documents = {},
                .program = digestIn(from.getProgram().asReader()),
                .checkpoint = docket::textOf(from.getCheckpoint().asReader())};
  for (const auto document : from.getDocuments().asReader()) job.documents.push_back(documentOf(document));
  return job;
}

}  // namespace docket::work
