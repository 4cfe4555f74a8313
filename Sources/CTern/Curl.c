#include "CTernCurl.h"
#include "find.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct {
    const struct tern_curl_version *(*version_info)(int);
    int (*global_init)(long);
    int (*global_trace)(const char *);
    tern_curl_easy (*easy_init)(void);
    void (*easy_cleanup)(tern_curl_easy);
    void (*easy_reset)(tern_curl_easy);
    int (*easy_pause)(tern_curl_easy, int);
    const char *(*easy_strerror)(int);
    int (*easy_setopt)(tern_curl_easy, int, ...);
    int (*easy_getinfo)(tern_curl_easy, int, ...);
    int (*easy_header)(tern_curl_easy, const char *, size_t, unsigned int, int, void **);
    tern_curl_multi (*multi_init)(void);
    int (*multi_cleanup)(tern_curl_multi);
    int (*multi_setopt)(tern_curl_multi, int, ...);
    int (*multi_add)(tern_curl_multi, tern_curl_easy);
    int (*multi_remove)(tern_curl_multi, tern_curl_easy);
    int (*multi_perform)(tern_curl_multi, int *);
    int (*multi_poll)(tern_curl_multi, void *, unsigned int, int, int *);
    int (*multi_socket_action)(tern_curl_multi, int, int, int *);
    const struct tern_curl_message *(*multi_info_read)(tern_curl_multi, int *);
    tern_curl_share (*share_init)(void);
    int (*share_cleanup)(tern_curl_share);
    int (*share_setopt)(tern_curl_share, int, ...);
    struct tern_curl_slist *(*slist_append)(struct tern_curl_slist *, const char *);
    void (*slist_free_all)(struct tern_curl_slist *);
} curl;

static int (*openssl_has_pending)(void *);
static uint64_t (*openssl_clear_options)(void *, uint64_t);
static int (*openssl_get_shutdown)(const void *);

static bool is_loaded = false;

static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    // The oldest libcurl has this one, so that its version can be named even if others are missing.
    if (!find(library, "curl_version_info", &curl.version_info)) return;
    // From 7.83 on.
    find(library, "curl_easy_header", &curl.easy_header);
    // From 8.3 on.
    find(library, "curl_global_trace", &curl.global_trace);
    // In a library that libcurl is linked with.
    if (!find(library, "SSL_has_pending", &openssl_has_pending)) find(library, "SSL_pending", &openssl_has_pending);
    find(library, "SSL_clear_options", &openssl_clear_options);
    find(library, "SSL_get_shutdown", &openssl_get_shutdown);
    is_loaded = find(library, "curl_global_init", &curl.global_init)
        && find(library, "curl_easy_init", &curl.easy_init)
        && find(library, "curl_easy_cleanup", &curl.easy_cleanup)
        && find(library, "curl_easy_reset", &curl.easy_reset)
        && find(library, "curl_easy_pause", &curl.easy_pause)
        && find(library, "curl_easy_strerror", &curl.easy_strerror)
        && find(library, "curl_easy_setopt", &curl.easy_setopt)
        && find(library, "curl_easy_getinfo", &curl.easy_getinfo)
        && find(library, "curl_multi_init", &curl.multi_init)
        && find(library, "curl_multi_cleanup", &curl.multi_cleanup)
        && find(library, "curl_multi_setopt", &curl.multi_setopt)
        && find(library, "curl_multi_add_handle", &curl.multi_add)
        && find(library, "curl_multi_remove_handle", &curl.multi_remove)
        && find(library, "curl_multi_perform", &curl.multi_perform)
        && find(library, "curl_multi_poll", &curl.multi_poll)
        && find(library, "curl_multi_socket_action", &curl.multi_socket_action)
        && find(library, "curl_multi_info_read", &curl.multi_info_read)
        && find(library, "curl_share_init", &curl.share_init)
        && find(library, "curl_share_cleanup", &curl.share_cleanup)
        && find(library, "curl_share_setopt", &curl.share_setopt)
        && find(library, "curl_slist_append", &curl.slist_append)
        && find(library, "curl_slist_free_all", &curl.slist_free_all);
}

