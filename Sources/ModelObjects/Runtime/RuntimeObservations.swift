/// The observed memory of a probe, compared with what `RuntimeShortcuts.layout` and `UntypedLayout` assume.
///
/// Invariants
/// 1. An array or a dictionary is viewed as one of another class only after it was found to be one word, and is only
///    read.
/// 2. The type is the probe model's superclass, `ModelObject`, in all places.
/// 3. Both are the address of a type's metadata; only that is read, and no value of the type is made.
struct RuntimeObservations {
    /// The observed bytes of all assumptions, and the bytes that they should be.
    var (seen, expected): ([UInt8], [UInt8]) = ([], [])
    /// The assumptions, and the number of the bytes up to the end of each.
    private(set) var (assumptions, ends): ([String], [Int]) = ([], [])
    var areAsExpected: Bool { seen == expected }

    /// - Parameter probe: An object that `RuntimeProbe.mistake` has checked: the memory at the offset of each field holds the
    ///   field's value.
    init(_ probe: RuntimeProbe) {
        observeReferences(probe)
        observeStrings(probe)
        observeContainers(probe.model)
        observeStruct(RuntimeProbeStruct(model: probe.model))
    }

    private init() {}

    /// The observations of values of type `Any`.
    static func ofUntypedValues() -> RuntimeObservations {
        let longText = RuntimeProbeStruct().text
        var observations = RuntimeObservations()
        observations.observeMembers(longText)
        observations.observeAny(of: "a")
        observations.observeAny(of: longText)
        observations.observeAny(of: 7)
        observations.observeAny(of: true)
        observations.observeAny(of: 0.5)
        observations.observeAny(of: RuntimeProbeModel())
        observations.observeAny(of: [] as [Any])
        observations.observeAny(of: [:] as [String: Any])
        observations.observeAny(of: RuntimeProbeStruct())
        return observations
    }

    private static let word = MemoryLayout<UInt>.size
    private static let zero = bytes(of: 0 as UInt)

    @inline(never)
    private mutating func expect(_ assumption: String, _ seen: [UInt8], _ expected: [UInt8]) {
        let isComparable = seen.count == expected.count
        self.seen += isComparable ? seen : bytes(of: false)
        self.expected += isComparable ? expected : bytes(of: true)
        assumptions.append(assumption)
        ends.append(self.seen.count)
    }

    private mutating func expect(_ assumption: String, _ holds: Bool) {
        expect(assumption, bytes(of: holds), bytes(of: true))
    }

    private static func address(_ object: AnyObject) -> [UInt8] {
        bytes(of: UInt(bitPattern: ObjectIdentifier(object)))
    }

    private mutating func observeReferences(_ probe: RuntimeProbe) {
        let offset = PropertyStorage.attachmentOffset
        let attachment = "the attachment is the word after the header"
        expect(attachment, probe.memory(at: offset, count: Self.word), Self.zero)
        probe.attachment = .init()
        expect(
            attachment, probe.memory(at: offset, count: Self.word), probe.attachment.map(Self.address) ?? [])
        probe.attachment = nil
        let reference = "a reference to a model is one word, zero for nil"
        expect(reference, bytes(of: probe.model), Self.address(probe.model))
        expect(reference, bytes(of: probe.optionalModel), Self.address(probe.model))
        expect(reference, bytes(of: probe.absentModel), Self.zero)
        expect(reference, bytes(of: nil as ModelObject?), Self.zero)
        expect(reference, bytes(of: probe.model as ModelObject?), Self.address(probe.model))
    }

    private mutating func observeStrings(_ probe: RuntimeProbe) {
        let literal = "a String with the bits of \"\" or nil owns no memory"
        expect(literal, bytes(of: probe.text), bytes(of: ""))
        expect(literal, bytes(of: probe.optionalText), bytes(of: nil as String?))
        // On 32-bit platforms, `PropertyStorage` compares no strings.
        let sizes = [MemoryLayout<String>.size, MemoryLayout<String?>.size]
        expect(literal, Self.word == 4 || sizes == [2 * 8, 2 * 8])
        let text = probe.longText
        expect(literal, bytes(of: text) != bytes(of: ""))
        expect(literal, bytes(of: text as String?) != bytes(of: nil as String?))
        expect(literal, bytes(of: "" as String?) != bytes(of: nil as String?))
        expectSameBits(text, text as String?)
        expectSameBits("", "" as String?)
    }

