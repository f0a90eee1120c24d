#!/usr/bin/env bash
# Checks everything that can be checked automatically, from a fresh clone: ./check.sh [--quick]
#   --quick   the release build and its tests only
# Can be run again at any time; the build is kept under build/. The last line is 'N passed, N failed' (', N skipped' if
# tests skipped themselves), as ctest counts them; the exit status is 0 only if tests ran and every step succeeded.
# shellcheck disable=SC2317  # steps are called by name
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
. .ci/steps.sh

quick=no
case "${1-}" in
  '') ;;
  --quick) quick=yes ;;
  *)
    say "usage: ./check.sh [--quick]"
    exit 2
    ;;
esac

# How long clang-tidy may start new files on a machine without results. A full run takes about 25 minutes.
tidy_seconds=${DOCKET_TIDY_SECONDS:-120}
passed=0 failed=0 skipped=0

# configure_and_build PRESET [TARGET...]
configure_and_build() {
  local preset=$1 log=build/$1.configure.log
  shift
  mkdir -p build
  if ! cmake --preset "$preset" >"$log" 2>&1; then
    cat "$log"
    return 1
  fi
  local targets=()
  [ $# -gt 0 ] && targets=(--target "$@")
  # Progress goes to a file; only errors are shown.
  if ! cmake --build --preset "$preset" -j "$(cores)" "${targets[@]}" >"build/$preset.build.log" 2>&1; then
    grep -v '^\[[0-9]*/[0-9]*\] ' "build/$preset.build.log" | head -n 120
    return 1
  fi
  tail -n 1 "build/$preset.build.log"
}

# count ATTRIBUTE: of the whole run, from ctest's report.
count() {
  local number
  number=$(sed -n "s/^[[:space:]]*$1=\"\([0-9]*\)\".*/\1/p" build/release/tests.xml | head -n 1)
  echo "${number:-0}"
}

run_tests() {
  if [ ! -d ../shared ]; then
    say "ATTENTION: there is no ../shared: the tests on real games and on the neutral workload are skipped"
  fi
  rm -f build/release/tests.xml
  local status=0
  ctest --preset release -j "$(cores)" --no-tests=error --output-junit tests.xml >build/ctest.log 2>&1 || status=$?
  # Shows all output except the lines of passed tests.
  grep -vE '^ *[0-9]+/[0-9]+ Test .* Passed |^ *Start +[0-9]+:' build/ctest.log
  [ -f build/release/tests.xml ] || return 1
  failed=$(count failures)
  skipped=$(($(count skipped) + $(count disabled)))
  passed=$(($(count tests) - failed - skipped))
  [ "$status" -eq 0 ] && [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

# Folds the same games with gcc -O3 and with clang -O0 under the sanitizers: fingerprints and digests must match. If they
# do not, the presets debug-engine, clang-engine and asan-ubsan-engine show which of the three settings matters.
compare_fingerprints() {
  local games=(tests/games/*.jsonl) preset differing=0 lines
  if [ ! -f "${games[0]}" ]; then
    say "there are no games in tests/games"
    return 1
  fi
  for preset in release clang-asan-ubsan-engine; do
    configure_and_build "$preset" docket-fingerprint || return 1
    local begun=$SECONDS
    if ! "build/$preset/tests/docket-fingerprint" "${games[@]}" >"build/$preset.fingerprints" 2>"build/$preset.fingerprints.err"; then
      head -n 40 "build/$preset.fingerprints.err"
      say "$preset: docket-fingerprint failed"
      return 1
    fi
    lines=$(wc -l <"build/$preset.fingerprints")
    if [ "$lines" -eq 0 ]; then
      say "$preset: docket-fingerprint printed nothing"
      return 1
    fi
    say "$preset: $lines fingerprints of ${#games[@]} files in $((SECONDS - begun)) s"
    if ! diff -u --label release --label "$preset" build/release.fingerprints "build/$preset.fingerprints"; then
      say "$preset disagrees with release"
      differing=1
    fi
  done
  return "$differing"
}

check_format() { git ls-files -z '*.h' '*.cpp' | xargs -0 -r clang-format --dry-run -Werror; }

check_tidy() { configure_and_build tidy && .ci/tidy.py build/tidy "$tidy_seconds"; }

close() {
  local took=$SECONDS line
  say ""
  if [ ${#failed_steps[@]} -gt 0 ]; then
    say "these steps failed:"
    printf '  %s\n' "${failed_steps[@]}"
  fi
  say "checked in $((took / 60)) min $((took % 60)) s"
  line="$passed passed, $failed failed"
  [ "$skipped" -gt 0 ] && line+=", $skipped skipped"
  say "$line"
  [ ${#failed_steps[@]} -eq 0 ] && [ "$passed" -gt 0 ]
  exit
}

kinds=(build)
[ $quick = no ] && kinds+=(check)
step "Debian packages" install_packages "${kinds[@]}" || close
step "accessibility checker" fetch_axe
step "readers of Parquet" fetch_readers
step "release: everything, warnings are errors" configure_and_build release || close
step "tests" run_tests
step "conformance: each clause, and the cases that fail without it" build/release/tests/conformance/docket-conformance
step "conformance: each pair of clauses that read the same" build/release/tests/conformance/docket-conformance --pairs
[ $quick = yes ] && close
step "fingerprints: gcc and clang, optimised or not, under the sanitizers" compare_fingerprints
step "clang-format" check_format
step "clang-tidy" check_tidy
close
