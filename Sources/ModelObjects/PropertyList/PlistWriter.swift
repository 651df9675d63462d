import Foundation

/// Builds the bytes of a binary property list bottom-up: first the parts, then their containers.
///
/// Scalars are written straight into the file's buffer, repeated ones once. Containers are kept as object numbers until
/// `finish`, because the size of a number depends on the number of objects. So a large list can be written row by row.
/// In addition to the file itself, this takes 4 bytes for each reference and each scalar, and 1 MB. The type is not
/// copyable, because a copy would duplicate the file's buffer.
///
/// Numbers are big-endian. The same parts in the same order give the same bytes: integers use the fewest bytes, and
/// repeated scalars are shared (see `ScalarIndex`).
struct PlistWriter: ~Copyable {
    /// A written value, which exactly one container must hold (a scalar can be in any number of containers).
    struct Part {
        fileprivate let number: UInt32
        let digest: UInt64
        /// The digest after a conversion to XML; see `PlistDigest.Rule.asXML`.
        let xmlDigest: UInt64

        /// Marks the numbers of containers, which are counted separately and follow the scalars in the file.
        fileprivate static let containerBit: UInt32 = 1 << 31
    }

    /// Whether the values must survive an XML property list (see `PlistWriter.addPortable`).
    let isPortable: Bool
    private var bytes = PlistTrailer.magic
    private var scalars: ScalarIndex
    private var containers = ContainerList()
    /// The number of values by `PlistTable.values`, each counted as often as it was written.
    private var expandedValues: Int64 = 0

    init(isPortable: Bool = false, maximumSlots: Int = ScalarIndex.maximumSlots) {
        self.isPortable = isPortable
        scalars = ScalarIndex(maximumSlots: maximumSlots)
    }

    // MARK: Scalars

    mutating func bool(_ value: Bool) throws(PlistFailure) -> Part {
        try word(0, size: 0, value ? PlistObject.Marker.yes : PlistObject.Marker.no)
    }

    mutating func integer(_ value: Int64) throws(PlistFailure) -> Part {
        let start = bytes.count
        bytes.appendPlistInteger(value)
        return try scalar(from: start)
    }

    mutating func unsigned(_ value: UInt64) throws(PlistFailure) -> Part {
        if let small = Int64(exactly: value) { return try integer(small) }
        let start = bytes.count
        bytes.append(PlistObject.Marker.integer | 4)
        for half in [0, value] { bytes.appendBigEndian(half, size: 8) }
        return try scalar(from: start)
    }

    mutating func float(_ value: Float) throws(PlistFailure) -> Part {
        try word(UInt64(value.bitPattern), size: 4, PlistObject.Marker.float)
    }

    mutating func double(_ value: Double) throws(PlistFailure) -> Part {
        try word(value.bitPattern, size: 8, PlistObject.Marker.double)
    }

    /// - Parameter seconds: The seconds since 2001. Not every reader accepts dates outside the years 1 to 9999.
    mutating func date(_ seconds: Double) throws(PlistFailure) -> Part {
        try word(seconds.bitPattern, size: 8, PlistObject.Marker.date)
    }

    /// The number of an object of a keyed archive.
    mutating func uid(_ value: UInt32) throws(PlistFailure) -> Part {
        try word(UInt64(value), size: 4, PlistObject.Marker.uid | 3)
    }

    private mutating func word(_ bits: UInt64, size: Int, _ marker: UInt8) throws(PlistFailure) -> Part {
        let start = bytes.count
        bytes.append(marker)
        bytes.appendBigEndian(bits, size: size)
        return try scalar(from: start)
    }

    mutating func data(_ value: Data) throws(PlistFailure) -> Part {
        let start = bytes.count
        bytes.appendPlistMarker(PlistObject.Marker.data, count: value.count)
        bytes.append(contentsOf: value)
        return try scalar(from: start)
    }

    /// Writes a text: ASCII with one byte for each character, otherwise UTF-16.
    ///
    /// - Parameter sign: An ASCII character to put in front.
    mutating func text(_ value: String, after sign: UInt8? = nil) throws(PlistFailure) -> Part {
        let start = bytes.count
        let count = value.utf16.count + (sign == nil ? 0 : 1)
        // Only ASCII has as many bytes in UTF-8 as units in UTF-16; a String knows both numbers without counting.
        if value.utf8.count == value.utf16.count {
            bytes.appendPlistMarker(PlistObject.Marker.ascii, count: count)
            if let sign { bytes.append(sign) }
            bytes.append(contentsOf: value.utf8)
        } else {
            bytes.appendPlistMarker(PlistObject.Marker.utf16, count: count)
            if let sign { bytes.appendBigEndian(UInt64(sign), size: 2) }
            for unit in value.utf16 { bytes.appendBigEndian(UInt64(unit), size: 2) }
        }
        return try scalar(from: start)
    }

