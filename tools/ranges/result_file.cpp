#include "tools/ranges/result_file.h"

#include <capnp/message.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "events/errors.h"
#include "events/json/json_reader.h"
#include "events/json/json_writer.h"
#include "events/text/text_lists.h"
#include "events/text/text_view.h"
#include "tools/game/result_cache.h"
#include "tools/io/open_file.h"

namespace docket::leaf_ranges {
namespace {

constexpr std::uint8_t kForm = 1;
constexpr std::size_t kDigitsOfName = 16;
/// The beginning of the last line. No other line of a command begins with this member.
constexpr std::string_view kEnd = "{\"end\":";

std::string headingOf(const Job& job, LeafSpan leaves) {
  JsonWriter json;
  json.object().member("range", kForm).member("command", job.command).list("asked", job.options);
  json.member("program", hex(ResultCache::programTag())).member("origin", job.checkpoint.origin);
  json.member("size", job.checkpoint.size).member("root", hex(job.checkpoint.root));
  return json.member("first", leaves.first).member("last", leaves.last).end().text();
}

/// The beginning of the name of a result: the question and the leaves.
std::string nameOf(const Job& job, LeafSpan leaves) {
  const std::string asked = hex(docket::digest(std::string_view(headingOf(job, {})))).substr(0, kDigitsOfName);
  return fmt::format("{}-{}-{}-{}-", job.command, asked, leaves.first, leaves.last);
}

std::string nameEnd(const Digest& digest) { return hex(digest).substr(0, kDigitsOfName) + std::string(kResultEnding); }

std::filesystem::path temporaryIn(const std::filesystem::path& folder) {
  return folder / fmt::format(".docket-range-{}-XXXXXX", ::getpid());
}

int openTemporary(std::filesystem::path& path) {
  std::string name = path.string();
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0)
    throw EnvironmentError(fmt::format("{}: {}", path.parent_path().string(), std::generic_category().message(errno)));
  path = name;
  return descriptor;
}

}  // namespace

std::string resultName(const Job& job, LeafSpan leaves, const Digest& digest) {
  return nameOf(job, leaves) + nameEnd(digest);
}

ResultWriter::ResultWriter(std::filesystem::path folder, const Job& job, LeafSpan leaves)
    : folder_(std::move(folder)),
      temporary_(temporaryIn(folder_)),
      name_(nameOf(job, leaves)),
      descriptor_(openTemporary(temporary_)),
      buffer_(descriptor_, temporary_.string()),
      stream_(&buffer_) {
  stream_.exceptions(std::ios::badbit);
  write(headingOf(job, leaves));
}

ResultWriter::~ResultWriter() {
  ::close(descriptor_);
  std::error_code ignored;
  if (!kept_) std::filesystem::remove(temporary_, ignored);
}

void ResultWriter::write(std::string_view line) {
  hash_.update(line);
  hash_.update(std::string_view("\n"));
  stream_ << line << '\n';
}

void ResultWriter::add(std::string_view json) {
  ++lines_;
  write(json);
}

const std::filesystem::path& ResultWriter::end() {
  JsonWriter json;
  json.object().object("end").member("lines", lines_).member("digest", hex(digest())).end().end();
  stream_ << json.text() << '\n' << std::flush;
  if (::fsync(descriptor_) != 0)
    throw EnvironmentError(fmt::format("{}: {}", temporary_.string(), std::generic_category().message(errno)));
  name_ += nameEnd(digest());
  return temporary_;
}

std::filesystem::path ResultWriter::keep() {
  const auto path = folder_ / name_;
  constexpr auto kReadable = std::filesystem::perms(0644);
  std::error_code error;
  std::filesystem::permissions(temporary_, kReadable, error);
  if (!error) std::filesystem::rename(temporary_, path, error);
  if (error) throw EnvironmentError(fmt::format("{}: {}", path.string(), error.message()));
  kept_ = true;
  return path;
}

ResultReader::ResultReader(std::filesystem::path file) : path_(std::move(file)), file_(), source_(file_) {
  std::error_code none;
  if (std::filesystem::exists(path_, none) && !std::filesystem::is_regular_file(path_, none))
    throw BadInput(fmt::format("{}: this is not a file", path_.string()));
  file_ = openFile(path_);
  capnp::MallocMessageBuilder message;
  auto heading = message.initRoot<schema::RangeHeading>();
  readJson({.text = takeLine(), .file = path_.string(), .first_line = source_.number()}, heading);
  if (heading.getRange() != kForm)
    refuse(fmt::format("this is not the result of a range, version {}, as --results writes it", kForm));
  job_ = {.command = textOf(heading.getCommand().asReader()),
          .options = textsOf(heading.getAsked().asReader()),
          .checkpoint = {.origin = textOf(heading.getOrigin().asReader()),
                         .size = heading.getSize(),
                         .root = digestOrZero(heading.getRoot().asReader()),
                         .extensions = {}}};
  leaves_ = {.first = heading.getFirst(), .last = heading.getLast()};
  is_of_this_program_ = digestOrZero(heading.getProgram().asReader()) == ResultCache::programTag();
  if (leaves_.first > leaves_.last || leaves_.last >= job_.checkpoint.size)
    refuse(fmt::format("a log of {} leaves has no leaves {}..{}", job_.checkpoint.size, leaves_.first, leaves_.last));
}

bool ResultReader::isOf(const Job& job) const {
  return is_of_this_program_ && job_.command == job.command && job_.options == job.options &&
         job_.checkpoint.origin == job.checkpoint.origin && job_.checkpoint.size == job.checkpoint.size &&
         job_.checkpoint.root == job.checkpoint.root;
}

const std::string& ResultReader::takeLine() {
  if (!source_.next(line_))
    throw BadInput(path_.string(), source_.number() + 1, 1, "the file is cut short: it has no end");
  if (source_.isOverlong()) refuse(fmt::format("the line is longer than {} bytes", LineSource::kMaxBytes));
  if (!line_.starts_with(kEnd)) {
    hash_.update(line_);
    hash_.update(std::string_view("\n"));
  }
  return line_;
}

bool ResultReader::next(schema::RangeLine::Builder into) {
  readJson({.text = takeLine(), .file = path_.string(), .first_line = source_.number()}, into);
  if (into.isEnd()) {
    requireEnd(into.getEnd().asReader());
    return false;
  }
  ++lines_;
  return true;
}

void ResultReader::skipToEnd() {
  while (!takeLine().starts_with(kEnd)) ++lines_;
  capnp::MallocMessageBuilder message;
  auto end = message.initRoot<schema::RangeLine>();
  readJson({.text = line_, .file = path_.string(), .first_line = source_.number()}, end);
  requireEnd(end.getEnd().asReader());
}

void ResultReader::requireEnd(schema::RangeLine::End::Reader end) {
  digest_ = hash_.value();
  if (!line_.starts_with(kEnd) || end.getLines() != lines_ || digestOrZero(end.getDigest()) != digest_)
    refuse("the file was altered: its end is of other lines");
  std::string more;
  if (source_.next(more)) refuse("the file continues after its end");
}

void ResultReader::refuse(const std::string& message) const {
  throw BadInput(path_.string(), source_.number(), 1, message);
}

}  // namespace docket::leaf_ranges
