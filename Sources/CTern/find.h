#ifndef FIND_H
#define FIND_H

#if defined(__linux__)

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

// Points `function` to a function of an opened library. False if the library has none of that name.
static inline bool find(void *library, const char *name, void *function) {
    void *symbol = dlsym(library, name);
    *(void **)function = symbol;
    return symbol != NULL;
}

#endif
#endif
