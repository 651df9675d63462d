import Foundation

/// The values of objects that are not models.
extension KeyedArchiveReader {
    /// The value of a part at a step from the current value; nil if it is left out, which is recorded.
    ///
    /// - Parameter depth: The number of arrays and dictionaries around the part; 0 for a member of a model.
    func part(_ step: PathComponent, at place: Int, _ owner: KeyedNode, depth: Int) throws -> KeyedValue? {
        try mapper.at(step) { try value(at: place, owner, depth: depth) }
    }

    /// The value at a place; nil if it is left out, which is recorded.
    @inline(never)
    func value(at place: Int, _ owner: KeyedNode, depth: Int) throws -> KeyedValue? {
        guard let uid = try archive.uid(at: place) else {
            return try value(of: archive.object(at: place), owner, depth: depth)
        }
        guard let node = nodes[uid] else { return nil }
        if let rejection = node.rejection {
            if !rejection.rejects, Self.rejects(owner.options, isElement: depth > 0) {
                recordRejection(node, rejection, rejects: true)
            }
            return nil
        }
        if let model = node.model { return KeyedValue(any: model) }
        return try value(of: node, depth: depth)
    }

    /// The value of an object that is not a model, which is made once.
    func value(of node: KeyedNode, depth: Int) throws -> KeyedValue? {
        if let known = node.value {
            try PlistTable.checkDepth(depth + known.height)
            return known
        }
        guard !node.isInProgress else {
            throw ModelError.invalidKeyedArchive("an array or a dictionary that contains itself")
        }
        node.isInProgress = true
        defer { node.isInProgress = false }
        node.value = try value(of: node.object, node, depth: depth)
        return node.value
    }

    func value(of object: KeyedObject, _ owner: KeyedNode, depth: Int) throws -> KeyedValue? {
        let isElement = depth > 0
        switch object {
        case .null: return KeyedValue(any: NSNull())
        case .value(let any): return KeyedValue(any: any, size: Self.size(of: any))
        case .model:
            recordOmitted(
                owner, isElement: isElement, expected: "a reference to a model", found: "the model itself")
            return nil
        case .unknown(let name):
            recordOmitted(
                owner, isElement: isElement, .unknownClass, expected: "a class that `classes` names",
                found: "\"\(name)\"",
                headline: Headline("Unknown class \"\(name)\"", ending: ModelError.adviceForClasses))
            return nil
        case .unreadable(let known):
            recordOmitted(known, owner, isElement: isElement)
            return nil
        case .list(let places):
            try PlistTable.checkDepth(depth + 1)
            var (elements, size, height): ([Any], Int64, Int) = ([], 1, 0)
            elements.reserveCapacity(places.count)
            for (index, place) in places.enumerated() {
                let element = try part(.index(index), at: place, owner, depth: depth + 1)
                guard let element else { continue }
                elements.append(element.any)
                size = size.addingClamped(element.size)
                height = max(height, element.height)
            }
            return KeyedValue(any: elements, size: size, height: height + 1)
        case .dictionary(let entries, var omitted):
            try PlistTable.checkDepth(depth + 1)
            var (members, size, height): ([String: Any], Int64, Int) = ([:], 1, 0)
            for (key, place) in entries {
                let member = try part(.key(key), at: place, owner, depth: depth + 1)
                guard let member else { continue }
                // A number and its text are two keys of an NSDictionary.
                if members.updateValue(member.any, forKey: key) != nil { omitted += 1 }
                size = size.addingClamped(member.size)
                    .addingClamped(PlistTable.values(ofLength: key.utf8.count))
                height = max(height, member.height)
            }
            recordOmitted(keys: omitted, owner)
            return KeyedValue(any: members, size: size, height: height + 1)
        }
    }

    private static func size(of any: Any) -> Int64 {
        if let text = exactly(any, as: String.self) { return PlistTable.values(ofLength: text.utf8.count) }
        if let data = exactly(any, as: Data.self) { return PlistTable.values(ofLength: data.count) }
        if let url = exactly(any, as: URL.self) {
            return PlistTable.values(ofLength: url.absoluteString.utf8.count)
        }
        return 1
    }

    // MARK: Problems

    /// Whether the options in force for an object reject a part that cannot be used.
    private static func rejects(_ options: ResolvedOptions?, isElement: Bool) -> Bool {
        isElement ? options?.elements == .reject : options?.mismatches == .reject
    }

    /// Records that a model is left out, with the options of the place where it was found first.
    func recordRejection(_ node: KeyedNode, _ rejection: ProblemRecord) {
        let isElement = if case .model? = node.parent?.object { false } else { true }
        recordRejection(node, rejection, rejects: Self.rejects(node.around, isElement: isElement))
    }

    private func recordRejection(_ node: KeyedNode, _ rejection: ProblemRecord, rejects: Bool) {
        let rejection = rejection.rejecting(rejects)
        node.rejection = rejection
        mapper.add(rejection)
    }

    /// Records the keys of a dictionary that are left out.
    func recordOmitted(keys count: Int, _ owner: KeyedNode) {
        guard count > 0 else { return }
        recordOmitted(
            owner, isElement: true, expected: "a dictionary with string keys",
            found: counted(count, "other key"))
    }

    /// Records an object of Foundation that lacks the members of its class.
    private func recordOmitted(_ known: FoundationClass, _ owner: KeyedNode, isElement: Bool) {
        let (content, found) =
            switch known {
            case .list: ("elements of an array or a set", "other members")
            case .dictionary: ("keys and values of a dictionary", "other members")
            default: ("content of an \(known.rawValue)", "an object without it")
            }
        recordOmitted(owner, isElement: isElement, expected: "the archived \(content)", found: found)
    }

    /// Records a part that is left out.
    private func recordOmitted(
        _ owner: KeyedNode, isElement: Bool, _ code: ModelError.Code = .typeMismatch, expected: String,
        found: String, headline: Headline? = nil
    ) {
        mapper.record(
            code, expected: expected, found: found, action: isElement ? .skippedElement : .keptValue,
            rejects: Self.rejects(owner.options, isElement: isElement), headline: headline)
    }
}
