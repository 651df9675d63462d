import Foundation

/// The protocols whose conformances by a type can be used on every thread: found once for each type, never freed.
///
/// A conformance can be isolated to an actor (SE-0470). In a module whose default isolation is the main actor, as in new
/// app projects of Xcode 26, all are, unless a declaration says `nonisolated`. A cast then succeeds only on that actor.
/// Equality and hashes must not depend on it: a Set that was made on one thread would not find its members on another.
///
/// Before macOS 26 and iOS 26, the runtime doesn't check isolation, and every conformance can be used.
final class SharedConformances: Sendable {
    let (isEquatable, isHashable, isEncodable): (Bool, Bool, Bool)

    private static let table = PublishedTable<SharedConformances>()

    /// The value, if its own `==` can be used.
    static func equatable(_ value: Any) -> (any Equatable)? {
        guard let equatable = value as? any Equatable, of(value).isEquatable else { return nil }
        return equatable
    }

    /// The value, if its own hash can be used.
    static func hashable(_ value: Any) -> (any Hashable)? {
        guard let hashable = value as? any Hashable, of(value).isHashable else { return nil }
        return hashable
    }

    /// The value, if it can encode itself.
    static func encodable(_ value: Any) -> (any Encodable)? {
        guard let encodable = value as? any Encodable, of(value).isEncodable else { return nil }
        return encodable
    }

    private static func of(_ value: Any) -> SharedConformances {
        let type = type(of: value)
        return table.element(for: type) ?? table.add(SharedConformances(value, type), for: type)
    }

    /// - Parameter startThread: Runs a function on a new thread, if the system allows one.
    init(
        _ value: Any, _ type: any Any.Type,
        _ startThread: (@escaping @Sendable () -> Void) -> Void = SharedConformances.startThread
    ) {
        let casts = Casts(of: value)
        if Self.mayBeIsolated(typeNamed: _typeName(type, qualified: true)) {
            casts.runOnNewThread(startThread)
        } else {
            casts.run()
        }
        (isEquatable, isHashable, isEncodable) = casts.results
    }

    private static func startThread(_ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        // The calling thread waits for it, and may be the main thread.
        thread.qualityOfService = .userInteractive
        thread.start()
    }

    /// Whether a conformance of a type can be isolated: not for types of the standard library and of Foundation, unless
    /// they depend on another type.
    static func mayBeIsolated(typeNamed name: String) -> Bool {
        let isSystemType = ["Swift.", "Foundation.", "FoundationEssentials."].contains { name.hasPrefix($0) }
        return !isSystemType || name.contains("<")
    }

    private final class Casts: @unchecked Sendable {  // Run by one thread, then read by the other.
        /// Nil after the casts: the thread may end, and free this object, after the caller has released the value, which
        /// may have to be freed on the caller's thread.
        private var value: Any?
        private let lock = NSLock()
        private var isTaken = false
        private(set) var results = (false, false, false)

        init(of value: Any) { self.value = value }

        /// Runs the casts on a new thread, which belongs to no actor.
        ///
        /// Foundation doesn't report that no thread could be created. If none has started after a second, the casts run
        /// on this thread.
        func runOnNewThread(_ start: (@escaping @Sendable () -> Void) -> Void) {
            let end = DispatchSemaphore(value: 0)
            start {
                guard self.take() else { return }
                self.run()
                end.signal()
            }
            if end.wait(timeout: .now() + 1) == .success { return }
            if take() { run() } else { end.wait() }
        }

        /// Whether the calling thread is the first, which runs the casts.
        private func take() -> Bool {
            lock.withLock {
                defer { isTaken = true }
                return !isTaken
            }
        }

        func run() {
            guard let value else { return }
            results = (value is any Equatable, value is any Hashable, value is any Encodable)
            self.value = nil
        }
    }
}
