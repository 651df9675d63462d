/// Maps the elements of a longer text, one at a time.
extension MappingCall {
    /// The result of an element.
    enum Element {
        case model(ModelObject)
        /// The element is left out; with the reason, if requested. (Indirect, so that models are returned in registers.)
        indirect case skipped(MappingProblem?)
    }

    /// Maps one element, which must be a whole value.
    ///
    /// Positions and paths in problems and errors start at the element.
    ///
    /// - Parameters:
    ///   - range: The bytes of the element.
    ///   - depth: The number of containers around the element; 0 for a complete JSON text, which no other value may
    ///     follow.
    ///   - givesReason: Whether the reason is needed if the element is left out. It takes many times as long as the rest.
    ///   - spare: A mapper of an earlier element, to be used again; afterwards, this element's.
    /// - Returns: The result, and the position after the element's value.
    func element(
        of type: ModelObject.Type, in bytes: [UInt8], _ range: Range<Int>, depth: Int, givesReason: Bool,
        spare: inout ObjectMapper?
    ) throws -> (element: Element, end: Int) {
        // A copy of the stream, or something that a hook kept, may refer to the mapper, too.
        if !isKnownUniquelyReferenced(&spare) || spare?.isReusable != true { spare = nil }
        let mapper = spare ?? makeMapper(keepsReason: givesReason)
        spare = mapper
        return try withJSONReader(bytes, in: range, maximumDepth: mapper.maximumDepth) { reader in
            reader.remainingDepth -= Int32(depth)
            let isWholeText = depth == 0 && rootPath == nil
            return try map(mapper, &reader, nil) { mapper, reader in
                _ = reader.peek()
                if isWholeText, let error = reader.notJSON { throw error }
                let model = try mapper.makeElement(type, &reader)
                if isWholeText { try reader.finish() }
                let end = range.lowerBound + reader.offset
                if let model { return (.model(model), end) }
                return (.skipped(givesReason ? reason(mapper, reader) : nil), end)
            }
        }
    }

    /// Why an element is left out.
    ///
    /// The rejection of an object is recorded after the problems inside it.
    private func reason(_ mapper: ObjectMapper, _ reader: JSONReader) -> MappingProblem {
        let record =
            mapper.detailsIfMade?.newestProblem
            ?? mapper.problem(
                .typeMismatch, expected: "a usable element", found: "an unusable one",
                action: .skippedElement)
        return Self.problem(record, SourceLocations([record.location], in: reader), reader)
    }
}
