#include "tools/verdict/certificate.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "events/errors.h"
#include "events/json/json_struct_writer.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "events/text/whole_number.h"
#include "events/validate.h"

namespace docket {
namespace {

constexpr std::string_view kFirstLine = "docket certificate v1";
constexpr std::string_view kRuling = "ruling ";
constexpr std::string_view kRuleset = "ruleset ";
constexpr std::string_view kCatalogue = "catalogue ";
constexpr std::size_t kMaxStatementLines = 1000;

/// The lines of a certificate, one after the other.
class CertificateLines {
 public:
  CertificateLines(std::string_view text, std::string file) : rest_(text), file_(std::move(file)) {}

  [[nodiscard]] std::string_view rest() const { return rest_; }
  /// The number of the next line.
  [[nodiscard]] std::size_t next() const { return next_; }

  std::string_view take(std::string_view expected) {
    const auto end = rest_.find('\n');
    if (end == std::string_view::npos) refuse(next_, fmt::format("expected {}, but the file ends here", expected));
    const auto line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    ++next_;
    return line;
  }
  /// Takes the lines up to an empty one, and the empty one. Returns them, each with its newline.
  std::string_view takeSection(std::string_view expected) {
    const auto whole = rest_;
    std::size_t length = 0;
    for (auto line = take(expected); !line.empty(); line = take("an empty line")) length += line.size() + 1;
    return whole.substr(0, length);
  }
  [[noreturn]] void refuse(std::size_t line, const std::string& message) const {
    throw BadInput(file_, line, 1, message);
  }
  [[nodiscard]] const std::string& file() const { return file_; }

 private:
  std::string_view rest_;
  std::string file_;
  std::size_t next_ = 1;
};

void takeStatement(CertificateLines& lines, Certificate& certificate) {
  const auto first = lines.take(kFirstLine);
  if (first != kFirstLine) lines.refuse(1, fmt::format("expected {}, found {}", kFirstLine, docket::quoted(first)));
  for (auto line = lines.take("what is certified"); !line.empty(); line = lines.take("an empty line")) {
    if (certificate.statement.size() == kMaxStatementLines)
      lines.refuse(lines.next() - 1, "more lines before the record than any certificate has");
    certificate.statement.emplace_back(line);
  }
  const std::string_view ruling = certificate.statement.empty() ? std::string_view() : certificate.statement.front();
  if (!ruling.starts_with(kRuling)) lines.refuse(2, "expected \"ruling\" and the number of its event");
  const auto digits = ruling.substr(kRuling.size());
  const auto number = wholeNumber<EventNumber>(digits);
  if (!number) lines.refuse(2, fmt::format("expected the number of an event, found {}", docket::quoted(digits)));
  certificate.ruling = *number;
}

void takeRecord(CertificateLines& lines, Certificate& certificate) {
  const auto first = lines.next();
  std::istringstream in{std::string(lines.takeSection("the record"))};
  std::optional<RecordEnd> end;
  certificate.record = std::make_shared<const Recording>(readJsonLines(in, lines.file(), first, &end));
  const auto header = certificate.record->header();
  // The head does not cover whose view it is, so only this value is accepted.
  if (header.getViewer() != kSpectator) lines.refuse(first, "the record contains more than a spectator may see");
  if (header.getRecordFormat() != kRecordFormat || header.getIdSalt().size() != Salt{}.size())
    lines.refuse(first, "the record was not exported: it has no format, or no salt of its id");
  if (!end) lines.refuse(lines.next() - 1, "expected the end of the record");
  if (end->secrets) lines.refuse(lines.next() - 2, "a certificate must not contain the secret of the game");
  certificate.head = end->head;
}

void takeDocuments(CertificateLines& lines, Certificate& certificate) {
  const auto number = lines.next();
  if (!lines.rest().starts_with(kRuleset)) return;
  certificate.ruleset = readDocument<schema::Ruleset>(lines.take("a ruleset").substr(kRuleset.size()),
                                                      fmt::format("{}:{}, the ruleset", lines.file(), number));
  if (lines.rest().starts_with(kCatalogue)) {
    certificate.catalogue =
        readDocument<schema::Catalogue>(lines.take("a catalogue").substr(kCatalogue.size()),
                                        fmt::format("{}:{}, the catalogue", lines.file(), number + 1));
  }
  if (!lines.take("an empty line").empty())
    lines.refuse(lines.next() - 1, "expected an empty line after the documents");
}

void takeProof(const CertificateLines& lines, Certificate& certificate) {
  // The proof counts its lines from its own first one.
  try {
    certificate.proof = inclusionProofOf(lines.rest(), lines.file());
  } catch (const BadInput& refused) {
    throw BadInput(lines.file(), refused.line() == 0 ? 0 : refused.line() + lines.next() - 1, refused.column(),
                   refused.message());
  }
  if (certificate.proof.opening)
    lines.refuse(lines.next() + 1, "the proof must not name the game; in a certificate only the record does");
  if (!std::holds_alternative<GameLeaf>(certificate.proof.leaf))
    lines.refuse(lines.next() + 1, "the leaf is not that of a game");
}

/// A certificate can be written in one way only, so that no byte of it can be changed without changing its meaning.
void requireOneSpelling(std::string_view text, const Certificate& certificate, const std::string& file) {
  const std::string written = textOf(certificate);
  if (written == text) return;
  const auto [difference, here] = std::mismatch(text.begin(), text.end(), written.begin(), written.end());
  const auto before = text.substr(0, static_cast<std::size_t>(difference - text.begin()));
  const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const auto begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  throw BadInput(file, line, before.size() - begin + 1, "this is not written as docket certify writes it");
}

}  // namespace

bool isCertificate(std::string_view text) { return text.substr(0, text.find('\n')) == kFirstLine; }

std::string textOf(const Certificate& certificate) {
  std::ostringstream out;
  out << kFirstLine << '\n';
  for (const std::string& line : certificate.statement) out << line << '\n';
  out << '\n';
  writeJsonLines(*certificate.record, out);
  out << JsonLinesWriter::end({.events = certificate.record->size(), .head = certificate.head}) << "\n\n";
  if (certificate.ruleset) {
    out << kRuleset << writeJson(certificate.ruleset->root()) << '\n';
    if (certificate.catalogue) out << kCatalogue << writeJson(certificate.catalogue->root()) << '\n';
    out << '\n';
  }
  out << textOf(certificate.proof);
  return std::move(out).str();
}

Certificate certificateOf(std::string_view text, const std::string& file) {
  CertificateLines lines(text, file);
  Certificate certificate;
  takeStatement(lines, certificate);
  takeRecord(lines, certificate);
  takeDocuments(lines, certificate);
  takeProof(lines, certificate);
  requireOneSpelling(text, certificate, file);
  if (!certificate.ruleset && text.size() > kMaxCertificateBytes)
    throw BadInput(fmt::format("{}: it is larger than the {} bytes of a certificate without documents", file,
                               kMaxCertificateBytes));
  return certificate;
}

IdOpening idOpeningOf(const Certificate& certificate) {
  const auto header = certificate.record->header();
  IdOpening opening{.salt = {}, .id = docket::textOf(header.getId())};
  std::copy_n(header.getIdSalt().begin(), opening.salt.size(), opening.salt.begin());
  return opening;
}

}  // namespace docket
