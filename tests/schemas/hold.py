#!/usr/bin/env python3
"""Checks JSON against the JSON Schemas of a folder, and prints what does not match.

  hold.py SCHEMAS document SCHEMA FILE...   each file, without comments, matches docs/schemas/SCHEMA.json
  hold.py SCHEMAS lines SCHEMA FILE...      each line of the files matches it
  hold.py SCHEMAS answers FILE...           each line that a command answered matches the command's schema
  hold.py SCHEMAS refuses SCHEMA FILE...    none of the files matches it

Exit status 1 if that is not so.
"""
import functools
import json
import pathlib
import re
import sys
import warnings

try:
    import jsonschema
except ImportError:
    print("there is no python3-jsonschema: nothing was held to a schema")
    sys.exit(77)

MOST_TOLD = 20
warnings.simplefilter("ignore", DeprecationWarning)  # releases newer than Debian's refer to files in another way


class Schemas:
    """The schemas of a folder; a reference is another file of the folder."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder).resolve()

    @functools.lru_cache(maxsize=None)
    def of(self, name):
        path = self.folder / f"{name}.json"
        if not path.exists():
            return None
        schema = json.loads(path.read_text())
        jsonschema.Draft7Validator.check_schema(schema)
        return jsonschema.Draft7Validator(schema, resolver=jsonschema.RefResolver(path.as_uri(), schema))

    def faults(self, name, value):
        """What is wrong with a value, the deepest mistake first; empty if it matches."""
        held = self.of(name)
        if held is None:
            return [f"there is no schema {name}"]
        told = []
        for error in held.iter_errors(value):
            while error.context:
                error = max(error.context, key=lambda one: len(one.absolute_path))
            told.append(f"{error.json_path}: {error.message[:300]}")
        return told


def without_comments(text):
    """A document as JSON: comments that "//" begins outside of strings are blanked."""
    return re.sub(r'("(?:\\.|[^"\\])*")|//[^\n]*', lambda found: found.group(1) or "", text)


def answer_schema(line):
    return "answers/" + (line.get("command", "").replace(" ", "-") if "error" not in line else "error")


def main():
    schemas, what, rest = Schemas(sys.argv[1]), sys.argv[2], sys.argv[3:]
    told, held = [], 0
    if what == "answers":
        for file in rest:
            for number, text in enumerate(pathlib.Path(file).read_text().splitlines(), 1):
                line = json.loads(text)
                held += 1
                told += [f"{file}:{number}: {fault}\n    {text[:300]}" for fault in schemas.faults(answer_schema(line), line)]
    else:
        name, files = rest[0], rest[1:]
        for file in files:
            text = pathlib.Path(file).read_text()
            values = ([json.loads(line) for line in text.splitlines() if line.strip()] if what == "lines"
                      else [json.loads(without_comments(text))])
            for number, value in enumerate(values, 1):
                held += 1
                faults = schemas.faults(name, value)
                if what == "refuses":
                    told += [] if faults else [f"{file}: it fits {name}"]
                else:
                    told += [f"{file}:{number if what == 'lines' else ''}: {fault}" for fault in faults]
    print("\n".join(told[:MOST_TOLD]) + ("\n" if told else "") + f"{held} held, {len(told)} faults")
    return 1 if told or not held else 0


if __name__ == "__main__":
    sys.exit(main())
