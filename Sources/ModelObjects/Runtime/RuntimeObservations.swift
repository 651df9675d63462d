/// What the memory of a probe looks like, as plain data.
///
/// A shortcut is on where its part of this shows what the shortcut assumes.
///
/// Invariant
/// 1. An array or a dictionary is seen as one of another class after it was found to be one word, and read only.
struct RuntimeObservations {
    /// Values in the memory of an object or of an Any, one after the other, and the same as they should be.
    struct Pair {
        var seen: [UInt8] = []
        var expected: [UInt8] = []

        mutating func add(_ seen: [UInt8], _ expected: [UInt8]) {
            self.seen += seen
            self.expected += expected
        }

        var isEqual: Bool { !seen.isEmpty && seen == expected }
        var isDifferent: Bool { seen.count == expected.count && seen != expected }
    }

    /// The word after the header: without an attachment, and with one.
    var attachments = Pair()
    /// References: nil, optional and not, beside zero and the address of the object.
    var references = Pair()
    /// Strings in an object's memory that are `""` or nil, beside these literals.
    var emptyStrings = Pair()
    /// A String that owns memory, beside `""`.
    var longString = Pair()
    /// The same as an optional one, beside nil; and `""`, which no nil may look like.
    var longOptionalString = Pair()
    var emptyOptionalString = Pair()
    /// Optionals, beside the values in them.
    var optionals = Pair()
    /// What was found in containers that were seen as containers of another class, beside what was put in.
    var elements = Pair()
    /// The sizes in `ModelObject`'s metadata.
    var classRecord: HookDetection.ClassRecord
    /// Empty containers, each beside another one, and containers that are nil, beside zero.
    var emptyContainers = Pair()
    /// The strong fields of a struct, at the offsets that reflection reports, beside their values.
    var structFields = Pair()
    /// The types in Anys, and the values where they lie in the Any itself, beside what was put in.
    var untyped = Pair()

    /// - Parameter fields: what reflection reports of the probe, which was found to be right.
    init(_ probe: RuntimeProbe, _ fields: [StoredField]) {
        classRecord = HookDetection.ClassRecord(of: ModelObject.self)
        observeAttachment(of: probe)
        observeReferences(of: probe, fields)
        observeStrings(of: probe, fields)
        observeContainers(of: probe.model)
        observeStruct(probe.model)
        box("a")
        box(probe.longText)
        box(7)
        box(true)
        box(0.5)
        box(probe.model)
        box([] as [Any])
        box([:] as [String: Any])
        box(RuntimeProbeStruct())
    }

    private mutating func observeAttachment(of probe: RuntimeProbe) {
        let (offset, word) = (PropertyStorage.attachmentOffset, MemoryLayout<UInt>.size)
        attachments.add(probe.memory(at: offset, count: word), bytes(of: 0 as UInt))
        let attachment = ModelAttachment()
        probe.attachment = attachment
        attachments.add(
            probe.memory(at: offset, count: word), bytes(of: UInt(bitPattern: ObjectIdentifier(attachment))))
        probe.attachment = nil
    }

    private mutating func observeReferences(of probe: RuntimeProbe, _ fields: [StoredField]) {
        let zero = bytes(of: 0 as UInt)
        let address = bytes(of: UInt(bitPattern: ObjectIdentifier(probe.model)))
        let size = MemoryLayout<RuntimeProbeModel?>.size
        for field in fields {
            switch field.name {
            case "absentModel": references.add(probe.memory(at: field.offset, count: size), zero)
            case "model", "optionalModel":
                references.add(probe.memory(at: field.offset, count: size), address)
            default: break
            }
        }
        references.add(bytes(of: nil as ModelObject?), zero)
        references.add(bytes(of: probe.model as ModelObject?), address)
    }

    private mutating func observeStrings(of probe: RuntimeProbe, _ fields: [StoredField]) {
        for field in fields {
            switch field.name {
            case "text":
                let size = MemoryLayout<String>.size
                emptyStrings.add(probe.memory(at: field.offset, count: size), bytes(of: ""))
            case "optionalText":
                let size = MemoryLayout<String?>.size
                emptyStrings.add(probe.memory(at: field.offset, count: size), bytes(of: nil as String?))
            default: break
            }
        }
        let text = probe.longText
        longString.add(bytes(of: text), bytes(of: ""))
        longOptionalString.add(bytes(of: text as String?), bytes(of: nil as String?))
        emptyOptionalString.add(bytes(of: "" as String?), bytes(of: nil as String?))
        optionals.add(bytes(of: text as String?), bytes(of: text))
        optionals.add(bytes(of: "" as String?), bytes(of: ""))
    }

