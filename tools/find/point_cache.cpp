#include "tools/find/point_cache.h"

#include <capnp/message.h>

#include <utility>

#include "events/packed_message.h"
#include "events/text/text_lists.h"
#include "events/text/text_view.h"

namespace docket::find {
std::string bytesOf(const std::vector<FoundPoint>& points) {
  capnp::MallocMessageBuilder message;
  auto list = message.initRoot<schema::GamePoints>().initPoints(static_cast<unsigned>(points.size()));
  for (unsigned i = 0; i < list.size(); ++i) {
    const FoundPoint& point = points[i];
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

std::optional<FoundPoint> pointOf(schema::GamePoints::Point::Reader from) {
  if (from.getKind() >= static_cast<std::uint8_t>(FoundPoint::Kind::count_)) return std::nullopt;
  return FoundPoint{.kind = static_cast<FoundPoint::Kind>(from.getKind()),
                    .event = from.getEvent(),
                    .is_certain = from.getIsCertain(),
                    .is_undone = from.getIsUndone(),
                    .player = from.getPlayer(),
                    .what = textOf(from.getWhat()),
                    .words = textsOf(from.getWords()),
                    .clauses = textsOf(from.getClauses()),
                    .limit = textOf(from.getLimit()),
                    .card = textOf(from.getCard()),
                    .judge = textOf(from.getJudge())};
}

std::optional<std::vector<FoundPoint>> readPoints(std::string_view bytes) {
  return readPacked<schema::GamePoints>(bytes, [](auto from) -> std::optional<std::vector<FoundPoint>> {
    std::vector<FoundPoint> points;
    for (const auto one : from.getPoints()) {
      auto point = pointOf(one);
      if (!point) return std::nullopt;
      points.push_back(std::move(*point));
    }
    return points;
  });
}

std::vector<FoundPoint> PointCache::of(const OpenGame& game) {
  const Digest& rules = game.gameRules().tag;
  if (const auto row = cache_.find(game.stored(), cache_.tagOf(game.stored(), rules))) {
    if (auto points = readPoints(*row)) return *std::move(points);
  }
  std::vector<FoundPoint> points = judgedPoints(game, archive_.derivedStore());
  // A live game goes on, and a stored result would be of no use.
  if (game.stored().sealed() == game.last())
    cache_.add(game.stored(), cache_.tagOf(game.stored(), rules), bytesOf(points));
  return points;
}

}  // namespace docket::find
