#include "tools/follow/served_game.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <utility>

#include "events/digest.h"
#include "events/errors.h"
#include "events/json/json_reader.h"
#include "events/json/json_writer.h"
#include "events/json/jsonl.h"
#include "events/log/tile.h"
#include "events/public_header.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "schemas/served.capnp.h"
#include "tools/game/record_view.h"
#include "tools/game/stored_head.h"

namespace docket::follow {
namespace {

constexpr std::uint8_t kServedForm = 1;

std::string headingLine(const Game& game, std::uint64_t leaf, std::uint32_t after) {
  JsonWriter json;
  json.object().member("served", kServedForm).member("leaf", leaf).member("game", game.id()).member("after", after);
  if (const auto point = game.branchPoint(); point && after == 0) {
    json.member("parent", point->parent).member("at", point->at);
    json.member("account", static_cast<unsigned>(point->account));
  }
  return json.end().text() + '\n';
}

/// The lines of a file, with their numbers.
class ServedLines {
 public:
  ServedLines(std::string_view text, const std::string& file) : rest_(text), file_(file) {}

  [[nodiscard]] std::size_t number() const { return number_; }
  [[nodiscard]] std::string_view rest() const { return rest_; }
  /// The next line; throws BadInput if there is none.
  std::string_view take() {
    ++number_;
    const auto end = rest_.find('\n');
    if (end == std::string_view::npos) refuse("the file is cut short");
    const auto line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return line;
  }
  [[noreturn]] void refuse(const std::string& message) const {
    throw BadInput(file_, std::max<std::size_t>(number_, 1), 1, message);
  }

