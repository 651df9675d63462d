/// The cases that the loops over bytes and dictionaries do not handle: keys that do not simply belong to one property,
/// and the paths of rules.
extension ObjectMapper {
    /// Handles a key that the table does not map to exactly one property.
    ///
    /// - Parameters:
    ///   - target: The target that the table has for the key.
    ///   - tables: Those of the matcher, which is looked up only if the tables don't suffice.
    @inline(never)
    func unusualKey(
        _ key: JSONString, _ target: Int32, _ tables: ImmortalBuffer<KeyMatcher.Tables>, of node: PathNode?,
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions,
        _ state: inout DecodingState, _ reader: inout JSONReader
    ) throws {
        var matcher: KeyMatcher { node?.matcher ?? schema.matcher(options.keyMatching) }
        try reader.readColon()
        _ = reader.peek()
        let matches: [KeyMatch]
        if target != SpellingTable.absent {
            matches = matcher.indirectMatches[Int(~target)]
        } else {
            switch reader.foldedTarget(of: key, in: tables.value.folded) {
            case SpellingTable.absent:
                matches = []
            case let index? where index != KeyMatcher.severalTargets:
                // An unusual spelling that only one property matches.
                if state.hasSeen(Int(index)) {
                    state.conflict = DecodingState.Conflict(offset: reader.offset, property: Int(index))
                } else {
                    try fillMarkingSeen(Int(index), object, schema, options, &state, &reader)
                }
                return
            default:
                matches = matcher.definition.matches(reader.string(key))
            }
        }
        if !matches.isEmpty {
            let model = FilledModel(object: object, schema: schema, mapper: self, options: options)
            try take(matches, model, &state, &reader)
        } else if node == nil {
            try takeUnknown(key, object, schema, options, &reader)
        } else {
            // A model may also read this object.
            try containerIndex.skipValue(&reader)
        }
    }

    /// Passes the value under the cursor to the targets of its key, unless something competes with it.
    private func take(
        _ matches: [KeyMatch], isElement: Bool = false, _ model: FilledModel, _ state: inout DecodingState,
        _ reader: inout JSONReader
    ) throws {
        let offset = reader.offset
        var property: Int?
        var path: PathNode?
        for match in matches {
            switch match.target {
            case .path(let node) where !node.isUsed: break
            case .property(let index) where state.hasSeen(index):
                return state.conflict = DecodingState.Conflict(offset: offset)
            case .path(let node) where state.hasEntered(node):
                return state.conflict = DecodingState.Conflict(offset: offset)
            case .input where report != nil:
                // The careful pass finds duplicate keys.
                return state.conflict = DecodingState.Conflict(offset: offset)
            case .property where property != nil || path != nil, .path where property != nil || path != nil:
                // Notes about the value would not show by which reader they were recorded.
                return state.conflict = DecodingState.Conflict(offset: offset)
            case .property(let index): property = index
            case .path(let node): path = node
            case .input, .ignored: break
            }
        }
        if let property {
            try fillMarkingSeen(property, model.object, model.schema, model.options, &state, &reader)
        } else if let path {
            state.markEntered(path)
            let isTaken = matches.contains(where: \.takesWholeValue)
            try enter(path, isTaken: isTaken, isElement: isElement, model, &state, &reader)
        } else {
            // The keys of `combined` rules are searched after the last key.
            try containerIndex.skipValue(&reader)
        }
    }

    /// Fills a property from the value under the cursor, and marks it as seen.
    func fillMarkingSeen(
        _ index: Int, _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions,
        _ state: inout DecodingState, _ reader: inout JSONReader
    ) throws {
        _ = state.markSeen(index)
        let byte = reader.peek()
        try fillOther(schema, index, PropertyStorage(object), byte, &state, &reader, options)
        withExtendedLifetime(object) {}
    }

    // MARK: Paths

    /// Enters the value under the cursor if paths lead into it.
    ///
    /// - Parameters:
    ///   - isTaken: Whether a `combined` rule also takes the whole value, which can then be a scalar.
    ///   - isElement: Whether the value is an element of an array.
    private func enter(
        _ node: PathNode, isTaken: Bool, isElement: Bool, _ model: FilledModel, _ state: inout DecodingState,
        _ reader: inout JSONReader
    ) throws {
        switch reader.peek() {
        case UInt8(ascii: "{"):
            try fillMembers(
                node.matcher.tables, of: node, model.object, model.schema, model.options, &state, &reader)
        case UInt8(ascii: "[") where node.hasIndices:
            guard try reader.enterArray() else { return }
            var index = 0
            repeat {
                _ = reader.peek()
                let matches = node.matcher.matches("\(index)", isElement: true)
                if matches.isEmpty {
                    try containerIndex.skipValue(&reader)
                } else {
                    try take(matches, isElement: true, model, &state, &reader)
                    if state.conflict != nil {
                        reader.abandonContainer()
                        return
                    }
                }
                index += 1
            } while try reader.hasNextElement()
        // An export has null for an element without values.
        case UInt8(ascii: "n") where !isElement && clearsOnPaths(model.options):
            try clear(below: node, model, &state, &reader)
        case let byte:
            let offset = reader.offset
            var ahead = reader
            // Some servers write an empty array for an empty object.
            let isEmpty = try byte == UInt8(ascii: "[") && !ahead.enterArray()
            try containerIndex.skipValue(&reader)
            let kind = reader.kind(at: offset)
            if kind != .null, !isTaken, !isEmpty {
                at(offset) { model.context.recordMismatch(node.expected, found: kind) }
            }
        }
    }

