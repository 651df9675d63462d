import Foundation

/// The values of objects of Foundation's classes, from the members that their coders write.
extension KeyedArchive {
    /// The value of an object that is a scalar of the property list; nil for an array or a dictionary.
    func scalar(at place: Int) throws -> Any? {
        if case .uid(let number) = try table.object(place) {
            throw ModelError.invalidKeyedArchive("the UID \(number) where an object was expected")
        }
        return try content(at: place)
    }

    /// The value of an object of a class that is not a container; nil if the object doesn't have the members that its
    /// class writes.
    func value(_ known: FoundationClass, _ members: [String: Int]) throws -> Any? {
        switch known {
        case .null: NSNull()
        case .string: try string(members)
        case .number:
            try ["NS.number", "NS.boolval", "NS.intval", "NS.dblval"].lazy
                .compactMap { members[$0] }.first.flatMap { try scalar(at: $0) }
        case .date: try number("NS.time", members).map { Date(timeIntervalSinceReferenceDate: $0) }
        case .data: try data("NS.data", members) ?? data("NS.bytes", members)
        case .uuid: try data("NS.uuidbytes", members).flatMap { uuid($0) }
        case .url: try url(members, depth: 0)
        case .decimal: try decimal(members)
        case .list, .dictionary: nil
        }
    }

    // MARK: Members

    /// The place of a member's value, which the member contains or refers to.
    private func target(_ key: String, _ members: [String: Int]) throws -> Int? {
        guard let place = members[key] else { return nil }
        return try uid(at: place).map { self.place(of: $0) } ?? place
    }

    private func data(_ key: String, _ members: [String: Int]) throws -> Data? {
        try placeOfData(key, members).flatMap { try content(at: $0) }.flatMap { exactly($0, as: Data.self) }
    }

    private func placeOfData(_ key: String, _ members: [String: Int]) throws -> Int? {
        guard let place = try target(key, members) else { return nil }
        // NSData refers to an NSMutableData in some archives.
        return try self.members(at: place)["NS.data"] ?? place
    }

    private func number(_ key: String, _ members: [String: Int]) throws -> Double? {
        guard let place = try target(key, members) else { return nil }
        return switch try table.object(place) {
        case .double(let value): value
        case .float(let value): Double(value)
        case .integer(let value): Double(value)
        default: nil
        }
    }

    /// The places of a list's elements, which are in one array, or in numbered members if the coder doesn't
    /// write arrays.
    ///
    /// An NSCountedSet has the members `NS.object0`, `NS.count0` and so on, and in `NS.count` the number of its distinct
    /// elements. Each of these is one element.
    ///
    /// - Returns: Nil if the object has other members than those of a list.
    func list(_ key: String, _ members: [String: Int]) throws -> [Int]? {
        if let place = members[key + "s"] { return try table.elements(of: place) }
        var places: [Int] = []
        while let place = members["\(key).\(places.count)"] ?? members["\(key)\(places.count)"] {
            places.append(place)
        }
        if let count = try number("NS.count", members) { return Double(places.count) == count ? places : nil }
        return places.isEmpty && !members.isEmpty ? nil : places
    }

    /// The key of a dictionary: a string, a UUID, or a number in its shortest form.
    func dictionaryKey(at place: Int) throws -> String? {
        let place = try uid(at: place).map { self.place(of: $0) } ?? place
        if let text = try textOrString(at: place) { return text }
        return try plainValue(at: place).flatMap {
            ($0 as? UUID)?.uuidString ?? JSONValue($0).shortestText
        }
    }

    // MARK: Texts

    /// The text at a place: itself, or an NSString or NSMutableString.
    private func textOrString(at place: Int) throws -> String? {
        try text(at: place) ?? string(members(at: place))
    }

    private func string(_ members: [String: Int]) throws -> String? {
        if let place = try target("NS.string", members) { return try text(at: place) }
        return try data("NS.bytes", members).map { data in
            try chargeCopy(ofLength: data.count)
            return String(decoding: data, as: UTF8.self)
        }
    }

    /// The URL; the text if no URL can be made of it.
    private func url(_ members: [String: Int], depth: Int) throws -> Any? {
        guard let place = try target("NS.relative", members), let text = try textOrString(at: place) else {
            return nil
        }
        guard depth < Self.maximumBases else {
            throw ModelError.invalidKeyedArchive("an NSURL whose chain of base URLs is circular or too long")
        }
        let base = try target("NS.base", members).flatMap { place in
            try url(self.members(at: place), depth: depth + 1)
        }
        try chargeCopy(ofLength: text.utf8.count)
        return URL(string: text, relativeTo: base as? URL) ?? text
    }

    /// Counts a value that is made again for each object that shares its string or data.
    ///
    /// It counts eight times, because it takes memory and more time than a shared string.
    private func chargeCopy(ofLength length: Int) throws { try charge(16 + Int64(length >> 3)) }

    private static let maximumBases = 16

    // MARK: Numbers

    private func uuid(_ data: Data) -> UUID? {
        guard data.count == 16 else { return nil }
        let b = [UInt8](data)
        return UUID(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
                b[14], b[15]
            ))
    }

    /// The number of an NSDecimalNumber: an integer of up to 8 words of 16 bits, the lowest first, and a power of ten.
    private func decimal(_ members: [String: Int]) throws -> Decimal? {
        guard let exponent = try number("NS.exponent", members), -128...127 ~= exponent,
            let count = try number("NS.length", members), 0...8 ~= count,
            let isNegative = try members["NS.negative"].flatMap({ try scalar(at: $0) }) as? Bool,
            let place = try placeOfData("NS.mantissa", members),
            case .data(let mantissa) = try table.object(place), mantissa.count >= 2 * Int(count)
        else { return nil }
        if count == 0 { return isNegative ? Decimal.nan : Decimal(0) }
        // NS_LittleEndian is 1, NS_BigEndian 2.
        let isBigEndian = try number("NS.mantissa.bo", members) == 2
        var significand = Decimal(0)
        for word in (0..<Int(count)).reversed() {
            let place = mantissa.lowerBound + 2 * word
            let (first, second) = (UInt16(table.bytes[place]), UInt16(table.bytes[place + 1]))
            significand =
                significand * 65536 + Decimal(Int(isBigEndian ? first << 8 | second : second << 8 | first))
        }
        // From text, because Decimal(sign:exponent:significand:) makes NaN of 10 * 10^127: it moves the factor ten to
        // the exponent.
        return Decimal(string: "\(isNegative ? "-" : "")\(significand)e\(Int(exponent))")
    }
}
