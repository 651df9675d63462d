import Foundation

/// Creates models from input that arrives in chunks, such as a response that is larger than memory.
///
/// ```swift
/// var stream = ModelStream(User.self, format: .lines)
/// for chunk in chunks {
///     try stream.append(chunk) { user in print(user.userName) }
/// }
/// try stream.finish { user in print(user.userName) }
/// ```
///
/// Each element is mapped as by ``ModelClass/array(json:options:)-(Data,_)``: with options, rules, hooks and
/// discriminators. Your closure gets an element as soon as its last byte, or in lines its line feed, has arrived.
///
/// - **Elements that can't be used** are left out, counted by ``skippedCount`` and listed in ``skipped``, unless
///   ``MappingOptions/elements-swift.property`` rejects them. This includes lines and records that aren't
///   JSON. In an array, text that isn't JSON ends the stream.
/// - **Errors** end the stream: every further call throws the same error. Calls after ``finish(_:)`` throw
///   ``ModelError/Code/invalidRoot``. Paths, lines and columns are those of the whole input: `$[7].name`,
///   or `$.data.items[7].name`. If the options reject problems, an error lists the problems of one element.
/// - **Limits**: `limits.bytes` and `limits.elements` apply to each element. An element or another value that is larger
///   than `maximumElementSize` ends the stream with ``ModelError/Code/limitExceeded``. In lines, spaces after a value
///   count as part of the element, because they have to be kept until the line ends.
///
/// Memory: one element, and at most 256 KB of an appended chunk.
///
/// Complexity: Linear in the length of the input, regardless of the chunks.
public struct ModelStream<Model: ModelObject> {
    /// The number of elements passed to your closure, except one for which the closure threw an error.
    public private(set) var count = 0
    /// The first 100 elements that were skipped, with the reason.
    public private(set) var skipped: [MappingProblem] = []
    /// The number of elements that were skipped.
    public private(set) var skippedCount = 0

    /// Receives every element that is left out, in its order; ``skipped`` lists only the first 100.
    public var onSkip: ((MappingProblem) -> Void)?

    private let type: Model.Type
    private var splitter: ElementSplitter
    private let call: MappingCall
    private var spareMapper: ObjectMapper?
    private var failure: (any Error)?

    static var pieceSize: Int { 256 << 10 }

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - type: The class of the elements; each element can name a subclass.
    ///   - format: How the input contains the elements.
    ///   - path: The path of the array in the input, such as `"data.items"` or `"result.0"`. Keys match as
    ///     ``MappingOptions/keyMatching-swift.property`` says; the first matching key is used. Everything
    ///     before and after the array is validated and skipped. In lines and sequences, the path of the
    ///     object in each element.
    ///   - options: The options for each element. If they set ``MappingOptions/rootPath``, the first call
    ///     throws ``ModelError/Code/invalidRoot``. The root path of the class is ignored.
    ///   - maximumElementSize: The maximum size of an element in bytes; a smaller ``MappingLimits/bytes`` of the options
    ///     takes precedence.
    public init(
        _ type: Model.Type = Model.self, format: StreamFormat = .automatic, at path: String? = nil,
        options: MappingOptions? = nil, maximumElementSize: Int = 64 << 20
    ) {
        self.init(type, format, path, options) { min(maximumElementSize, $0 ?? .max) }
    }

    /// Creates a stream whose elements can have the size that their options allow, or else 64 MB.
    init(ofSizesIn options: MappingOptions?, _ type: Model.Type, _ format: StreamFormat, _ path: String?) {
        self.init(type, format, path, options) { $0 ?? 64 << 20 }
    }

    /// - Parameter maximumSize: The maximum size of an element, given the ``MappingLimits/bytes`` of the options.
    private init(
        _ type: Model.Type, _ format: StreamFormat, _ path: String?, _ options: MappingOptions?,
        maximumSize: (_ bytes: Int?) -> Int
    ) {
        self.type = type
        var options = options
        if options?.rootPath != nil {
            failure = ModelError(
                .invalidRoot, "Pass the path of a stream as the argument `at`, not as the option rootPath",
                expected: "options without rootPath", found: "rootPath")
        }
        let isArray = format == .array || format == .automatic
        let inner = isArray ? nil : path
        if inner != nil || ModelSchema.of(type).options.rootPath != nil {
            options = options ?? MappingOptions()
            options?.rootPath = inner
        }
        call = MappingCall(options: options, type: type, isElement: true, mayBeSampled: false)
        let limits = call.option(\.setLimits)
        splitter = ElementSplitter(
            format: format, path: isArray ? path : nil, keyMatching: call.keyMatching,
            maximumDepth: min(max(limits?.depth ?? 512, 0), MappingLimits.maximumDepth),
            // A smaller element that exceeds the limit gets an error with its size.
            maximumSize: maximumSize(limits?.bytes.map { max($0, Self.pieceSize) }))
    }