    /// Clears the properties whose paths lead into the null under the cursor, unless something competes with it.
    private func clear(
        below node: PathNode, _ model: FilledModel, _ state: inout DecodingState, _ reader: inout JSONReader
    ) throws {
        let cleared = model.schema.clearedEnds(of: node).reduce(into: PropertySet()) {
            $0.formUnion($1.target.properties)
        }
        let indices = model.schema.properties.indices.filter { cleared.contains($0) }
        if indices.contains(where: { state.hasSeen($0) }) {
            return state.conflict = DecodingState.Conflict(offset: reader.offset)
        }
        try containerIndex.skipValue(&reader)
        for index in indices {
            _ = state.markSeen(index)
            let accessor = model.schema.properties[index].accessor
            if try !accessor.acceptNull(model.storage, model.context) { state.keep(index) }
        }
        withExtendedLifetime(model.object) {}
    }

    // MARK: Dictionaries

    /// What is left to do with a member of a dictionary.
    enum MemberState {
        case belongsTo(_ property: Int)
        case isDone
        /// Something in it competes with another value: nothing in it was tried.
        case competes
    }

    /// Handles a member whose key the table doesn't map to exactly one property.
    @inline(never)
    func unusualMember(
        _ member: Member, _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions,
        _ progress: inout FillProgress
    ) throws -> MemberState {
        let matcher = matcher(of: schema, options)
        let matches: [KeyMatch]
        switch matcher.tableMatch(of: member.key) {
        case .property(let index): return .belongsTo(index)
        case .nothing: matches = []
        case .undecided: matches = matcher.matches(member.key)
        }
        if matches.isEmpty {
            if usesUnknownKeys(options) {
                let model = FilledModel(object: object, schema: schema, mapper: self, options: options)
                try takeUnknown(member, model, PayloadSource())
            }
            return .isDone
        }
        guard matches.contains(where: { $0.target.isFilled }) else { return .isDone }
        if matches.count > 1 { return .competes }
        if case .property(let property) = matches[0].target { return .belongsTo(property) }
        let model = FilledModel(object: object, schema: schema, mapper: self, options: options)
        return try fillBelow(matches, member, model, &progress) ? .isDone : .competes
    }

    /// Fills properties from the values inside a member to which paths lead.
    ///
    /// - Returns: False if such a value competes with another, or is for an existing object, which must be filled
    ///   later. No value inside the member is then tried.
    private func fillBelow(
        _ matches: [KeyMatch], _ member: Member, _ model: FilledModel, _ progress: inout FillProgress
    ) throws -> Bool {
        let (schema, storage, source) = (model.schema, model.storage, PayloadSource())
        var candidates: [(index: Int, candidate: Candidate)] = []
        let notes = try collectingNotes {
            candidates = try propertyCandidates(matches, member, recordingFrom: 0, model, source)
        }
        // That a value doesn't fit one of several properties with its path is no problem. (They follow one another.)
        let isShared = zip(candidates, candidates.dropFirst()).contains { first, second in
            first.candidate.isSameValue(as: second.candidate)
                && source.kind(of: first.candidate.value) != .null
        }
        if isShared { return false }
        var seen = progress.seen
        for (index, _) in candidates {
            let isFilledLater = storage.isFilledInPlace(schema.slots[index]) || isPatch
            guard seen.insertNew(index), !isFilledLater else { return false }
        }
        append(notes)
        progress.seen = seen
        for (index, candidate) in candidates {
            let isStored = LentValue.lend(candidate.value.untyped) { value in
                storage.storeScalar(value, schema.slots[index])
            }
            try progress.fill(index, self) { try isStored || fill(index, model, candidate, source) }
        }
        withExtendedLifetime(model.object) {}
        return true
    }
}

extension JSONReader {
    /// The target of a key's folded spelling, or `absent`; nil if only `KeyDefinition` can decide.
    ///
    /// It is nil for keys that are escaped, or longer than `SpellingTable.longestFold`, and for some that aren't ASCII.
    @inline(__always)
    func foldedTarget(of key: JSONString, in table: SpellingTable) -> Int32? {
        if key.isEscaped { return nil }
        return withBytes(of: key) {
            key.isASCII ? table.foldedTarget(of: $0) : table.foldedTarget(ofNonASCII: $0)
        }
    }
}
