#ifndef CTERNRUNTIME_H
#define CTERNRUNTIME_H

// A function of the Swift runtime, looked up at run time: no link; and one of the value witnesses of a type.

#include <stdbool.h>
#include <stdint.h>

// Whether the runtime has the function. It may not, as in a statically linked program.
bool tern_case_name_load(void);

// The name of an enum's case, with which the standard library prints the case (swift_EnumCaseName). It is kept forever.
// NULL for a value of another type, and without the function.
const char *tern_case_name(const void *value, const void *type);

// A number that is the same for values of a type with the same case, and costs less than the name. 0 for a value of
// another type.
uintptr_t tern_case_id(const void *value, const void *type);

#endif
