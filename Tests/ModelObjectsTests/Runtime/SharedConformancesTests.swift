import Foundation
import Testing

@testable import ModelObjects

struct SharedConformancesTests {
    private struct Place: Hashable { var zip = 0 }

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
}
