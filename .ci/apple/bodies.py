#!/usr/bin/env python3
"""Removes the bodies of functions from the standard library's interface, except those of transparent functions.

    bodies.py Swift.swiftinterface

Without optimization, only transparent functions are inlined; the compiler needs them to find constants that overflow.
The others' bodies would take two thirds of the time that the interface's compilation takes.
"""

import re
import sys

FUNCTION = re.compile(r"@(inlinable|_alwaysEmitIntoClient)\b.*\b(func|init|get|set|_read|_modify)\b.* \{$")

path = sys.argv[1]
with open(path, encoding="utf-8") as file:
    lines = file.read().split("\n")
kept = []
depth = 0
for line in lines:
    if depth == 0 and FUNCTION.search(line) and "@_transparent" not in line:
        kept.append(line.removesuffix(" {"))
        depth = 1
    elif depth > 0:
        depth += line.count("{") - line.count("}")
    else:
        kept.append(line)
if depth != 0:
    sys.exit(f"{path}: the end of a body was not found")
with open(path, "w", encoding="utf-8") as file:
    file.write("\n".join(kept))
