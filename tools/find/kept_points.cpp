#include "tools/find/kept_points.h"

#include <capnp/message.h>
#include <capnp/serialize-packed.h>
#include <kj/exception.h>
#include <kj/io.h>

#include "events/text_view.h"
#include "schemas/points.capnp.h"

namespace docket::find {
namespace {

template <class Init>
void writeTexts(const std::vector<std::string>& texts, Init&& init) {
  auto list = init(static_cast<unsigned>(texts.size()));
  for (unsigned i = 0; i < list.size(); ++i) list.set(i, texts[i]);
}

std::vector<std::string> readTexts(capnp::List<capnp::Text>::Reader list) {
  std::vector<std::string> texts;
  for (const auto text : list) texts.push_back(textOf(text));
  return texts;
}

}  // namespace

std::string bytesOf(const std::vector<Point>& points) {
  capnp::MallocMessageBuilder message;
  auto list = message.initRoot<schema::GamePoints>().initPoints(static_cast<unsigned>(points.size()));
  for (unsigned i = 0; i < list.size(); ++i) {
    const Point& point = points[i];
    auto out = list[i];
    out.setKind(static_cast<std::uint8_t>(point.kind));
    out.setEvent(point.event);
    out.setIsCertain(point.is_certain);
    out.setIsUndone(point.is_undone);
    out.setPlayer(point.player);
    out.setWhat(point.what);
    writeTexts(point.words, [&](unsigned size) { return out.initWords(size); });
    writeTexts(point.clauses, [&](unsigned size) { return out.initClauses(size); });
    out.setLimit(point.limit);
    out.setCard(point.card);
    out.setJudge(point.judge);
  }
  kj::VectorOutputStream stream;
  capnp::writePackedMessage(stream, message);
  const auto bytes = stream.getArray().asChars();
  return {bytes.begin(), bytes.size()};
}

std::optional<std::vector<Point>> readPoints(std::string_view bytes) {
  try {
    kj::ArrayInputStream stream(kj::arrayPtr(reinterpret_cast<const kj::byte*>(bytes.data()), bytes.size()));
    capnp::PackedMessageReader message(stream);
    std::vector<Point> points;
    for (const auto in : message.getRoot<schema::GamePoints>().getPoints()) {
      if (in.getKind() >= static_cast<std::uint8_t>(Point::Kind::count_)) return std::nullopt;
      points.push_back({.kind = static_cast<Point::Kind>(in.getKind()),
                        .event = in.getEvent(),
                        .is_certain = in.getIsCertain(),
                        .is_undone = in.getIsUndone(),
                        .player = in.getPlayer(),
                        .what = textOf(in.getWhat()),
                        .words = readTexts(in.getWords()),
                        .clauses = readTexts(in.getClauses()),
                        .limit = textOf(in.getLimit()),
                        .card = textOf(in.getCard()),
                        .judge = textOf(in.getJudge())});
    }
    return points;
  } catch (const kj::Exception&) {
    return std::nullopt;
  }
}

std::vector<Point> KeptPoints::of(const OpenGame& game) {
  const Bytes32& rules = game.gameRules().tag;
  if (const auto row = kept_.find(game.stored(), kept_.tagOf(game.stored(), rules))) {
    if (auto points = readPoints(*row)) return *std::move(points);
  }
  std::vector<Point> points = judgedPoints(game, archive_.keyframes());
  // A live game goes on, and a stored result would be of no use.
  if (game.stored().sealed() == game.last())
    kept_.add(game.stored(), kept_.tagOf(game.stored(), rules), bytesOf(points));
  return points;
}

}  // namespace docket::find
