// A shared library that is loaded when it is needed and not with the program.
#pragma once

#include <dlfcn.h>

#include <memory>
#include <string>

namespace nsdbench {

// A shared library that is loaded when this is made, or the obstacle to it.
class SharedLibrary {
 public:
  // `file` as dlopen takes it. The library stays in the program after this object: not all can be loaded twice.
  explicit SharedLibrary(const std::string& file)
      : file_(file), handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) {
    if (handle_) return;
    const char* reason = dlerror();
    obstacle_ = reason != nullptr ? reason : file;
  }

  // Sets `function` to that of the library, which must have its type.
  template <typename Function>
  void find(const char* name, Function*& function) {
    if (!handle_) return;
    function = reinterpret_cast<Function*>(dlsym(handle_.get(), name));
    if (function == nullptr && obstacle_.empty()) obstacle_ = file_ + " has no function " + name;
  }

  // Why it could not be loaded, or the first function that was not found; empty if there is nothing of the kind.
  const std::string& obstacle() const { return obstacle_; }

 private:
  struct Close {
    void operator()(void* handle) const { dlclose(handle); }
  };

  std::string file_;
  std::unique_ptr<void, Close> handle_;
  std::string obstacle_;
};

}  // namespace nsdbench
