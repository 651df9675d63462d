import Foundation

/// Writes models to a file, one at a time, in constant memory.
///
/// ```swift
/// var writer = try ModelWriter<User>(to: file)
/// for user in users { try writer.write(user) }
/// try writer.close()
/// ```
///
/// ``close()`` replaces the file as a whole. Until then, readers find the old content. A writer that is
/// released without ``close()`` changes nothing. A file that exists when the writer is closed keeps its permissions.
///
/// A copy of a writer is the same writer: what one of them writes or closes, the other has written or closed, too.
///
/// Until ``close()``, the writer holds a lock on a temporary file in the same folder. iOS terminates an app that is
/// suspended while it holds a lock on a file in an app group container. In such a container, close the writer before
/// the app is suspended, or request background time until you have closed it. If the user chose the file in an open
/// or save panel of a sandboxed Mac app, or in a document picker on iOS, the app can't create another file in the
/// folder, so the initializer throws. In this case, write to a file in the app's container, and copy its content with
/// `Data.write(to:options:)`.
public struct ModelWriter<Model: ModelObject> {
    private let file: URL
    private let format: StreamFormat
    private let options: ExportOptions
    private let state: State

    /// What copies of a writer share.
    private final class State {
        var replacement: AtomicFile.Replacement?
        var failure: (any Error)?
        var buffer: [UInt8] = []
        var count = 0

        init(_ replacement: AtomicFile.Replacement) { self.replacement = replacement }
    }

    /// The number of models written.
    public var count: Int { state.count }

    private static var bufferSize: Int { 64 << 10 }

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - file: The file to create or to replace.
    ///   - format: How the file contains the models; ``StreamFormat/automatic`` is ``StreamFormat/lines``. In lines,
    ///     ``ExportOptions/pretty`` has no effect. As ``StreamFormat/array``, the bytes are those of
    ///     ``ModelClass/jsonData(_:options:)``.
    ///   - options: The options of the exports.
    ///   - protection: The protection class of the file, as in ``ModelObject/archive(to:protection:)``.
    /// - Throws: ``ModelError/Code/fileFailed`` if the file can't be written.
    public init(
        to file: URL, format: StreamFormat = .lines, options: ExportOptions = .init(),
        protection: FileProtectionType? = nil
    ) throws {
        self.file = file
        self.format = format == .automatic ? .lines : format
        var options = options
        if self.format == .lines { options.pretty = false }
        self.options = options
        state = State(
            try ModelError.withPath(of: file, for: .write) {
                try AtomicFile.Replacement($0, protection: protection)
            })
    }

    /// Writes the next model.
    ///
    /// - Throws: The errors of ``ModelObject/jsonData(options:)``; nothing of the model is then written, and
    ///   you can write further models. ``ModelError/Code/fileFailed`` if the file can't be written, then by
    ///   every further call, and after ``close()``.
    public mutating func write(_ model: Model) throws {
        if let failure = state.failure { throw failure }
        let text = try Export.text(model, options, depth: format == .array ? 1 : 0).finish()
        if format == .array {
            state.buffer.append(state.count == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
            if options.pretty { state.buffer += "\n  ".utf8 }
        } else if format == .sequence {
            state.buffer.append(RecordElements.separator)
        }
        state.buffer += text
        if format != .array { state.buffer.append(0x0A) }
        if state.buffer.count >= Self.bufferSize { try flush() }
        state.count += 1
    }

    /// Writes the end of the file, and replaces the old file.
    ///
    /// - Throws: ``ModelError/Code/fileFailed``. The old file is then unchanged, unless only the folder's
    ///   entry couldn't be written to disk.
    public mutating func close() throws {
        if let failure = state.failure { throw failure }
        if format == .array {
            if state.count == 0 { state.buffer.append(UInt8(ascii: "[")) }
            if state.count > 0, options.pretty { state.buffer.append(0x0A) }
            state.buffer.append(UInt8(ascii: "]"))
        }
        try flush()
        try writing { try $0.commit() }
        state.replacement = nil
        state.failure = ModelError(
            .fileFailed, .fileFailed("write", file, "The writer has been closed"),
            expected: "a writer that is open", found: "a closed writer")
    }

    private func flush() throws {
        try writing { try $0.write(state.buffer) }
        state.buffer.removeAll(keepingCapacity: state.buffer.capacity <= 4 * Self.bufferSize)
    }

    private func writing(_ body: (AtomicFile.Replacement) throws -> Void) throws {
        do {
            if let replacement = state.replacement {
                try ModelError.withPath(of: file, for: .write) { _ in try body(replacement) }
            }
        } catch {
            state.failure = error
            state.replacement = nil
            throw error
        }
    }
}
