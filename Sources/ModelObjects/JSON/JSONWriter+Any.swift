import Foundation

extension JSONWriter {
    /// What to do with NaN and infinity, for which JSON has no form.
    enum NotFinite {
        case error
        /// Leaves out the member of an object, or the element of an array. A tree that is nothing else is
        /// null.
        case omit
        case null
    }

    /// Writes a tree of untyped values.
    ///
    /// Known are String, Bool, every integer type, Double, Float, Decimal, arrays, dictionaries with String
    /// keys, NSNull (null), Optional (nil is null), and Foundation's classes for these; an NSNumber made from
    /// a Bool is true or false. It takes no recursion, so that no tree is too deep for the stack.
    ///
    /// - Parameters:
    ///   - value: the tree.
    ///   - sortedKeys: whether the keys of each object are sorted by Unicode scalars. Otherwise their
    ///     order is Dictionary's, which is another one in each process.
    ///   - notFinite: what becomes of NaN and infinity.
    ///   - maxDepth: how many containers may lie within each other, the outermost counted.
    /// - Throws: JSONWriterError for a value of any other type, for NaN and infinity where `notFinite` is
    ///   `.error`, and for a container that lies too deep. What has been written then is not JSON.
    mutating func value(
        any value: Any, sortedKeys: Bool, notFinite: NotFinite = .error, maxDepth: Int = 512
    ) throws(JSONWriterError) {
        var enclosing: [OpenContainer] = []
        var innermost = OpenContainer(keys: nil, values: [value])  // a frame for the tree, not written itself
        while true {
            guard let (key, element) = innermost.takeNext() else {
                guard let outer = enclosing.popLast() else { return }
                innermost.keys == nil ? endArray() : endObject()
                innermost = outer
                continue
            }
            let before = count
            if let key { self.key(key) }
            switch AnyJSONValue(element) {
            case .string(let string): self.value(string)
            case .bool(let bool): self.value(bool)
            case .integer(let integer): self.value(integer)
            case .int(let integer): self.value(integer)
            case .double(let number) where number.isFinite: self.value(number)
            case .float(let number) where number.isFinite: self.value(number)
            case .decimal(let number) where number.isFinite: self.value(number)
            case .null: null()
            case .double, .float, .decimal:
                switch notFinite {
                case .error: throw error(.notFinite, in: enclosing, innermost)
                case .omit where !enclosing.isEmpty: rewind(to: before)
                case .omit, .null: null()
                }
            case .array(let elements):
                guard enclosing.count < maxDepth else { throw error(.tooDeep, in: enclosing, innermost) }
                beginArray()
                enclosing.append(innermost)
                innermost = OpenContainer(keys: nil, values: elements)
            case .object(let members):
                guard enclosing.count < maxDepth else { throw error(.tooDeep, in: enclosing, innermost) }
                beginObject()
                enclosing.append(innermost)
                innermost = OpenContainer(members, sortedKeys: sortedKeys)
            case .unsupported:
                let type = String(describing: type(of: element))
                throw error(.unsupportedType(type), in: enclosing, innermost)
            }
        }
    }

    private func error(
        _ reason: JSONWriterError.Reason, in enclosing: [OpenContainer], _ innermost: OpenContainer
    ) -> JSONWriterError {
        let steps = (enclosing + [innermost]).dropFirst().map { $0.step }
        return JSONWriterError(reason: reason, path: Array(steps))
    }
}

/// A container whose elements are being written.
private struct OpenContainer {
    /// The keys, for an object.
    let keys: [String]?
    let values: [Any]
    private var taken = 0

    init(keys: [String]?, values: [Any]) {
        self.keys = keys
        self.values = values
    }

    init(_ members: [String: Any], sortedKeys: Bool) {
        guard sortedKeys else {
            self.init(keys: Array(members.keys), values: Array(members.values))
            return
        }
        let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        self.init(keys: sorted.map(\.key), values: sorted.map(\.value))
    }

    mutating func takeNext() -> (key: String?, value: Any)? {
        guard taken < values.count else { return nil }
        defer { taken += 1 }
        return (keys?[taken], values[taken])
    }

    /// The way to the element that was taken last.
    var step: JSONWriterError.Step {
        if let keys { return .key(keys[taken - 1]) }
        return .index(taken - 1)
    }
}
