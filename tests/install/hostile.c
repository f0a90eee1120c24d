// What no caller should do, and that it does no harm: every pointer NULL, texts that are no text, a program that is not
// there or dies, several threads. Compiled by pkg-config against what was installed.
//   hostile ARCHIVE GAME
#include <docket.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int faults = 0;

static void expect(int line, int given, int expected) {
  if (given == expected) return;
  printf("line %d: status %d, not %d: %s\n", line, given, expected, docket_message());
  ++faults;
}
#define EXPECT(given, expected) expect(__LINE__, given, expected)

static int count_lines(void *context, const char *line, size_t length) {
  if (line[length] != '\0') ++faults;
  return ++*(int *)context == 1;  // one is enough
}

static int ask_again(void *context, const char *line, size_t length) {
  char *json = NULL;
  const char *words[] = {"games"};
  (void)line, (void)length;
  EXPECT(docket_answer(context, words, 1, &json), DOCKET_BAD_INPUT);
  docket_free(json);
  return 0;
}

static void null_arguments(docket_archive *archive, docket_game *game) {
  docket_archive *no_archive = NULL;
  docket_game *no_game = NULL;
  char *json = NULL;
  const char *words[] = {"show", NULL};
  EXPECT(docket_open("x", NULL), DOCKET_BAD_INPUT);
  EXPECT(docket_games(NULL, NULL, 0, count_lines, NULL), DOCKET_BAD_INPUT);
  EXPECT(docket_games(archive, NULL, 0, NULL, NULL), DOCKET_BAD_INPUT);
  EXPECT(docket_games(archive, NULL, 3, count_lines, NULL), DOCKET_BAD_INPUT);
  EXPECT(docket_answer(archive, words, 1, NULL), DOCKET_BAD_INPUT);
  EXPECT(docket_answer(NULL, words, 1, &json), DOCKET_BAD_INPUT);
  EXPECT(docket_answer(archive, words, 2, &json), DOCKET_BAD_INPUT);
  EXPECT(docket_answer(archive, words, (size_t)-1, &json), DOCKET_BAD_INPUT);
  EXPECT(docket_answer(archive, NULL, 0, &json), DOCKET_BAD_INPUT);
  docket_free(json);
  EXPECT(docket_game_open(archive, NULL, NULL, &no_game), DOCKET_BAD_INPUT);
  EXPECT(docket_game_open(no_archive, "x", NULL, &no_game), DOCKET_BAD_INPUT);
  EXPECT(docket_game_open(archive, "x", NULL, NULL), DOCKET_BAD_INPUT);
  EXPECT(docket_game_answer(NULL, words, 1, &json), DOCKET_BAD_INPUT);
  EXPECT(docket_state(game, NULL, &json), DOCKET_BAD_INPUT);
  EXPECT(docket_ask(game, "end", NULL, &json), DOCKET_BAD_INPUT);
  EXPECT(docket_verify(game, NULL), DOCKET_BAD_INPUT);
  docket_free(NULL);
  docket_close(NULL);
  docket_game_close(NULL);
}

static void hostile_texts(docket_archive *archive, docket_game *game) {
  const char *texts[] = {"", "\xff\xfe", "\"]\n[\"games\"]\n", "--under", "-o", "\x01\x1b[2J", "((((((((((((((((((((1"};
  const char *merge[] = {"merge", "x"}, *session[] = {"session"}, *minimise[] = {"minimise"};
  char *json = NULL;
  docket_game *other = NULL;
  size_t i;
  for (i = 0; i < sizeof texts / sizeof *texts; ++i) {
    EXPECT(docket_ask(game, "end", texts[i], &json), DOCKET_BAD_INPUT);
    docket_free(json);
    EXPECT(docket_state(game, texts[i], &json), DOCKET_BAD_INPUT);
    docket_free(json);
    EXPECT(docket_game_open(archive, texts[i], NULL, &other), DOCKET_BAD_INPUT);
    EXPECT(docket_answer(archive, &texts[i], 1, &json), DOCKET_BAD_INPUT);
    docket_free(json);
    if (docket_message()[0] == '\0') ++faults, printf("no message for text %zu\n", i);
  }
  EXPECT(docket_answer(archive, merge, 2, &json), DOCKET_BAD_INPUT);
  docket_free(json);
  EXPECT(docket_answer(archive, session, 1, &json), DOCKET_BAD_INPUT);
  docket_free(json);
  EXPECT(docket_game_answer(game, minimise, 1, &json), DOCKET_BAD_INPUT);
  docket_free(json);
  EXPECT(docket_open("/nowhere", &archive), DOCKET_BAD_INPUT);
  EXPECT(docket_ask(game, "end", "1 = 1", &json), DOCKET_AGREES);  // it answers still
  docket_free(json);
}

