#include "support/program.hpp"

#include <exception>
#include <iostream>
#include <new>
#include <stdexcept>

#include "support/computation_failed.hpp"
#include "support/output_files.hpp"

namespace nsdbench::support {

int run_program(const std::string& name, const std::function<int()>& body) {
  const auto fail = [&](int exit_code, const std::string& sentence) {
    std::cerr << name << ": " << sentence << std::endl;
    return exit_code;
  };
  const char* const no_memory = "the computation needs more memory than there is";
  try {
    return body();
  } catch (const std::invalid_argument& error) {
    return fail(2, error.what());
  } catch (const OutputError& error) {
    return fail(2, error.what());
  } catch (const ComputationFailed& error) {
    return fail(1, std::string("the computation failed: ") + error.what());
  } catch (const std::bad_alloc&) {
    return fail(1, no_memory);
  } catch (const std::length_error&) {  // a container asked for more than any memory could hold
    return fail(1, no_memory);
  } catch (const std::exception& error) {
    return fail(1, std::string("internal error: ") + error.what());
  }
}

}  // namespace nsdbench::support
