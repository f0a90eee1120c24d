// docket keys: makes the keys that sign checkpoints, and shows what others may know of one.
#include <fmt/format.h>

#include <filesystem>
#include <ostream>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "tools/commands/command.h"
#include "tools/io/json_answer.h"
#include "tools/io/log_files.h"
#include "tools/io/new_file.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kKeysHelp =
    R"(new   makes a key. FILE is the secret: only its owner can read it, and an existing
      file is never overwritten. FILE.pub is the verifier key, for everybody.
show  prints the verifier key of a secret FILE.

NAME is how the archive calls itself: usually the address of a page without https://.
It has no space and no "+". The key of a witness (--witness, for docket cosign)
cannot sign for an archive, nor the other way round.)";

constexpr std::string_view kKeysExamples =
    R"(  docket keys new example.com/our-club -o club.key
  docket keys new friend.example/witness --witness -o friend.key
  docket keys show archive.key)";

void showKey(const VerifierKey& key, const Arguments& arguments, Streams& streams) {
  if (!arguments.json()) {
    streams.out << printable(textOf(key)) << '\n';
    return;
  }
  JsonWriter json;
  json.object().member("name", key.name).member("type", key.type == KeyType::note ? "archive" : "witness");
  writeAnswer(streams.out, "keys", json.member("verifierKey", textOf(key)).end().text());
}

void makeKey(const std::string& name, const Arguments& arguments, Streams& streams) {
  const auto file = arguments.value("output");
  if (!file) throw BadInput("docket keys new: -o FILE is missing: the file for the secret key");
  const SignerKey key = newSignerKey(name, arguments.has("witness") ? KeyType::cosignature : KeyType::note);
  const std::filesystem::path open_file = *file + ".pub";
  if (std::filesystem::exists(std::filesystem::symlink_status(open_file)))
    throw BadInput(fmt::format("{}: this file exists and is not overwritten", open_file.string()));
  writeNewFile(*file, textOf(key) + "\n", ReadableBy::owner);
  try {
    writeNewFile(open_file, textOf(key.verifier) + "\n", ReadableBy::everyone);
  } catch (...) {  // a key whose public part is unknown is not a key
    std::filesystem::remove(*file);
    throw;
  }
  showKey(key.verifier, arguments, streams);
  streams.err << fmt::format("The secret is in {}: keep a copy of it in a safe place. {} is for everybody.\n",
                             printable(*file), printable(open_file.string()));
}

int runKeys(const Arguments& arguments, Streams& streams) {
  const auto& words = arguments.words();
  if (words.front() == "new") {
    makeKey(words.back(), arguments, streams);
  } else {
    showKey(readSignerKey(words.back()).verifier, arguments, streams);
  }
  return kAgrees;
}

}  // namespace

Command keysCommand() {
  return {.name = "keys",
          .words = "new NAME | show FILE",
          .summary = "make a key that signs checkpoints",
          .help = kKeysHelp,
          .examples = kKeysExamples,
          .least_words = 2,
          .most_words = 2,
          .options = {{.name = "output,o", .value = "FILE", .help = "file of the secret key", .belongs_to = "new"},
                      {.name = "witness", .value = {}, .help = "make a key for a witness", .belongs_to = "new"}},
          .run = runKeys,
          .changes_archive = true};
}

}  // namespace docket
