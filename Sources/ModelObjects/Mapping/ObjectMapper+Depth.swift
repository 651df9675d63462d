import Foundation

/// Checks the depth of a dictionary, including everything in it.
///
/// A reader of text finds a value that is too deep anywhere in the text. Mapping does not visit every value of a
/// dictionary: it skips those of unknown keys, and candidates that a better one makes unnecessary. Without this pass,
/// the order of the dictionary would decide whether one of those values ends the call.
extension ObjectMapper {
    /// - Throws: `ModelError` with `.limitExceeded` at the first value that is too deep, in the order of the keys'
    ///   Unicode scalars.
    ///
    /// - Parameters:
    ///   - outer: The number of containers around the value.
    ///   - maximum: The maximum number of containers in it.
    func checkDepth(of value: Any, inside outer: Int = 0, maximum: Int = maximumContainers) throws {
        var remaining = maximum
        let limit = LentValue.lend(value) { exceededLimit(of: $0, depth: outer, &remaining) }
        guard let limit else { return }
        var path: [PathComponent] = []
        if remaining >= 0 {
            remaining = maximum
            _ = findTooDeep(value, levels: limit - outer, &path, &remaining)
        }
        if remaining < 0 {
            throw ModelError(
                .limitExceeded, "The input has more than \(maximum) objects and arrays",
                expected: "at most \(maximum) objects and arrays", found: "more")
        }
        let levels = outer + path.count
        throw ModelError.tooDeep(
            levels: levels, isOfStack: levels < maximumDepth, at: currentLocation.path.components + path)
    }

    /// More containers than fit into memory.
    ///
    /// Only shared containers can exceed it: the number of paths can double with each level.
    static let maximumContainers = 1 << 24

    /// The exceeded limit, if the value has more levels than the options allow or than the stack has room for;
    /// otherwise nil.
    ///
    /// - Parameter remaining: How many more containers may be visited.
    private func exceededLimit(of value: LentValue, depth: Int, _ remaining: inout Int) -> Int? {
        let type = value.boxedType
        if type == String.self || type == Int.self || type == Double.self || type == Bool.self
            || type == NSNumber.self || type == NSNull.self
        {
            return nil
        }
        #if canImport(Darwin)
        // A text or a number of JSONSerialization needn't be converted here.
        if let type = value.objectType, let kind = FoundationKind.known(boxedAs: type), kind != .array,
            kind != .dictionary
        {
            return nil
        }
        #endif
        switch JSONValue(value) {
        case .array(let array): return exceededLimit(in: array, depth, &remaining)
        case .object(let object): return exceededLimit(in: object, depth, &remaining)
        default: return nil
        }
    }

    private func exceededLimit(in array: [Any], _ depth: Int, _ remaining: inout Int) -> Int? {
        if isLimit(depth, &remaining) { return depth }
        var limit: Int?
        array.lendElements { _, element in
            if limit == nil { limit = exceededLimit(of: element, depth: depth + 1, &remaining) }
        }
        return limit
    }

    private func exceededLimit(in object: [String: Any], _ depth: Int, _ remaining: inout Int) -> Int? {
        if isLimit(depth, &remaining) { return depth }
        var members = LentMembers(object)
        while let member = members.next() {
            if let limit = exceededLimit(of: member.value, depth: depth + 1, &remaining) { return limit }
        }
        return nil
    }

    private func isLimit(_ depth: Int, _ remaining: inout Int) -> Bool {
        remaining -= 1
        return remaining < 0 || depth >= maximumDepth || depth > 0 && StackSpace.current.isLow
    }

    /// Finds the first container that is nested in the maximum number of others, or stops when `remaining` is used up.
    private func findTooDeep(
        _ value: Any, levels: Int, _ path: inout [PathComponent], _ remaining: inout Int
    ) -> Bool {
        let members: [(step: PathComponent, value: Any)]
        switch JSONValue(value) {
        case .array(let array): members = array.enumerated().map { (.index($0.offset), $0.element) }
        case .object(let object):
            members = object.sorted(byText: \.key).map { (.key($0.key), $0.value) }
        default: return false
        }
        remaining -= 1
        if remaining < 0 || levels == 0 || !path.isEmpty && StackSpace.current.isLow { return true }
        for member in members {
            path.append(member.step)
            if findTooDeep(member.value, levels: levels - 1, &path, &remaining) { return true }
            path.removeLast()
        }
        return false
    }
}
