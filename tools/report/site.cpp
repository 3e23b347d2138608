#include "tools/report/site.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "support/hash.hpp"
#include "support/json_file.hpp"
#include "support/reference_data.hpp"
#include "tools/report/html.hpp"
#include "tools/report/order_table.hpp"

namespace nsdbench::report {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

// The papers of the folder; the files of their parameters are added to `parameters`.
std::vector<Paper> read_papers(const fs::path& folder, std::vector<ParametersFile>& parameters) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (fs::exists(entry.path() / "parameters.json")) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Paper> papers;
  for (const fs::path& path : files) {
    Paper paper;
    paper.id = path.filename().string();
    const std::string file = (path / "parameters.json").string();
    const std::string text = support::read_text(file, support::largest_json);
    paper.parameters = support::parse_json(text, file);
    parameters.push_back({paper.id, support::named_hash(text), paper.parameters});
    const support::JsonPlace root(paper.parameters, file);
    paper.citation = root.text("paper");
    paper.short_name = root.has("short_name") ? root.text("short_name") : paper.id;
    paper.has_notes = fs::exists(path / "notes.md");
    root.object("problems");
    papers.push_back(std::move(paper));
  }
  return papers;
}

}  // namespace

Sources::Sources(fs::path results, fs::path tree, fs::path out, const std::vector<std::string>& wanted)
    : results_(std::move(results)), tree_(std::move(tree)), out_(std::move(out)) {
  std::vector<ParametersFile> parameters;
  papers_ = read_papers(tree_ / "reference-data", parameters);
  for (const fs::path& folder : experiments::folders_of_records(results_)) {
    AuditedRecord record;
    try {
      record = readable(folder);
    } catch (const std::invalid_argument& error) {
      unreadable_.emplace_back(folder.filename().string(),
                               "The record cannot be read: " + without_folder(error.what()));
      continue;
    }
    const std::string name = folder.filename().string();
    if (name != record.name()) {  // what a user's run left under a name of its own is no result
      if (support::is_experiment(name)) {
        unreadable_.emplace_back(name, "This is a record of '" + record.name() + "', not of its folder");
      } else {
        variants_.push_back("The run of " + record.name() + " in " + name +
                            " is not shown: a report takes the folders that have the names of their experiments.");
      }
      continue;
    }
    audit(record, tree_ / "reference-data", parameters);
    const std::string id = record.stored.paper;
    records_.push_back(std::move(record));
    if (std::none_of(papers_.begin(), papers_.end(), [&](const Paper& paper) { return paper.id == id; })) {
      papers_.push_back({id, id, "reference-data has nothing on this paper.", {{"problems", ordered_json::object()}}});
    }
  }
  try {
    sweeps_ = audited_sweeps(results_ / "sweeps", tree_);
  } catch (const std::invalid_argument& error) {
    unreadable_.emplace_back("sweeps", "The folder cannot be read: " + without_folder(error.what()));
  }
  for (const std::string& experiment : wanted) {
    const bool is_unreadable = std::any_of(unreadable_.begin(), unreadable_.end(),
                                           [&](const auto& entry) { return entry.first == experiment; });
    if (record(experiment) == nullptr && !is_unreadable) missing_.push_back(experiment);
  }
}

const Paper& Sources::paper(const std::string& id) const {
  const auto found = std::find_if(papers_.begin(), papers_.end(), [&](const Paper& paper) { return paper.id == id; });
  if (found == papers_.end()) throw std::invalid_argument("reference-data has no paper '" + id + "'");
  return *found;
}

const AuditedRecord* Sources::record(const std::string& experiment) const {
  const auto found = std::find_if(records_.begin(), records_.end(),
                                  [&](const AuditedRecord& record) { return record.name() == experiment; });
  return found == records_.end() ? nullptr : &*found;
}

std::string Sources::without_folder(std::string text) const {
  const std::string folder = (results_ / "").string();
  for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder))
    text.erase(at, folder.size());
  return text;
}

