#define _GNU_SOURCE
#include "CTernFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail(int descriptor, int number) {
    close(descriptor);
    errno = number;
    return -1;
}

int tern_file_open_locked(const char *path, int64_t *size) {
    int descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor < 0) return -1;
    struct stat opened, named;
    if (fstat(descriptor, &opened) != 0) return fail(descriptor, errno);
    if (!S_ISREG(opened.st_mode) || opened.st_nlink > 1 || opened.st_uid != geteuid()) return fail(descriptor, EPERM);
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) return fail(descriptor, errno);
    // The size is read again, since another process may have written before this one had the lock.
    if (lstat(path, &named) != 0 || named.st_ino != opened.st_ino || named.st_dev != opened.st_dev) {
        close(descriptor);
        return -2;
    }
    *size = named.st_size;
    return descriptor;
}

int tern_file_open_regular(const char *path, int64_t *size) {
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return -1;
    struct stat status;
    if (fstat(descriptor, &status) != 0) return fail(descriptor, errno);
    if (S_ISDIR(status.st_mode)) return fail(descriptor, EISDIR);
    if (!S_ISREG(status.st_mode)) {
        close(descriptor);
        return -2;
    }
    *size = status.st_size;
    return descriptor;
}

int tern_file_unlock(int descriptor) { return flock(descriptor, LOCK_UN); }

int tern_file_link(const char *path, const char *other) { return link(path, other); }

int tern_file_exists(const char *path) {
    struct stat status;
    return lstat(path, &status);
}

const char *tern_file_obstacle(const char *path) {
    struct stat status;
    if (lstat(path, &status) != 0 || S_ISREG(status.st_mode) || S_ISLNK(status.st_mode)) return NULL;
    if (S_ISDIR(status.st_mode)) return "a directory";
    if (S_ISFIFO(status.st_mode)) return "a FIFO";
    return S_ISSOCK(status.st_mode) ? "a socket" : "a device";
}

int tern_file_truncate(int descriptor, int64_t size) { return ftruncate(descriptor, size); }

enum tern_file_cause tern_file_cause(int number) {
    switch (number) {
    case ENOENT:
    case ENOTDIR: return tern_file_missing;
    case EEXIST: return tern_file_taken;
    case EACCES:
    case EPERM:
    case EROFS: return tern_file_forbidden;
    case ENOSPC:
    case EDQUOT:
    case EFBIG: return tern_file_full;
    default: return tern_file_other;
    }
}
