#include "CTernCodings.h"
#include <dlfcn.h>
#include <pthread.h>

#if defined(__APPLE__)
static const char zlib_name[] = "/usr/lib/libz.1.dylib";
static const char brotli_name[] = "libbrotlidec.1.dylib";
#else
static const char zlib_name[] = "libz.so.1";
static const char brotli_name[] = "libbrotlidec.so.1";
#endif

static struct {
    const char *(*version)(void);
    int (*inflate_init)(struct tern_zlib_stream *, int, const char *, int);
    int (*inflate)(struct tern_zlib_stream *, int);
    int (*inflate_reset)(struct tern_zlib_stream *);
    int (*inflate_end)(struct tern_zlib_stream *);
    int (*deflate_init)(struct tern_zlib_stream *, int, int, int, int, int, const char *, int);
    int (*deflate)(struct tern_zlib_stream *, int);
    int (*deflate_end)(struct tern_zlib_stream *);
} zlib;

static struct {
    tern_brotli_decoder (*create)(void *, void *, void *);
    void (*destroy)(tern_brotli_decoder);
    int (*decompress)(tern_brotli_decoder, size_t *, const uint8_t **, size_t *, uint8_t **, size_t *);
} brotli;

static bool is_zlib_loaded = false;
static bool is_brotli_loaded = false;

// Points `function` to a function of an opened library. False if the library has none of that name.
static bool find(void *library, const char *name, void *function) {
    void *symbol = dlsym(library, name);
    *(void **)function = symbol;
    return symbol != NULL;
}

static void load_zlib(void) {
    void *library = dlopen(zlib_name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    is_zlib_loaded = find(library, "zlibVersion", &zlib.version)
        && find(library, "inflateInit2_", &zlib.inflate_init)
        && find(library, "inflate", &zlib.inflate)
        && find(library, "inflateReset", &zlib.inflate_reset)
        && find(library, "inflateEnd", &zlib.inflate_end)
        && find(library, "deflateInit2_", &zlib.deflate_init)
        && find(library, "deflate", &zlib.deflate)
        && find(library, "deflateEnd", &zlib.deflate_end);
}

static void load_brotli(void) {
    void *library = dlopen(brotli_name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    is_brotli_loaded = find(library, "BrotliDecoderCreateInstance", &brotli.create)
        && find(library, "BrotliDecoderDestroyInstance", &brotli.destroy)
        && find(library, "BrotliDecoderDecompressStream", &brotli.decompress);
}

bool tern_zlib_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_zlib);
    return is_zlib_loaded;
}

int tern_zlib_inflate_init(struct tern_zlib_stream *stream, int window_bits) {
    return zlib.inflate_init(stream, window_bits, zlib.version(), (int)sizeof(*stream));
}
int tern_zlib_inflate(struct tern_zlib_stream *stream) { return zlib.inflate(stream, 0); }
int tern_zlib_inflate_reset(struct tern_zlib_stream *stream) { return zlib.inflate_reset(stream); }
int tern_zlib_inflate_end(struct tern_zlib_stream *stream) { return zlib.inflate_end(stream); }

int tern_zlib_deflate_init(struct tern_zlib_stream *stream, int window_bits) {
    return zlib.deflate_init(stream, -1, 8, window_bits, 8, 0, zlib.version(), (int)sizeof(*stream));
}
int tern_zlib_deflate(struct tern_zlib_stream *stream, int flush) { return zlib.deflate(stream, flush); }
int tern_zlib_deflate_end(struct tern_zlib_stream *stream) { return zlib.deflate_end(stream); }

bool tern_brotli_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_brotli);
    return is_brotli_loaded;
}

tern_brotli_decoder tern_brotli_create(void) { return brotli.create(NULL, NULL, NULL); }
void tern_brotli_destroy(tern_brotli_decoder decoder) { brotli.destroy(decoder); }
int tern_brotli_decompress(tern_brotli_decoder decoder, const uint8_t **next_input, size_t *input_count,
                           uint8_t **next_output, size_t *output_count) {
    return brotli.decompress(decoder, input_count, next_input, output_count, next_output, NULL);
}
