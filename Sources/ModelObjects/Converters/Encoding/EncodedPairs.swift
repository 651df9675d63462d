/// The keys and values of a dictionary that encodes itself as a list in which they alternate.
///
/// If one of the two is left out because it is not finite, both are; a list with one of them could not be read:
///
///     [.nan: 1, 2: .infinity, 3: 4]       encode(.nan), encode(1), encode(2), ...       [3,4]
struct EncodedPairs {
    /// Where the pair begins, if its key was encoded.
    private var start: ExportOutput.Mark?
    private var isKeyLeftOut = false

    /// Nil if values of the type don't encode themselves in this way.
    init?(of type: any Encodable.Type) {
        guard let type = type as? any UnorderedEncodable.Type, type.encodesPairs else { return nil }
    }

    /// Ends a key or a value.
    ///
    /// - Parameters:
    ///   - mark: Where it begins.
    ///   - isNull: Whether null is in the output: the replacement of a value that is not finite.
    /// - Returns: Where a pair begins that has to be discarded.
    mutating func end(
        _ outcome: ExportOutcome, from mark: ExportOutput.Mark, isNull: Bool
    ) -> ExportOutput.Mark? {
        let isLeftOut = outcome == .omitted
        guard let start else {
            start = mark
            isKeyLeftOut = isLeftOut || isNull
            return nil
        }
        self.start = nil
        return isKeyLeftOut || isLeftOut ? start : nil
    }
}
