#include "store/check.h"
#include "events/errors.h"
namespace docket {
CheckReport check(const std::filesystem::path&, const std::function<void(const Game&)>&) { return {}; }
void requireWhole(const CheckReport&) {}
}  // namespace docket
