/// One operation of a JSON Patch (RFC 6902).
enum PatchOperation {
    case add(JSONPointer, ExportedValue)
    case remove(JSONPointer)
    case replace(JSONPointer, ExportedValue)
    case move(from: JSONPointer, JSONPointer)
    case copy(from: JSONPointer, JSONPointer)
    case test(JSONPointer, ExportedValue)

    /// The place that the operation changes or tests.
    var pointer: JSONPointer {
        switch self {
        case .add(let pointer, _), .remove(let pointer), .replace(let pointer, _), .move(_, let pointer),
            .copy(_, let pointer), .test(let pointer, _):
            pointer
        }
    }

    /// The `path` of an operation, even if the operation is malformed; empty if there is none.
    static func path(in json: Any) -> String {
        guard case .object(let members) = JSONValue(json), let path = members["path"],
            case .string(let text) = JSONValue(path)
        else { return "" }
        return text
    }

    /// Reads an operation; members that it does not need are ignored (section 4).
    init(json: Any) throws {
        guard case .object(let members) = JSONValue(json) else {
            throw PatchFailure(reason: "the operation is not an object")
        }
        func text(_ key: String) throws -> String {
            guard let value = members[key], case .string(let text) = JSONValue(value) else {
                throw PatchFailure(reason: "`\(key)` is missing or not a string")
            }
            return text
        }
        func pointer(_ key: String) throws -> JSONPointer {
            guard let pointer = JSONPointer(text: try text(key)) else {
                throw PatchFailure(reason: "`\(key)` is not a JSON Pointer")
            }
            return pointer
        }
        func value() throws -> ExportedValue {
            guard let value = members["value"] else { throw PatchFailure(reason: "`value` is missing") }
            return try ExportedValue(json: value)
        }
        let operation = try text("op")
        // Comparing a String takes quadratic time in a run of combining marks.
        switch operation.utf8.count < 8 ? operation : "" {
        case "add": self = .add(try pointer("path"), try value())
        case "remove": self = .remove(try pointer("path"))
        case "replace": self = .replace(try pointer("path"), try value())
        case "move": self = .move(from: try pointer("from"), try pointer("path"))
        case "copy": self = .copy(from: try pointer("from"), try pointer("path"))
        case "test": self = .test(try pointer("path"), try value())
        default: throw PatchFailure(reason: "unknown operation")
        }
    }

    /// Changes or tests the document.
    ///
    /// - Parameter index: The index of the operation in the patch.
    func apply(to document: DocumentNode, index: Int, _ budget: inout PatchBudget) throws {
        let steps = pointer.steps[...]
        switch self {
        case .add(_, let value):
            try checkDepth(value, budget)
            try document.add(DocumentNode(value), at: steps, by: index)
        case .remove:
            try document.remove(at: steps, by: index)
        case .replace(_, let value):
            try checkDepth(value, budget)
            try document.replace(at: steps, with: value, by: index)
        case .move(let from, _):
            try move(from, in: document, index: index, &budget)
        case .copy(let from, _):
            let value = try document.node(at: from.steps[...]).value
            budget.copiedValues -= value.count
            if budget.copiedValues < 0 { throw PatchFailure(reason: "too many copied values") }
            try checkDepth(value, budget)
            try document.add(DocumentNode(value.unowned()), at: steps, by: index)
        case .test(_, let value):
            guard try document.node(at: steps).value.isSame(as: value) else {
                throw PatchFailure(reason: "the value is different")
            }
        }
    }

    private func checkDepth(_ value: ExportedValue, _ budget: PatchBudget) throws {
        if value.isDeeper(than: budget.levels - pointer.steps.count) {
            throw PatchFailure(reason: "nested deeper than \(budget.levels) levels")
        }
    }

    /// Moves a value with its nodes; makes new ones for a value that its new place changes, or that may be too deep there.
    private func move(
        _ from: JSONPointer, in document: DocumentNode, index: Int, _ budget: inout PatchBudget
    ) throws {
        let steps = pointer.steps[...]
        let isDeeper = steps.count > from.steps.count
        if pointer.starts(with: from) {
            if isDeeper { throw PatchFailure(reason: "a value cannot be moved into itself") }
            _ = try document.node(at: steps)
            return
        }
        var (node, owner) = try document.remove(at: from.steps[...], by: index)
        let model = owner.flatMap { node.mayHaveParts(of: $0) ? $0 : nil }
        if isDeeper || model != nil {
            var value = node.value
            budget.movedValues -= value.count
            if budget.movedValues < 0 { throw PatchFailure(reason: "too many moved values") }
            if let model { value = value.unowned(by: model) }
            try checkDepth(value, budget)
            node = DocumentNode(value)
        }
        try document.add(node, at: steps, by: index)
    }
}

/// Why an operation of a JSON Patch cannot be applied.
struct PatchFailure: Error {
    let reason: String
}

/// The budget of the operations of one patch.
struct PatchBudget {
    /// The number of values that may still be copied.
    ///
    /// Repeatedly copying a copy would double the document each time.
    var copiedValues = 1_000_000
    /// The number of values that may still be moved to a deeper place or in an array, because each is visited
    /// again.
    var movedValues = 10_000_000
    /// The maximum depth of the document.
    let levels: Int
}