    /// Registers the object that was appended last, or removes it if an equal object already exists.
    private mutating func scalar(from start: Int) throws(PlistFailure) -> Part {
        var end = start
        expandedValues += PlistTable.values(ofLength: bytes.count - start)
        let object = try PlistObject.read(bytes, at: &end, limit: bytes.count, referenceSize: 1)
        let digest = PlistDigest.scalar(object, in: bytes)
        let (number, isNew) = try scalars.insert(start..<end, digest: digest, of: bytes)
        let xmlDigest: UInt64 =
            switch object {
            case .date, .float, .double(0): PlistDigest.scalar(object, in: bytes, .asXML)
            default: digest
            }
        if !isNew { bytes.removeSubrange(start...) }
        return Part(number: number, digest: digest, xmlDigest: xmlDigest)
    }

    // MARK: Containers

    mutating func array(_ elements: [Part]) throws(PlistFailure) -> Part {
        let number = try containers.open(isDictionary: false, count: elements.count)
        for element in elements { containers.append(element.number) }
        expandedValues += 1
        let digest = PlistDigest.array(elements.lazy.map(\.digest))
        return Part(
            number: number | Part.containerBit, digest: digest,
            xmlDigest: Self.xmlChanges(elements) ? PlistDigest.array(elements.lazy.map(\.xmlDigest)) : digest)
    }

    /// - Parameter keys: Distinct texts, one for each value.
    mutating func dictionary(_ keys: [Part], _ values: [Part]) throws(PlistFailure) -> Part {
        let number = try containers.open(isDictionary: true, count: keys.count)
        for key in keys { containers.append(key.number) }
        expandedValues += 1
        for value in values { containers.append(value.number) }
        let digest = Self.digest(keys, values)
        return Part(
            number: number | Part.containerBit, digest: digest,
            xmlDigest: Self.xmlChanges(values) ? Self.digest(keys, values, \.xmlDigest) : digest)
    }

    /// The digest of a dictionary with these entries.
    static func digest(_ keys: [Part], _ values: [Part], _ digest: (Part) -> UInt64 = \.digest) -> UInt64 {
        var sum: UInt64 = 0
        for (key, value) in zip(keys, values) {
            sum &+= PlistDigest.entry(key: key.digest, value: digest(value))
        }
        return PlistDigest.dictionary(count: keys.count, sum: sum)
    }

    /// Whether a conversion to XML changes one of these values.
    private static func xmlChanges(_ parts: [Part]) -> Bool { parts.contains { $0.xmlDigest != $0.digest } }

    // MARK: The file

    /// The file with this root: the scalars, the containers, the table of offsets, and the trailer.
    ///
    /// - Throws: `PlistFailure` with `.tooMuchSharing` if the reader would reject the file.
    consuming func finish(root: Part) throws(PlistFailure) -> [UInt8] {
        let offsets = scalars.offsets
        scalars = ScalarIndex()
        let count = offsets.count + containers.count
        let referenceSize = [UInt8].size(holding: UInt64(count))
        let tableStart = bytes.count + containers.byteCount(referenceSize: referenceSize)
        let offsetSize = [UInt8].size(holding: UInt64(tableStart))
        bytes.reserveCapacity(tableStart + count * offsetSize + PlistTrailer.trailerSize)

        var firstContainer = bytes.count
        containers.forEach { isDictionary, count, references in
            bytes.appendPlistMarker(
                isDictionary ? PlistObject.Marker.dictionary : PlistObject.Marker.array, count: count)
            for reference in references {
                bytes.appendBigEndian(Self.position(of: reference, after: offsets.count), size: referenceSize)
            }
        }
        for offset in offsets { bytes.appendBigEndian(UInt64(offset), size: offsetSize) }
        // The offsets of containers are computed from their sizes, so that no list of them is needed.
        containers.forEach { _, count, references in
            bytes.appendBigEndian(UInt64(firstContainer), size: offsetSize)
            firstContainer += [UInt8].plistMarkerSize(count: count) + references.count * referenceSize
        }
        let trailer = [
            UInt64(offsetSize << 8 | referenceSize), UInt64(count),
            Self.position(of: root.number, after: offsets.count), UInt64(tableStart),
        ]
        for number in trailer { bytes.appendBigEndian(number, size: 8) }
        guard expandedValues <= PlistTable.maximumValues(inFileOf: bytes.count) else {
            throw PlistFailure(.tooMuchSharing)
        }
        return bytes
    }

    /// The final number in the file, in which containers follow the scalars.
    private static func position(of number: UInt32, after scalars: Int) -> UInt64 {
        number & Part.containerBit == 0
            ? UInt64(number) : UInt64(number ^ Part.containerBit) + UInt64(scalars)
    }
}
