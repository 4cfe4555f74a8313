#include "CTernCrashNotes.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { slot_count = 64, note_size = 201 };

/// The length is 0 while the slot is free or its text is being written.
static struct {
    atomic_bool is_taken;
    atomic_size_t length;
    char text[note_size];
} notes[slot_count];

static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { signal_count = sizeof signals / sizeof signals[0] };

static struct sigaction previous[signal_count];

/// Calls nothing but functions that are safe in a signal handler.
static void write_notes(int number, siginfo_t *info, void *context) {
    (void)context;
    for (int slot = 0; slot < slot_count; slot++) {
        size_t length = atomic_load(&notes[slot].length);
        for (size_t start = 0; start < length;) {
            ssize_t written = write(STDERR_FILENO, notes[slot].text + start, length - start);
            if (written <= 0) {
                break;
            }
            start += (size_t)written;
        }
    }
    for (int index = 0; index < signal_count; index++) {
        if (signals[index] == number) {
            sigaction(number, &previous[index], NULL);
        }
    }
    // A faulting instruction runs again, and raises the signal for the previous handler. After `abort`, `raise` and a trap on
    // x86, the program would continue instead.
    if (number == SIGABRT || number == SIGTRAP || info == NULL || info->si_code <= 0) {
        raise(number);
    }
}

static void install(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = write_notes;
    // The alternative stack, if the thread has one, because the stack may be full.
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < signal_count; index++) {
        sigaction(signals[index], &action, &previous[index]);
    }
}

int tern_add_crash_note(const char *note) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    for (int slot = 0; slot < slot_count; slot++) {
        bool is_taken = false;
        if (!atomic_compare_exchange_strong(&notes[slot].is_taken, &is_taken, true)) {
            continue;
        }
        size_t length = strlen(note);
        if (length > note_size - 1) {
            length = note_size - 1;
        }
        memcpy(notes[slot].text, note, length);
        notes[slot].text[length] = '\n';
        atomic_store(&notes[slot].length, length + 1);
        return slot;
    }
    return -1;
}

void tern_remove_crash_note(int slot) {
    if (slot < 0 || slot >= slot_count) {
        return;
    }
    atomic_store(&notes[slot].length, 0);
    atomic_store(&notes[slot].is_taken, false);
}
