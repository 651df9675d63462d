/// One operation of a JSON Patch (RFC 6902).
struct PatchOperation {
    private let members: [String: Any]

    /// - Parameter json: The operation; members that it does not need are ignored (section 4).
    init(json: Any) throws {
        guard case .object(let members) = JSONValue(json) else {
            throw PatchFailure(reason: "the operation is not an object")
        }
        self.members = members
    }

    /// The `path` of an operation, even if the operation is malformed; empty if there is none.
    static func path(in json: Any) -> String { (try? PatchOperation(json: json).text("path")) ?? "" }

    private func text(_ key: String) throws -> String {
        guard let value = members[key], case .string(let text) = JSONValue(value) else {
            throw PatchFailure(reason: "`\(key)` is missing or not a string")
        }
        return text
    }

    private func pointer(_ key: String) throws -> JSONPointer {
        guard let pointer = JSONPointer(text: try text(key)) else {
            throw PatchFailure(reason: "`\(key)` is not a JSON Pointer")
        }
        return pointer
    }

    private func value() throws -> ExportedValue {
        guard let value = members["value"] else { throw PatchFailure(reason: "`value` is missing") }
        return try ExportedValue(json: value)
    }

    /// Changes or tests the document.
    ///
    /// - Parameter index: The index of the operation in the patch.
    func apply(to document: DocumentNode, index: Int, _ budget: inout PatchBudget) throws {
        let operation = try text("op")
        // Comparing a String takes quadratic time in a run of combining marks.
        switch operation.utf8.count < 8 ? operation : "" {
        case "add":
            let (pointer, value) = (try pointer("path"), try value())
            try budget.checkDepth(value, at: pointer)
            if value.holdsNull { document.storesNull = true }
            try document.add(DocumentNode(value), at: pointer.steps[...], by: index)
        case "remove":
            try document.remove(at: pointer("path").steps[...], by: index)
        case "replace":
            let (pointer, value) = (try pointer("path"), try value())
            try budget.checkDepth(value, at: pointer)
            if value.holdsNull { document.storesNull = true }
            try document.replace(at: pointer.steps[...], with: value, by: index)
        case "move":
            try move(pointer("from"), to: pointer("path"), in: document, index: index, &budget)
        case "copy":
            let (from, pointer) = (try pointer("from"), try pointer("path"))
            let value = try Self.at(from) { try document.node(at: from.steps[...]).value }
            budget.copiedValues -= value.copiedSize
            if budget.copiedValues < 0 { throw PatchFailure(reason: "too many copied values") }
            try budget.checkDepth(value, at: pointer)
            if value.holdsNull { document.storesNull = true }
            try document.add(DocumentNode(value.unowned()), at: pointer.steps[...], by: index)
        case "test":
            let (pointer, value) = (try pointer("path"), try value())
            guard try document.node(at: pointer.steps[...]).value.isSame(as: value) else {
                throw PatchFailure(reason: "the value is different")
            }
        default:
            throw PatchFailure(reason: "unknown operation")
        }
    }

    /// Runs a step whose failure concerns the place of `from`.
    private static func at<Result>(_ from: JSONPointer, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let failure as PatchFailure {
            throw PatchFailure(reason: failure.reason, place: from)
        }
    }

    /// Moves a value with its nodes; makes new ones for a value that its new place changes, or that may be too deep there.
    private func move(
        _ from: JSONPointer, to pointer: JSONPointer, in document: DocumentNode, index: Int,
        _ budget: inout PatchBudget
    ) throws {
        let steps = pointer.steps[...]
        let isDeeper = steps.count > from.steps.count
        if pointer.starts(with: from) {
            if isDeeper { throw PatchFailure(reason: "a value cannot be moved into itself") }
            _ = try Self.at(from) { try document.node(at: steps) }
            return
        }
        var (node, owner) = try Self.at(from) { try document.remove(at: from.steps[...], by: index) }
        let model = owner.flatMap { node.mayHaveParts(of: $0) ? $0 : nil }
        if isDeeper || model != nil {
            var value = node.value
            budget.movedValues -= value.count
            if budget.movedValues < 0 { throw PatchFailure(reason: "too many moved values") }
            if let model { value = value.unowned(by: model) }
            try budget.checkDepth(value, at: pointer)
            node = DocumentNode(value)
        }
        if node.isNull { document.storesNull = true }
        try document.add(node, at: steps, by: index)
        document.hasMoves = true
    }
}

/// Why an operation of a JSON Patch cannot be applied.
struct PatchFailure: Error {
    let reason: String
    /// The place that the reason is about, if it isn't the `path` of the operation.
    var place: JSONPointer?
}

/// The budget of the operations of one patch.
struct PatchBudget {
    /// The number of values that may still be copied; each 64 bytes of a text count as one.
    ///
    /// Repeatedly copying a copy would double the document each time.
    var copiedValues = 1_000_000
    /// The number of values that may still be moved to a deeper place or in an array, because each is visited
    /// again.
    var movedValues = 10_000_000
    /// The maximum depth of the document.
    let levels: Int

    func checkDepth(_ value: ExportedValue, at pointer: JSONPointer) throws {
        if value.isDeeper(than: levels - pointer.steps.count) {
            throw PatchFailure(reason: "nested deeper than \(counted(levels, "level"))")
        }
    }
}