std::string Sources::address(const fs::path& file) const {
  std::string address;
  std::error_code error;
  fs::path way = fs::relative(file, out_, error);
  if (error) way = file.lexically_relative(out_);  // a link that leads nowhere
  for (const char c : way.generic_string()) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (is_plain || std::string_view("/._-~").find(c) != std::string_view::npos) {
      address += c;
    } else {
      constexpr std::string_view digits = "0123456789ABCDEF";
      const auto code = static_cast<unsigned char>(c);
      address += '%';
      address += digits[code / 16U];
      address += digits[code % 16U];
    }
  }
  return address;
}

ordered_json Sources::settings(const std::string& name) const { return support::read_json(tree_ / "report" / name); }

std::string Sources::text(const fs::path& file) const { return support::read_text(tree_ / file); }

std::vector<std::string> Sources::faults() const {
  std::vector<std::string> sentences;
  for (const std::string& experiment : missing_) sentences.push_back("There is no record of " + experiment + ".");
  for (const auto& [folder, reason] : unreadable_) {
    std::string& sentence = sentences.emplace_back(folder);
    sentence.append(": ").append(reason).append(".");
  }
  for (const AuditedRecord& record : records_) {
    for (const AuditedClaim& claim : record.claims) {
      if (claim.as_expected) continue;
      sentences.push_back("The claim " + claim.judged.claim.id + " is " + std::string(to_string(claim.judged.verdict)) +
                          "; expected was " + std::string(to_string(claim.judged.claim.expected_verdict)) + ".");
    }
    for (const std::string& sentence : record.contradictions) sentences.push_back(record.name() + ": " + sentence);
  }
  for (const AuditedSweep& sweep : sweeps_) {
    const std::string place = "sweeps/" + sweep.folder_name() + ": ";
    for (const std::string& sentence : sweep.faults) sentences.push_back(place + sentence);
  }
  for (std::string& sentence : unexpected_orders(*this)) sentences.push_back(std::move(sentence));
  return sentences;
}

std::vector<std::string> Sources::warnings() const {
  std::vector<std::string> sentences;
  for (const AuditedRecord& record : records_) {
    for (const std::string& sentence : record.warnings) sentences.push_back(record.name() + ": " + sentence);
  }
  for (const AuditedSweep& sweep : sweeps_) {
    for (const std::string& sentence : sweep.warnings)
      sentences.push_back("sweeps/" + sweep.folder_name() + ": " + sentence);
  }
  return sentences;
}

std::string address_of_paper(const std::string& paper) { return "paper-" + paper + ".html"; }

std::string framed(const Page& page, const std::vector<std::pair<std::string, std::string>>& navigation,
                   const std::string& frame) {
  std::string links;
  for (const auto& [file, title] : navigation) {
    links += "<li>" +
             (file == page.file ? element("a", {{"href", file}, {"aria-current", "page"}}, escaped(title))
                                : link_to(file, title)) +
             "</li>\n";
  }
  std::string scripts;
  for (const std::string& script : page.scripts) scripts += element("script", {{"src", script}}, "") + "\n";
  // Piece by piece: what stands in the content is never taken for a mark of the frame.
  const std::vector<std::pair<std::string, std::string>> pieces = {
      {"{{title}}", escaped(page.title == "nsdbench" ? page.title : page.title + " - nsdbench")},
      {"{{navigation}}", links},
      {"{{content}}", page.content},
      {"{{scripts}}", scripts}};
  std::string html;
  std::size_t begin = 0;
  for (const auto& [mark, piece] : pieces) {
    const std::size_t at = frame.find(mark, begin);
    if (at == std::string::npos) throw std::invalid_argument("report/templates/page.html lacks " + mark);
    html += frame.substr(begin, at - begin);
    html += piece;
    begin = at + mark.size();
  }
  return html + frame.substr(begin);
}

}  // namespace nsdbench::report