    private mutating func observeContainers(of model: RuntimeProbeModel) {
        let models: [ModelObject] = [model, model]
        let modelsByKey: [String: ModelObject] = ["a": model]
        let numbers = [1, 2]
        optionals.add(bytes(of: models as [ModelObject]?), bytes(of: models))
        optionals.add(bytes(of: numbers as [Int]?), bytes(of: numbers))
        optionals.add(bytes(of: modelsByKey as [String: ModelObject]?), bytes(of: modelsByKey))
        emptyContainers.add(bytes(of: [] as [ModelObject]), bytes(of: [] as [RuntimeProbeModel]))
        emptyContainers.add(bytes(of: [:] as [String: ModelObject]), bytes(of: [:] as [String: ModelObject]))
        emptyContainers.add(bytes(of: [] as Set<Int>), bytes(of: [] as Set<Int>))
        let zero = bytes(of: 0 as UInt)
        emptyContainers.add(bytes(of: nil as [ModelObject]?), zero)
        emptyContainers.add(bytes(of: nil as [String: ModelObject]?), zero)
        emptyContainers.add(bytes(of: nil as Set<Int>?), zero)
        let word = MemoryLayout<UInt>.size
        guard MemoryLayout<[ModelObject]>.size == word, MemoryLayout<[RuntimeProbeModel]>.size == word,
            MemoryLayout<[String: ModelObject]>.size == word,
            MemoryLayout<[String: RuntimeProbeModel]>.size == word
        else { return }
        // Invariant 1.
        let array = unsafe unsafeBitCast(models, to: [RuntimeProbeModel].self)
        let dictionary = unsafe unsafeBitCast(modelsByKey, to: [String: RuntimeProbeModel].self)
        elements.add(bytes(of: array.count), bytes(of: 2))
        for element in array { elements.add(bytes(of: element), bytes(of: model)) }
        elements.add(bytes(of: dictionary.count), bytes(of: 1))
        elements.add(dictionary["a"].map { bytes(of: $0) } ?? [], bytes(of: model))
    }

    private mutating func observeStruct(_ model: RuntimeProbeModel) {
        let value = RuntimeProbeStruct(model: model)
        let content = bytes(of: value)
        let fields = ModelObjects.structFields(of: RuntimeProbeStruct.self) ?? []
        structFields.add(bytes(of: fields.count), bytes(of: 3))
        func add<Field>(_ field: Field, _ index: Int) {
            let size = MemoryLayout<Field>.size
            guard index < fields.count, fields[index].offset >= 0,
                fields[index].offset + size <= content.count,
                fields[index].type == Field.self
            else { return structFields.add([], bytes(of: field)) }
            let offset = fields[index].offset
            structFields.add(Array(content[offset..<offset + size]), bytes(of: field))
        }
        add(value.small, 0)
        add(value.text, 1)
        add(value.model, 2)
    }

    @inline(__always)
    private mutating func box<Value>(_ value: Value) {
        let any: Any = value
        // `as Any`: else the bytes would be those of the value in it.
        let words = bytes(of: any as Any)
        let word = MemoryLayout<UInt>.size
        let isInside =
            MemoryLayout<Value>.size <= 3 * word
            && MemoryLayout<Value>.alignment <= MemoryLayout<UInt>.alignment
        untyped.add(bytes(of: words.count), bytes(of: 4 * word))
        untyped.add(words.suffix(word), bytes(of: Value.self as Any.Type))
        if isInside { untyped.add(Array(words.prefix(MemoryLayout<Value>.size)), bytes(of: value)) }
    }

    // MARK: What it shows

    /// The shortcuts whose assumptions hold.
    var shortcuts: RuntimeShortcuts {
        var shortcuts: RuntimeShortcuts = [.numberClasses]  // Verified where it is used: `NSNumberContent`.
        func add(_ shortcut: RuntimeShortcuts, if holds: Bool) {
            if holds { shortcuts.insert(shortcut) }
        }
        let word = MemoryLayout<UInt>.size
        add(.attachmentWord, if: attachments.isEqual)
        add(.referenceWords, if: references.isEqual)
        // Where words have 32 bits, `PropertyStorage` compares no strings.
        let hasStringSize = word == 4 || emptyStrings.seen.count == 2 * 16
        add(
            .emptyStrings,
            if: emptyStrings.isEqual && hasStringSize && longString.isDifferent
                && longOptionalString.isDifferent
                && emptyOptionalString.isDifferent)
        add(.optionalContent, if: optionals.isEqual)
        add(.modelContainers, if: elements.isEqual)
        add(.hookPlaces, if: classRecord.wordCount != nil)
        add(
            .releaseWords,
            if: references.isEqual && emptyContainers.isEqual && emptyContainers.seen.count == 6 * word
                && structFields.isEqual)
        add(.untypedValues, if: untyped.isEqual)
        return shortcuts
    }
}
