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
// little-endian, in base64; with `bits` = 16 whole numbers k of 16 bits, for the value min + (max - min) k/65535 of
// "range". Of a column of words each number is the place of the word in the record's list, -1 where there is none.
// Where a block begins, "breaks" of encoded_table has the row.
nlohmann::ordered_json encoded_column(const CsvFile& csv, const nlohmann::ordered_json& column,
                                      const std::vector<std::size_t>& rows, int bits);

// {"rows", "columns": [{"name", "unit", "meaning"}], "data", "breaks"} of a record's table: the columns `names`, all if
// empty, of each `every`-th row and the last one. Throws std::invalid_argument, naming table and column, for one that
// there is not.
nlohmann::ordered_json encoded_table(const AuditedRecord& record, const std::string& table,
                                     const std::vector<std::string>& names, std::size_t every, int bits);

std::string base64(std::string_view bytes);

}  // namespace nsdbench::report