    /// Appends the next bytes of the input, and calls a closure with each element that they complete.
    ///
    /// - Parameters:
    ///   - chunk: The bytes. A chunk can start and end anywhere, even inside a character.
    ///   - body: Receives the elements in their order. If it throws, the stream ends.
    /// - Throws: ``JSONSyntaxError``, ``ModelError``, or the error of `body`.
    public mutating func append(_ chunk: some Collection<UInt8>, _ body: (Model) throws -> Void) throws {
        var rest = chunk[...]
        repeat {
            let piece = rest.prefix(Self.pieceSize)
            rest = rest[piece.endIndex...]
            try rethrowing { stream in
                stream.splitter.append(piece)
                try stream.takeElements(isLast: false, body)
            }
        } while !rest.isEmpty
    }

    /// Ends the input, and calls a closure with an element that ends with it.
    ///
    /// An incomplete line or record is an element that can't be used. An incomplete array is an error. Empty
    /// input has no elements, but is an error with ``StreamFormat/array``.
    ///
    /// - Throws: The errors of ``append(_:_:)``.
    public mutating func finish(_ body: (Model) throws -> Void) throws {
        try rethrowing { try $0.takeElements(isLast: true, body) }
        failure = ModelError(
            .invalidRoot, "The stream has been finished", expected: "no more bytes", found: "more")
    }

    /// Appends a whole file, and ends the input.
    mutating func appendFile(_ file: URL, _ body: (Model) throws -> Void) throws {
        let chunks = try FileChunks(file)
        while try chunks.withNext({ try append($0, body) }) {}
        try finish(body)
    }

    /// Appends bytes, without making the models of elements that they complete.
    mutating func append(_ piece: some Collection<UInt8>) { splitter.append(piece) }

    /// The model of the next element that has arrived; nil if the next one is incomplete.
    ///
    /// - Parameter isLast: Whether the input has ended.
    mutating func next(isLast: Bool) throws -> Model? {
        try rethrowing { try $0.nextModel(isLast: isLast) }
    }

    /// Runs a step, unless an earlier one failed: then throws the same error.
    private mutating func rethrowing<Result>(_ body: (inout ModelStream) throws -> Result) throws -> Result {
        if let failure { throw failure }
        do {
            return try body(&self)
        } catch {
            failure = error
            splitter.removeAll()
            throw error
        }
    }

    private mutating func takeElements(isLast: Bool, _ body: (Model) throws -> Void) throws {
        while let model = try nextModel(isLast: isLast) {
            try body(model)
            count = count.addingClamped(1)
        }
    }

    private mutating func nextModel(isLast: Bool) throws -> Model? {
        while let element = try splitter.next(isLast: isLast) {
            let model = try model(of: element)
            splitter.finishElement()
            if let model { return model }
        }
        return nil
    }

    /// The model of an element; nil if it is left out.
    private mutating func model(of element: ElementSplitter.Element) throws -> Model? {
        do {
            let (result, end) = try call.element(
                of: type, in: splitter.bytes, element.lent, depth: element.depth,
                givesReason: needsReason, spare: &spareMapper)
            // A number or a literal can end before the element does: `12abc`.
            if !element.isRecord, end != element.range.upperBound {
                throw splitter.error(ofElementEndingAt: end, element)
            }
            switch result {
            case .model(let model): return KnownClass.model(model, as: Model.self)
            case .skipped(let problem): skip(problem.map { splitter.place(of: element).moved($0) })
            }
        } catch {
            guard element.isRecord, call.option(\.setElements) != .reject,
                let problem = splitter.place(of: element).problem(ofRecord: error)
            else { throw splitter.place(of: element).moved(error) }
            skip(problem)
        }
        return nil
    }

    /// Whether the next element that is left out needs a reason.
    private var needsReason: Bool { listsMore || onSkip != nil }

    private var listsMore: Bool { skipped.count < ProblemRecord.limit }

    private mutating func skip(_ problem: MappingProblem?) {
        skippedCount = skippedCount.addingClamped(1)
        guard let problem else { return }
        if listsMore { skipped.append(problem) }
        onSkip?(problem)
    }
}
