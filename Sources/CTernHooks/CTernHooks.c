#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CTernHooks.h"

#include <dlfcn.h>
#include <pthread.h>

static _Thread_local void *thread_value;

void *tern_thread_value(void) { return thread_value; }

void tern_set_thread_value(void *value) { thread_value = value; }

static bool set_hook(const char *name, void *hook) {
    void **variable = dlsym(RTLD_DEFAULT, name);
    if (variable == NULL || *variable != NULL) {
        return false;
    }
    *variable = hook;
    return true;
}

bool tern_hook_enqueue_global(tern_enqueue_hook hook) {
    return set_hook("swift_task_enqueueGlobal_hook", (void *)hook);
}

bool tern_hook_main_executor(tern_main_executor_hook hook) {
    return set_hook("swift_task_getMainExecutor_hook", (void *)hook);
}

static size_t (*job_flags)(void *job);
static uint64_t (*job_task_id)(void *job);

static void find_job_functions(void) {
    *(void **)&job_flags = dlsym(RTLD_DEFAULT, "swift_task_getJobFlags");
    *(void **)&job_task_id = dlsym(RTLD_DEFAULT, "swift_task_getJobTaskId");
}

static void find_job_functions_once(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_job_functions);
}

uint64_t tern_task_number(void *job) {
    find_job_functions_once();
    if (job_flags == NULL || job_task_id == NULL) {
        return 0;
    }
    // The lowest byte is the kind of the job, and 0 a task's.
    return (job_flags(job) & 0xff) == 0 ? job_task_id(job) : 0;
}

// The `JobKind` in the runtime's MetadataValues.h. 0, a task, where the runtime doesn't tell.
static size_t kind(void *job) {
    find_job_functions_once();
    return job_flags == NULL ? 0 : job_flags(job) & 0xff;
}

// DefaultActorInline, DefaultActorSeparate and DefaultActorOverride.
bool tern_is_actor_job(void *job) { return kind(job) >= 192 && kind(job) <= 194; }

// IsolatedDeinit.
bool tern_is_deinit_job(void *job) { return kind(job) == 196; }