struct asked {
  const char *archive, *game;
  int faults;
};

static void *ask_often(void *context) {
  struct asked *asked = context;
  docket_archive *archive = NULL;
  docket_game *game = NULL;
  int i;
  if (docket_open(asked->archive, &archive) != DOCKET_AGREES) return ++asked->faults, NULL;
  if (docket_game_open(archive, asked->game, NULL, &game) != DOCKET_AGREES) ++asked->faults;
  for (i = 0; i < 5 && game != NULL; ++i) {
    char *json = NULL;
    if (docket_ask(game, "end", "2 + 2", &json) != DOCKET_AGREES || strstr(json, "\"value\":\"4\"") == NULL)
      ++asked->faults;
    docket_free(json);
  }
  docket_game_close(game);
  docket_close(archive);
  return NULL;
}

static void threads(const char *archive, const char *game) {
  enum { kThreads = 4 };
  pthread_t thread[kThreads];
  struct asked asked[kThreads];
  int i;
  for (i = 0; i < kThreads; ++i) {
    asked[i] = (struct asked){archive, game, 0};
    pthread_create(&thread[i], NULL, ask_often, &asked[i]);
  }
  for (i = 0; i < kThreads; ++i) {
    pthread_join(thread[i], NULL);
    if (asked[i].faults != 0) printf("thread %d: %d faults\n", i, asked[i].faults);
    faults += asked[i].faults;
  }
}

static void programs(const char *path) {
  docket_archive *archive = NULL;
  setenv("DOCKET_PROGRAM", "/no/such/program", 1);
  EXPECT(docket_open(path, &archive), DOCKET_ENVIRONMENT);
  setenv("DOCKET_PROGRAM", "/bin/true", 1);
  EXPECT(docket_open(path, &archive), DOCKET_ENVIRONMENT);
  setenv("DOCKET_PROGRAM", "/bin/cat", 1);
  EXPECT(docket_open(path, &archive), DOCKET_ENVIRONMENT);
  unsetenv("DOCKET_PROGRAM");
}

int main(int argc, char **argv) {
  docket_archive *archive = NULL;
  docket_game *game = NULL;
  char *json = NULL;
  int lines = 0;
  if (argc != 3) return 2;
  signal(SIGPIPE, SIG_DFL);  // whoever wrote to a program that died would end here
  EXPECT(docket_open(argv[1], &archive), DOCKET_AGREES);
  EXPECT(docket_game_open(archive, argv[2], NULL, &game), DOCKET_AGREES);
  if (game == NULL) return 1;
  null_arguments(archive, game);
  hostile_texts(archive, game);
  EXPECT(docket_games(archive, NULL, 0, count_lines, &lines), DOCKET_AGREES);
  if (lines != 1) ++faults, printf("%d lines after the list was ended\n", lines);
  EXPECT(docket_games(archive, NULL, 0, ask_again, archive), DOCKET_AGREES);
  docket_close(archive);
  EXPECT(docket_state(game, "end", &json), DOCKET_AGREES);  // a game outlives its archive's handle
  docket_free(json);
  docket_game_close(game);
  threads(argv[1], argv[2]);
  programs(argv[1]);
  printf("%d faults\n", faults);
  return faults == 0 ? 0 : 1;
}
