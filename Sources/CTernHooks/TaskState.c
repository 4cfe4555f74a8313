// Reads tasks of the Swift concurrency runtime. The layout is that of RuntimeInternals.h in Swift's sources, through which
// debuggers read it. It is compared with the runtime's own functions before it is used.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CTernHooks.h"

#if defined(__linux__) && defined(__LP64__)

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
    is_cancelled = 0x100,
    is_running = 0x800,
    is_enqueued = 0x1000,
    is_complete = 0x2000,
    has_dependency = 0x4000,
};

// Kinds of dependencies and of status records.
enum { on_task = 1, on_continuation = 2, on_executor = 4, name_record = 6 };

// The status of a continuation.
enum { is_awaited = 1 };

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

struct record {
    uint8_t kind;
    uintptr_t next;
    uintptr_t content;
};

struct dependency {
    uintptr_t flags;
    uintptr_t parent;
    uintptr_t object;
    uintptr_t object_too;
    uint8_t kind;
};

struct continuation {
    uintptr_t parent;
    uintptr_t resume;
    uintptr_t flags;
    uintptr_t status;
};

// Through the kernel, because the memory may be gone: then this fails, where an access would trap.
static bool read_memory(uintptr_t address, void *to, size_t size) {
    struct iovec local = {to, size}, remote = {(void *)address, size};
    return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == (ssize_t)size;
}

static uint64_t number_of(const struct task *task) { return (uint64_t)task->high_number << 32 | task->low_number; }

static void read_name(uintptr_t address, char *name, size_t size) {
    struct record record;
    for (int count = 0; count < 16 && address != 0 && read_memory(address, &record, sizeof record); count++) {
        if (record.kind == name_record) {
            // By characters, because the memory after a short name may not exist.
            size_t length = 0;
            while (length < size - 1 && read_memory(record.content + length, name + length, 1) && name[length] != 0) {
                length++;
            }
            name[length] = 0;
            return;
        }
        address = record.next;
    }
}

// Directly from a task that can't be released meanwhile, since the kernel takes longer than all else in a step.
static bool copy_task(uintptr_t address, uint64_t number, bool is_retained, struct task *task) {
    if (number == 0) return false;
    if (is_retained) {
        memcpy(task, (const void *)address, sizeof *task);
    } else if (!read_memory(address, task, sizeof *task)) {
        return false;
    }
    return number_of(task) == number;
}

void tern_read_task_name(uintptr_t address, uint64_t number, char *name, size_t size) {
    struct task task;
    name[0] = 0;
    if (copy_task(address, number, true, &task)) read_name(task.record, name, size);
}

// The runtime stores a task's function and its closure context before the context with which the task begins. If the
// function only adapts another one, that one is among the first words that the closure has captured.
void tern_read_task_beginning(uintptr_t address, uint64_t number, tern_task_beginning *beginning) {
    struct task task;
    memset(beginning, 0, sizeof *beginning);
    if (!copy_task(address, number, true, &task) || task.context == 0) return;
    uintptr_t prefix[3];
    // The task of an `async let` may run already, and then has another context.
    if (!read_memory(task.context - sizeof prefix, prefix, sizeof prefix)) return;
    beginning->function = prefix[0];
    read_memory(prefix[1] + sizeof(struct { uintptr_t header[2]; }), beginning->captured, sizeof beginning->captured);
}

uintptr_t tern_read_async_function(uintptr_t pointer) {
    int32_t offset;
    return pointer % sizeof offset == 0 && read_memory(pointer, &offset, sizeof offset) ? pointer + (intptr_t)offset : 0;
}

bool tern_read_task(uintptr_t address, uint64_t number, bool is_retained, tern_task_state *state) {
    struct task task;
    if (!copy_task(address, number, is_retained, &task)) return false;
    memset(state, 0, sizeof *state);
    state->is_enqueued = task.flags & is_enqueued;
    state->is_running = task.flags & is_running;
    state->is_complete = task.flags & is_complete;
    state->is_cancelled = task.flags & is_cancelled;
    state->resume = task.resume;
    state->context = task.context;
    struct dependency dependency;
    if (task.flags & has_dependency && read_memory(task.dependency, &dependency, sizeof dependency)) {
        state->wait = dependency.kind;
        // The runtime changes the dependency before the flag.
        if (dependency.kind == on_executor) state->is_enqueued = true;
        // A task is marked as suspended before it awaits its continuation. If the continuation was resumed in the
        // meantime, the task continues at once. After the task's own job, this isn't read, since it takes as long as the
        // job: a task that another thread resumes is checked again before time moves.
        struct continuation continuation;
        if (!is_retained && dependency.kind == on_continuation &&
            read_memory(dependency.object, &continuation, sizeof continuation) && continuation.status != is_awaited) {
            state->is_running = true;
        }
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

size_t tern_sample_addresses(uintptr_t *addresses, size_t limit) {
    const uintptr_t samples[] = {
        (uintptr_t)tern_read_task,
        (uintptr_t)dlsym(RTLD_DEFAULT, "swift_task_switch"),
        (uintptr_t)dlsym(RTLD_DEFAULT, "swift_retain"),
    };
    size_t count = 0;
    for (size_t sample = 0; sample < sizeof samples / sizeof *samples && count < limit; sample++) {
        if (samples[sample] != 0) addresses[count++] = samples[sample];
    }
    return count;
}

extern size_t swift_retainCount(void *object);
extern void *swift_retain(void *object);
extern void swift_release(void *object);

bool tern_retain_task(uintptr_t address) {
    void *task = (void *)address;
    size_t count = swift_retainCount(task);
    swift_retain(task);
    return swift_retainCount(task) != count;
}

void tern_release_task(uintptr_t address) { swift_release((void *)address); }

void tern_release_all_but_one(uintptr_t object) {
    while (object != 0 && swift_retainCount((void *)object) > 1) swift_release((void *)object);
}

#else

bool tern_read_task(uintptr_t address, uint64_t number, bool is_retained, tern_task_state *state) { return false; }
void tern_read_task_name(uintptr_t address, uint64_t number, char *name, size_t size) { name[0] = 0; }
void tern_read_task_beginning(uintptr_t address, uint64_t number, tern_task_beginning *beginning) {
    *beginning = (tern_task_beginning){0};
}
uintptr_t tern_read_async_function(uintptr_t pointer) { return 0; }
bool tern_retain_task(uintptr_t address) { return false; }
void tern_release_task(uintptr_t address) {}
size_t tern_read_callers(uintptr_t context, uintptr_t *callers, size_t limit) { return 0; }
size_t tern_sample_addresses(uintptr_t *addresses, size_t limit) { return 0; }
void tern_release_all_but_one(uintptr_t object) {}

#endif
