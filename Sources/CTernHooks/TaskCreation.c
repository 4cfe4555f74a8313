// Sees the creation of each task. The runtime has no hook for that, but a program's own function takes the place of the
// function of the same name in a shared library.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CTernHooks.h"

#if defined(__linux__) && defined(__LP64__)

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

enum { enqueues = 1 << 12 };

// Kinds of options.
enum { on_serial_executor = 0, on_task_executor = 6 };

struct option {
    uintptr_t kind;
    const struct option *next;
    tern_executor executor;
};

struct created {
    void *task;
    void *context;
};

// The beginning of an `async let`: the record of the child task in the status of its parent.
struct child {
    uintptr_t kind;
    void *next;
    void *task;
};

enum { child_record = 1 };

typedef __attribute__((swiftcall)) struct created (*create_function)(
    size_t flags, const struct option *options, const void *type, const void *function, void *closure);

typedef __attribute__((swiftcall)) void (*begin_function)(
    struct child *let, const struct option *options, const void *type, const void *function, void *closure, void *result);

static create_function create;
static begin_function begin;
static __attribute__((swiftcall)) void (*enqueue)(void *task, tern_executor executor);
extern void *swift_retain(void *object);

static _Atomic tern_creation_hook creation_hook;

void tern_hook_creation(tern_creation_hook hook) { atomic_store(&creation_hook, hook); }

static void find_functions(void) {
    *(void **)&create = dlsym(RTLD_NEXT, "swift_task_create");
    *(void **)&begin = dlsym(RTLD_NEXT, "swift_asyncLet_begin");
    *(void **)&enqueue = dlsym(RTLD_DEFAULT, "swift_task_enqueueTaskOnExecutor");
}

static void find_functions_once(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_functions);
}

// Weak, because a statically linked runtime brings its own. The task is enqueued after the hook, since it may run, and
// create further tasks, on another thread at once.
__attribute__((swiftcall, weak)) struct created swift_task_create(
    size_t flags, const struct option *options, const void *type, const void *function, void *closure) {
    find_functions_once();
    tern_creation_hook hook = atomic_load(&creation_hook);
    if (hook == NULL || enqueue == NULL) return create(flags, options, type, function, closure);

    struct created created = create(flags & ~(size_t)enqueues, options, type, function, closure);
    tern_executor executor = {NULL, 0};
    void *preferred = NULL;
    for (const struct option *option = options; option != NULL; option = option->next) {
        uint8_t kind = (uint8_t)option->kind;
        if (kind == on_serial_executor) executor = option->executor;
        if (kind == on_task_executor) preferred = option->executor.identity;
    }
    hook(created.task, preferred);
    if (flags & enqueues) {
        swift_retain(created.task);
        enqueue(created.task, executor);
    }
    return created;
}

// The hook follows the beginning of the task, which belongs to the caller until the caller has awaited it.
__attribute__((swiftcall, weak)) void swift_asyncLet_begin(
    struct child *let, const struct option *options, const void *type, const void *function, void *closure, void *result) {
    find_functions_once();
    begin(let, options, type, function, closure, result);
    tern_creation_hook hook = atomic_load(&creation_hook);
    if (hook != NULL && (uint8_t)let->kind == child_record) hook(let->task, NULL);
}

#else

void tern_hook_creation(tern_creation_hook hook) {}

#endif
