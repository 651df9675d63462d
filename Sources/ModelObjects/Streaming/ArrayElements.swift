/// Finds the elements of one array in a JSON text: of the array at the root, or at the end of a path.
///
/// Everything outside the elements is checked and skipped.
struct ArrayElements {
    private var reader = IncrementalReader()
    let path: [String]
    /// The steps of the path that are indices of elements.
    private let indices: [Int?]
    private let keyMatching: MappingOptions.KeyMatching
    private let maximumDepth: Int
    private let maximumSize: Int
    /// The steps of the path that were found, in the payload's spelling; none after the array.
    private(set) var steps: [PathComponent] = []
    /// The number of elements so far of an array on the path.
    private var index = 0
    private var isFound = false

    init(path: [String], keyMatching: MappingOptions.KeyMatching, maximumDepth: Int, maximumSize: Int) {
        self.path = path
        indices = path.map { PathComponent.index(of: $0) }
        self.keyMatching = keyMatching
        self.maximumDepth = maximumDepth
        self.maximumSize = maximumSize
    }

    /// Whether the text may end here.
    var isFinished: Bool { reader.isFinished }
    /// Whether the cursor is inside the array.
    var isAmongElements: Bool { reader.wholeDepth != nil }

    /// The next element; nil if it has not arrived completely, and after the last.
    ///
    /// - Parameter position: The cursor of an `IncrementalReader`. If an error is thrown, its line and column are counted
    ///   from there.
    mutating func next(in bytes: [UInt8], _ position: inout Int, isLast: Bool) throws -> Range<Int>? {
        while let event = bytes.withSpan({ reader.next(in: $0, &position, isLast: isLast) }) {
            do {
                if let element = try element(event, in: bytes) { return element }
            } catch {
                position = reader.eventStart
                throw error
            }
        }
        return nil
    }

    /// The element that an event completes; nil for any other event.
    private mutating func element(_ event: IncrementalReader.Event, in bytes: [UInt8]) throws -> Range<Int>? {
        let depth = reader.containers.count
        switch event {
        case .begin(let isArray):
            if depth > maximumDepth {
                throw ModelError.tooDeep(levels: maximumDepth, isOfStack: false, at: steps)
            }
            guard stepOntoPath(depth: depth - 1) else { return nil }
            if steps.count < path.count {
                index = 0
            } else {
                guard isArray else { throw noArray(found: .object) }
                isFound = true
                reader.wholeDepth = depth
            }
        case .key(let range):
            let isCandidate = !isFound && depth == steps.count + 1 && steps.count < path.count
            let key = try read(bytes, range) { reader in
                let text = try reader.scanString()
                return isCandidate ? reader.string(text) : ""
            }
            if isCandidate, KeyMatcher.rank(of: key, for: path[steps.count], keyMatching) != nil {
                steps.append(.key(key))
            }
        case .value(let range):
            if depth == reader.wholeDepth { return range }
            let kind = try read(bytes, range) { reader in
                try reader.skipValue()
                return reader.kind(at: 0)
            }
            if stepOntoPath(depth: depth) { throw noArray(found: kind) }
        case .end(let isArray):
            if depth + 1 == reader.wholeDepth {
                reader.wholeDepth = nil
                steps = []
            } else if !isFound, depth == steps.count {
                throw noArray(found: nil, isArray: isArray)
            }
        case .violation:
            throw unexpected(bytes, at: reader.eventStart)
        }
        return nil
    }

    /// The error of a text that ends outside of the elements, before its root is complete.
    ///
    /// - Parameter position: The start of a key or of a value without parts that is cut, or the end of the text; then as
    ///   after an error of `next`.
    func cutOff(_ bytes: [UInt8], at position: inout Int) -> any Error {
        let rest = position..<bytes.count
        do {
            // Reading the key or value reports what is missing in it.
            if !rest.isEmpty { try withJSONReader(bytes, in: rest) { try $0.skipValue() } }
        } catch {
            return error
        }
        position = bytes.count
        return unexpected(bytes, at: position)
    }

    private func unexpected(_ bytes: [UInt8], at position: Int) -> any Error {
        withJSONReader(bytes, in: position..<bytes.count) { $0.unexpected(self.reader.expected) }
    }

    /// Takes the step to a value inside this number of containers, if the value is the next element on the path.
    ///
    /// Called once for each value, because it counts the elements of an array on the path.
    ///
    /// - Returns: Whether the value is on the path.
    private mutating func stepOntoPath(depth: Int) -> Bool {
        if isFound { return false }
        if depth == steps.count + 1, steps.count < path.count, reader.containers[depth - 1] {
            if indices[steps.count] == index { steps.append(.index(index)) }
            index = index.addingClamped(1)
        }
        return depth == steps.count
    }

    /// Reads a key or a value, which must take up all of its bytes.
    private func read<Result>(
        _ bytes: [UInt8], _ range: Range<Int>, _ body: (inout JSONReader) throws -> Result
    ) throws -> Result {
        if range.count > maximumSize {
            throw ModelError.tooLarge("Value", maximumSize, at: steps)
        }
        let structure = self.reader
        return try withJSONReader(bytes, in: Self.lent(range, bytes)) { reader in
            if structure.containers.isEmpty, let error = reader.notJSON { throw error }
            let result = try body(&reader)
            if reader.offset != range.count { throw reader.unexpected(structure.expected) }
            return result
        }
    }

    /// The bytes of a value.
    ///
    /// For a number or literal, they include the next byte, which an error in the value may name.
    static func lent(_ range: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
        switch bytes[range.lowerBound] {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): range
        default: range.lowerBound..<min(range.upperBound + 1, bytes.count)
        }
    }

    /// The error of a path that leads to no value, or to a value of another kind.
    ///
    /// - Parameter isArray: Whether an array lacks the next step.
    private func noArray(found kind: JSONKind?, isArray: Bool = false) -> ModelError {
        if let kind, steps.count == path.count {
            return ModelError(
                .invalidRoot, at: steps, expected: JSONKind.array.rawValue, found: kind.rawValue)
        }
        let missing = path.indices[steps.count...].map { place -> PathComponent in
            let index = isArray && place == steps.count ? indices[place] : nil
            return index.map { .index($0) } ?? .key(path[place])
        }
        let text = path.joined(separator: ".")
        return ModelError(
            .invalidRoot, at: steps + missing,
            "No value at path `\(text)`\(ModelError.elementHint(text))", expected: "an array",
            found: ModelError.noValue)
    }
}
