import Foundation
import Testing

@testable import ModelObjects

struct SharedConformancesTests {
    private struct Place: Hashable { var zip = 0 }

    @Test(arguments: [
        ("Swift.Int", false), ("Foundation.Date", false), ("FoundationEssentials.Date", false),
        ("Swift.Array<App.Place>", true), ("App.Place", true), ("FoundationPlus.Place", true),
    ])
    func onlySystemTypesCannotBeIsolated(name: String, mayBeIsolated: Bool) {
        #expect(SharedConformances.mayBeIsolated(typeNamed: name) == mayBeIsolated)
    }

    /// The process may have reached its limit of threads.
    @Test func theyAreFoundWithoutANewThread() {
        let found = SharedConformances(Place(), Place.self) { _ in }
        #expect(found.isEquatable && found.isHashable && !found.isEncodable)
    }

    /// Only one of the two threads casts.
    @Test func aThreadMayStartLate() {
        let found = SharedConformances(Place(), Place.self) { run in
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: 1.2)
                run()
            }
        }
        #expect(found.isEquatable && found.isHashable && !found.isEncodable)
    }

    /// It may be an object that must be freed on the calling thread.
    @Test func theThreadDoesNotKeepTheValue() {
        weak var object: Object?
        let kept = Kept()
        do {
            let value = Object()
            object = value
            let found = SharedConformances(value, Object.self) { run in
                kept.run = run
                Thread.detachNewThread(run)
            }
            #expect(found.isEquatable)
        }
        #expect(kept.run != nil && object == nil)
    }

    private final class Object: Equatable {
        static func == (left: Object, right: Object) -> Bool { left === right }
    }

    private final class Kept {
        var run: (@Sendable () -> Void)?
    }
}
