import Testing

@testable import ModelObjects

struct ExpectedKeysTests {
    final class Order: ModelObject {
        var firstPropertyOfThree = 0
        var secondPropertyOfThree = 0
        var thirdPropertyOfThree = 0
    }

    /// The state of a hook keeps only the bits of such a key: see `HookDecodingState`.
    @Test(arguments: ["_property_of_three", "-property-of-three", "PropertyOfThree"])
    func expectedKeysAreTheStringsOfTheClassInAnyOrder(end: String) throws {
        let matcher = ModelSchema.of(Order.self).matcher(.fuzzy)
        let members = ["first", "third", "second", "first"].map { "\"\($0)\(end)\": 1" }
        try withJSONReader("{" + members.joined(separator: ",") + "}") { reader in
            var keys = ExpectedKeys(matcher)
            _ = try reader.enterObject()
            repeat {
                let key = try keys.read(&reader)
                let expected = matcher.expectedKeys[keys.place.entry]
                #expect(key.hasSuffix(end) && StringBits(key) == StringBits(expected))
                try reader.skipValue()
            } while try reader.hasNextMember()
        }
    }
}
