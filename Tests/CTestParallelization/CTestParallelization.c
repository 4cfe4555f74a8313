#include <stdlib.h>

// The number of tests that run at the same time. Swift Testing of Swift 6.3 starts all tests at once by default, which
// takes a third more processor time, and lets a test wait a minute for its turn. Swift Testing lists this variable in
// Documentation/EnvironmentVariables.md; other versions ignore it. A value in the environment has precedence.
__attribute__((constructor)) static void limit_parallelization(void) {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "16", 0);
}
