/// An entry point of the library.
enum Way: String, CaseIterable {
    case json, dictionary, archive, keyed, date, number, coded, patch, deep, stream

    /// Generates the input with a number and checks the invariants for it.
    ///
    /// - Parameter groups: The data that an input shares with those before it.
    /// - Throws: `Violation` if an invariant does not hold.
    func check(_ number: Int, seed: UInt64, _ groups: Groups) throws {
        var random = Random(seed: seed, index: number)
        switch self {
        case .json: try checkJSON(number, seed: seed, &random, groups)
        case .dictionary: try checkDictionary(number, seed: seed, &random, groups)
        case .archive: try checkArchive(number, seed: seed, &random, groups.archives)
        case .keyed: try checkKeyed(number, &random, groups.keyed)
        case .date: try checkDate(&random)
        case .number: try checkNumber(&random)
        case .coded: try checkCoded(&random)
        case .patch: try checkPatch(&random)
        case .deep: try checkDeep(&random)
        case .stream: try checkStream(number, seed: seed, &random, groups)
        }
    }
}

/// An invariant that did not hold for this input.
struct Violation: Error, CustomStringConvertible {
    let claim: String
    /// The input in readable form: its bytes in hex, or a text.
    let input: String

    var description: String { "\(claim)\n  input: \(input)" }
}

/// Throws if a condition does not hold.
///
/// - Parameter input: Evaluated only if the condition does not hold.
func claim(_ holds: Bool, _ text: @autoclosure () -> String, input: @autoclosure () -> String) throws {
    if !holds { throw Violation(claim: text(), input: input()) }
}

/// Shows bytes as text and in hex.
func shown(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "\(String(decoding: bytes.prefix(2_000), as: UTF8.self).debugDescription)\n  hex: \(hex)"
}
