#include "tools/verdict/certification.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "events/errors.h"
#include "events/public_header.h"
#include "tools/game/archive_log.h"
#include "tools/game/fewest_opened.h"
#include "tools/game/game_proof.h"
#include "tools/game/record_view.h"
#include "tools/verdict/certificate_check.h"
#include "tools/verdict/ruling_verdict.h"

namespace docket {
namespace {

using ValuePlace = std::pair<EventNumber, std::uint16_t>;

/// True if two verdicts say the same.
bool isSameVerdict(const RulingVerdict& one, const RulingVerdict& other) {
  return one.outcome == other.outcome && one.derivation.root.value == other.derivation.root.value &&
         one.derivation.grade == other.derivation.grade;
}

/// A ruling of a game on its way into a certificate.
class Certifier {
 public:
  Certifier(const OpenGame& game, EventNumber last, EventNumber ruling, bool without_names,
            std::shared_ptr<const GameRules> rules)
      : game_(game),
        last_(last),
        ruling_(ruling),
        without_names_(without_names),
        rules_(std::move(rules)),
        hidden_(hiddenValues(game.stored(), last, rules_->catalogue)) {
    for (std::size_t i = 0; i < hidden_.size(); ++i) number_[{hidden_[i].event, hidden_[i].place}] = i;
  }

  [[nodiscard]] const std::vector<HiddenValue>& hidden() const { return hidden_; }

  /// The record as a spectator may see it, with those values opened.
  [[nodiscard]] std::shared_ptr<const Recording> recordWith(const OpenValues& open) const {
    const RecordView view(game_.stored(), [&](EventNumber event, std::uint16_t place, std::uint8_t) {
      const auto value = number_.find({event, place});
      return value != number_.end() && open[value->second];
    });
    auto record = std::make_shared<Recording>();
    record->setHeader(view.header());
    for (std::uint8_t seat = 1; without_names_ && seat <= view.header().getPlayers().size(); ++seat)
      erasePlayer(record->header(), seat);
    view.forEach(1, last_, [&](EventNumber, const HeldEvent& event) { record->add(event); });
    return record;
  }

  /// The fewest values that give the verdict of the whole record, for the same reason.
  [[nodiscard]] FewestOpened fewest() const {
    const TurnLabels turn_labels(rules_->ruleset, game_.names(), game_.events(), game_.last());
    const HeldEvent event = game_.event(ruling_);
    const auto whole = verifyRuling(game_, turn_labels, ruling_, event->getRulingGiven());
    const auto with = [&](const OpenValues& open) { return judgedFrom(recordWith(open), rules_, ruling_).verdict; };
    // This record names players as the certificate does, and ends where the certificate ends.
    const auto all_open = with(OpenValues(hidden_.size(), true));
    if (!isSameVerdict(all_open, whole))
      throw BadInput(
          fmt::format("{}: the ruling of event {} cannot be certified: events after the newest checkpoint "
                      "change its verdict; make a new one (docket checkpoint)",
                      game_.id(), ruling_));
    return fewestOpened(groups(), [&](const OpenValues& open) {
      const auto verdict = with(open);
      return isSameVerdict(verdict, all_open) && verdict.why == all_open.why;
    });
  }

 private:
  /// The values that are opened together: the identity of one card in all events, or the other values of one event.
  [[nodiscard]] std::vector<std::vector<std::size_t>> groups() const {
    std::map<ValuePlace, std::vector<std::size_t>> by_card;
    for (std::size_t i = 0; i < hidden_.size(); ++i) {
      const HiddenValue& value = hidden_[i];
      const ValuePlace of_event{value.event, std::uint16_t{1}}, of_card{value.card, std::uint16_t{0}};
      by_card[value.card == 0 ? of_event : of_card].push_back(i);
    }
    std::vector<std::vector<std::size_t>> groups;
    for (auto& [card, values] : by_card) groups.push_back(std::move(values));
    return groups;
  }

