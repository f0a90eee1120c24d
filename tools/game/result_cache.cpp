#include "tools/game/result_cache.h"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "engine/fold/reduce.h"
#include "events/digest.h"
#include "events/errors.h"
#include "events/text/text_view.h"
#include "tools/io/files.h"

namespace docket {
namespace {

constexpr std::size_t kMaxResultsWaiting = 4'096;
constexpr std::size_t kMaxProgramBytes = std::size_t{1} << 30;

/// The build id in a segment of notes, which the linker makes of all that it links; empty: there is none.
std::string_view buildIdIn(std::string_view notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header;
    std::memcpy(&header, notes.data(), sizeof header);
    const auto padded = [](std::size_t size) { return (size + 3) / 4 * 4; };
    const std::size_t name = sizeof header, content = name + padded(header.n_namesz);
    if (content + header.n_descsz > notes.size()) return {};
    const bool is_gnu = notes.substr(name, header.n_namesz) == std::string_view("GNU\0", 4);
    if (is_gnu && header.n_type == NT_GNU_BUILD_ID) return notes.substr(content, header.n_descsz);
    notes.remove_prefix(std::min(notes.size(), content + padded(header.n_descsz)));
  }
  return {};
}

/// Stands for this very program: its build id, or its bytes if it was linked without one.
Digest programDigest() {
  std::string id;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* found) {
        for (ElfW(Half) i = 0; i < object->dlpi_phnum; ++i) {
          const auto& segment = object->dlpi_phdr[i];
          if (segment.p_type != PT_NOTE) continue;
          const auto* begin = reinterpret_cast<const char*>(object->dlpi_addr + segment.p_vaddr);
          *static_cast<std::string*>(found) += buildIdIn({begin, segment.p_memsz});
        }
        return 1;  // the program is the first object; no other is asked
      },
      &id);
  if (!id.empty()) return digest(std::string_view(id));
  return digest(std::string_view(readFile("/proc/self/exe", kMaxProgramBytes)));
}

std::vector<std::string> playerNames(schema::Header::Reader header) {
  std::vector<std::string> names;
  for (const auto player : header.getPlayers()) names.push_back(textOf(player.getName()));
  return names;
}

}  // namespace

ResultCache::ResultCache(const Archive& archive, DerivedStore::Result kind)
    : archive_(archive), kind_(kind), program_(programTag()) {}

Digest ResultCache::programTag() {
  static const Digest kTag = [] {
    Hash all;
    all.update(programDigest());
    all.update(fmt::format("semantics {}", kSemantics));
    return all.value();
  }();
  return kTag;
}

Digest ResultCache::tagOf(const Game& game, const Digest& rules) const {
  Hash all;
  all.update(program_);
  all.update(fmt::format("event {}", game.count()));
  all.update(game.head());
  all.update(rules);
  return all.value();
}

std::optional<std::string> ResultCache::find(const Game& game, const Digest& tag) const {
  return archive_.derivedStore().result(game, kind_, tag);
}

void ResultCache::add(const Game& game, const Digest& tag, std::string result) {
  if (find(game, tag) == result) return;
  Waiting one{.id = std::string(game.id()),
              .players = saysNames() ? playerNames(game.header()) : std::vector<std::string>{},
              .found = {.game = game.number(), .tag = tag, .result = std::move(result)}};
  const std::lock_guard lock(adding_);
  waiting_.push_back(std::move(one));
}

void ResultCache::storeIfFull() {
  {
    const std::lock_guard lock(adding_);
    if (waiting_.size() < kMaxResultsWaiting) return;
  }
  store();
}

void ResultCache::beginToStore() {
  if (opening_.valid()) return;
  {
    const std::lock_guard lock(adding_);
    if (waiting_.empty()) return;
  }
  opening_ =
      std::async(std::launch::async, [path = archive_.path()] { return Archive::open(path, Access::record_briefly); });
}

void ResultCache::store() {
  std::future<Archive> opening = std::move(opening_);
  std::vector<Waiting> all;
  {
    const std::lock_guard lock(adding_);
    all = std::exchange(waiting_, {});
  }
  if (all.empty()) return;
  try {
    const auto recorder = opening.valid() ? opening.get() : Archive::open(archive_.path(), Access::record_briefly);
    std::vector<DerivedStore::GameResult> found;
    for (Waiting& one : all) {
      // A name that was erased meanwhile is not brought back.
      if (!saysNames() || playerNames(recorder.game(one.id).header()) == one.players)
        found.push_back(std::move(one.found));
    }
    recorder.derivedStore().putResults(kind_, found);
  } catch (const EnvironmentError&) {  // another process records, or the archive is read-only
  } catch (const BadInput&) {          // an earlier format, which this does not upgrade
  } catch (const DamagedArchive&) {    // readable, but must not be written to
  }
}

}  // namespace docket
