import Foundation

/// Mapping of classes that override `serializeValue`, which is called for each member.
extension ObjectMapper {
    /// Fills an object whose class overrides `serializeValue` from the object under the cursor.
    func fillThroughHook(
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions, _ reader: inout JSONReader,
        isNew: Bool
    ) throws -> ProblemRecord? {
        report?.beginObject()
        let start = reader.offset
        let state = HookDecodingState(object, schema, self, options)
        try at(start) {
            try atDepth(reader.remainingDepth - 1) {
                try state.run {
                    try withPlainValues { try callHookForMembers(state, schema, options, &reader) }
                }
            }
        }
        if state.progress.failures.isEmpty, !needsFinish(schema, options) { return nil }
        return try finish(object, schema, options, state.progress, from: start, reader, isNew: isNew)
    }

    /// Calls the hook for each member of the object under the cursor.
    private func callHookForMembers(
        _ state: HookDecodingState, _ schema: ModelSchema, _ options: ResolvedOptions,
        _ reader: inout JSONReader
    ) throws {
        // Made once, because an object of the class is allocated for each.
        lazy var null = NSNull()
        var indentation = indentation
        // A copy that stays in registers.
        var cursor = reader
        defer { reader = cursor }
        guard try cursor.enterObject(&indentation) else { return }
        var keys = ExpectedKeys(schema.matcher(options.keyMatching))
        let recordsTolerated = recordsTolerated
        repeat {
            try cursor.advanceToKey(&indentation)
            let key = try keys.read(&cursor)
            if recordsTolerated {
                _ = cursor.peek()
                details.place.memberOffset = cursor.offset
            }
            if report != nil { state.recordCall(for: key, at: cursor.offset) }
            switch cursor.peek() {
            case UInt8(ascii: "\""): try state.call(try cursor.readString(), key: key, keys.place)
            case UInt8(ascii: "t"), UInt8(ascii: "f"):
                try state.call(try cursor.readBool(), key: key, keys.place)
            case UInt8(ascii: "n"):
                try cursor.readNull()
                try state.call(null, key: key, keys.place)
            default:
                if let integer = cursor.readShortInteger() {
                    try state.call(integer, key: key, keys.place)
                } else {
                    reader = cursor
                    try callHookForMember(state, key: key, keys.place, schema, &reader)
                    cursor = reader
                }
            }
        } while try cursor.hasNextMember()
        self.indentation = indentation
    }

    /// Calls the hook for a member that is a short number with a fraction; false for any other.
    ///
    /// (Separate, because the stack frames of a recursion must stay small.)
    @inline(never)
    private func callHookForMember(
        withDouble reader: inout JSONReader, _ state: HookDecodingState, key: String,
        _ place: ExpectedKeys.Place
    ) throws -> Bool {
        guard let double = reader.readShortDouble() else { return false }
        try state.call(double, key: key, place)
        return true
    }

    /// Calls the hook for a member that is an array, an object, or a number other than a short integer.
    @inline(never)
    private func callHookForMember(
        _ state: HookDecodingState, key: String, _ place: ExpectedKeys.Place, _ schema: ModelSchema,
        _ reader: inout JSONReader
    ) throws {
        if try callHookForMember(withDouble: &reader, state, key: key, place) { return }
        let details = details
        let start = reader
        if let known = details.containersInText?.find(&reader) {
            return try state.call(known, key: key, place, text: start, rereadCount: 0)
        }
        let collects = details.containersInText == nil
        let value = try details.untypedReader.read(
            &reader, for: place.property, of: schema, collects: collects)
        if details.untypedReader.metInfinity { metInfinity = true }
        let containers = details.untypedReader.takeContainers()
        if containers != nil { details.containersInText = containers }
        defer { if containers != nil { details.containersInText = nil } }
        try state.call(value, key: key, place, text: start, rereadCount: reader.offset - start.offset)
    }

    /// Calls the hook for each member of a dictionary.
    @inline(never)
    func callHookForMembers(
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions, _ dictionary: [String: Any],
        _ progress: inout FillProgress
    ) throws {
        let state = HookDecodingState(object, schema, self, options)
        let members = SortedMembers(dictionary, matcher(of: schema, options))
        try state.run {
            for index in 0..<members.count {
                let value = try plain(members.value(at: index))
                try withPlainValues {
                    try state.call(value, key: members.key(at: index), members.place(at: index), text: nil)
                }
            }
        }
        progress = state.progress
    }
}

/// The members of a dictionary, in the order of their keys.
///
/// A hook gets the same result in any order; sorting makes its log reproducible. (A class, because the stack frames of a
/// recursion must stay small.)
private final class SortedMembers {
    private let members: [LentMember]
    private let keys: [(text: String, place: ExpectedKeys.Place)]
    /// Keeps the members.
    private let lent: LentMembers

    init(_ dictionary: [String: Any], _ matcher: KeyMatcher) {
        var lent = LentMembers(dictionary)
        var expected = ExpectedKeys(matcher)
        var members: [LentMember] = []
        while let member = lent.next() { members.append(member) }
        members = members.sorted(byText: \.key)
        keys = members.map { (expected.find($0.key), expected.place) }
        self.members = members
        self.lent = lent
    }

    var count: Int { members.count }
    func key(at index: Int) -> String { keys[index].text }
    func place(at index: Int) -> ExpectedKeys.Place { keys[index].place }
    func value(at index: Int) -> Any { members[index].value.any }
}
