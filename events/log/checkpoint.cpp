#include "events/log/checkpoint.h"

#include <fmt/format.h>

#include "events/errors.h"
#include "events/log/note_lines.h"
#include "events/text/quoted.h"

namespace docket {

std::string textOf(const Checkpoint& checkpoint) {
  std::string text = fmt::format("{}\n{}\n{}\n", checkpoint.origin, checkpoint.size, base64(checkpoint.root));
  for (const std::string& line : checkpoint.extensions) text += line + "\n";
  return text;
}

Checkpoint checkpointOf(std::string_view text, const std::string& file, std::size_t first_line) {
  NoteLines lines(text, file, first_line);
  Checkpoint checkpoint;
  checkpoint.origin = lines.take("the origin of a checkpoint: whose log it is");
  if (checkpoint.origin.empty()) lines.refuse("expected the origin of a checkpoint, found an empty line");
  const std::string_view size = lines.take("the size of the log");
  const auto number = numberOf(size);
  if (!number)
    lines.refuse(fmt::format("expected the size of the log, a decimal number, found {}", docket::quoted(size)));
  checkpoint.size = *number;
  const std::string_view root = lines.take("the root of the log");
  const auto hash = hashOfBase64(root);
  if (!hash)
    lines.refuse(fmt::format("expected the root of the log, 32 bytes in base64, found {}", docket::quoted(root)));
  checkpoint.root = *hash;
  if (checkpoint.size == 0 && checkpoint.root != emptyRoot())
    lines.refuse(fmt::format("the root of an empty log is {}", base64(emptyRoot())));
  while (!lines.isAtEnd()) {
    checkpoint.extensions.emplace_back(lines.take("a line"));
    if (checkpoint.extensions.back().empty()) lines.refuse("a checkpoint has no empty line");
  }
  return checkpoint;
}

SignedCheckpoint signedCheckpointOf(std::string_view text, const std::string& file, std::size_t first_line) {
  SignedCheckpoint made{.checkpoint = {}, .note = signedNoteOf(text, file, first_line)};
  made.checkpoint = checkpointOf(made.note.text, file, first_line);
  return made;
}

SignedCheckpoint signedCheckpoint(std::uint64_t size, const TreeHash& root, const SignerKey& key) {
  SignedCheckpoint made{.checkpoint = {.origin = key.verifier.name, .size = size, .root = root, .extensions = {}},
                        .note = {}};
  made.note.text = textOf(made.checkpoint);
  made.note.signatures.push_back(sign(made.note.text, key));
  return made;
}

}  // namespace docket
