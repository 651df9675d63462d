#!/usr/bin/env python3
"""Makes Int and UInt of the standard library's interface 32 bits wide, in place: what arm64_32 (Apple Watch) has.

    int32.py Swift.swiftinterface

Int and UInt become copies of Int32 and UInt32, with what these lack: a word's initialiser and value. Where the bodies of
other types take a word apart, the width follows. The result is good for checking types and constants, not for running.
"""

import re
import sys

path = sys.argv[1]
with open(path, encoding="utf-8") as file:
    text = file.read()


def replace(pattern, replacement, flags=0):
    """Replaces all matches; at least one has to be there, or the interface has changed."""
    global text
    text, count = re.subn(pattern, replacement, text, flags=flags)
    if count == 0:
        sys.exit(f"int32.py: the interface has no {pattern!r}")


def declaration(name):
    """The start and the end of a struct's declaration, its attributes included."""
    start = re.search(rf"^(?:@\w+ )*public struct {name} : ", text, re.M).start()
    end = text.index("{", start) + 1
    depth = 1
    while depth > 0:
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
    return start, end


def word_members(extend):
    return f"""
  @_transparent public init(_ _v: Builtin.Word) {{
    self._value = Builtin.truncOrBitCast_Word_Int32(_v)
  }}
  @_transparent public var _builtinWordValue: Builtin.Word {{
    @_transparent get {{ return Builtin.{extend}OrBitCast_Int32_Word(_value) }}
  }}
}}"""


# Int and UInt themselves.
for wide, other, extend in (("Int", "UInt", "sext"), ("UInt", "Int", "zext")):
    start, end = declaration(wide + "32")
    body = text[start:end]
    # Int32(bitPattern: Float) exists only to be marked unavailable; Int has none.
    body = re.sub(r"\s*@available\(\*, unavailable[^\n]*\n\s*public init\(bitPattern x: Swift\.Float\)[^\n]*", "", body)
    body = re.sub(rf"(?<!Builtin\.)\b{wide}32\b", wide, body)
    body = re.sub(rf"(?<!Builtin\.)\b{other}32\b", other, body)
    body = body[:-1].rstrip() + word_members(extend)
    start, end = declaration(wide)
    text = text[:start] + body + text[end:]

# Extract a word from another integer, and insert one.
replace(
    r"(var _lowWord: Swift\.UInt \{\s*@_transparent get \{\s*(?:return )?UInt\(\s*Builtin\.)(\w+?)_Int(\d+)_Int64\(",
    lambda m: m[1] + ("truncOrBitCast" if m[3] == "64" else m[2]) + f"_Int{m[3]}_Int32(")
from_word = {"32": "bits._value", "64": "Builtin.zextOrBitCast_Int32_Int64(bits._value)"}
replace(
    r"(init\(_truncatingBits bits: Swift\.UInt\) \{\s*self\.init\(\s*)Builtin\.truncOrBitCast_Int64_Int(\d+)\(bits\._value\)",
    lambda m: m[1] + from_word.get(m[2], f"Builtin.truncOrBitCast_Int32_Int{m[2]}(bits._value)"))
# Bits of native objects' pointers, floating point, hashes, and counts that are not negative.
replace(r"return 0x4000_0000_0000_0000", "return 0x0000_0002")
replace(r"(init\(_ v: Swift\.U?Int\) \{\s*_value = Builtin\.[su]itofp_)Int64", r"\1Int32")
replace(r"(let extended = U?Int\(truncatingIfNeeded: value\)\s*_value = Builtin\.[su]itofp_)Int64", r"\1Int32")
replace(
    r"(extension Swift\.U?Int : Swift\.Hashable \{.*?)UInt64\(_value\)", r"\1UInt64(truncatingIfNeeded: self)", re.S)
replace(r"Int\(Builtin\.assumeNonNegative_Int64\(x\._value\)\)", "Int(Builtin.assumeNonNegative_Int32(x._value))")
# Vectors of Int and UInt.
for head in (
    r"Swift\.U?Int : Swift\.SIMDScalar",
    r"Swift\.SIMDMask where Storage == Swift\.SIMD\d+<Swift\.Int>",
    r"Swift\.SIMD\d+ where Scalar == Swift\.U?Int",
):
    replace(
        rf"^extension {head} \{{.*?^\}}",
        lambda m: re.sub(r"(?<=[x_.])Int64\b|(?<=[x_])Int64(?=_)", "Int32", m[0]), re.S | re.M)

with open(path, "w", encoding="utf-8") as file:
    file.write(text)
