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

    /// An error, and the position in the bytes that its line and column are counted from.
    struct Fault: Error {
        let error: any Error
        let position: Int
    }

    /// The next element; nil if it has not arrived completely, and after the last.
    ///
    /// - Throws: A `Fault`.
    mutating func next(in bytes: [UInt8], _ position: inout Int, isLast: Bool) throws -> Range<Int>? {
        while let event = try nextEvent(in: bytes, &position, isLast) {
            let depth = reader.containers.count
            switch event {
            case .begin(let isArray):
                if depth > maximumDepth { throw tooDeep(at: position - 1) }
                guard stepOntoPath(depth: depth - 1) else { continue }
                if steps.count < path.count {
                    index = 0
                } else {
                    guard isArray else { throw noArray(found: .object, at: position - 1) }
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
                if stepOntoPath(depth: depth) { throw noArray(found: kind, at: range.lowerBound) }
            case .end:
                if depth + 1 == reader.wholeDepth {
                    reader.wholeDepth = nil
                    steps = []
                } else if !isFound, depth == steps.count {
                    let isArray = bytes[position - 1] == UInt8(ascii: "]")
                    throw noArray(found: nil, isArray: isArray, at: position - 1)
                }
            }
        }
        return nil
    }

    private mutating func nextEvent(
        in bytes: [UInt8], _ position: inout Int, _ isLast: Bool
    ) throws -> IncrementalReader.Event? {
        do {
            return try bytes.withSpan { try reader.next(in: $0, &position, isLast: isLast) }
        } catch is IncrementalReader.Violation {
            throw unexpected(bytes, at: position)
        }
    }

    /// The fault of a text that ends outside of the elements, before its root is complete.
    ///
    /// - Parameter position: The start of a key or of a value without parts that is cut, or the end of the text.
    func cutOff(_ bytes: [UInt8], at position: Int) -> Fault {
        let rest = position..<bytes.count
        do {
            // Reading the key or value reports what is missing in it.
            if !rest.isEmpty { try withJSONReader(bytes, in: rest) { try $0.skipValue() } }
        } catch {
            return Fault(error: error, position: position)
        }
        return unexpected(bytes, at: bytes.count)
    }

    private func unexpected(_ bytes: [UInt8], at position: Int) -> Fault {
        let error = withJSONReader(bytes, in: position..<bytes.count) { $0.unexpected(self.reader.expected) }
        return Fault(error: error, position: position)
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
            let error = ModelError.tooLarge("Value", maximumSize, at: steps)
            throw Fault(error: error, position: range.lowerBound)
        }
        let lent = Self.lent(range, bytes)
        let structure = self.reader
        do {
            return try withJSONReader(bytes, in: lent) { reader in
                if structure.containers.isEmpty, let error = reader.notJSON { throw error }
                let result = try body(&reader)
                if reader.offset != range.count { throw reader.unexpected(structure.expected) }
                return result
            }
        } catch {
            throw Fault(error: error, position: range.lowerBound)
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

    private func tooDeep(at position: Int) -> Fault {
        let error = ModelError.tooDeep(
            levels: maximumDepth, isOfStack: false, at: steps, line: 1, column: 1)
        return Fault(error: error, position: position)
    }

    /// The fault of a path that leads to no value, or to a value of another kind.
    ///
    /// - Parameter isArray: Whether an array lacks the next step.
    private func noArray(found kind: JSONKind?, isArray: Bool = false, at position: Int) -> Fault {
        if let kind, steps.count == path.count {
            let error = ModelError(
                .invalidRoot, at: steps, expected: JSONKind.array.rawValue, found: kind.rawValue, line: 1,
                column: 1)
            return Fault(error: error, position: position)
        }
        let missing = path.indices[steps.count...].map { place -> PathComponent in
            let index = isArray && place == steps.count ? indices[place] : nil
            return index.map { .index($0) } ?? .key(path[place])
        }
        let error = ModelError(
            .invalidRoot, at: steps + missing,
            "No value at path `\(path.joined(separator: "."))`", expected: "an array",
            found: ModelError.noValue)
        return Fault(error: error, position: position)
    }
}
