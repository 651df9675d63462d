import Foundation
import Observation
import Testing

@testable import ModelObjects

/// An override of `willChange` notifies the observers of an `@Observable` class.
struct ObservationTrackingTests {
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func observersAreNotifiedOfUpdatesAndMerges() throws {
        let person = try ObservedPilot(json: #"{"name": "ada", "born": 1815}"#)
        let count = LockedCount()
        func track() {
            withObservationTracking {
                _ = person.name
            } onChange: {
                count.add(1)
            }
        }
        track()
        try person.update(json: #"{"born": 1816, "name": "ada"}"#)
        #expect(count.value == 0)
        try person.update(json: #"{"name": "grace"}"#)
        #expect(count.value == 1)
        track()
        try person.update(dictionary: ["name": "joan"])
        #expect(count.value == 2)
        track()
        let other = ObservedPerson()
        other.name = "mary"
        person.merge(from: other)
        #expect(count.value == 3 && person.name == "mary")
        track()
        #expect(throws: (any Error).self) { try person.update(json: #"{"name": "x""#) }
        #expect(count.value == 3 && person.name == "mary")
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func anObserverSeesTheOldValue() throws {
        // Only one thread uses it: observers are called on the thread that makes the change.
        nonisolated(unsafe) let person = try ObservedPerson(json: #"{"name": "ada"}"#)
        nonisolated(unsafe) var seen = ""
        withObservationTracking {
            _ = person.name
        } onChange: {
            seen = person.name
        }
        try person.update(json: #"{"name": "grace"}"#)
        #expect(seen == "ada" && person.name == "grace")
    }
}
