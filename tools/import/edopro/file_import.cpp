#include "tools/import/edopro/file_import.h"

#include <fmt/format.h>

#include <ctime>

#include "engine/fold/reduce.h"
#include "events/public.h"
#include "events/public_header.h"
#include "events/validate.h"
#include "tools/import/edopro/container.h"
#include "tools/import/edopro/packet_importer.h"
#include "tools/import/edopro/words.h"
#include "tools/io/files.h"

namespace docket::edopro {
namespace {

std::string dateOf(std::uint32_t unix_time) {
  const std::time_t time = unix_time;
  std::tm day{};
  gmtime_r(&time, &day);
  return fmt::format("{:04}-{:02}-{:02}", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday);
}

Start startOf(const Replay& replay, const std::string& file_name) {
  for (const Packet& packet : replay.packets) {
    if (static_cast<Message>(packet.message) == Message::start) {
      Bytes bytes(packet.body, file_name, "the body", packet.offset);
      return readStart(bytes);
    }
  }
  throw BadInput(file_name, 0, 0, "the replay has no start of a duel");
}

void fillHeader(schema::Header::Builder header, const Replay& replay, const std::string& file_name, const Rules& rules,
                const ImportOptions& options) {
  header.setId(options.game.empty() ? gameIdFrom(file_name) : options.game);
  header.setFormat(std::string(formatName(replay.duel_options)));
  header.setSettings(settingsWords(replay.duel_options));
  if (replay.unix_time != 0) header.setDate(dateOf(replay.unix_time));
  auto players = header.initPlayers(2);
  for (unsigned i = 0; i < 2; ++i) players[i].setName(replay.players[i]);
  header.setRuleset(rules.ruleset.name);
  header.setRulesetVersion(rules.ruleset.version);
  header.setSemantics(kSemantics);
  header.setSource("edopro");
  header.setViewer(options.seat);
  const Start start = startOf(replay, file_name);
  auto values = header.initStartingValues(2);
  for (unsigned i = 0; i < 2; ++i) {
    values[i].setPlayer(static_cast<Seat>(i + 1));
    values[i].setValue("life");
    values[i].setAmount(start.life[i]);
  }
}

/// Puts the events as one seat may have them into `seen`: the same numbers, hidden fields sealed.
void redactInto(const Recording& whole, const ImportOptions& options, Recording& seen) {
  for (std::uint32_t number = 1; number <= whole.size(); ++number) {
    capnp::MallocMessageBuilder message;
    auto sealed = message.initRoot<schema::Event>();
    const HeldEvent event = whole.event(number);
    redact(event, number, options.secret, options.seat, sealed);
    seen.add(sealed.asReader());
  }
}

}  // namespace

ReadGame importReplay(std::span<const std::byte> file, const std::string& file_name, const RulesOf& rules_of,
                      const ImportOptions& options) {
  if (options.seat > 2 && options.seat != kSpectator)
    throw BadInput(fmt::format("seat {} of a duel of two", options.seat));
  const Replay replay = readReplay(file, file_name);
  const std::string_view ruleset = rulesetName(replay.duel_options);
  const Rules rules = rules_of(ruleset);
  Recording whole;
  PacketImporter importer(replay, file_name, rules, whole);
  importer.run();
  ReadGame import;
  if (options.seat == 0) {
    import.recording = std::move(whole);
  } else {
    redactInto(whole, options, import.recording);
  }
  for (const auto& [what, count] : importer.skipped()) import.skipped.push_back({.what = what, .count = count});
  if (replay.unix_time == 0)
    import.notes.emplace_back("the file has no date: the latest ruleset and the latest text of each card apply");
  if (ruleset == kLimitsRuleset && rules.ruleset.name == ruleset)
    import.notes.push_back(fmt::format(
        "the ruleset is yugioh, which does not judge summons, attacks and phases: yugioh-play is not for the "
        "duel options {}",
        settingsWords(replay.duel_options)));
  auto header = import.recording.header();
  fillHeader(header, replay, file_name, rules, options);
  const Digest source = digest(std::span(reinterpret_cast<const std::uint8_t*>(file.data()), file.size()));
  header.setSourceDigest(capnp::Data::Reader(source.data(), source.size()));
  saltSource(header, options.secret);
  if (options.seat != 0) redact(header, options.seat);
  return import;
}

}  // namespace docket::edopro
