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
        guard let limit = exceededLimit(of: value, depth: 0) else { return }
        var path: [PathComponent] = []
        _ = findTooDeep(value, levels: limit, &path)
        throw ModelError.tooDeep(
            levels: path.count, isOfStack: path.count < maximumDepth, at: currentLocation.components + path)
    }

    /// How many levels there may be, where the value has more: as many as the options allow, or as the stack has room
    /// for.
    private func exceededLimit(of value: Any, depth: Int) -> Int? {
        let boxedType = verifiedBoxedType(of: value)
        if boxedType == String.self || boxedType == Int.self || boxedType == Double.self
            || boxedType == Bool.self || boxedType == NSNumber.self || boxedType == NSNull.self
        {
            return nil
        }
        let type = Swift.type(of: value)
        if let valueClass = type as? AnyClass, isSubclass(valueClass, of: NSNumber.self) { return nil }
        // The containers of most dictionaries, without a cast.
        if let object = exactly(value, as: [String: Any].self) {
            return exceededLimit(in: object.values, depth)
        }
        switch JSONValue(value) {
        case .array(let array): return exceededLimit(in: array, depth)
        case .object(let object): return exceededLimit(in: object.values, depth)
        default: return nil
        }
    }

    private func exceededLimit(in values: some Collection<Any>, _ depth: Int) -> Int? {
        if depth >= maximumDepth || depth > 0 && StackSpace.current.isLow { return depth }
        for value in values {
            if let limit = exceededLimit(of: value, depth: depth + 1) { return limit }
        }
        return nil
    }

    /// Finds the first container inside of as many others as there may be.
    private func findTooDeep(_ value: Any, levels: Int, _ path: inout [PathComponent]) -> Bool {
        let members: [(step: PathComponent, value: Any)]
        switch JSONValue(value) {
        case .array(let array): members = array.enumerated().map { (.index($0.offset), $0.element) }
        case .object(let object):
            members = object.sorted { KeyFolding.precedes($0.key, $1.key) }.map { (.key($0.key), $0.value) }
        default: return false
        }
        if levels == 0 || !path.isEmpty && StackSpace.current.isLow { return true }
        for member in members {
            path.append(member.step)
            if findTooDeep(member.value, levels: levels - 1, &path) { return true }
            path.removeLast()
        }
        return false
    }
}