 private:
  std::string_view rest_;
  const std::string& file_;
  std::size_t number_ = 0;
};

ServedHeading takeHeading(ServedLines& lines, const std::string& file) {
  capnp::MallocMessageBuilder message;
  auto read = message.initRoot<schema::ServedHeading>();
  readJson({.text = lines.take(), .file = file}, read);
  if (read.getServed() != kServedForm)
    lines.refuse(fmt::format("this is not a served game, version {}, as docket tiles --games writes it", kServedForm));
  const auto from = read.asReader();
  return {.leaf = from.getLeaf(),
          .game = textOf(from.getGame()),
          .after = from.getAfter(),
          .parent = textOf(from.getParent()),
          .at = from.getAt(),
          .account = from.getAccount()};
}

/// Throws BadInput if a header is not that of the leaf's game.
void requireOfLeaf(schema::Header::Reader header, const Secrets& secrets, const GameLeaf& leaf,
                   const std::string& file) {
  const auto refuse = [&](std::string_view what) {
    throw BadInput(file, 2, 1, fmt::format("the header does not have the {} that the log's leaf gives", what));
  };
  if (idCommitment(textOf(header.getId()), idSaltOf(header, secrets.of(0))) != leaf.id_commitment) refuse("id");
  if (digestOrZero(header.getRulesetDigest()) != leaf.ruleset) refuse("ruleset");
  if (digestOrZero(header.getCatalogueDigest()) != leaf.catalogue) refuse("catalogue");
}

void requireHead(const Digest& head, std::uint32_t count, const GameLeaf& leaf, const std::string& file) {
  if (count != leaf.count)
    throw BadInput(file, 1, 1,
                   fmt::format("the file ends at event {}, and the log's leaf at event {}", count, leaf.count));
  if (head != leaf.head)
    throw BadInput(file, 1, 1,
                   fmt::format("the events give the head {}, and the log's leaf has {}", hex(head), hex(leaf.head)));
}

}  // namespace

std::string gamePath(std::uint64_t leaf) {
  constexpr std::string_view kEntries = "tile/entries/";
  return "game/" + pathOf(Tile{.level = {}, .index = leaf}).substr(kEntries.size());
}

std::string documentPath(const Digest& digest) { return "document/" + hex(digest); }

std::string servedText(const Game& game, std::uint64_t leaf, std::uint32_t after) {
  const RecordView record = RecordView::whole(game);
  std::string text = headingLine(game, leaf, after);
  if (after == 0) text += JsonLinesWriter::header(record.header()) + '\n';
  JsonLinesWriter writer;
  Head head(record.header(), Secrets{});
  record.forEach(1, game.count(), [&](std::uint32_t number, const HeldEvent& event) {
    head.append(event, number);
    const std::string line = writer.event(event);
    if (number > after) text.append(line).append("\n");
  });
  if (head.value() != game.head())
    throw DamagedArchive(
        fmt::format("game {}: its events do not give the head of leaf {} of the log", game.id(), leaf));
  return text + JsonLinesWriter::end({.events = game.count(), .head = head.value()}) + '\n';
}

ServedHeading headingOf(std::string_view text, const std::string& file) {
  ServedLines lines(text, file);
  return takeHeading(lines, file);
}

ServedGame servedGame(const std::string& text, const std::string& file, std::uint64_t number, const GameLeaf& leaf) {
  ServedLines lines(text, file);
  ServedGame game{.heading = takeHeading(lines, file), .recording = {}, .secrets = newSecret(), .bytes = text.size()};
  if (game.heading.leaf != number || game.heading.after != 0)
    lines.refuse(fmt::format("expected the game that begins at leaf {}", number));
  std::istringstream in{std::string(lines.rest())};
  game.recording = readJsonLines(in, file, lines.number() + 1);
  const auto header = std::as_const(game.recording).header();
  requireOfLeaf(header, game.secrets, leaf, file);
  if (game.heading.game != textOf(header.getId())) lines.refuse("the header has another id");
  Head head(header, Secrets{});
  game.first_head = head.value();
  const std::uint32_t count = game.recording.size();
  game.recording.forEach(1, count, [&](std::uint32_t event, const HeldEvent& held) {
    head.append(held, event);
    if (event % Head::kBlockEvents == 0 || event == count) game.heads.push_back(head.value());
  });
  requireHead(head.value(), count, leaf, file);
  return game;
}

std::vector<NewEvent> servedEvents(const std::string& text, const std::string& file, const ServedHeading& heading,
                                   const Game& game, const GameLeaf& leaf) {
  ServedLines lines(text, file);
  static_cast<void>(takeHeading(lines, file));
  if (heading.after != game.count())
    lines.refuse(
        fmt::format("the file continues after event {}, and the game here has {}", heading.after, game.count()));
  JsonLinesReader reader(file);
  reader.resume(game.header());
  const RecordView whole = RecordView::whole(game);
  whole.forEach(1, game.count(), [&](std::uint32_t, const HeldEvent& event) { reader.resume(*event); });
  Head head = headAfter(game, game.count());
  std::vector<NewEvent> events;
  for (;;) {
    const std::string_view line = lines.take();
    if (line.starts_with("{\"end\"")) break;
    auto message = std::make_shared<capnp::MallocMessageBuilder>();
    const std::uint32_t number = reader.event(line, lines.number(), message->initRoot<schema::Event>());
    const HeldEvent event(std::move(message));
    head.append(event, number);
    events.push_back({.number = number, .event = event, .head = head.value()});
  }
  if (!lines.rest().empty()) lines.refuse("the file continues after its end");
  requireHead(head.value(), head.number(), leaf, file);
  return events;
}

std::vector<std::uint8_t> erasedSeats(const std::string& text, const std::string& file, const Game& game) {
  ServedLines lines(text, file);
  static_cast<void>(takeHeading(lines, file));
  capnp::MallocMessageBuilder message;
  auto header = message.initRoot<schema::Header>();
  JsonLinesReader reader(file);
  const auto line = lines.take();
  reader.header(line, lines.number(), header);
  if (Head(header.asReader(), Secrets{}).value() != game.headAt(0))
    lines.refuse(fmt::format("this is not the header of the game {}", docket::quoted(std::string(game.id()))));
  std::vector<std::uint8_t> seats;
  const auto served = header.asReader().getPlayers();
  const auto here = game.header().getPlayers();
  for (unsigned i = 0; i < served.size() && i < here.size(); ++i) {
    if (served[i].hasCommitment() && !here[i].hasCommitment()) seats.push_back(static_cast<std::uint8_t>(i + 1));
  }
  return seats;
}

}  // namespace docket::follow
