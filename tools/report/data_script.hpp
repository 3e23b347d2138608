// Tables for the pages' scripts: pages that are opened from a folder may load classic scripts, and nothing else.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tools/report/audited_record.hpp"
#include "tools/report/csv_file.hpp"

namespace nsdbench::report {

// A column as scripts take it, `column` its entry in the record. Times (t, t_begin, t_end) have 64 bits, others 32,
// little-endian, in base64; where more than half of "count" are zero, the others with their "rows". With `bits` from 8
// to 16 whole numbers k of that many bits, packed from the lowest bit on, for the value min + (max - min) k/(2^bits -
// 1) of "range"; 32 bits for whole numbers that would not be told apart so. Of a column of words each byte is the place
// of the word in the record's list, 255 where there is none. Where a block begins, "breaks" of encoded_table has the
// row.
nlohmann::ordered_json encoded_column(const CsvFile& csv, const nlohmann::ordered_json& column,
                                      const std::vector<std::size_t>& rows, int bits);

// How a table is handed to scripts.
struct TableChoice {
  std::vector<std::string> columns = {};  // all if empty
  std::size_t every = 1;                  // each so many rows, and the last one
  int bits = 32;
  // Not empty: rows of equal entries in this column, a time, stand together, as many for each. The column itself has
  // one entry for each group then, and those of `constant` have the entries of the first group alone.
  std::string group_by = {};
  std::vector<std::string> constant = {};
  bool of_any_size = false;  // groups may differ in size
};

// {"rows", "columns": [{"name", "unit", "meaning"}], "data", "breaks"} of a record's table; with groups "group", their
// size, in place of "breaks", or "starts", the first row of each, if they are of any size. Throws
// std::invalid_argument, naming table and column, for a column that there is not, and for groups of
// different sizes where they must not be.
nlohmann::ordered_json encoded_table(const AuditedRecord& record, const std::string& table, const TableChoice& choice);

std::string base64(std::string_view bytes);

}  // namespace nsdbench::report
