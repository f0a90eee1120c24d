#include "tools/find/kept_points.h"

#include <capnp/message.h>

#include "events/packed_message.h"
#include "events/text_lists.h"
#include "events/text_view.h"
#include "schemas/points.capnp.h"

namespace docket::find {
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
    setTexts(out.initWords(static_cast<unsigned>(point.words.size())), point.words);
    setTexts(out.initClauses(static_cast<unsigned>(point.clauses.size())), point.clauses);
    out.setLimit(point.limit);
    out.setCard(point.card);
    out.setJudge(point.judge);
  }
  return packed(message);
}

std::optional<std::vector<Point>> readPoints(std::string_view bytes) {
  return readPacked<schema::GamePoints>(bytes, [](auto from) -> std::optional<std::vector<Point>> {
    std::vector<Point> points;
    for (const auto in : from.getPoints()) {
      if (in.getKind() >= static_cast<std::uint8_t>(Point::Kind::count_)) return std::nullopt;
      points.push_back({.kind = static_cast<Point::Kind>(in.getKind()),
                        .event = in.getEvent(),
                        .is_certain = in.getIsCertain(),
                        .is_undone = in.getIsUndone(),
                        .player = in.getPlayer(),
                        .what = textOf(in.getWhat()),
                        .words = textsOf(in.getWords()),
                        .clauses = textsOf(in.getClauses()),
                        .limit = textOf(in.getLimit()),
                        .card = textOf(in.getCard()),
                        .judge = textOf(in.getJudge())});
    }
    return points;
  });
}

std::vector<Point> KeptPoints::of(const OpenGame& game) {
  const Bytes32& rules = game.gameRules().tag;
  if (const auto row = kept_.find(game.stored(), kept_.tagOf(game.stored(), rules))) {
    if (auto points = readPoints(*row)) return *std::move(points);
  }
  std::vector<Point> points = judgedPoints(game, archive_.derivedStore());
  // A live game goes on, and a stored result would be of no use.
  if (game.stored().sealed() == game.last())
    kept_.add(game.stored(), kept_.tagOf(game.stored(), rules), bytesOf(points));
  return points;
}

}  // namespace docket::find
