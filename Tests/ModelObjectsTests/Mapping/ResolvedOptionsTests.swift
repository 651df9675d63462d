import Testing

@testable import ModelObjects

/// The options of nested models whose classes set options.
struct ResolvedOptionsTests {
    class Outer: ModelObject {
        override class var mappingOptions: MappingOptions {
            MappingOptions(
                dateFormat: .unixSeconds, arrayMappings: ["list": Outer.self], nulls: .keep, numbers: .clamp)
        }
    }
    class Middle: ModelObject {
        override class var mappingOptions: MappingOptions {
            MappingOptions(arrayMappings: ["list": Middle.self], nulls: .clearOptionals, mismatches: .reject)
        }
    }
    class Inner: ModelObject {
        override class var mappingOptions: MappingOptions {
            MappingOptions(dateFormat: .unixMilliseconds, elements: .reject, numbers: .truncate)
        }
    }
    final class List: ModelObject { var list: [Any] = [] }

    private func description(_ options: ResolvedOptions) -> String {
        let list = ModelSchema.of(List.self).properties[0]
        let type = options.elementClass(of: list).map { "\($0)" } ?? "-"
        return [
            "\(options.dateFormat)", "\(options.nulls)", "\(options.mismatches)", "\(options.elements)",
            "\(options.numbers)", "\(options.unknownKeys)", type,
        ].joined(separator: " ")
    }

    /// The innermost class that sets an option determines it, however often the classes contain each other; and the
    /// number of different options doesn't grow with the depth.
    @Test(arguments: [nil, MappingOptions(nulls: .keep, unknownKeys: .reject)], UInt64(1)...5)
    func theInnermostClassDetermines(call: MappingOptions?, seed: UInt64) {
        let box = call.map { MappingOptionsBox($0) }
        let mapper = ObjectMapper(options: box, limits: MappingLimits(), isUpdate: false)
        let schemas = [Outer.self, Middle.self, Inner.self].map { ModelSchema.of($0) }
        var random = SeededNumbers(seed: seed)
        var options = mapper.options(for: schemas[0], around: nil)
        var expected = ResolvedOptions(
            call: call, own: schemas[0].options,
            around: ResolvedOptions(call: call, own: .init(), around: nil))
        var different: Set<ObjectIdentifier> = []
        for _ in 0..<1_000 {
            let schema = schemas.randomElement(using: &random) ?? schemas[0]
            options = mapper.options(for: schema, around: options)
            expected = ResolvedOptions(call: call, own: schema.options, around: expected)
            different.insert(ObjectIdentifier(options))
            #expect(description(options) == description(expected))
        }
        // The orders of one, two or three classes.
        #expect(different.count <= 3 + 6 + 6)
    }

    /// A class whose options set nothing is mapped as if it had none.
    @Test func everyOptionAloneSetsSomething() {
        var nullIsMismatch = MappingOptions()
        nullIsMismatch.setNullIsMismatch = true
        let alone = [
            MappingOptions(keyMatching: .fuzzy), MappingOptions(dateConversion: .date),
            MappingOptions(dateFormat: .automatic), MappingOptions(arrayMappings: ["list": Outer.self]),
            MappingOptions(nulls: .clearOptionals), MappingOptions(mismatches: .keepValue),
            MappingOptions(missing: .keepValue), MappingOptions(elements: .skipBad),
            MappingOptions(unknownKeys: .ignore), MappingOptions(conversions: .lossless),
            MappingOptions(numbers: .exact), MappingOptions(rootPath: "a"),
            MappingOptions(limits: MappingLimits()), MappingOptions(includeValues: false), nullIsMismatch,
        ]
        #expect(alone.allSatisfy { $0.setsAnything })
        #expect(!MappingOptions().setsAnything)
        #expect(Mirror(reflecting: MappingOptions()).children.count == alone.count)
    }
}
