// The archive's side of the relay: receives batches from halls, stores those that continue its records, and answers.
// Driven from outside, in bursts: what arrived at the same time shares one sync of the disk.
// Invariant: an answer that says `kept` is made after its events are on the disk. Of a message that is refused nothing
// is stored, and memory does not grow with what halls send.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "events/log/note_key.h"
#include "tools/game/game_loader.h"
#include "tools/import/pinning.h"
#include "tools/relay/batch_fit.h"
#include "tools/verdict/live_game.h"

namespace docket::relay {

/// The result of handling a message.
struct Received {
  std::string from;  ///< the hall; if no known key signed it, the claimed sender
  std::string game;
  bool is_signed = false;
  std::string says;                    ///< the word of the answer, "refused" if there is none
  std::uint32_t first = 0, count = 0;  ///< of a batch
  std::string why;                     ///< of what was not kept
  std::string answer;                  ///< the message to the hall; empty if no known key signed it
};

class BatchReceiver {
 public:
  /// `halls`: the keys of the halls that may send, each with a different name. Throws BadInput if two have one name.
  BatchReceiver(GameLoader& loader, SignerKey own, std::vector<VerifierKey> halls);
  ~BatchReceiver();
  BatchReceiver(const BatchReceiver&) = delete;
  BatchReceiver& operator=(const BatchReceiver&) = delete;

  /// Handles messages in order and returns their results. Durable on return. Throws EnvironmentError or
  /// DamagedArchive if the archive cannot be written: then none of the messages may be acknowledged.
  [[nodiscard]] std::vector<Received> take(std::span<const std::string_view> messages);

 private:
  struct Outcome;
  struct Live;
  struct Assembling;
  [[nodiscard]] Outcome takeMessage(std::string_view bytes);
  [[nodiscard]] Outcome takeBatch(const Batch& batch, std::string_view payload);
  /// Throws BadInput if the hall of the batch did not begin the game.
  void requireHall(const Batch& batch);
  [[nodiscard]] Outcome store(const Batch& batch, std::string_view payload);
  [[nodiscard]] Outcome takePart(const DocumentPart& part, std::string_view payload);
  [[nodiscard]] std::vector<Lack> beginGame(const Batch& batch, std::string_view header_line);
  void readEvents(Live& live, const Batch& batch, std::string_view lines);
  void sealWhereDue(const Batch& batch);
  [[nodiscard]] std::optional<Tail> tailOf(const std::string& game);
  [[nodiscard]] Digest headOf(const std::string& game, std::uint32_t at);
  /// The game being recorded; opens it if it is not open.
  Live& live(const std::string& game);
  void close(const std::string& game);
  [[nodiscard]] std::shared_ptr<const HeldDocument> documentOf(std::string_view kind, capnp::Data::Reader pinned,
                                                               const std::string& hall, std::vector<Lack>& lacks);
  /// Stores the queued events with one sync.
  void flush();

  GameLoader& loader_;
  SignerKey own_;
  std::vector<VerifierKey> halls_;
  Pinning pinning_{{}, {}};
  std::list<Live> live_;  // the most recently used game first
  std::map<std::string, std::list<Live>::iterator, std::less<>> live_by_id_;
  std::map<std::string, Assembling> assembling_;  // by hall and kind: the document that it is sending
  std::uint64_t assembled_ = 0;
};

}  // namespace docket::relay
