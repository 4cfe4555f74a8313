#ifndef CTERNCODINGS_H
#define CTERNCODINGS_H

// Typed forwarding to zlib, and to Brotli where it is installed. They are opened at run time: no header, no link. Nothing
// here decides anything.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// z_stream, as it has been since zlib 1.0. zlib checks its size, and keeps its address while it is in use.
struct tern_zlib_stream {
    const uint8_t *next_input;
    unsigned int input_count;
    unsigned long input_total;
    uint8_t *next_output;
    unsigned int output_count;
    unsigned long output_total;
    const char *message;
    void *state;
    // NULL: malloc and free.
    void *allocate;
    void *release;
    void *context;
    int data_type;
    unsigned long checksum;
    unsigned long reserved;
};

typedef void *tern_brotli_decoder;

// Opens zlib, once; later calls give the same answer. False if it isn't there or lacks a function below.
bool tern_zlib_load(void);

// inflateInit2, inflate with Z_NO_FLUSH, inflateReset and inflateEnd
int tern_zlib_inflate_init(struct tern_zlib_stream *stream, int window_bits);
int tern_zlib_inflate(struct tern_zlib_stream *stream);
int tern_zlib_inflate_reset(struct tern_zlib_stream *stream);
int tern_zlib_inflate_end(struct tern_zlib_stream *stream);

// deflateInit2 with the default level, strategy and memory; deflate; deflateEnd
int tern_zlib_deflate_init(struct tern_zlib_stream *stream, int window_bits);
int tern_zlib_deflate(struct tern_zlib_stream *stream, int flush);
int tern_zlib_deflate_end(struct tern_zlib_stream *stream);

// Opens Brotli's decoder, as above.
bool tern_brotli_load(void);

// NULL when there is no memory.
tern_brotli_decoder tern_brotli_create(void);
void tern_brotli_destroy(tern_brotli_decoder decoder);
int tern_brotli_decompress(tern_brotli_decoder decoder, const uint8_t **next_input, size_t *input_count,
                           uint8_t **next_output, size_t *output_count);

#endif
