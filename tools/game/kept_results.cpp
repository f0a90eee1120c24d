#include "tools/game/kept_results.h"

#include <fmt/format.h>

#include <utility>

#include "engine/fold/reduce.h"
#include "events/digest.h"
#include "events/errors.h"
#include "tools/io/files.h"

namespace docket {
namespace {

constexpr std::size_t kMostWaiting = 4'096;
constexpr std::size_t kMostProgramBytes = std::size_t{1} << 30;

}  // namespace

KeptResults::KeptResults(const Archive& archive, Keyframes::Result kind)
    : archive_(archive),
      kind_(kind),
      program_(digest(std::string_view(readFile("/proc/self/exe", kMostProgramBytes)))) {}

Bytes32 KeptResults::tagOf(const Game& game, const Bytes32& rules) const {
  Hash all;
  all.update(program_);
  all.update(fmt::format("semantics {} event {}", kSemantics, game.count()));
  all.update(game.head());
  all.update(rules);
  return all.value();
}

std::optional<std::string> KeptResults::find(const Game& game, const Bytes32& tag) const {
  return archive_.keyframes().result(game, kind_, tag);
}

void KeptResults::add(const Game& game, const Bytes32& tag, std::string result) {
  Waiting one{.game = std::string(game.id()), .tag = tag, .result = std::move(result)};
  const std::lock_guard lock(adding_);
  waiting_.push_back(std::move(one));
}

void KeptResults::storeIfFull() {
  {
    const std::lock_guard lock(adding_);
    if (waiting_.size() < kMostWaiting) return;
  }
  store();
}

void KeptResults::store() {
  std::vector<Waiting> all;
  {
    const std::lock_guard lock(adding_);
    all = std::exchange(waiting_, {});
  }
  if (all.empty()) return;
  try {
    const auto recorder = Archive::open(archive_.path(), Access::record_briefly);
    for (const Waiting& one : all) {
      recorder.keyframes().putResult(recorder.game(one.game), kind_, one.tag, one.result);
    }
  } catch (const EnvironmentError&) {  // somebody records, or nothing can be written here
  } catch (const DamagedArchive&) {    // a reader can read it, and nobody should write to it
  }
}

}  // namespace docket
