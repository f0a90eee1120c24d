#include "store/types.h"

#include <sodium.h>

#include <stdexcept>

namespace docket {

Secret newSecret() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium cannot be used on this machine");
  Secret secret;
  randombytes_buf(secret.data(), secret.size());
  return secret;
}

}  // namespace docket
