#include "tools/words/page_width.h"

#include <algorithm>
#include <limits>

#include "tools/words/layout.h"

namespace docket {
namespace {

constexpr std::size_t kFewest = 40;
std::size_t columns_now = 0;  // 0: no terminal

}  // namespace

std::size_t pageColumns() { return columns_now == 0 ? kPageColumns : columns_now; }

std::size_t rowColumns() { return columns_now == 0 ? std::numeric_limits<std::size_t>::max() : columns_now; }

void setPageColumns(std::size_t columns) { columns_now = columns == 0 ? 0 : std::max(columns, kFewest); }

WithPageColumns::WithPageColumns(std::size_t columns) : before_(columns_now) { setPageColumns(columns); }
WithPageColumns::~WithPageColumns() { columns_now = before_; }

}  // namespace docket
