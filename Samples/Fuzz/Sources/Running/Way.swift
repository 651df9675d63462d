/// A way into the library.
enum Way: String, CaseIterable {
    case json, dictionary, archive, date, number, coded, deep

    /// Makes the input of a number and checks what must hold for it.
    ///
    /// - Parameter groups: what an input shares with those before it.
    /// - Throws: `Violation` where something does not.
    func check(_ number: Int, seed: UInt64, _ groups: Groups) throws {
        var random = Random(seed: seed, index: number)
        switch self {
        case .json: try checkJSON(number, seed: seed, &random, groups)
        case .dictionary: try checkDictionary(number, seed: seed, &random, groups)
        case .archive: try checkArchive(number, seed: seed, &random, groups.archives)
        case .date: try checkDate(&random)
        case .number: try checkNumber(&random)
        case .coded: try checkCoded(&random)
        case .deep: try checkDeep(&random)
        }
    }
}

/// Something that must hold for every input, and did not for this one.
struct Violation: Error, CustomStringConvertible {
    let claim: String
    /// What shows the input to a reader: its bytes in hex, or a text.
    let input: String

    var description: String { "\(claim)\n  input: \(input)" }
}

/// Throws where something does not hold.
///
/// - Parameter input: asked only then.
func claim(_ holds: Bool, _ text: @autoclosure () -> String, input: @autoclosure () -> String) throws {
    if !holds { throw Violation(claim: text(), input: input()) }
}

/// The same for bytes, with what can be read of them.
func shown(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "\(String(decoding: bytes.prefix(2_000), as: UTF8.self).debugDescription)\n  hex: \(hex)"
}
