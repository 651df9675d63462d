import Foundation

/// A value in a container, which a closure reads from the value's decoder.
///
/// `superDecoder` would give this decoder, too. But synthesized conformances never call it, so coders of rows, forms and XML
/// often leave it out, or return the decoder of the whole container.
struct CoderPart: Decodable {
    let value: Any

    init(from decoder: any Decoder) throws {
        guard let reading = Reading.slot.current else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "Not a part of a model."))
        }
        value = try reading.value(decoder)
    }

    /// Decodes parts, each with a closure.
    ///
    /// - Parameters:
    ///   - read: Reads each part.
    ///   - otherwise: Handles an error of the container.
    ///   - decode: Calls a container's method with the type.
    /// - Throws: The first error of `read`.
    static func reading<Result>(
        with read: (any Decoder) throws -> Any, otherwise: (any Error) throws -> Result = { throw $0 },
        _ decode: (CoderPart.Type) throws -> Result
    ) throws -> Result {
        try withoutActuallyEscaping(read) { read in
            let reading = Reading(read)
            do {
                return try Reading.slot.withValue(reading) { try decode(CoderPart.self) }
            } catch {
                if let failure = reading.failure { throw failure }
                return try otherwise(error)
            }
        }
    }

    /// The parts that a container is decoding.
    private final class Reading {
        /// The innermost container's, on this thread: a coder can't pass it to the parts.
        static let slot = ThreadSlot<Reading>()

        private let read: (any Decoder) throws -> Any
        private(set) var failure: (any Error)?

        init(_ read: @escaping (any Decoder) throws -> Any) { self.read = read }

        func value(_ decoder: any Decoder) throws -> Any {
            do {
                return try read(decoder)
            } catch {
                failure = failure ?? error
                throw error
            }
        }
    }
}
