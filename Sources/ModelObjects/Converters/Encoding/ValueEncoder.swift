/// The library's encoder of one value, which writes the value into a JSON text.
final class ValueEncoder: ContainerEncoder {
    typealias Step = ValueDecoder.Step

    enum State: Equatable {
        case empty
        case keyed, unkeyed
        /// A single value, or no value. If it is an object, other members may follow.
        case value(ExportOutcome)
    }

    let text: EncodedText
    var userInfo: [CodingUserInfoKey: Any] { text.userInfo }
    private let parent: ValueEncoder?
    private let step: Step?
    /// The number of encoders around this one.
    private let level: Int
    var state = State.empty
    fileprivate(set) var count = 0
    /// The index of the object's first member in those of the text.
    private var firstMember = 0
    /// Whether one of the next three properties has ever been set.
    private var needsPreparation = false
    /// The nested containers by their keys: a key that is used again gets the same container.
    private var containers: [String: ValueEncoder] = [:] { didSet { needsPreparation = true } }
    /// Nested values that were added while the value of another member was being written.
    private var late: [(key: String, value: ValueEncoder)] = [] { didSet { needsPreparation = true } }
    /// Why the container could not be opened, or can no longer be used.
    private var failure: ExportFailure? { didSet { needsPreparation = true } }
    /// Whether this is a nested container of a key, which continues any value that the key already has.
    private(set) var mayContinue = false
    private var mergeDepth = 0
    private var isClosed = false

    /// The maximum number of wrappers around a value that is added to a container.
    private static let deepestMerge = 64

    init(_ text: EncodedText, inside parent: ValueEncoder? = nil, _ step: Step? = nil) {
        (self.text, self.parent, self.step) = (text, parent, step)
        level = parent.map { $0.level + 1 } ?? text.level
    }

    deinit { if needsPreparation { Self.release(takeContainers()) } }

    private func takeContainers() -> [ValueEncoder] {
        if containers.isEmpty, late.isEmpty { return [] }
        defer { (containers, late) = ([:], []) }
        return containers.values + late.map(\.value)
    }

    /// Releases nested values one after another.
    ///
    /// If each value released those inside it, deep ones would overflow the stack.
    static func release(_ values: consuming [ValueEncoder]) {
        while var value = values.popLast() {
            if isKnownUniquelyReferenced(&value) {
                values += value.takeContainers() + value.text.takeNested()
            }
        }
    }

    var codingPath: [any CodingKey] { path(nil) }

    func path(_ inner: Step?) -> [any CodingKey] {
        var path = text.path
        let end = path.count
        if let inner { path.append(inner) }
        var encoder: ValueEncoder? = self
        while let next = encoder {
            if let step = next.step { path.append(step) }
            encoder = next.parent
        }
        path[end...].reverse()
        return path
    }

