// The C library of Docket: archives and games read from another program, answers as the JSON of the commands.
//
// Each function returns a status, the same as the exit status of a command, and gives its answer as JSON text
// (docs/json.md): the lines that the command prints with --json, so an answer, or items and their end; for a failure a
// line with its error. The caller frees the text with docket_free.
//
//   docket_archive *archive;
//   docket_game *game;
//   char *json;
//   if (docket_open("docket-archive", &archive) != DOCKET_AGREES) { puts(docket_message()); return 1; }
//   if (docket_game_open(archive, "final-2011", NULL, &game) == DOCKET_AGREES) {
//     docket_state(game, "T3.battle", &json);
//     puts(json);
//     docket_free(json);
//     docket_game_close(game);
//   }
//   docket_close(archive);
//
// A separate process, `docket session`, reads the archive: the program at $DOCKET_PROGRAM, else the one that was
// installed with the library, else the one on the PATH. So neither a damaged archive nor a query that needs much memory
// can harm the calling process. Nothing here changes an archive.
//
// Threads: an archive and the games opened from it are used by one thread at a time. Different archives (even of the
// same directory) are independent of each other and can answer at the same time.
//
// Arguments: a pointer that may be NULL says so; any other that is NULL is DOCKET_BAD_INPUT. Texts are UTF-8 that ends
// with a zero byte. A handle is not used after it was closed; a game may be closed after its archive.
//
// Invariant: the binary interface changes only with the number of the soname, libdocket.so.0. The JSON has a separate
// version.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define DOCKET_API __attribute__((visibility("default")))
#else
#define DOCKET_API
#endif

/// The status that each function returns; the same as the exit status of a command.
enum docket_status {
  DOCKET_AGREES = 0,      // done; anything compared agrees
  DOCKET_DIFFERS = 1,     // done, and it differs: a finding, a ruling that is wrong, a value that diverges
  DOCKET_BAD_INPUT = 2,   // a wrong request or document
  DOCKET_DAMAGED = 3,     // the archive is damaged
  DOCKET_ENVIRONMENT = 4  // a failure of the environment: out of memory, no permission
};

typedef struct docket_archive docket_archive;
typedef struct docket_game docket_game;

/// The version of the library: "0.1.0".
DOCKET_API const char* docket_version(void);

/// The error message of this thread's last function that failed (DOCKET_BAD_INPUT or above), with the place of the
/// mistake; "" if none has failed. Valid until the next function of this thread fails.
DOCKET_API const char* docket_message(void);

/// Frees a text that a function returned; NULL is ignored.
DOCKET_API void docket_free(char* text);

/// Opens an archive to read. NULL as path: $DOCKET_ARCHIVE, else ./docket-archive.
DOCKET_API int docket_open(const char* path, docket_archive** archive);

/// Closes an archive; NULL is ignored.
DOCKET_API void docket_close(docket_archive* archive);

/// Called with each line of an answer, without its line break: `length` bytes, then a zero byte. A result other than 0
/// ends the list.
typedef int (*docket_line)(void* context, const char* line, size_t length);

/// The games of the archive, a line for each as it is read: what `docket games` answers, with its options ("--player",
/// "Alex Ng") as words. Gives the lines to `each`; `words` may be NULL if `count` is 0.
DOCKET_API int docket_games(docket_archive* archive, const char* const* words, size_t count, docket_line each,
                            void* context);

/// Runs a read-only command and gives its answer. `words`: as typed after "docket", without --archive and --json:
/// {"rulings", "--event", "Autumn Open"}.
DOCKET_API int docket_answer(docket_archive* archive, const char* const* words, size_t count, char** json);

/// Opens a game, for the questions below. `under` is a ruleset under which it is read instead of the one that it was
/// played under (NAME, NAME@VERSION, a file); NULL: its own.
DOCKET_API int docket_game_open(docket_archive* archive, const char* id, const char* under, docket_game** game);

/// Closes a game; NULL is ignored.
DOCKET_API void docket_game_close(docket_game* game);

/// Answers a command about this game: words as typed after "docket", without the game itself:
/// {"explain", "#2", "Force", "--at", "57"}. The commands are show, log, replay, explain, ask, limits, trace, verify,
/// rulings and export.
DOCKET_API int docket_game_answer(docket_game* game, const char* const* words, size_t count, char** json);

/// The state of the game after a point ("57", "T3.battle", "end"): what `docket replay --at POINT` answers.
DOCKET_API int docket_state(docket_game* game, const char* point, char** json);

/// The value of an expression (docs/expressions.md) at a point: what `docket ask --at POINT EXPRESSION` answers.
DOCKET_API int docket_ask(docket_game* game, const char* point, const char* expression, char** json);

/// Recomputes heads, state, legality and rulings: what `docket verify GAME` answers.
DOCKET_API int docket_verify(docket_game* game, char** json);

#ifdef __cplusplus
}
#endif
