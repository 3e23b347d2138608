// Loops compiled for several instruction sets, of which the program picks the widest the machine has.
#pragma once

// For functions whose loops are elementwise: without contraction every clone gives the same bits. Where the compiler or
// the machine does not offer clones, or a sanitizer is at work before the resolver may run, the function is compiled
// once.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define NSDBENCH_VECTOR_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define NSDBENCH_VECTOR_CLONES
#endif
