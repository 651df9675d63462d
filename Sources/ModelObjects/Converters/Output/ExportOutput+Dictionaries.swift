extension ExportOutput {
    /// Writes an object whose members are unordered and which the options may require to be sorted.
    mutating func unorderedObject(
        of owner: ModelObject? = nil, _ write: (inout ExportOutput) throws(ExportFailure) -> Void
    ) throws(ExportFailure) {
        guard isText, options.sortedKeys else { return try object(of: owner, write) }
        let sorted = try collect { output throws(ExportFailure) in
            try output.object(write)
            return .written
        }
        self.write(sorted.value)
    }

    /// Writes the elements of a Set in the order of their texts.
    @inline(never)
    mutating func sortedSet(
        count: Int, _ write: (_ index: Int, inout ExportOutput) throws(ExportFailure) -> ExportOutcome
    ) throws(ExportFailure) -> ExportOutcome {
        let set = try collect { output throws(ExportFailure) in
            try output.array(count: count, isSet: true, write)
        }
        return self.write(set.value)
    }

    /// Writes a dictionary with `member(_:)`.
    mutating func dictionary(
        _ write: (inout ExportOutput) throws(ExportFailure) -> Void
    ) throws(ExportFailure) -> ExportOutcome {
        try enterLevel()
        try unorderedObject(write)
        leaveLevel()
        return .written
    }

    /// Writes a dictionary in its own order; of several members that fail, the error is that of the first key.
    ///
    /// - Parameters:
    ///   - text: The text of a key; nil for one that is not finite, and so has no text.
    ///   - write: Writes a value.
    @inline(__always)
    mutating func dictionary<Key, Element>(
        _ members: [Key: Element], text: (Key) -> String?,
        _ write: (Element, inout ExportOutput) throws(ExportFailure) -> ExportOutcome
    ) throws(ExportFailure) -> ExportOutcome {
        try dictionary { output throws(ExportFailure) in
            if output.isInKeyOrder { return try output.sorted(members, text: text, write) }
            let mark = output.mark
            do throws(ExportFailure) {
                for (key, element) in members {
                    guard let text = text(key) else {
                        try output.omitNotFiniteKey()
                        continue
                    }
                    try output.member(text) { output throws(ExportFailure) in try write(element, &output) }
                }
            } catch {
                output.restore(mark)
                // An earlier key may fail, too. If each dictionary in the values looked for its own first error, the
                // time would double with each level.
                output.isInKeyOrder = true
                try output.sorted(members, text: text, until: error.steps.last, write)
                throw error
            }
        }
    }

    /// Writes members in the order of their keys, up to one that has failed.
    @inline(never)
    private mutating func sorted<Key, Element>(
        _ members: [Key: Element], text: (Key) -> String?, until failed: PathComponent? = nil,
        _ write: (Element, inout ExportOutput) throws(ExportFailure) -> ExportOutcome
    ) throws(ExportFailure) {
        var sorted: [(text: String, element: Element)] = []
        for (key, element) in members {
            if let text = text(key) { sorted.append((text, element)) } else { try omitNotFiniteKey() }
        }
        for (text, element) in sorted.sorted(byText: \.text) {
            if failed == .key(text) { break }
            try member(text) { output throws(ExportFailure) in try write(element, &output) }
        }
    }
}
