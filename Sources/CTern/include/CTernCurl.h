#ifndef CTERNCURL_H
#define CTERNCURL_H

// Typed forwarding to libcurl, which is opened at run time: no header, no link. Swift can't call variadic functions, so
// each kind of argument has a function of its own. Option, info and error numbers are libcurl's stable ABI; they are
// named on the Swift side. Nothing here decides anything.
//
// At the end stands what the engine needs of the C library that Swift's module of it doesn't show.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void *tern_curl_easy;
typedef void *tern_curl_multi;
typedef void *tern_curl_share;

struct tern_curl_slist {
    char *data;
    struct tern_curl_slist *next;
};

// CURLMsg
struct tern_curl_message {
    int msg;
    tern_curl_easy easy;
    union {
        void *whatever;
        int result;
    } data;
};

// The head of curl_version_info_data, as it has been since its first age.
struct tern_curl_version {
    int age;
    const char *version;
    unsigned int version_num;
    const char *host;
    int features;
    const char *ssl_version;
    long ssl_version_num;
    const char *libz_version;
    const char *const *protocols;
};

// size_t (*)(char *, size_t, size_t, void *): CURLOPT_WRITEFUNCTION, READFUNCTION, HEADERFUNCTION
typedef size_t (*tern_curl_bytes_callback)(char *buffer, size_t size, size_t count, void *context);
// CURLOPT_XFERINFOFUNCTION
typedef int (*tern_curl_progress_callback)(void *context, int64_t download_total, int64_t download_now,
                                           int64_t upload_total, int64_t upload_now);
// CURLOPT_SEEKFUNCTION
typedef int (*tern_curl_seek_callback)(void *context, int64_t offset, int origin);
// The head of struct curl_sockaddr; the address follows.
struct tern_curl_address {
    int family;
    int type;
    int protocol;
};
// struct curl_tlssessioninfo
struct tern_curl_tls_session {
    int backend;
    void *internals;
};
// CURLOPT_OPENSOCKETFUNCTION
typedef int (*tern_curl_open_callback)(void *context, int purpose, struct tern_curl_address *address);
// CURLOPT_CLOSESOCKETFUNCTION
typedef int (*tern_curl_close_callback)(void *context, int socket);
// CURLOPT_PREREQFUNCTION
typedef int (*tern_curl_prerequest_callback)(void *context, char *remote_address, char *local_address,
                                             int remote_port, int local_port);
// CURLOPT_DEBUGFUNCTION
typedef int (*tern_curl_debug_callback)(tern_curl_easy easy, int kind, char *text, size_t size, void *context);

// CURLMOPT_SOCKETFUNCTION
typedef int (*tern_curl_socket_callback)(tern_curl_easy easy, int socket, int what, void *context, void *socket_context);
// CURLMOPT_TIMERFUNCTION
typedef int (*tern_curl_timer_callback)(tern_curl_multi multi, long timeout_milliseconds, void *context);

// Opens libcurl, once; later calls give the same answer. False if it isn't there or lacks a function below.
bool tern_curl_load(void);

// NULL without a libcurl. Known after tern_curl_load, also of a libcurl that lacks other functions.
const struct tern_curl_version *tern_curl_version_info(void);
int tern_curl_global_init(long flags);
// Makes handles with CURLOPT_VERBOSE log what the named parts of libcurl do, such as "http/2". False if it can't (before
// 8.3).
bool tern_curl_global_trace(const char *names);

tern_curl_easy tern_curl_easy_init(void);
void tern_curl_easy_cleanup(tern_curl_easy easy);
void tern_curl_easy_reset(tern_curl_easy easy);
int tern_curl_easy_pause(tern_curl_easy easy, int mask);
const char *tern_curl_easy_strerror(int code);

