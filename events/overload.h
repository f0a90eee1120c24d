// Combines several functions into one overload set for std::visit.
#pragma once

namespace docket {

template <class... Functions>
struct Overload : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overload(Functions...) -> Overload<Functions...>;

}  // namespace docket
