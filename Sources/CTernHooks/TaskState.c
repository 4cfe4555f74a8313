// Reads tasks of the Swift concurrency runtime. The layout is that of RuntimeInternals.h in Swift's sources, through which
// debuggers read it. It is compared with the runtime's own functions before it is used.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CTernHooks.h"

#if defined(__linux__) && defined(__LP64__)

#include <pthread.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
    is_running = 0x800,
    is_enqueued = 0x1000,
    is_complete = 0x2000,
    has_dependency = 0x4000,
};

enum { on_task = 1 };

struct task {
    uintptr_t heap_object[2];
    uintptr_t scheduler_private[2];
    uint32_t job_flags;
    uint32_t low_number;
    uintptr_t reserved[2];
    uintptr_t resume;
    uintptr_t context;
    uintptr_t reserved_too;
    uintptr_t exclusivity[2];
    uint32_t flags;
    uint32_t unused;
    uintptr_t record;
    uintptr_t allocator[3];
    uintptr_t local;
    uint32_t high_number;
    uintptr_t priority;
    uintptr_t dependency;
};

struct dependency {
    uintptr_t flags;
    uintptr_t parent;
    uintptr_t object;
    uintptr_t object_too;
    uint8_t kind;
};

// Through the kernel, because the memory may be gone: then this fails, where an access would trap.
static bool read_memory(uintptr_t address, void *to, size_t size) {
    struct iovec local = {to, size}, remote = {(void *)address, size};
    return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == (ssize_t)size;
}

static uint64_t number_of(const struct task *task) { return (uint64_t)task->high_number << 32 | task->low_number; }

bool tern_read_task(uintptr_t address, uint64_t number, tern_task_state *state) {
    struct task task;
    if (number == 0 || !read_memory(address, &task, sizeof task) || number_of(&task) != number) {
        return false;
    }
    memset(state, 0, sizeof *state);
    state->is_enqueued = task.flags & is_enqueued;
    state->is_running = task.flags & is_running;
    state->is_complete = task.flags & is_complete;
    state->resume = task.resume;
    state->context = task.context;
    struct dependency dependency;
    if (task.flags & has_dependency && read_memory(task.dependency, &dependency, sizeof dependency)) {
        state->wait = dependency.kind;
        struct task other;
        if (dependency.kind == on_task && read_memory(dependency.object, &other, sizeof other)) {
            state->dependency = dependency.object;
            state->dependency_number = number_of(&other);
        }
    }
    return true;
}

size_t tern_read_callers(uintptr_t context, uintptr_t *callers, size_t limit) {
    size_t count = 0;
    uintptr_t pair[2];
    while (count < limit && context != 0 && read_memory(context, pair, sizeof pair) && pair[1] != 0) {
        callers[count++] = pair[1];
        context = pair[0];
    }
    return count;
}

#else

bool tern_read_task(uintptr_t address, uint64_t number, tern_task_state *state) { return false; }
size_t tern_read_callers(uintptr_t context, uintptr_t *callers, size_t limit) { return 0; }

#endif