    /// Expects that an Optional has the bits of the value in it.
    private mutating func expectSameBits<Value>(_ value: Value, _ optional: Value?) {
        expect("an Optional has the bits of its value", bytes(of: optional), bytes(of: value))
    }

    private mutating func observeContainers(_ model: RuntimeProbeModel) {
        let models: [ModelObject] = [model, model]
        let byKey = Self.dictionary(model)
        expectSameBits(models, models as [ModelObject]?)
        let numbers = [1, 2]
        expectSameBits(numbers, numbers as [Int]?)
        expectSameBits(byKey, byKey as [String: ModelObject]?)
        let empty = "an empty container is one word, zero for nil"
        expect(empty, bytes(of: [] as [ModelObject]), bytes(of: [] as [RuntimeProbeModel]))
        expect(empty, bytes(of: nil as [ModelObject]?), Self.zero)
        expect(empty, bytes(of: nil as [String: ModelObject]?), Self.zero)
        expect(empty, bytes(of: nil as Set<String>?), Self.zero)
        let elements = "a container of models serves as one of a subclass"
        let sizes = [
            MemoryLayout<[ModelObject]>.size, MemoryLayout<[RuntimeProbeModel]>.size,
            MemoryLayout<[String: ModelObject]>.size, MemoryLayout<[String: RuntimeProbeModel]>.size,
        ]
        expect(elements, sizes.allSatisfy { $0 == Self.word })
        guard areAsExpected else { return }
        // Invariant 1.
        let array = unsafe unsafeBitCast(models, to: [RuntimeProbeModel].self)
        let dictionary = unsafe unsafeBitCast(byKey, to: [String: RuntimeProbeModel].self)
        expect(elements, array.count == 2 && array.allSatisfy { $0 === model })
        expect(elements, dictionary.count == 1 && dictionary["a"] === model)
    }

    /// A dictionary of models, made by generic code as in `dictionaryType(to:)`.
    private static func dictionary(_ model: RuntimeProbeModel) -> [String: ModelObject] {
        func dictionary<Value>(_: Value.Type) -> [String: ModelObject] {
            // Invariant 2.
            let dictionary: [String: Value] = ["a": unsafe unsafeBitCast(model, to: Value.self)]
            return unsafe unsafeBitCast(dictionary, to: [String: ModelObject].self)
        }
        guard let type = superclass(of: RuntimeProbeModel.self) else { return [:] }
        return _openExistential(type as any Any.Type, do: dictionary)
    }

    private mutating func observeMembers(_ text: String) {
        let members = "a dictionary's storage leads to its members"
        guard areAsExpected else { return }
        expect(members, LentMembers.finds(["a": 1, "b": text, text: true]))
        var larger: [String: Any] = [:]
        for number in 0..<20 { larger[String(number)] = number }
        expect(members, LentMembers.finds(larger))
    }

    private mutating func observeStruct(_ value: RuntimeProbeStruct) {
        let content = bytes(of: value)
        let fields = structFields(of: RuntimeProbeStruct.self) ?? []
        let assumption = "a struct's fields are where reflection says"
        expect(assumption, fields.count == 3)
        func add<Field>(_ index: Int, _ field: Field) {
            guard index < fields.count, fields[index].type == Field.self, fields[index].offset >= 0 else {
                return expect(assumption, false)
            }
            let memory = content.dropFirst(fields[index].offset).prefix(MemoryLayout<Field>.size)
            expect(assumption, Array(memory), bytes(of: field))
        }
        add(0, value.small)
        add(1, value.text)
        add(2, value.model)
        let copying = "a struct's metadata leads to whether it can be copied"
        expect(copying, isCopyableStruct(RuntimeProbeStruct.self))
        let noncopyable: any ~Copyable.Type = RuntimeProbeNoncopyable.self
        // Invariant 3.
        expect(copying, !isCopyableStruct(unsafe unsafeBitCast(noncopyable, to: Any.Type.self)))
    }

    private mutating func observeAny<Value>(of value: Value) {
        let any: Any = value
        // `as Any`: otherwise the bytes would be those of the value in it.
        let words = bytes(of: any as Any)
        let assumption = "an Any is three words, with a small value in them, and its type"
        expect(assumption, words.count == 4 * Self.word)
        expect(assumption, words.suffix(Self.word), bytes(of: Value.self as Any.Type))
        guard MemoryLayout<Value>.size <= 3 * Self.word,
            MemoryLayout<Value>.alignment <= MemoryLayout<UInt>.alignment
        else { return }
        expect(assumption, Array(words.prefix(MemoryLayout<Value>.size)), bytes(of: value))
    }
}
