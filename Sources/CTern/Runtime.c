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

// The layouts of metadata and value witnesses are part of Swift's stable ABI (docs/ABI/TypeMetadata.rst, ValueWitness.def).
// Where pointers in them are signed, the name tells the cases apart.
uintptr_t tern_case_id(const void *value, const void *type) {
#if defined(__has_feature) && __has_feature(ptrauth_calls)
    return (uintptr_t)tern_case_name(value, type);
#else
    enum { kind_of_enum = 0x201, kind_of_optional = 0x202, has_enum_witnesses = 1 << 21 };
    struct witnesses {
        const void *functions[8];
        size_t size, stride;
        uint32_t flags, extra_inhabitants;
        unsigned (*case_tag)(const void *value, const void *type);
    };
    const uintptr_t kind = *(const uintptr_t *)type;
    if (kind != kind_of_enum && kind != kind_of_optional) return 0;
    const struct witnesses *witnesses = ((const struct witnesses *const *)type)[-1];
    if (!(witnesses->flags & has_enum_witnesses)) return 0;
    return (uintptr_t)witnesses->case_tag(value, type) + 1;
#endif
}