    // MARK: Containers

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        switch state {
        case .empty: open(.keyed)
        case .keyed: break
        case .value(.written) where text.open.output.text.ends(with: UInt8(ascii: "}")):
            open(.keyed, again: true)
        default: failure = .alreadyEncoded(adding: "an object")
        }
        return KeyedEncodingContainer(KeyedEncoder<Key, ValueEncoder>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        switch state {
        case .empty: open(.unkeyed)
        case .unkeyed: break
        default: failure = .alreadyEncoded(adding: "an array")
        }
        return UnkeyedEncoder(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// - Parameter again: Whether the container is an object that was written as a single value, by a model or a Codable
    ///   type.
    func open(_ container: State, again: Bool = false) {
        state = container
        do throws(ExportFailure) {
            try text.open.output.enterLevel()
        } catch {
            failure = error
            return
        }
        guard container == .keyed else { return text.open.output.text.beginArray() }
        if again {
            text.open.output.text.reopenObject()
            text.open.mayRepeatKeys = true
        } else {
            text.open.output.text.beginObject()
        }
        firstMember = text.open.members.count
    }

    /// Closes the value; one that encoded nothing is an empty object.
    func close() throws -> ExportOutcome {
        writeLate()
        isClosed = true
        if isEmpty { open(.keyed) }
        if let failure { throw EncodingError.of(failure, codingPath, at: codingPath) }
        switch state {
        case .empty, .keyed:
            text.open.endObject(from: firstMember)
        case .unkeyed:
            text.open.output.text.endArray()
            text.open.output.leaveLevel()
        case .value(let outcome): return outcome
        }
        return .written
    }

    /// Whether nothing was encoded.
    var isEmpty: Bool { state == .empty }

    /// The text of a nested value.
    func closedText() throws -> JSONWriter {
        do throws(ExportFailure) {
            try text.open.output.checkStack(enclosing: level)
        } catch {
            throw EncodingError.of(error, codingPath, at: codingPath)
        }
        if try close() != .written { text.open.output.write(.null) }
        return try text.joined()
    }

    // MARK: Members and elements

    /// Writes a member or an element; if it fails, its output is discarded.
    @inline(__always)
    func write<Value: Encodable>(_ value: Value, key: String?, _ step: @autoclosure () -> Step) throws {
        _ = try add(value, key, step())
    }

    @inline(__always)
    private func add<Value: Encodable>(
        _ value: Value, _ key: String?, _ step: @autoclosure () -> Step
    ) throws -> ExportOutcome {
        let mark = try begin(key, step())
        do {
            let outcome = try encode(value, step())
            end(outcome, key, mark)
            return outcome
        } catch {
            discard(from: mark)
            throw error
        }
    }

    /// Writes a key and its value as two elements.
    ///
    /// If one of the two is left out because it is not finite, both are; a list with one of them could not be read:
    ///
    ///     [.nan: 1, 2: .infinity, 3: 4]       [3,4]
    func writePair(_ key: some Encodable, _ value: some Encodable) throws {
        let start = text.open.output.mark
        let written = try add(key, nil, PathComponent.index(count))
        // The replacement of a key that is not finite is null. No other value ends with this letter.
        let isReplaced = written == .written && text.open.output.text.ends(with: UInt8(ascii: "l"))
        let isLeftOut = try add(value, nil, PathComponent.index(count)) == .omitted
        if isReplaced || isLeftOut || written == .omitted { discard(from: start) }
    }

    func writeNil(key: String?, _ step: @autoclosure () -> Step) throws {
        end(.null, key, try begin(key, step()))
    }

    private func begin(_ key: String?, _ step: @autoclosure () -> Step) throws -> ExportOutput.Mark {
        if needsPreparation { try prepare(key, step()) }
        guard let mark = text.open.begin(key, by: ObjectIdentifier(self)) else { throw misuse(step()) }
        return mark
    }

    /// Prepares a member or an element of a container that has nested containers or has failed.
    private func prepare(_ key: String?, _ step: Step) throws {
        try checkIsWriting(step)
        writeLate()
        if let key { containers[key] = nil }
    }

    private func end(_ outcome: ExportOutcome, _ key: String?, _ mark: ExportOutput.Mark) {
        if outcome != .written { text.open.finish(outcome, from: mark) }
        if key == nil { count += 1 }
    }

    private func discard(from mark: ExportOutput.Mark) {
        text.restore(mark)
        text.open.writer = ObjectIdentifier(self)
    }

    /// Adds a value that is written later.
    func nested(key: String?, _ step: Step) -> ValueEncoder {
        // A container that is too deep has the path of the one around it: longer paths would take quadratic time.
        let path = failure == nil ? path(step) : text.path
        let inner = EncodedText(text.open.output.separateText(), path: path, level: level + 1)
        let nested = ValueEncoder(inner)
        inner.open.writer = ObjectIdentifier(nested)
        if let key { containers[key] = nil }
        guard failure == nil else { return nested }
        if text.open.writer == ObjectIdentifier(self) {
            writeLate()
            writePlace(of: nested, key)
        } else if let key, !isClosed {
            late.append((key, nested))
        } else {
            let outermost = sequence(first: self, next: \.parent).reduce(self) { $1 }
            outermost.failure = outermost.failure ?? .alreadyEncoded(adding: "a container")
        }
        return nested
    }

    /// The nested container of a key, which may have been requested before.
    func nested(key: String, _ step: Step, keyed: Bool) -> ValueEncoder {
        if let known = containers[key], known.state == (keyed ? .keyed : .unkeyed) { return known }
        let nested = nested(key: key, step)
        nested.mayContinue = true
        containers[key] = nested
        return nested
    }

    private func writePlace(of nested: ValueEncoder, _ key: String?) {
        if let key { text.open.add(key) }
        text.addNested(nested)
        if key == nil { count += 1 }
    }

    /// Writes the places of values that were added while another value was being written.
    @inline(__always)
    func writeLate() {
        if late.isEmpty { return }
        for (key, value) in late { writePlace(of: value, key) }
        late = []
    }

    /// Checks that this is the value that is being written.
    @inline(__always)
    func checkIsWriting(_ step: @autoclosure () -> Step?) throws {
        if failure != nil || text.open.writer != ObjectIdentifier(self) { throw misuse(step()) }
    }

    private func misuse(_ step: Step?) -> EncodingError {
        if let failure { return EncodingError.of(failure, codingPath, at: codingPath) }
        return .invalidValue(
            codingPath,
            .init(
                codingPath: path(step),
                debugDescription:
                    "The container is used after its value was encoded, or while another one is."))
    }

    // MARK: Values

    private func encode<Value: Encodable>(
        _ value: Value, _ step: @autoclosure () -> Step?
    ) throws -> ExportOutcome {
        if let text = same(value, as: String.self) { return self.text.open.output.write(text) }
        if let number = same(value, as: Int.self) { return text.open.output.write(integer: Int64(number)) }
        if let bool = same(value, as: Bool.self) { return text.open.output.write(.bool(bool)) }
        if let number = same(value, as: Double.self), number.isFinite {
            text.open.output.text.value(number)
            return .written
        }
        return try encodeOther(value, step())
    }

    @inline(__always)
    private func same<Value, Target>(_ value: Value, as type: Target.Type) -> Target? {
        rebound(value, as: Target.self, if: Value.self, is: Target.self)
    }

    /// Lets a value encode itself as this value, or add its content to this value.
    func encode(contentOf value: some Encodable) throws {
        if text.open.output.options.notFinite != .error, let value = value as? any UnorderedEncodable,
            try value.encodePairs(to: self)
        {
            return
        }
        try value.encode(to: self)
    }

    /// An integer of one of the other common types; nil if it has a type that isn't, or doesn't fit Int64.
    private func integer<Value>(_ value: Value) -> Int64? {
        if let number = same(value, as: Int64.self) { return number }
        if let number = same(value, as: Int32.self) { return Int64(number) }
        if let number = same(value, as: UInt32.self) { return Int64(number) }
        if let number = same(value, as: UInt64.self) { return Int64(exactly: number) }
        return nil
    }

    @inline(never)
    private func encodeOther<Value: Encodable>(_ value: Value, _ step: Step?) throws -> ExportOutcome {
        if let number = integer(value) { return text.open.output.write(integer: number) }
        do throws(ExportFailure) {
            if let (converter, holdsModels) = CodingPlan.writer(of: Value.self) {
                if holdsModels { text.open.isUnsorted = true }
                return try text.open.output.write(value, by: converter)
            }
            try text.open.output.checkStack(enclosing: level)
        } catch {
            throw EncodingError.of(error, value, at: path(step))
        }
        let inner = ValueEncoder(text, inside: self, step)
        text.open.writer = ObjectIdentifier(inner)
        try inner.encode(contentOf: value)
        let written = try inner.close()
        text.open.writer = ObjectIdentifier(self)
        return written
    }
}

// MARK: One value

extension ValueEncoder: SingleValueEncodingContainer {
    func encodeNil() throws {
        // As with JSONEncoder, nil adds nothing to an object or an array.
        if state == .keyed || state == .unkeyed { return }
        try encodeOnce(String?.none) { .null }
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        try encodeOnce(value) { try encode(value, nil) }
    }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128) throws {
        try encodeOnce(value) { try encode(value, nil) }
    }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128) throws {
        try encodeOnce(value) { try encode(value, nil) }
    }

    /// Writes the value, or adds its members or elements to the open object or array.
    private func encodeOnce<Value: Encodable>(_ value: Value, _ encode: () throws -> ExportOutcome) throws {
        try checkIsWriting(nil)
        let mark = text.open.output.mark
        let count = count
        let containers = containers
        do {
            switch state {
            case .empty:
                state = .value(try encode())
            case .keyed, .unkeyed:
                // A wrapper, such as Optional, calls this once more. A value that encodes itself would never stop.
                if mergeDepth == Self.deepestMerge {
                    throw EncodingError.of(.alreadyEncoded(adding: "\(Value.self)"), value, at: codingPath)
                }
                mergeDepth += 1
                defer { mergeDepth -= 1 }
                try self.encode(contentOf: value)
            case .value:
                throw EncodingError.of(.alreadyEncoded(adding: "\(Value.self)"), value, at: codingPath)
            }
        } catch {
            self.count = count
            // Those that the failed value requested have no place anymore.
            if needsPreparation { self.containers = containers }
            discard(from: mark)
            throw error
        }
    }
}
