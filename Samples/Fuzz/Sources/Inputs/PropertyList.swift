import Foundation

/// A binary property list, read and written independently of the library, with the digest of its archives.
///
/// It reads valid lists only. It writes well-formed lists with arbitrary content.
struct PropertyList {
    /// An object of the list.
    ///
    /// Scalars are kept as bytes, marker included.
    indirect enum Node {
        case scalar([UInt8])
        case array([Node])
        case dictionary([(key: Node, value: Node)])
    }

    private(set) var root: Node

    init(root: Node) { self.root = root }

    init?(_ data: Data) {
        let bytes = [UInt8](data)
        guard bytes.count > 40 else { return nil }
        let trailer = bytes.count - 32
        func number(_ place: Int, _ size: Int) -> Int {
            bytes[place..<place + size].reduce(0) { $0 << 8 | Int($1) }
        }
        let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        let table = number(trailer + 24, 8)
        func node(_ object: Int) -> Node {
            let start = number(table + object * offsetSize, offsetSize)
            let kind = bytes[start] >> 4
            var count = Int(bytes[start] & 15)
            var place = start + 1
            if count == 15, kind >= 4 {
                let size = 1 << Int(bytes[place] & 15)
                count = number(place + 1, size)
                place += 1 + size
            }
            func reference(_ index: Int) -> Node {
                node(number(place + index * referenceSize, referenceSize))
            }
            switch kind {
            case 0: return .scalar([bytes[start]])
            case 1, 2, 3: return .scalar(Array(bytes[start..<place + 1 << count]))
            case 4, 5: return .scalar(Array(bytes[start..<place + count]))
            case 6: return .scalar(Array(bytes[start..<place + 2 * count]))
            case 8: return .scalar(Array(bytes[start...place + count]))
            case 10: return .array((0..<count).map(reference))
            default: return .dictionary((0..<count).map { (reference($0), reference(count + $0)) })
            }
        }
        root = node(number(trailer + 16, 8))
    }

    static func text(_ text: String) -> Node { .scalar(marked(0x50, text.utf8.count) + Array(text.utf8)) }

    static func integer(_ value: Int64) -> Node { .scalar([0x13] + bigEndian(UInt64(bitPattern: value), 8)) }

    static func real(_ value: Double) -> Node { .scalar([0x23] + bigEndian(value.bitPattern, 8)) }

    static func uid(_ number: Int) -> Node { .scalar([0x80, UInt8(number)]) }

    static func data(_ bytes: [UInt8]) -> Node { .scalar(marked(0x40, bytes.count) + bytes) }

    fileprivate static func bigEndian(_ value: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }

    fileprivate static func marked(_ marker: UInt8, _ count: Int) -> [UInt8] {
        count < 15 ? [marker | UInt8(count)] : [marker | 15, 0x12] + bigEndian(UInt64(count), 4)
    }
}

extension PropertyList {
    /// The encoded list, with a valid digest.
    var sealed: [UInt8] {
        guard case .dictionary(let entries) = root else { return written(root) }
        let rest = entries.filter { entry in
            guard case .scalar(let bytes) = entry.key else { return true }
            if case .scalar(let digest) = Self.text("digest") { return bytes != digest }
            return true
        }
        let digest = Int64(bitPattern: PropertyListDigest.of(.dictionary(rest)))
        return written(.dictionary(rest + [(Self.text("digest"), Self.integer(digest))]))
    }

    /// The encoded list, without a digest.
    var bytes: [UInt8] { written(root) }

    private func written(_ root: Node) -> [UInt8] {
        var objects: [[UInt8]] = []
        var containers: [(place: Int, marker: UInt8, count: Int, references: [Int])] = []
        var known: [[UInt8]: Int] = [:]
        func add(_ node: Node) -> Int {
            let number = objects.count
            switch node {
            case .scalar(let bytes):
                if let number = known[bytes] { return number }
                known[bytes] = number
                objects.append(bytes)
            case .array(let elements):
                objects.append([])
                containers.append((number, 0xA0, elements.count, elements.map(add)))
            case .dictionary(let entries):
                objects.append([])
                let references = entries.map { add($0.key) } + entries.map { add($0.value) }
                containers.append((number, 0xD0, entries.count, references))
            }
            return number
        }
        _ = add(root)
        for container in containers {
            objects[container.place] =
                Self.marked(container.marker, container.count)
                + container.references.flatMap { Self.bigEndian(UInt64($0), 4) }
        }
        var bytes = Array("bplist00".utf8)
        var table: [UInt8] = []
        for object in objects {
            table += Self.bigEndian(UInt64(bytes.count), 4)
            bytes += object
        }
        let trailer =
            [0, 0, 0, 0, 0, 0, 4, 4] + Self.bigEndian(UInt64(objects.count), 8) + Self.bigEndian(0, 8)
            + Self.bigEndian(UInt64(bytes.count), 8)
        return bytes + table + trailer
    }
}

