// A hall's side of the relay: sends the games of its archive, and keeps the receipts for them. Driven from outside:
// what the broker says and the time are passed in; what it sends goes to a Bus.
// Invariant: a receipt is stored only if the archive signed it and the head in it is that of the hall's own record. A
// game is never changed here.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "events/log/note_key.h"
#include "store/archive.h"
#include "tools/relay/batch_fit.h"
#include "tools/relay/bus.h"
#include "tools/relay/sending.h"

namespace docket::relay {

struct HallKeys {
  SignerKey own;
  VerifierKey archive;
};

/// The progress of a game of a hall.
struct HallGame {
  std::string game;
  Extent recorded, sent, kept;  ///< `sent`: what the broker has confirmed
  std::string stuck;            ///< why sending it has stopped; empty if it has not
};

class Hall {
 public:
  /// `archive`: the hall's own, open for recording. `report` is called when a receipt came, or a game became stuck.
  using Report = std::function<void(const HallGame&)>;
  Hall(const Archive& archive, HallKeys keys, Bus& bus, Report report);
  ~Hall();
  Hall(const Hall&) = delete;
  Hall& operator=(const Hall&) = delete;

  /// Starts to send every game of the archive that is not kept in full.
  void begin();
  /// To be called when a game has begun, has new events or was sealed.
  void recorded(const std::string& game);
  /// Handles what the broker says.
  void handle(const BusEvent& event, Time now);
  /// Sends what can be sent now. Call it after handle() and recorded(), and about once a second.
  void send(Time now);

  /// Every game that is not kept in full, and how many there are.
  [[nodiscard]] std::vector<HallGame> unkept() const;
  /// True if nothing is left to send or to wait for, stuck games apart.
  [[nodiscard]] bool isDone() const;

 private:
  struct SentGame;
  SentGame* find(const std::string& game);
  void answered(const AnswerMessage& answer, const std::string& receipt, Time now);
  void takeReceipt(SentGame& one, const AnswerMessage& answer, const std::string& receipt, Time now);
  void sendAgain(SentGame& one, const AnswerMessage& answer, Time now);
  [[nodiscard]] bool agrees(const SentGame& one, const AnswerMessage& answer) const;
  void stop(SentGame& one, std::string why);
  void sendDocuments(SentGame& one, const AnswerMessage& answer, Time now);
  void sendOne(SentGame& one, Time now);
  void publish(SentGame* one, std::string message);
  [[nodiscard]] Addressed address(const std::string& game);
  [[nodiscard]] bool hasRoom() const;

  const Archive& archive_;
  HallKeys keys_;
  Bus& bus_;
  Report report_;
  std::string session_;
  std::uint64_t number_ = 0;
  bool open_ = false;
  std::map<std::string, std::unique_ptr<SentGame>, std::less<>>
      games_;                               // games that are not kept as a whole, or were asked about
  std::set<std::string, std::less<>> due_;  // games that may have something to send now
  std::string sent_last_;
  Time looked_at_all_ = Time::min();
  std::map<std::uint64_t, std::string> unconfirmed_;        // the game of each message
  std::map<Digest, std::pair<std::uint64_t, Time>> parts_;  // of a document: the offset sent last, and when
};

/// The receipt stored for a game, checked: signed by the archive for this hall and agreeing with the record.
[[nodiscard]] std::optional<Tail> storedReceipt(const Archive& archive, const Game& game, std::string_view hall,
                                                const VerifierKey& key);
/// True if the relay carries the game: branches and replacements are left to docket merge.
[[nodiscard]] bool isCarried(const Game& game);

}  // namespace docket::relay