  const OpenGame& game_;
  EventNumber last_, ruling_;
  bool without_names_;
  std::shared_ptr<const GameRules> rules_;
  std::vector<HiddenValue> hidden_;
  std::map<ValuePlace, std::size_t> number_;  // of the value at each place
};

template <class Root>
Document<Root> documentIn(const Archive& archive, std::string_view kind, const Digest& digest) {
  const auto found = findDocument(kind, digest, &archive);
  if (!found)
    throw DamagedArchive(
        fmt::format("{}: the {} with the digest {} is not in it", archive.path().string(), kind, hex(digest)));
  auto message = std::make_unique<capnp::MallocMessageBuilder>();
  message->setRoot(DocumentReader<Root>(*found).root());
  return Document<Root>(std::move(message));
}

/// The event of the requested ruling.
EventNumber rulingOf(const OpenGame& game, const GameProof& made, const CertificateOptions& wished) {
  if (!wished.ruling) return lastRulingThatStands(game.events(), made.last);
  const EventNumber number = *wished.ruling;
  const auto is_ruling = [&] {
    const HeldEvent event = game.event(number);
    return event->isRulingGiven();
  };
  if (number == 0 || number > game.last() || !is_ruling())
    throw BadInput(
        fmt::format("--ruling {}: that is not a ruling of {} (docket rulings lists them)", number, game.id()));
  if (number > made.last)
    throw BadInput(
        fmt::format("--ruling {}: it was given after the events of {} that the newest checkpoint covers: make another "
                    "one (docket checkpoint)",
                    number, game.id()));
  return number;
}

/// Checks the new certificate as a stranger would.
void requireThatItHolds(const Certification& made, const Archive& archive) {
  const auto& leaf = std::get<GameLeaf>(made.certificate.proof.leaf);
  std::vector<HeldDocument> documents;
  for (const auto& [kind, digest] :
       {std::pair(kRulesetKind, leaf.ruleset), std::pair(kCatalogueKind, leaf.catalogue)}) {
    if (auto found = findDocument(kind, digest, &archive)) documents.push_back(std::move(*found));
  }
  const auto read = certificateOf(textOf(made.certificate), "the certificate");
  const auto checked = recomputed(read, documents);
  if (!checked.reasons.empty())
    throw DamagedArchive(
        fmt::format("{}: the certificate would not hold: {}", archive.path().string(), checked.reasons.front()));
}

}  // namespace

Certification certify(GameLoader& loader, const std::string& id, const CertificateOptions& wished) {
  const Archive& archive = loader.archive();
  const OpenGame game = loader.game(id);
  const auto proved = proofOf(archive, game.stored(), newestCheckpoint(archive), false);
  const EventNumber ruling = rulingOf(game, proved, wished);
  const auto rules = loader.rulesOf(game.header());
  const Certifier certifier(game, proved.last, ruling, wished.without_names, rules);
  const FewestOpened fewest = certifier.fewest();
  Certification made;
  made.trials = fewest.trials;
  made.was_tried_out = fewest.was_tried_out;
  made.is_newest = proved.is_newest && proved.last == game.last();
  made.replaced_by = proved.replaced_by;
  for (std::size_t i = 0; i < fewest.open.size(); ++i) {
    if (fewest.open[i]) made.opened.push_back(certifier.hidden()[i]);
  }
  made.closed = fewest.open.size() - made.opened.size();
  Certificate& certificate = made.certificate;
  certificate.record = certifier.recordWith(fewest.open);
  made.ruling = judgedFrom(certificate.record, rules, ruling);
  certificate.ruling = ruling;
  certificate.statement = made.ruling.statement;
  certificate.head = headOf(*certificate.record, Secrets{});
  certificate.proof = proved.proof;
  if (wished.with_documents) {
    certificate.ruleset = documentIn<schema::Ruleset>(archive, kRulesetKind, rules->ruleset_digest);
    if (rules->catalogue_digest != Digest{})
      certificate.catalogue = documentIn<schema::Catalogue>(archive, kCatalogueKind, rules->catalogue_digest);
  }
  requireThatItHolds(made, archive);
  return made;
}

}  // namespace docket