extension PropertyList {
    /// Changes a few objects.
    mutating func change(_ random: inout Random) {
        for _ in 0...random.below(3) {
            var place = random.below(max(1, root.count))
            root = Self.changed(root, at: &place, &random)
        }
    }

    private static func changed(_ node: Node, at place: inout Int, _ random: inout Random) -> Node {
        defer { place -= 1 }
        if place == 0 { return replacement(node, &random) }
        place -= 1
        switch node {
        case .scalar:
            place += 1
            return node
        case .array(let elements):
            let result = Node.array(elements.map { place < 0 ? $0 : changed($0, at: &place, &random) })
            place += 1
            return result
        case .dictionary(let entries):
            let result = Node.dictionary(
                entries.map { place < 0 ? $0 : ($0.key, changed($0.value, at: &place, &random)) })
            place += 1
            return result
        }
    }

    private static func replacement(_ node: Node, _ random: inout Random) -> Node {
        switch (random.below(4), node) {
        case (0, .array(var elements)) where !elements.isEmpty:
            elements.remove(at: random.below(elements.count))
            return .array(elements)
        case (1, .array(var elements)) where !elements.isEmpty:
            elements.insert(random.pick(elements), at: random.below(elements.count + 1))
            return .array(elements)
        case (2, .array(var elements)) where !elements.isEmpty:
            elements.swapAt(random.below(elements.count), random.below(elements.count))
            return .array(elements)
        case (0, .dictionary(var entries)) where !entries.isEmpty:
            entries.remove(at: random.below(entries.count))
            return .dictionary(entries)
        case (1, .dictionary(var entries)) where !entries.isEmpty:
            let mark = random.pick([
                "$decimal", "$set", "$url", "$uuid", "$some", "$dictionary", "$nil", "$0", "a",
            ])
            entries[random.below(entries.count)].key = text(mark)
            return .dictionary(entries)
        case (0, .scalar(var bytes)) where bytes.count > 1 && bytes[0] >> 4 != 6:
            // Still a valid string if it was one.
            bytes[bytes.count - 1] = random.byte & 0x7F
            return .scalar(bytes)
        default: return anything(node, &random)
        }
    }

    private static func anything(_ node: Node, _ random: inout Random) -> Node {
        switch random.below(12) {
        case 0:
            text(
                random.pick(["", "$nil", "$", "$$", "$0", "$1", "$2", "$99999999999999999999", "$-1", "$00"]))
        case 1, 2: integer(random.pick([-1, 0, 1, 2, .max, .min, Int64(random.integer)]))
        case 3: real(random.double)
        case 4: .scalar([random.pick([8, 9])])
        case 5: .scalar([0x33] + bigEndian(random.double.bitPattern, 8))
        case 6: .scalar([0x14] + bigEndian(0, 8) + bigEndian(random.next(), 8))
        case 7: .array([node, node])
        case 8:
            .dictionary([
                (
                    text(
                        "$"
                            + random.pick([
                                "set", "dictionary", "some", "decimal", "uuid", "url", "NSNumber",
                                "NSString", "NSNull", "unknown", "date",
                            ])), node
                )
            ])
        case 9: .array((0..<random.below(100)).reduce([]) { inner, _ in [.array(inner)] })
        case 10: text("1e5")
        default: .dictionary([(text("a"), node), (text(random.pick(["a", "b"])), node)])
        }
    }
}

extension PropertyList.Node {
    /// The number of objects, without keys.
    fileprivate var count: Int {
        switch self {
        case .scalar: 1
        case .array(let elements): elements.reduce(1) { $0 + $1.count }
        case .dictionary(let entries): entries.reduce(1) { $0 + $1.value.count }
        }
    }
}
