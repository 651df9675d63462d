import Foundation
import ModelObjects

extension Way {
    /// Divides a text into random chunks, and compares the result of a stream with other readers of the same text.
    func checkStream(_ number: Int, seed: UInt64, _ random: inout Random, _ groups: Groups) throws {
        groups.prepareDocument(number, seed: seed)
        let documents = (0...random.below(4)).map { _ in
            var bytes = groups.bytes
            if random.oneIn(3) { ByteDamage.json(&bytes, &random) }
            return bytes
        }
        let options = random.oneIn(3) ? MappingClaims.options(&random) : nil
        switch random.below(6) {
        case 0: try StreamedText(array: documents, &random).isItsArray(options, &random)
        case 1: try StreamedText(array: documents, &random).isDividedAnywhere(options, &random)
        case 2: try StreamedText(at: "data.items", documents, &random).isDividedAnywhere(options, &random)
        case 3: try StreamedText(lines: documents, &random).isDividedAnywhere(options, &random)
        case 4: try StreamedText(sequence: documents, &random).isDividedAnywhere(options, &random)
        default: try PartialDocument(documents[0]).arrives(&random)
        }
        guard Groups.place(of: number).index == 0 else { return }
        var long = Array(repeating: groups.bytes, count: 150_000 / groups.bytes.count + 1)
        if random.oneIn(2) { ByteDamage.json(&long[random.below(long.count)], &random) }
        try StreamedText(array: long, &random).isTheSameOnSeveralThreads(options, &random)
    }
}

/// What a stream gave.
private struct StreamOutcome {
    var models: [Speck] = []
    var skipped: [String] = []
    var error: String?

    init(_ chunks: [ArraySlice<UInt8>], _ format: StreamFormat, _ path: String?, _ options: MappingOptions?) {
        var stream = ModelStream(Speck.self, format: format, at: path, options: options)
        do {
            for chunk in chunks { try stream.append(chunk) { models.append($0) } }
            try stream.finish { models.append($0) }
        } catch {
            self.error = "\(error)"
        }
        skipped = stream.skipped.map(\.description)
    }
}

/// A text with several documents.
private struct StreamedText {
    private let bytes: [UInt8]
    private let format: StreamFormat
    private let path: String?
    private let claims: MappingClaims

    private init(_ bytes: [UInt8], _ format: StreamFormat, _ path: String?, _ random: inout Random) {
        var bytes = bytes
        if random.oneIn(8) { ByteDamage.json(&bytes, &random) }
        self.bytes = bytes
        self.format = random.oneIn(4) ? .automatic : format
        self.path = path
        claims = MappingClaims { [bytes] in shown(bytes) }
    }

    init(array documents: [[UInt8]], _ random: inout Random) {
        self.init(Self.array(of: documents), .array, nil, &random)
    }

    init(at path: String, _ documents: [[UInt8]], _ random: inout Random) {
        let before = #"{"skipped": "# + "["
        let keys = path.split(separator: ".").map { "\"\($0)\": " }
        let text =
            Array(before.utf8) + documents[0] + Array("], ".utf8) + Array(keys.joined(separator: "{").utf8)
            + Self.array(of: documents) + Array("}}".utf8)
        self.init(text, .array, path, &random)
    }

    init(lines documents: [[UInt8]], _ random: inout Random) {
        self.init(Array(documents.joined(separator: [0x0A])), .lines, nil, &random)
    }

    init(sequence documents: [[UInt8]], _ random: inout Random) {
        self.init(documents.flatMap { [0x1E] + $0 + [0x0A] }, .sequence, nil, &random)
    }

    private static func array(of documents: [[UInt8]]) -> [UInt8] {
        [UInt8(ascii: "[")] + documents.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
    }

    private func chunks(_ random: inout Random) -> [ArraySlice<UInt8>] {
        let longest = random.pick([1, 3, 20, 400])
        var chunks: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(random.below(longest + 1))
            chunks.append(chunk)
            rest = rest.dropFirst(chunk.count)
        }
        return chunks
    }

    /// The division of the text makes no difference.
    func isDividedAnywhere(_ options: MappingOptions?, _ random: inout Random) throws {
        let whole = StreamOutcome([bytes[...]], format, path, options)
        let divided = StreamOutcome(chunks(&random), format, path, options)
        try same(whole.models, divided.models, "chunks give other elements")
        try claim(whole.skipped == divided.skipped, "chunks skip others", input: claims.input())
        try claim(
            whole.error == divided.error,
            "chunks fail otherwise: \(whole.error ?? "not"), \(divided.error ?? "not")", input: claims.input()
        )
    }

    /// An array gives what one call gives.
    func isItsArray(_ options: MappingOptions?, _ random: inout Random) throws {
        // A stream has no root path.
        if options?.rootPath != nil { return }
        let stream = StreamOutcome(chunks(&random), .array, nil, options)
        do {
            let array = try Speck.array(json: Data(bytes), options: options)
            try claim(
                stream.error == nil, "the stream alone fails: \(stream.error ?? "")", input: claims.input())
            try same(stream.models, array, "the stream gives other elements")
        } catch let error as Violation {
            throw error
        } catch {
            try claim(stream.error != nil, "the array alone fails: \(error)", input: claims.input())
            // A stream ends at the first element that the options reject, and at a root of another kind.
            if options != nil || stream.error?.hasPrefix("Expected array") == true { return }
            try claim(
                stream.error == "\(error)", "the stream fails otherwise: \(stream.error ?? ""), \(error)",
                input: claims.input())
        }
    }

    func isTheSameOnSeveralThreads(_ options: MappingOptions?, _ random: inout Random) throws {
        let data = Data(bytes)
        let one = Result { try Speck.array(json: data, options: options) }
        let several = Result { try Speck.array(json: data, threads: 2 + random.below(3), options: options) }
        switch (one, several) {
        case (.success(let one), .success(let several)):
            try same(one, several, "several threads give other elements")
        case (.failure(let one), .failure(let several)):
            try claim("\(one)" == "\(several)", "several threads fail otherwise", input: claims.input())
        default:
            try claim(
                false, "one of them fails: \(one.map(\.count)), \(several.map(\.count))",
                input: claims.input())
        }
    }

    private func same(_ left: [Speck], _ right: [Speck], _ text: String) throws {
        try claim(left.count == right.count, "\(text): \(left.count), \(right.count)", input: claims.input())
        for (left, right) in zip(left, right) { try claims.same(left, right, text) }
    }
}

/// A document that arrives in pieces.
private struct PartialDocument {
    private let text: String
    private let claims: MappingClaims

    init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        self.text = text
        claims = MappingClaims { shown(text.utf8) }
    }

    /// If the whole text is fine, so is every beginning of it.
    ///
    /// All of it at once gives the same as `init(json:)`. (In pieces it may not: where a key is repeated, the object of
    /// the first is updated by that of the second.)
    func arrives(_ random: inout Random) throws {
        let whole = try? Speck(json: text)
        let speck = Speck()
        let openStrings = random.oneIn(2)
        var ends = random.many(20) { $0.below(text.unicodeScalars.count + 1) }.sorted()
        ends.append(text.unicodeScalars.count)
        for end in ends {
            do {
                let beginning = String(text.unicodeScalars.prefix(end))
                try speck.update(partial: beginning, openStrings: openStrings)
            } catch {
                try claim(whole == nil, "\(end) characters fail: \(error)", input: claims.input())
                return
            }
        }
        guard whole != nil else { return }
        let atOnce = Speck()
        try atOnce.update(partial: text, openStrings: openStrings)
        try claims.same(whole, atOnce, "the text gives another object if it may be cut")
    }
}
