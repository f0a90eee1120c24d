// docket certify: writes a ruling so that a stranger can recompute it, and says first what that gives away.
#include <fmt/format.h>

#include <optional>
#include <ostream>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "tools/commands/command.h"
#include "tools/io/elapsed_line.h"
#include "tools/io/json_answer.h"
#include "tools/io/output.h"
#include "tools/render/certificate_text.h"
#include "tools/verdict/certification.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

namespace docket {
namespace {

constexpr std::string_view kCertifyHelp =
    R"(Writes a certificate: the public form of the game's events, the proof that they are in
the archive's log, the claim and the verdict. docket check-proof recomputes it
without the archive. Hidden values stay commitments, except those that the verdict
rests on; these are listed, and whoever gets the file learns them. Notes of judges
are public. The game needs a checkpoint (docket checkpoint).)";

constexpr std::string_view kCertifyExamples =
    R"(  docket certify court --ruling 32 --dry-run
  docket certify court --ruling 32 -o ruling.certificate
  docket certify court --without-names --with-documents -o ruling.certificate)";

std::string openedText(const Certification& made) {
  std::string text;
  if (made.opened.empty()) {
    text = fmt::format("It reveals nothing that was hidden; {} {} closed.\n", counted(made.closed, "hidden value"),
                       made.closed == 1 ? "stays" : "stay");
  } else {
    text = "Whoever has it learns:\n";
    for (const HiddenValue& value : made.opened)
      text += paragraph(
          fmt::format("event {}: {} (until now known to {})", value.event, value.what, Words::seats(value.seats)), 2,
          4);
    text += fmt::format("Without it the verdict would be different. {} {} closed.\n",
                        counted(made.closed, "hidden value"), made.closed == 1 ? "stays" : "stay");
  }
  if (!made.was_tried_out)
    text += "There are too many hidden values to try each one; opening fewer of them may be enough.\n";
  if (!made.replaced_by.empty())
    text += fmt::format(
        "A corrected record, {}, has replaced this one: the certificate is about the ruling on the old one.\n",
        printable(made.replaced_by));
  else if (!made.is_newest)
    text +=
        "More of the game was recorded since the checkpoint: make a checkpoint (docket checkpoint) to have that in "
        "it too.\n";
  return text;
}

std::string certificationJson(const Certification& made, const Ruleset& ruleset, const std::string& id,
                              std::size_t bytes, const std::string* text) {
  JsonWriter json;
  json.object().member("game", id);
  writeRuling(made.ruling, ruleset, json);
  json.list("opened");
  for (const HiddenValue& value : made.opened) {
    json.object().member("event", value.event).member("card", value.card).member("what", value.what);
    json.member("seats", static_cast<unsigned>(value.seats)).end();
  }
  json.end().member("closed", made.closed).member("trials", made.trials).member("newest", made.is_newest);
  json.member("bytes", bytes);
  text == nullptr ? json.memberNull("certificate") : json.member("certificate", *text);
  return json.end().text();
}

int runCertify(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  const std::string& id = arguments.words().front();
  const auto result = [&] {
    const ElapsedLine line(streams, "trying what may stay closed");
    return certify(loader, id,
                   {.ruling = arguments.number("ruling"),
                    .without_names = arguments.has("without-names"),
                    .with_documents = arguments.has("with-documents")});
  }();
  const auto header = result.certificate.record->header();
  const auto rules = loader.rulesOf(header);
  const std::string text = textOf(result.certificate);
  const bool dry = arguments.has("dry-run");
  const auto path = arguments.value("output");
  const bool to_output = !dry && !path;
  if (arguments.json()) {
    writeAnswer(
        streams.out, "certify",
        certificationJson(result, rules->ruleset, textOf(header.getId()), text.size(), to_output ? &text : nullptr));
  } else {
    std::ostream& beside = to_output ? streams.err : streams.out;
    beside << paragraph(rulingSentence(header, result.ruling.verdict), 0, 2)
           << rulingText(result.ruling, rules->ruleset) << openedText(result);
    if (to_output) streams.out << text;
  }
  if (dry || !path) return kAgrees;
  writeOutputFile(*path, text);
  if (!arguments.json()) streams.out << fmt::format("{}: {}\n", printable(*path), counted(text.size(), "byte"));
  return kAgrees;
}

}  // namespace

Command certifyCommand() {
  return {.name = "certify",
          .words = "GAME",
          .summary = "write a ruling so that anybody can recompute it",
          .help = kCertifyHelp,
          .examples = kCertifyExamples,
          .least_words = 1,
          .most_words = 1,
          .options = {{.name = "ruling",
                       .value = "N",
                       .help = "event of the ruling (default: the last one that was not replaced)",
                       .least = 1,
                       .most = 4'294'967'295},
                      {.name = "dry-run", .value = {}, .help = "show what it reveals, but write nothing"},
                      {.name = "without-names", .value = {}, .help = "leave out the players' names"},
                      {.name = "with-documents", .value = {}, .help = "include the ruleset and the catalogue"},
                      {.name = "output,o", .value = "FILE", .help = "write to this file"}},
          .run = runCertify};
}

}  // namespace docket
