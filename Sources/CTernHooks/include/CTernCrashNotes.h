// Notes for standard error if the process dies: in a trap, by `abort`, or at an invalid address.
#ifndef CTERNCRASHNOTES_H
#define CTERNCRASHNOTES_H

/// Adds a line, of which at most 200 bytes are kept. Returns its slot, or -1 if there are 64 notes already. The first call
/// installs signal handlers, which write the notes and then pass the signal on to the handlers that were there before.
int tern_add_crash_note(const char *note);

void tern_remove_crash_note(int slot);

#endif
