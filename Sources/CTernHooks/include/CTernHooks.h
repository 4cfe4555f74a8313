// The hooks that the Swift concurrency runtime exports, and a value for each thread. Nothing but typed forwarding.
//
// The hooks are variables that are found by their names at run time, so that a runtime without one is no error.
#ifndef CTERNHOOKS_H
#define CTERNHOOKS_H

#include "CTernCrashNotes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A `SerialExecutorRef`.
typedef struct {
    void *identity;
    size_t implementation;
} tern_executor;

typedef void (*tern_enqueue_original)(void *job);
typedef void (*tern_enqueue_hook)(void *job, tern_enqueue_original original);

typedef tern_executor (*tern_main_executor_original)(void);
typedef tern_executor (*tern_main_executor_hook)(tern_main_executor_original original);

/// Where every job arrives that has no other executor. Returns whether the runtime has such a hook, and it was free.
bool tern_hook_enqueue_global(tern_enqueue_hook hook);

/// Who is asked for the main actor's executor. Returns whether the runtime has such a hook, and it was free.
bool tern_hook_main_executor(tern_main_executor_hook hook);

typedef void (*tern_creation_hook)(void *task, void *preferred_executor);

/// What sees each new task before it is enqueued (an `async let` when it is), with the task executor that its creator has
/// named. `NULL` if the creator has named none. Never called by a statically linked runtime, and where the runtime's functions aren't the known ones.
void tern_hook_creation(tern_creation_hook hook);

/// The number of a job that is a task: tasks are counted from 1 on in a process. 0 for another job, and where the runtime
/// doesn't tell.
uint64_t tern_task_number(void *job);

/// Whether a job runs the tasks that wait for a default actor. False where the runtime doesn't tell.
bool tern_is_actor_job(void *job);

/// Whether a job runs the isolated `deinit` of an object. False where the runtime doesn't tell.
bool tern_is_deinit_job(void *job);

/// What the runtime knows of a task.
typedef struct {
    bool is_enqueued;
    bool is_running;
    bool is_complete;
    bool is_cancelled;
    /// What a suspended task waits for: 1 for a task, 2 for a continuation, 3 for a task group. 0 if the
    /// runtime doesn't tell.
    uint8_t wait;
    /// The task that a task waits for, and its number.
    uintptr_t dependency;
    uint64_t dependency_number;
    /// The code that continues the task, and the context of that code.
    uintptr_t resume;
    uintptr_t context;
} tern_task_state;

/// Reads the state of a task, which may have ended and been released meanwhile. Returns whether the task at this address
/// still has this number. Always false where the runtime's layout isn't the known one.
///
/// - Parameter is_retained: Whether the task can't be released meanwhile. Then this takes a fraction of the time.
bool tern_read_task(uintptr_t task, uint64_t number, bool is_retained, tern_task_state *state);

/// Reads the beginning of the name of a task that is ready. An empty string if it has none.
void tern_read_task_name(uintptr_t task, uint64_t number, char *name, size_t size);

/// The function with which a task begins, and the first words that its closure has captured. Zeros if the runtime
/// doesn't tell.
typedef struct {
    uintptr_t function;
    uintptr_t captured[3];
} tern_task_beginning;

/// Reads the beginning of a task that has not run yet.
void tern_read_task_beginning(uintptr_t task, uint64_t number, tern_task_beginning *beginning);

/// The function to which an async function pointer points. Any other value if it isn't one, and 0 if it can't be read.
uintptr_t tern_read_async_function(uintptr_t pointer);

/// Retains a task. Returns whether that has an effect: a task of `async let` is a part of its parent's memory.
bool tern_retain_task(uintptr_t task);
void tern_release_task(uintptr_t task);

/// The callers of a suspended task's code, innermost first. Returns how many were stored.
size_t tern_read_callers(uintptr_t context, uintptr_t *callers, size_t limit);

/// Addresses in this binary and in Swift's libraries. Returns how many were stored.
size_t tern_sample_addresses(uintptr_t *addresses, size_t limit);

/// Releases an object until one reference is left.
void tern_release_all_but_one(uintptr_t object);

/// A value of the calling thread's own, `NULL` at first.
void *tern_thread_value(void);
void tern_set_thread_value(void *value);

#endif