bool tern_curl_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

// 0 is CURLVERSION_FIRST, the part that every libcurl fills in.
const struct tern_curl_version *tern_curl_version_info(void) {
    return curl.version_info == NULL ? NULL : curl.version_info(0);
}
int tern_curl_global_init(long flags) { return curl.global_init(flags); }
bool tern_curl_global_trace(const char *names) { return curl.global_trace != NULL && curl.global_trace(names) == 0; }

tern_curl_easy tern_curl_easy_init(void) { return curl.easy_init(); }
void tern_curl_easy_cleanup(tern_curl_easy easy) { curl.easy_cleanup(easy); }
void tern_curl_easy_reset(tern_curl_easy easy) { curl.easy_reset(easy); }
int tern_curl_easy_pause(tern_curl_easy easy, int mask) { return curl.easy_pause(easy, mask); }
const char *tern_curl_easy_strerror(int code) { return curl.easy_strerror(code); }

int tern_curl_set_long(tern_curl_easy easy, int option, long value) {
    return curl.easy_setopt(easy, option, value);
}
int tern_curl_set_offset(tern_curl_easy easy, int option, int64_t value) {
    return curl.easy_setopt(easy, option, value);
}
int tern_curl_set_string(tern_curl_easy easy, int option, const char *value) {
    return curl.easy_setopt(easy, option, value);
}
int tern_curl_set_pointer(tern_curl_easy easy, int option, const void *value) {
    return curl.easy_setopt(easy, option, value);
}
int tern_curl_set_blob(tern_curl_easy easy, int option, const void *bytes, size_t count) {
    // struct curl_blob; 1 is CURL_BLOB_COPY.
    struct { const void *data; size_t len; unsigned int flags; } blob = {bytes, count, 1};
    return curl.easy_setopt(easy, option, &blob);
}
int tern_curl_set_bytes_callback(tern_curl_easy easy, int option, tern_curl_bytes_callback callback) {
    return curl.easy_setopt(easy, option, callback);
}
int tern_curl_set_progress_callback(tern_curl_easy easy, int option, tern_curl_progress_callback callback) {
    return curl.easy_setopt(easy, option, callback);
}
int tern_curl_set_seek_callback(tern_curl_easy easy, int option, tern_curl_seek_callback callback) {
    return curl.easy_setopt(easy, option, callback);
}
int tern_curl_set_open_callback(tern_curl_easy easy, int option, tern_curl_open_callback callback) {
    return curl.easy_setopt(easy, option, callback);
}
int tern_curl_set_close_callback(tern_curl_easy easy, int option, tern_curl_close_callback callback) {
    return curl.easy_setopt(easy, option, callback);
}
int tern_curl_set_prerequest_callback(tern_curl_easy easy, int option, tern_curl_prerequest_callback callback) {
    return curl.easy_setopt(easy, option, callback);
}
int tern_curl_set_debug_callback(tern_curl_easy easy, int option, tern_curl_debug_callback callback) {
    return curl.easy_setopt(easy, option, callback);
}

int tern_curl_get_long(tern_curl_easy easy, int info, long *value) {
    return curl.easy_getinfo(easy, info, value);
}
int tern_curl_get_offset(tern_curl_easy easy, int info, int64_t *value) {
    return curl.easy_getinfo(easy, info, value);
}
int tern_curl_get_string(tern_curl_easy easy, int info, const char **value) {
    return curl.easy_getinfo(easy, info, value);
}

int tern_curl_get_list(tern_curl_easy easy, int info, struct tern_curl_slist **value) {
    return curl.easy_getinfo(easy, info, value);
}

int tern_curl_get_tls_session(tern_curl_easy easy, int info, const struct tern_curl_tls_session **value) {
    return curl.easy_getinfo(easy, info, value);
}
int tern_openssl_has_pending(void *ssl) { return openssl_has_pending == NULL ? 1 : openssl_has_pending(ssl); }

// 1 << 7 is SSL_OP_IGNORE_UNEXPECTED_EOF, which libcurl sets. It has no other meaning in OpenSSL 1.1.
void tern_openssl_reject_truncation(void *ssl) {
    if (openssl_clear_options != NULL) openssl_clear_options(ssl, 1 << 7);
}

