#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CTernRuntime.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

typedef const char *(*case_name)(const void *value, const void *type) __attribute__((swiftcall));

static case_name name_of_case;

static void load(void) { name_of_case = (case_name)dlsym(RTLD_DEFAULT, "swift_EnumCaseName"); }

bool tern_case_name_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return name_of_case != NULL;
}

const char *tern_case_name(const void *value, const void *type) {
    return tern_case_name_load() ? name_of_case(value, type) : NULL;
}
