/// What the loop over an object's bytes leaves to others: keys that are not simply a property's, and the paths of
/// rules.
extension ObjectMapper {
    /// A key that is not in the table with exactly one property.
    @inline(never)
    func unusualKey(
        _ key: JSONText, _ target: Int32, of node: PathNode?, _ object: ModelObject, _ schema: ModelSchema,
        _ options: ResolvedOptions, _ state: inout DecodingState, _ reader: inout JSONReader
    ) throws {
        try reader.readColon()
        _ = reader.peek()
        let matcher = node?.matcher ?? schema.matcher(options.keyMatching)
        let matches: [KeyMatch]
        if target != SpellingTable.absent {
            matches = matcher.outcomes[Int(~target)]
        } else {
            switch reader.foldedTarget(of: key, in: matcher.foldedTable) {
            case SpellingTable.absent:
                matches = []
            case let index? where index != KeyMatcher.severalTargets:
                // A spelling of no usual style, of a property with nothing like it.
                if state.hasSeen(Int(index)) {
                    state.conflict = reader.offset
                } else {
                    try fillFirst(Int(index), object, schema, options, &state, &reader)
                }
                return
            default:
                matches = matcher.definition(of: reader.string(key))
            }
        }
        if !matches.isEmpty {
            let model = FilledModel(object: object, schema: schema, mapper: self, options: options)
            try take(matches, model, &state, &reader)
        } else if node == nil {
            try unknownKey(key, object, schema, matcher, options, &reader)
        } else {
            // A model may read the same object.
            try detailed.containers.skipValue(&reader)
        }
    }

    /// Takes the value under the cursor to where its key leads, unless something competes with it.
    private func take(
        _ matches: [KeyMatch], _ model: FilledModel, _ state: inout DecodingState, _ reader: inout JSONReader
    ) throws {
        let offset = reader.offset
        var properties: [Int] = []
        var path: PathNode?
        for match in matches {
            switch match.target {
            case .property(let index) where state.hasSeen(index):
                return state.conflict = offset
            case .path(let node) where state.hasWalked(node):
                return state.conflict = offset
            case .input where report != nil:
                // The careful pass finds keys that are given twice.
                return state.conflict = offset
            case .property(let index): properties.append(index)
            case .path(let node): path = node
            case .input, .ignored: break
            }
        }
        if recordsNotes, !properties.isEmpty, path != nil {
            // Notes about the value would not show which of its readers they are from.
            return state.conflict = offset
        }
        if properties.isEmpty, path == nil {
            // The keys of `combined` rules are looked for after the last key.
            return try detailed.containers.skipValue(&reader)
        }
        for index in properties {
            reader.seek(to: offset)
            try fillFirst(index, model.object, model.schema, model.context.options, &state, &reader)
        }
        // Last: values that compete with one inside the path come after those already tried.
        if let path {
            reader.seek(to: offset)
            state.walk(path)
            try walk(path, model, &state, &reader)
        }
    }

    /// Fills a property that was not seen before from the value under the cursor.
    private func fillFirst(
        _ index: Int, _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions,
        _ state: inout DecodingState, _ reader: inout JSONReader
    ) throws {
        _ = state.see(index)
        let byte = reader.peek()
        try fillOther(schema, index, PropertyStorage(object), byte, &state, &reader, options)
        withExtendedLifetime(object) {}
    }

    // MARK: Paths

    /// Enters the value under the cursor, where paths lead on.
    private func walk(
        _ node: PathNode, _ model: FilledModel, _ state: inout DecodingState, _ reader: inout JSONReader
    ) throws {
        switch reader.peek() {
        case UInt8(ascii: "{"):
            try fillMembers(
                node.matcher.tables, of: node, model.object, model.schema, model.context.options, &state,
                &reader)
        case UInt8(ascii: "["):
            guard try reader.enterArray() else { return }
            var index = 0
            repeat {
                _ = reader.peek()
                let matches = node.matcher.matches("\(index)")
                if matches.isEmpty {
                    try detailed.containers.skipValue(&reader)
                } else {
                    try take(matches, model, &state, &reader)
                    if state.conflict != nil {
                        reader.remainingDepth += 1
                        return
                    }
                }
                index += 1
            } while try reader.hasNextElement()
        default:
            let offset = reader.offset
            try reader.skipValue()
            let kind = reader.kind(at: offset)
            if kind != .null {
                at(offset) { let _: Never? = model.context.mismatch("object or array", found: kind) }
            }
        }
    }

    // MARK: Unknown keys

    private func unknownKey(
        _ key: JSONText, _ object: ModelObject, _ schema: ModelSchema, _ matcher: KeyMatcher,
        _ options: ResolvedOptions, _ reader: inout JSONReader
    ) throws {
        if options.unknownKeys == .keep {
            let context = MappingContext(mapper: self, options: options)
            let kept = try context.readUntyped(&reader)
            if let kept { keepUnknown(kept, key: reader.string(key), of: object) }
        } else {
            try reader.skipValue()
        }
        if options.unknownKeys == .reject || report != nil {
            at(key.offset - 1) {
                recordUnknown(
                    reader.string(key), schema, matcher, options,
                    PayloadLocation(offset: key.offset - 1, isKey: true))
            }
        }
    }
}

extension JSONReader {
    /// The target of a key's fold, or `absent`; nil where only `KeyMatcher.definition` can tell.
    ///
    /// Only plain ASCII keys of usual length are answered.
    @inline(__always)
    func foldedTarget(of key: JSONText, in table: SpellingTable) -> Int32? {
        guard key.isASCII, !key.isEscaped, key.count <= SpellingTable.longestFold else { return nil }
        return withBytes(of: key) { table.foldedTarget(of: $0) }
    }
}
