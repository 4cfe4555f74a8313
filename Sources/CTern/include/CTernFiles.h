// System calls for the files of downloads, in the form in which Tern needs them. Each returns -1 and sets `errno` on failure.
#ifndef CTERNFILES_H
#define CTERNFILES_H

#include <stdint.h>

/// Opens a file for appending, creating it if it is missing, and locks it. Refuses links, files of other users and files that
/// another process or descriptor has locked.
///
/// Returns the descriptor, and stores the size of the file. Returns -2 if the file was moved or removed before it was locked.
int tern_file_open_locked(const char *path, int64_t *size);

/// Opens a file for reading, and stores its size. Never waits, as an open of a FIFO otherwise does.
///
/// Returns the descriptor, or -2 for a FIFO, a socket or a device. A directory fails with `EISDIR`.
int tern_file_open_regular(const char *path, int64_t *size);

/// Releases the lock of a descriptor, also if another process has a copy of the descriptor.
int tern_file_unlock(int descriptor);

/// Gives a file a second name. Fails with `EEXIST` if that name exists.
int tern_file_link(const char *path, const char *other);

/// Returns 0 if the name exists, also as a link to nothing.
int tern_file_exists(const char *path);

/// Returns what is at a path that is neither free nor a regular file nor a link: "a directory", "a FIFO", "a socket" or "a
/// device". Else NULL.
const char *tern_file_obstacle(const char *path);

/// Truncates a file to this size.
int tern_file_truncate(int descriptor, int64_t size);

/// What hinders a file, by the number of an error.
enum tern_file_cause { tern_file_other, tern_file_missing, tern_file_taken, tern_file_forbidden, tern_file_full };

enum tern_file_cause tern_file_cause(int number);

#endif