// 2 is SSL_RECEIVED_SHUTDOWN.
bool tern_openssl_has_close_notify(void *ssl) {
    return openssl_get_shutdown == NULL || (openssl_get_shutdown(ssl) & 2) != 0;
}

int tern_curl_easy_header(tern_curl_easy easy, const char *name, unsigned int origin) {
    void *header = NULL;
    // The first of that name, of the last request; 7 is CURLHE_NOT_BUILT_IN.
    return curl.easy_header == NULL ? 7 : curl.easy_header(easy, name, 0, origin, -1, &header);
}

tern_curl_multi tern_curl_multi_init(void) { return curl.multi_init(); }
int tern_curl_multi_cleanup(tern_curl_multi multi) { return curl.multi_cleanup(multi); }
int tern_curl_multi_set_long(tern_curl_multi multi, int option, long value) {
    return curl.multi_setopt(multi, option, value);
}
int tern_curl_multi_set_pointer(tern_curl_multi multi, int option, const void *value) {
    return curl.multi_setopt(multi, option, value);
}
int tern_curl_multi_set_socket_callback(tern_curl_multi multi, int option, tern_curl_socket_callback callback) {
    return curl.multi_setopt(multi, option, callback);
}
int tern_curl_multi_set_timer_callback(tern_curl_multi multi, int option, tern_curl_timer_callback callback) {
    return curl.multi_setopt(multi, option, callback);
}
int tern_curl_multi_add(tern_curl_multi multi, tern_curl_easy easy) { return curl.multi_add(multi, easy); }
int tern_curl_multi_remove(tern_curl_multi multi, tern_curl_easy easy) { return curl.multi_remove(multi, easy); }
int tern_curl_multi_perform(tern_curl_multi multi, int *running) { return curl.multi_perform(multi, running); }
int tern_curl_multi_poll(tern_curl_multi multi, int timeout_milliseconds) {
    return curl.multi_poll(multi, NULL, 0, timeout_milliseconds, NULL);
}
int tern_curl_multi_socket_action(tern_curl_multi multi, int socket, int events, int *running) {
    return curl.multi_socket_action(multi, socket, events, running);
}
const struct tern_curl_message *tern_curl_multi_info_read(tern_curl_multi multi) {
    int left = 0;
    return curl.multi_info_read(multi, &left);
}

tern_curl_share tern_curl_share_init(void) { return curl.share_init(); }
int tern_curl_share_cleanup(tern_curl_share share) { return curl.share_cleanup(share); }
int tern_curl_share_set_int(tern_curl_share share, int option, int value) {
    return curl.share_setopt(share, option, value);
}

struct tern_curl_slist *tern_curl_slist_append(struct tern_curl_slist *list, const char *text) {
    return curl.slist_append(list, text);
}
void tern_curl_slist_free_all(struct tern_curl_slist *list) { curl.slist_free_all(list); }

int tern_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }
int tern_epoll_control(int epoll, int operation, int descriptor, uint32_t events) {
    struct epoll_event event = {.events = events, .data.fd = descriptor};
    return epoll_ctl(epoll, operation, descriptor, &event);
}
int tern_epoll_wait(int epoll, struct tern_epoll_event *events, int capacity, int timeout_milliseconds) {
    struct epoll_event found[64];
    int count = epoll_wait(epoll, found, capacity < 64 ? capacity : 64, timeout_milliseconds);
    for (int index = 0; index < count; index++) {
        events[index].descriptor = found[index].data.fd;
        events[index].events = found[index].events;
    }
    return count;
}

int tern_eventfd_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// Not memfd_create(3), which older C libraries don't have. 1 is MFD_CLOEXEC.
int tern_memory_file_create(const char *name) { return (int)syscall(SYS_memfd_create, name, 1u); }

int tern_socket_unread(int socket) {
    int count = 0;
    return ioctl(socket, FIONREAD, &count) == 0 ? count : -1;
}

int tern_thread_set_name(const char *name) { return prctl(PR_SET_NAME, name, 0, 0, 0); }

#endif
