#ifndef CTERNRUNTIME_H
#define CTERNRUNTIME_H

// A function of the Swift runtime, looked up at run time: no link. Nothing here decides anything.

#include <stdbool.h>

// Whether the runtime has the function. It may not, as in a statically linked program.
bool tern_case_name_load(void);

// The name of an enum's case, with which the standard library prints the case (swift_EnumCaseName). It is kept forever.
// NULL for a value of another type, and without the function.
const char *tern_case_name(const void *value, const void *type);

#endif
