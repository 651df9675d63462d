"""Writes random JSON objects with difficult keys, one file each: the same ones in each run.

    random-samples.py FOLDER
"""
import json
import pathlib
import random
import sys

folder = pathlib.Path(sys.argv[1])
numbers = random.Random(20261121)
PIECES = ["user", "Name", "ID", "url", "_", "-", " ", ".", "1", "2nd", "@", "type", "class", "self", "Data", "items",
          "ies", "is", "ß", "é", "名", "$", "\"", "\\", "\n", "s", "X", "hash", "Value", "init", "Model", "default"]
TEXTS = ["", "a", "2024-02-29T12:30:59Z", "2024-02-29", "https://example.com/a", "8A5C3F9E-7B1A-4A87-9C2D-1F4F6F2F9B11",
         "17", "null", "true", "x y", "\u2028", "circle", "square"]
SCALARS = [0, 1, -7, 2.5, 1e300, 2**53 + 1, 2**63, 10**30, True, False, None]


def key():
    if numbers.random() < 0.3:
        return numbers.choice(["id", "type", "name", "kind", "items", "value", "data", "children", "parent"])
    return "".join(numbers.choice(PIECES) for _ in range(numbers.randint(0, 4)))


def value(depth):
    choice = numbers.random()
    if depth == 0 or choice < 0.35:
        return numbers.choice(TEXTS)
    if choice < 0.6:
        return numbers.choice(SCALARS)
    if choice < 0.8:
        return {key(): value(depth - 1) for _ in range(numbers.randint(0, 7))}
    if choice < 0.9:
        return [value(depth - 1) for _ in range(numbers.randint(0, 5))]
    keys = [key() for _ in range(numbers.randint(1, 6))]
    return [{key: value(depth - 1) for key in keys if numbers.random() < 0.8} for _ in range(numbers.randint(1, 6))]


def write(name, sample):
    (folder / (name + ".json")).write_text(json.dumps(sample))


for index in range(30):
    write(f"random-{index}", {key(): value(4) for _ in range(numbers.randint(1, 15))})

deep = {}
for _ in range(400):
    deep = {"a": deep}
write("deep-equal", deep)
deep = {}
for level in range(100):
    deep = {"level%s" % "".join(chr(97 + int(digit)) for digit in str(level)): deep, "n": level}
write("deep-different", deep)
write("many-keys", {"key %d %s" % (index, "ab"[index % 2]): [index, str(index), None][index % 3] for index in range(1500)})
write("many-names", {"name%s" % "".join(chr(97 + int(digit)) for digit in str(index)): [index, str(index), None][index % 3]
                     for index in range(1500)})
