import Foundation

/// Maps the elements of one array on several threads.
///
/// The calling thread divides the text into runs of elements, which the other threads map while it continues; then it
/// maps, too.
///
/// It is sent to threads although it is not Sendable to the compiler: the lock guards all that changes, and models move
/// to the calling thread when nothing else refers to them.
final class ParallelArray: @unchecked Sendable {
    private struct Run {
        let range: Range<Int>
        var models: [ModelObject]?
    }

    private let json: Data
    private let type: ModelObject.Type
    private let options: MappingOptions?
    private let lock = NSCondition()

    // Guarded by the lock.
    private var runs: [Run] = []
    private var started = 0
    private var finished = 0
    /// Whether all runs are known.
    private var isDivided = false
    private var hasFailed = false

    private static let runSize = 64 << 10
    private static let stackSize = 2 << 20
    /// More threads than this would only wait for each other.
    private static let mostThreads = 64

    init(_ json: Data, _ type: ModelObject.Type, _ options: MappingOptions?) {
        self.json = json
        self.type = type
        self.options = options
    }

    /// The models of the array under the cursor of a reader of the text, which moves past it.
    ///
    /// Nil if anything is wrong with the text or an element: the caller maps the array once more on its own thread, and
    /// so gets the error that one thread gets.
    func models(_ reader: inout JSONReader, threads: Int) -> [ModelObject]? {
        guard json.count - reader.offset >= 2 * Self.runSize, reader.remainingDepth > 0 else { return nil }
        for _ in 1..<min(threads, Self.mostThreads, json.count / Self.runSize) {
            let thread = Thread { self.work() }
            thread.stackSize = Self.stackSize
            thread.start()
        }
        let end = reader.runsOfElements(size: Self.runSize) { range in
            lock.withLock {
                runs.append(Run(range: range))
                lock.signal()
                return !hasFailed
            }
        }
        lock.withLock {
            isDivided = true
            if end == nil { hasFailed = true }
            lock.broadcast()
        }
        work()
        return lock.withLock {
            while finished < started { lock.wait() }
            guard !hasFailed, let end else { return nil }
            reader.seek(to: end)
            return runs.flatMap { $0.models ?? [] }
        }
    }

    /// Maps runs until there are no more.
    private func work() {
        while let (index, range) = takeRun() {
            let models = withAutoreleasePool { try? map(range) }
            lock.withLock {
                runs[index].models = models
                if models == nil { hasFailed = true }
                finished += 1
                lock.broadcast()
            }
        }
    }

    private func takeRun() -> (index: Int, range: Range<Int>)? {
        lock.withLock {
            while started == runs.count, !isDivided, !hasFailed { lock.wait() }
            guard started < runs.count, !hasFailed else { return nil }
            defer { started += 1 }
            return (started, runs[started].range)
        }
    }

    /// Nil if the options reject a problem.
    private func map(_ range: Range<Int>) throws -> [ModelObject]? {
        let mapper = MappingCall(options: options, type: type).makeMapper()
        return try withJSONReader(json, maximumDepth: mapper.maximumDepth) { reader in
            reader.seek(to: range.lowerBound)
            reader.remainingDepth -= 1
            let models = try mapper.readModels(
                type, ModelSchema.of(type), &reader, upTo: range.upperBound)
            return mapper.isRejected ? nil : models
        }
    }
}
