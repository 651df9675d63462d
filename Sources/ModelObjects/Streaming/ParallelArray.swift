import Foundation

/// Maps the elements of one array on several threads.
///
/// The text isn't split beforehand, because that would take a tenth of the time. Instead, the start of an
/// element is guessed near every multiple of `runSize` bytes. A run is mapped from one guess until an element
/// starts exactly at a later guess. So the runs verify each other: the first run starts at the first element;
/// if it ends at the second guess, the second run also starts at an element.
///
///     guesses   0        1        2        3
///     runs      0------->|        |        |
///                        1----------------->     guess 2 was in a nested array
///                                 2->            so run 2 is not used
///                                          3---->]
///
/// Marked as Sendable, because the lock guards everything that changes, and models move to the calling thread
/// when there are no other references to them.
final class ParallelArray: @unchecked Sendable {
    private struct Run {
        let start: Int
        /// The end of the run: the start of an element, or the end of the array.
        var end = 0
        var isLast = false
        /// Nil if the text or an element has an error, or the guess was wrong.
        var models: [ModelObject]?
    }

    private enum State { case mapping, failed, finished }

    private let json: Data
    private let type: ModelObject.Type
    private let options: MappingOptions?
    private let firstElement: Int
    /// How many containers may be nested in the array.
    private let remainingDepth: Int32
    private let runCount: Int
    private let lock = NSCondition()

    // Guarded by the lock.
    /// The runs that were mapped, by their number.
    private var runs: [Run?]
    private var startedRuns = 0
    private var finishedRuns = 0
    private var state = State.mapping
    /// The number of runs that were verified or rejected, and the end of the last verified run.
    private var checkedRuns = 0
    private var checkedEnd: Int
    private var models: [[ModelObject]] = []

    private static let runSize = 128 << 10
    private static let stackSize = 2 << 20
    /// More threads than this would only wait for each other.
    private static let maximumThreads = 64

    /// - Parameter reader: A reader of the text, at the first element of the array.
    private init(_ json: Data, _ type: ModelObject.Type, _ options: MappingOptions?, _ reader: JSONReader) {
        self.json = json
        self.type = type
        self.options = options
        firstElement = reader.offset
        remainingDepth = reader.remainingDepth
        checkedEnd = firstElement
        runCount = (json.count - firstElement + Self.runSize - 1) / Self.runSize
        runs = Array(repeating: nil, count: runCount)
    }

    /// The models of the array under the cursor of a reader of the text, which moves past it.
    ///
    /// Nil if the text or an element has an error. The caller then maps the array again on its own thread, to
    /// get the same error as without threads.
    static func models(
        _ json: Data, _ type: ModelObject.Type, _ options: MappingOptions?, _ reader: inout JSONReader,
        threads: Int
    ) throws -> [ModelObject]? {
        var inside = reader
        guard try inside.enterArray() else { return nil }
        _ = inside.peek()
        let array = ParallelArray(json, type, options, inside)
        guard array.runCount > 1 else { return nil }
        for _ in 1..<min(threads, maximumThreads, array.runCount) {
            let thread = Thread { array.work() }
            thread.stackSize = stackSize
            // This thread waits for them.
            thread.qualityOfService = Thread.current.qualityOfService
            thread.start()
        }
        array.work()
        guard let (models, end) = array.result() else { return nil }
        reader.seek(to: end)
        return models
    }

    private func result() -> (models: [ModelObject], end: Int)? {
        lock.withLock {
            while finishedRuns < startedRuns { lock.wait() }
            // A thread that is still ending must not be the one that frees the models.
            defer { (models, runs) = ([], []) }
            guard state == .finished else { return nil }
            return (models.flatMap { $0 }, checkedEnd)
        }
    }

    /// Maps runs until there are no more.
    private func work() {
        while let number = takeRun() {
            var run: Run? = withAutoreleasePool { map(number) }
            lock.withLock {
                runs[number] = run
                run = nil  // Its models belong to the calling thread once the lock is released.
                finishedRuns += 1
                check()
                lock.signal()
            }
        }
    }

    private func takeRun() -> Int? {
        lock.withLock {
            guard state == .mapping, startedRuns < runCount else { return nil }
            defer { startedRuns += 1 }
            return startedRuns
        }
    }

    /// Collects the models of the runs that start where the one before ended.
    private func check() {
        while state == .mapping, checkedRuns < finishedRuns, let run = runs[checkedRuns] {
            runs[checkedRuns]?.models = nil
            checkedRuns += 1
            guard run.start == checkedEnd else { continue }
            guard let models = run.models else {
                state = .failed
                return
            }
            self.models.append(models)
            checkedEnd = run.end
            if run.isLast { state = .finished }
        }
    }

    private func map(_ number: Int) -> Run {
        let mapper = MappingCall(options: options, type: type, mayBeSampled: false)
            .makeMapper(isOneOfMany: true)
        var run = Run(start: -1)
        try? withJSONReader(json, maximumDepth: mapper.maximumDepth) { reader in
            guard let start = guess(number, reader) else { return }
            run = Run(start: start)
            reader.seek(to: start)
            reader.remainingDepth = remainingDepth
            var models: [ModelObject] = []
            var next = number
            var nextStart: Int?
            repeat {
                while next < runCount, (nextStart ?? 0) <= reader.offset {
                    next += 1
                    nextStart = guess(next, reader)
                }
                let (more, hasMore) = try mapper.readModels(
                    type, ModelSchema.of(type), &reader, upTo: nextStart ?? .max)
                models += more
                run.isLast = !hasMore
                run.end = reader.offset
            } while !run.isLast && run.end != nextStart
            if !mapper.isRejected { run.models = models }
        }
        return run
    }

    /// The start of the element at a boundary; nil if none is found before the next boundary.
    private func guess(_ number: Int, _ reader: JSONReader) -> Int? {
        if number == 0 { return firstElement }
        let boundary = firstElement + number * Self.runSize
        return reader.likelyElement(from: boundary, upTo: min(boundary + Self.runSize, json.count))
    }
}
