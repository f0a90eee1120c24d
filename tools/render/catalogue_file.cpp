#include "tools/render/catalogue_file.h"

#include <capnp/message.h>

#include <ostream>
#include <utility>

#include "events/json/json.h"
#include "events/json/json_struct_writer.h"
#include "tools/game/documents.h"

namespace docket {

void writeCatalogue(std::ostream& out, schema::Catalogue::Reader catalogue) {
  capnp::MallocMessageBuilder message;
  auto head = message.initRoot<schema::Catalogue>();
  copyHead(catalogue, head);
  std::string text = writeJson(capnp::DynamicStruct::Reader(head.asReader()));
  text.pop_back();  // its bracket comes after the cards
  out << text << (text.size() > 1 ? "," : "") << "\n\"cards\":[";
  bool first = true;
  for (const auto card : catalogue.getCards()) {
    out << (std::exchange(first, false) ? "\n" : ",\n") << writeJson(card);
  }
  out << "\n]}\n";
}

}  // namespace docket
