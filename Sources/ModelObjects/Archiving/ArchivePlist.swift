/// Opens and seals the binary property lists ("bplist00") of archives.
///
/// A file consists of a header, objects, a table of the objects' offsets, and a trailer. An object is a marker byte
/// (kind in the high half, size in the low half) and its content; arrays and dictionaries contain the numbers of other
/// objects. The list `{ n: [nil, 7, "$5", a reference to object 3] }` is written as:
///
///     62 70 6C 69 73 74 30 30      "bplist00"
///     54 24 6E 69 6C               0: text of 4 ASCII bytes, "$nil": the mark for nil
///     10 07                        1: integer of 1 byte, 7
///     53 24 24 35                  2: text "$$5": the user's "$5"
///     52 24 33                     3: text "$3": the mark for a reference to object 3
///     51 6E                        4: text "n"
///     A4 00 01 02 03               5: array of objects 0, 1, 2, 3
///     D1 04 05                     6: dictionary, its key 4, its value 5
///     08 0D 0F 13 16 18 1D         the offset of each object
///     00 00 00 00 00 00 01 01      the trailer: 1 byte for an offset, 1 byte for an object's number,
///     00 00 00 00 00 00 00 07      7 objects,
///     00 00 00 00 00 00 00 06      the root is object 6,
///     00 00 00 00 00 00 00 20      the table of offsets starts at byte 32
///
/// **Marks.** A property list has no nil and no references. They are written as strings that start with one
/// `$`. A user's string or dictionary key that starts with `$` gets another leading `$`, so that it can't be
/// mistaken for a mark:
///
///     "$nil"                       nil
///     "$12"                        object 12 of the archive's list
///     { "$name": value }           a value of the kind `name`
///     { "$date": real }            a date that is not in the years 1 to 9999, or NaN
///     "$$..."                      a text, less its first `$`
///
/// UIDs could express references by their type, but Foundation on Linux returns them as opaque objects, and older tools
/// reject them. The format has a null object, but XML property lists don't.
///
/// **Why not Foundation.** Measured in one run (Swift 6.3.1, release, Linux), 10,000 rows of 20 mixed values,
/// 3.9 MB, in milliseconds:
///
///     writing    these nodes 34, PropertyListEncoder on equal structs 273, a tree of nodes through it 239,
///                PropertyListSerialization 580
///     reading    into structs 29 (of this the validation 4, the digest 6), PropertyListDecoder 349,
///                PropertyListSerialization into Any alone 138
///
/// The memory for writing was 1.7 to 1.9 times the file, and 7.2 times through PropertyListEncoder. This code also
/// keeps bytes away from Foundation's reader, which crashes on a `set` marker, expands shared containers, and gives
/// every NaN the same bits.
///
/// Numbers are big-endian. The same values give the same bytes: repeated scalars are shared (so keys and repeated texts
/// cost one number each; for very many scalars see `ScalarIndex`), integers use the fewest bytes, and dictionaries are
/// sorted.
enum ArchivePlist {
    /// The root's key for the digest of all its other entries: a signed integer of 64 bits.
    static let digestKey = "digest"
    /// The root's key for the digest of the other entries after another program has converted the archive to XML.
    ///
    /// Present only if the conversion changes a value; see `PlistDigest.Rule.asXML`. If the first digest
    /// doesn't match but this one does, the file is valid, and contains no fraction of a second and no Float.
    static let xmlDigestKey = "xmlDigest"

    /// The objects of an archive that `PlistWriter.seal` wrote, after validation of its bytes and its digest.
    ///
    /// - Throws: `PlistFailure` if the bytes are invalid, or the content doesn't match its digest.
    static func open(_ bytes: [UInt8]) throws(PlistFailure) -> NodeReader {
        let table = try PlistTable(
            validating: XMLPlistReader.binary(bytes), digest: .byValue, without: [digestKey])
        let names = try table.members(of: table.root)
        func stored(_ key: String) throws(PlistFailure) -> UInt64? {
            guard let place = names[key], case .integer(let digest) = try table.object(place) else {
                return nil
            }
            return UInt64(bitPattern: digest)
        }
        guard let digest = try stored(digestKey) else {
            guard let format = names[ArchiveLayout.Key.format], try table.text(format) == ArchiveLayout.format
            else { throw PlistFailure(names["$archiver"] == nil ? .otherPropertyList : .keyedArchive) }
            throw PlistFailure(.badDigest)
        }
        if table.digest == digest { return NodeReader(table) }
        // Converted to XML by another program, or written by an earlier version of this library.
        let xmlDigest = try stored(xmlDigestKey)
        let found = try PlistDigest.of(
            table, table.root, xmlDigest == nil ? .byBits : .fromXML, without: [digestKey, xmlDigestKey])
        guard found == xmlDigest ?? digest else { throw PlistFailure(.badDigest) }
        return NodeReader(table)
    }
}

extension PlistWriter {
    /// The bytes of a root dictionary with these entries, and with their digests.
    ///
    /// - Parameter entries: Sorted by their keys.
    consuming func seal(_ entries: [(key: String, value: Part)]) throws(PlistFailure) -> [UInt8] {
        var names = entries.map(\.key)
        var keys = try names.map { name throws(PlistFailure) in try userText(name) }
        var values = entries.map(\.value)
        func add(_ name: String, _ digest: UInt64, _ writer: inout Self) throws(PlistFailure) {
            let place = names.firstIndex { $0 > name } ?? names.count
            names.insert(name, at: place)
            keys.insert(try writer.userText(name), at: place)
            values.insert(try writer.integer(Int64(bitPattern: digest)), at: place)
        }
        let xmlDigest = Self.digest(keys, values, \.xmlDigest)
        if xmlDigest != Self.digest(keys, values) { try add(ArchivePlist.xmlDigestKey, xmlDigest, &self) }
        try add(ArchivePlist.digestKey, Self.digest(keys, values), &self)
        return try finish(root: dictionary(keys, values))
    }
}
