import Foundation

extension ModelClass {
    // MARK: Larger than memory

    /// Creates an object of each element of a file, one at a time.
    ///
    /// The file is read in chunks of 256 KB, so it can be larger than memory. See ``ModelStream`` for
    /// formats, paths, limits and errors. An element that is larger than ``MappingLimits/bytes`` of the options, or than
    /// 64 MB if they set no such limit, ends the call with ``ModelError/Code/limitExceeded``.
    ///
    /// ```swift
    /// try User.forEach(contentsOf: file, format: .lines) { user in
    ///     print(user.userName)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - file: The file, which can also be a pipe or a device.
    ///   - format: How the file contains the elements.
    ///   - path: The path of the array in the file; in lines and sequences, of the object in each element.
    ///   - options: The options for each element.
    ///   - body: Receives the objects in their order. If it throws, reading ends.
    /// - Throws: The errors of ``ModelStream/append(_:_:)``, and ``ModelError/Code/fileFailed`` if the file can't be
    ///   read.
    public static func forEach(
        contentsOf file: URL, format: StreamFormat = .automatic, at path: String? = nil,
        options: MappingOptions? = nil, _ body: (Self) throws -> Void
    ) throws {
        var stream = ModelStream(ofSizesIn: options, self, format, path)
        try stream.appendFile(file, body)
    }

    /// Creates an object of each element of a file, and reports the elements that are skipped, too.
    ///
    /// ```swift
    /// try User.forEach(contentsOf: file, format: .lines) { user in
    ///     print(user.userName)
    /// } onSkip: { problem in
    ///     print("Skipped:", problem)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - file: The file, which can also be a pipe or a device.
    ///   - format: How the file contains the elements.
    ///   - path: The path of the array in the file; in lines and sequences, of the object in each element.
    ///   - options: The options for each element.
    ///   - body: Receives the objects in their order. If it throws, reading ends.
    ///   - onSkip: Receives the elements that are skipped, in their order among the objects.
    /// - Throws: The errors of ``forEach(contentsOf:format:at:options:_:)``.
    public static func forEach(
        contentsOf file: URL, format: StreamFormat = .automatic, at path: String? = nil,
        options: MappingOptions? = nil, _ body: (Self) throws -> Void, onSkip: (MappingProblem) -> Void
    ) throws {
        try withoutActuallyEscaping(onSkip) { onSkip in
            var stream = ModelStream(ofSizesIn: options, self, format, path)
            stream.onSkip = onSkip
            try stream.appendFile(file, body)
        }
    }

    /// Returns the objects in an asynchronous sequence of bytes, such as `URLSession.AsyncBytes`.
    ///
    /// An element is delivered as soon as its last byte arrives; in lines, as soon as its line feed arrives.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - format: How the text contains the elements.
    ///   - path: The path of the array in the text; in lines and sequences, of the object in each element.
    ///   - options: The options for each element.
    public static func elements<Bytes: AsyncSequence>(
        in bytes: Bytes, format: StreamFormat = .automatic, at path: String? = nil,
        options: MappingOptions? = nil
    ) -> ModelElements<Self> where Bytes.Element == UInt8 {
        ModelElements(ModelStream(ofSizesIn: options, self, format, path)) {
            Reading(ByteChunks(bytes: bytes, format: format))
        }
    }

    /// Returns the objects in an asynchronous sequence of chunks, such as the body of a response.
    ///
    /// A chunk is a collection of bytes, such as `Data`, `[UInt8]` or an `ArraySlice`.
    ///
    /// An element is delivered as soon as its last byte arrives; in lines, as soon as its line feed arrives. A chunk
    /// can start and end anywhere, and its end doesn't end a line. See ``ModelElements`` for errors and cancellation.
    ///
    /// - Parameters:
    ///   - chunks: The text.
    ///   - format: How the text contains the elements.
    ///   - path: The path of the array in the text; in lines and sequences, of the object in each element.
    ///   - options: The options for each element.
    public static func elements<Chunks: AsyncSequence>(
        in chunks: Chunks, format: StreamFormat = .automatic, at path: String? = nil,
        options: MappingOptions? = nil
    ) -> ModelElements<Self> where Chunks.Element: Collection, Chunks.Element.Element == UInt8 {
        ModelElements(ModelStream(ofSizesIn: options, self, format, path)) {
            Reading(chunks)
        }
    }

    /// Returns the objects of a file as an asynchronous sequence.
    ///
    /// The file is opened when the iteration begins, and read in chunks of 256 KB. The thread of the task that
    /// iterates is blocked until a chunk has been read, even if the task is cancelled. To read a pipe whose writer may be
    /// slow, call ``forEach(contentsOf:format:at:options:_:)`` on a separate thread.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - format: How the file contains the elements.
    ///   - path: The path of the array in the file; in lines and sequences, of the object in each element.
    ///   - options: The options for each element.
    public static func elements(
        contentsOf file: URL, format: StreamFormat = .automatic, at path: String? = nil,
        options: MappingOptions? = nil
    ) -> ModelElements<Self> {
        ModelElements(ModelStream(ofSizesIn: options, self, format, path)) {
            try FileChunks(file)
        }
    }

    // MARK: On several threads

    /// Creates the objects of a JSON array on several threads.
    ///
    /// The result is the same as that of ``array(json:options:)-(Data,_)``: the same objects in the same
    /// order, or the same error. Hooks, converters and initializers of the class run on several threads at
    /// once, and not in the order of the elements. On the threads that the call starts, the caller's task-local values
    /// aren't set.
    ///
    /// Hooks can also be called more than once for an element, or on objects nested in an element: the
    /// threads guess where elements start, and discard what they mapped from a wrong guess. If the text or an
    /// element has an error, the array is mapped again on the calling thread.
    ///
    /// Several threads pay off for arrays of about 100 KB or more. A smaller array is mapped on the calling
    /// thread alone.
    ///
    /// - Parameters:
    ///   - json: The text.
    ///   - threads: The number of threads, including the calling one; 1 or less is one.
    ///   - options: The options of the call.
    /// - Returns: The objects, in the order of the array.
    /// - Throws: The errors of ``array(json:options:)-(Data,_)``.
    public static func array(json: Data, threads: Int, options: MappingOptions? = nil) throws -> [Self] {
        guard threads > 1 else { return try array(json: json, options: options) }
        return try MappingCall(options: options, type: self).map(json, root: .array) { mapper, reader in
            // A report has to be made by one mapper.
            guard mapper.report == nil,
                let models = try ParallelArray.models(json, self, options, &reader, threads: threads)
            else { return try mapper.makeArray(self, &reader) }
            return KnownClass.array(models, as: Self.self, ModelSchema.of(self).shortcuts)
        }
    }

    /// Creates the objects of a JSON file that contains an array, on several threads.
    ///
    /// - Throws: The errors of ``array(json:threads:options:)``, and ``ModelError/Code/fileFailed`` if the file can't
    ///   be read.
    public static func array(
        contentsOf file: URL, threads: Int, options: MappingOptions? = nil
    ) throws -> [Self] {
        try array(json: Data(ofFile: file), threads: threads, options: options)
    }
}
