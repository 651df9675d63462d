import Foundation
import ModelObjects

class StreamItem: ModelObject {
    var name = ""
    var count = 0
    var tags: [String] = []
    var inner: StreamItem?
    var anything: Any?
}

/// What a stream gave: the elements as text, those that were left out, and the error.
struct StreamResult: Equatable {
    var elements: [String] = []
    var skipped: [String] = []
    var error: String?

    /// Streams a text in chunks.
    init<Model: ModelObject>(
        _ type: Model.Type, _ chunks: [ArraySlice<UInt8>],
        format: StreamFormat = .automatic, at path: String? = nil, options: MappingOptions? = nil,
        maximumElementSize: Int = 64 << 20
    ) {
        var stream = ModelStream(
            type, format: format, at: path, options: options, maximumElementSize: maximumElementSize)
        do {
            for chunk in chunks { try stream.append(chunk) { elements.append(Self.text($0)) } }
            try stream.finish { elements.append(Self.text($0)) }
        } catch {
            self.error = "\(error)"
        }
        skipped = stream.skipped.map(\.description)
    }

    /// Streams items.
    init(
        _ chunks: [ArraySlice<UInt8>], format: StreamFormat = .automatic, at path: String? = nil,
        options: MappingOptions? = nil, maximumElementSize: Int = 64 << 20
    ) {
        self.init(
            StreamItem.self, chunks, format: format, at: path, options: options,
            maximumElementSize: maximumElementSize)
    }

    /// The array of a whole text, mapped by one call.
    init<Model: ModelObject>(
        arrayIn json: Data, as type: Model.Type, options: MappingOptions? = nil
    ) {
        do {
            elements = try type.array(json: json, options: options).map { Self.text($0) }
        } catch {
            self.error = "\(error)"
        }
    }

    static func text(_ model: ModelObject) -> String {
        (try? model.jsonString(options: ExportOptions(sortedKeys: true))) ?? "not exportable"
    }
}

extension [UInt8] {
    /// The bytes in two chunks.
    func split(at index: Int) -> [ArraySlice<UInt8>] { [self[..<index], self[index...]] }

    /// The bytes in chunks of one size.
    func chunks(of size: Int) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }

    /// The bytes in chunks of random sizes, some of them empty.
    func randomChunks(using generator: inout some RandomNumberGenerator) -> [ArraySlice<UInt8>] {
        var chunks: [ArraySlice<UInt8>] = []
        var start = 0
        while start < count {
            let end = Swift.min(count, start + Int.random(in: 0...12, using: &generator))
            chunks.append(self[start..<end])
            start = end
        }
        return chunks
    }
}
