import Foundation

/// The depth of a dictionary, of all that is in it.
///
/// A reader of text finds a value that is too deep wherever it stands. A dictionary's values are not all gone
/// through: not those of unknown keys, nor of candidates that a better one makes needless. Without this pass
/// it would be up to the order of the dictionary whether one of those ends the call.
extension ObjectMapper {
    /// - Throws: `ModelError` with `.limitExceeded`, at the first value that is too deep by the order of its
    ///   keys' Unicode scalars.
    func checkDepth(of value: Any) throws {
        guard !fits(value, levels: maximumDepth) else { return }
        var path: [PathComponent] = []
        _ = findTooDeep(value, levels: maximumDepth, &path)
        throw ModelError(
            .limitExceeded, at: currentLocation.components + path, expected: "at most \(path.count) levels",
            found: "more")
    }

    private func fits(_ value: Any, levels: Int) -> Bool {
        let boxedType = boxedType(of: value)
        if boxedType == String.self || boxedType == Int.self || boxedType == Double.self
            || boxedType == Bool.self || boxedType == NSNumber.self || boxedType == NSNull.self
        {
            return true
        }
        let type = Swift.type(of: value)
        if let valueClass = type as? AnyClass, isSubclass(valueClass, of: NSNumber.self) { return true }
        // The containers of most dictionaries, without a cast.
        if let object = exactly(value, as: [String: Any].self) {
            return hasRoom(levels) && object.values.allSatisfy { fits($0, levels: levels - 1) }
        }
        switch JSONValue(value) {
        case .array(let array):
            return hasRoom(levels) && array.allSatisfy { fits($0, levels: levels - 1) }
        case .object(let object):
            return hasRoom(levels) && object.values.allSatisfy { fits($0, levels: levels - 1) }
        default:
            return true
        }
    }

    private func hasRoom(_ levels: Int) -> Bool {
        levels > 0
            && (maximumDepth - levels < Int(StackSpace.uncheckedLevels) || !StackSpace.current.isLow)
    }

    private func findTooDeep(_ value: Any, levels: Int, _ path: inout [PathComponent]) -> Bool {
        let members: [(step: PathComponent, value: Any)]
        switch JSONValue(value) {
        case .array(let array): members = array.enumerated().map { (.index($0.offset), $0.element) }
        case .object(let object):
            members = object.sorted { KeyFolding.precedes($0.key, $1.key) }.map { (.key($0.key), $0.value) }
        default: return false
        }
        guard hasRoom(levels) else { return true }
        for member in members {
            path.append(member.step)
            if findTooDeep(member.value, levels: levels - 1, &path) { return true }
            path.removeLast()
        }
        return false
    }
}
