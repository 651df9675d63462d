import Foundation
import Testing

@testable import ModelObjects

struct JSONReaderRewritingTests {
    @Test(arguments: [
        (#"{"a": 1, "b": {"c": 2, "c": 3}, "a": 4}"#, #"{"b":{"c":3},"a":4}"#),
        (#"{"a":1,"a":2,"a":3}"#, #"{"a":3}"#),
        (#"[{"a": {"b": 1, "b": 2}, "a": {"b": 3, "b": [4]} }, 5]"#, #"[{"a":{"b":[4]}},5]"#),
        (#"{"\u0061": 1, "a": 2}"#, #"{"a":2}"#),
        ("{\"\u{E9}\": 1, \"e\u{301}\": 2}", "{\"e\u{301}\":2}"),
        (#"{"a": 1, "A": 2, "": {}, "b": []}"#, #"{"a":1,"A":2,"":{},"b":[]}"#),
        (#"{"a": "{\"a\":1,\"a\":2}"}"#, #"{"a":"{\"a\":1,\"a\":2}"}"#),
        ("12", "12"), ("[]", "[]"), (" {} ", "{}"),
        (#"{"1": 1.50, "2": [1e3, -0]}"#, #"{"1":1.50,"2":[1e3,-0]}"#),
    ])
    func theLastDuplicateKeyIsKept(text: String, expected: String) throws {
        let found = try withJSONReader(text, maximumDepth: 10) { reader in
            var writer = JSONWriter(capacity: 64)
            try reader.rewrite(to: &writer, .init(sortedKeys: false))
            return writer.finishString()
        }
        #expect(found == expected)
    }
}