int tern_curl_set_long(tern_curl_easy easy, int option, long value);
int tern_curl_set_offset(tern_curl_easy easy, int option, int64_t value);
int tern_curl_set_string(tern_curl_easy easy, int option, const char *value);
int tern_curl_set_pointer(tern_curl_easy easy, int option, const void *value);
// CURLOPTTYPE_BLOB; libcurl copies the bytes.
int tern_curl_set_blob(tern_curl_easy easy, int option, const void *bytes, size_t count);
int tern_curl_set_bytes_callback(tern_curl_easy easy, int option, tern_curl_bytes_callback callback);
int tern_curl_set_progress_callback(tern_curl_easy easy, int option, tern_curl_progress_callback callback);
int tern_curl_set_seek_callback(tern_curl_easy easy, int option, tern_curl_seek_callback callback);
int tern_curl_set_open_callback(tern_curl_easy easy, int option, tern_curl_open_callback callback);
int tern_curl_set_close_callback(tern_curl_easy easy, int option, tern_curl_close_callback callback);
int tern_curl_set_prerequest_callback(tern_curl_easy easy, int option, tern_curl_prerequest_callback callback);
int tern_curl_set_debug_callback(tern_curl_easy easy, int option, tern_curl_debug_callback callback);

int tern_curl_get_long(tern_curl_easy easy, int info, long *value);
int tern_curl_get_offset(tern_curl_easy easy, int info, int64_t *value);
int tern_curl_get_string(tern_curl_easy easy, int info, const char **value);
int tern_curl_get_list(tern_curl_easy easy, int info, struct tern_curl_slist **value);
int tern_curl_get_tls_session(tern_curl_easy easy, int info, const struct tern_curl_tls_session **value);
// SSL_has_pending of the OpenSSL that libcurl uses, or SSL_pending, which older ones have. 1 if it has neither.
int tern_openssl_has_pending(void *ssl);
// Makes the end of a connection without close_notify an error of reading, where OpenSSL notices that end.
void tern_openssl_reject_truncation(void *ssl);
// Whether the peer has sent close_notify. True if the library doesn't tell.
bool tern_openssl_has_close_notify(void *ssl);
// Whether there is such a field: 0 if so. CURLHE_NOT_BUILT_IN where libcurl lacks the function.
int tern_curl_easy_header(tern_curl_easy easy, const char *name, unsigned int origin);

tern_curl_multi tern_curl_multi_init(void);
int tern_curl_multi_cleanup(tern_curl_multi multi);
int tern_curl_multi_set_long(tern_curl_multi multi, int option, long value);
int tern_curl_multi_set_pointer(tern_curl_multi multi, int option, const void *value);
int tern_curl_multi_set_socket_callback(tern_curl_multi multi, int option, tern_curl_socket_callback callback);
int tern_curl_multi_set_timer_callback(tern_curl_multi multi, int option, tern_curl_timer_callback callback);
int tern_curl_multi_add(tern_curl_multi multi, tern_curl_easy easy);
int tern_curl_multi_remove(tern_curl_multi multi, tern_curl_easy easy);
int tern_curl_multi_perform(tern_curl_multi multi, int *running);
int tern_curl_multi_poll(tern_curl_multi multi, int timeout_milliseconds);
int tern_curl_multi_socket_action(tern_curl_multi multi, int socket, int events, int *running);
const struct tern_curl_message *tern_curl_multi_info_read(tern_curl_multi multi);

tern_curl_share tern_curl_share_init(void);
int tern_curl_share_cleanup(tern_curl_share share);
int tern_curl_share_set_int(tern_curl_share share, int option, int value);

struct tern_curl_slist *tern_curl_slist_append(struct tern_curl_slist *list, const char *text);
void tern_curl_slist_free_all(struct tern_curl_slist *list);

// epoll(7)

struct tern_epoll_event {
    int descriptor;
    uint32_t events;
};

int tern_epoll_create(void);
int tern_epoll_control(int epoll, int operation, int descriptor, uint32_t events);
int tern_epoll_wait(int epoll, struct tern_epoll_event *events, int capacity, int timeout_milliseconds);

// eventfd(2)

int tern_eventfd_create(void);

// memfd_create(2), closed in other programs

int tern_memory_file_create(const char *name);

// ioctl(2): the number of bytes that a socket has received and nobody has read, or -1.
int tern_socket_unread(int socket);

// prctl(2)

// Of the thread that calls; what is beyond 15 bytes is cut off.
int tern_thread_set_name(const char *name);

#endif
