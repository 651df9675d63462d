import Foundation
import ModelObjects
import Testing

/// Many threads use classes for the first time at once.
struct FirstUseTests {
    /// Eight threads use a thousand classes (at full effort) for the first time, each in a different order.
    @Test func eightThreadsUseClassesForTheFirstTime() {
        let steps = (0..<10).reduce([Digit<Never>.self as any WideKind.Type]) { kinds, _ in
            kinds.flatMap { [$0.left, $0.right] }
        }
        let classes = Array(steps.prefix(Effort.count(10) * 100))
        let failures = LockedList<String>()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for step in classes.indices {
                // These primes have no factor in common with the count, so a thread uses each class once.
                let place = (step * [11, 13, 17, 19, 23, 29, 31, 37][thread] + thread * 125) % classes.count
                do {
                    try classes[place].roundTrip(number: step)
                } catch {
                    failures.append("class \(place): \(error)")
                }
            }
        }
        #expect(failures.all.isEmpty)
    }

    private final class Configuration: ModelObject {
        nonisolated(unsafe) static let shared: Configuration? = {
            isBeingMade.signal()
            isAsked.wait()
            return try? Configuration(json: #"{"isLenient": false}"#)
        }()
        static let isBeingMade = DispatchSemaphore(value: 0)
        static let isAsked = DispatchSemaphore(value: 0)
        var isLenient = true
    }

    private final class Configured: ModelObject {
        var name = ""
        override class var mappingOptions: MappingOptions {
            Configuration.isAsked.signal()
            return Configuration.shared?.isLenient == false ? .strict : MappingOptions()
        }
    }

    /// The configuration of a class can wait for another thread, which uses another class for the first time.
    @Test func aClassCanWaitForAnotherThreadsFirstUse() {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            _ = Configuration.shared
            done.signal()
        }
        Configuration.isBeingMade.wait()
        Thread.detachNewThread {
            #expect(throws: ModelError.self) { try Configured(json: #"{"x": 1}"#) }
            done.signal()
        }
        for _ in 0..<2 { #expect(done.wait(timeout: .now() + 60) == .success) }
    }
}

/// A type that leads to two others, so that there are 2^n of them.
protocol WideKind: Sendable {
    static var left: any WideKind.Type { get }
    static var right: any WideKind.Type { get }
    static func roundTrip(number: Int) throws
}

enum Digit<Before>: WideKind {
    static var left: any WideKind.Type { Digit<Zero<Before>>.self }
    static var right: any WideKind.Type { Digit<One<Before>>.self }

    static func roundTrip(number: Int) throws {
        let bytes = Data(
            #"{"NAME": "n\#(number)", "number": \#(number), "next": {"number": 1}, "all": [{}]}"#.utf8)
        let wide = try Wide<Before>(json: bytes)
        guard wide.number == number, wide.name == "n\(number)", wide.next?.number == 1, wide.all.count == 1,
            try Wide<Before>(json: wide.jsonData()) == wide,
            try Wide<Before>.unarchive(data: wide.archivedData()) == wide, wide.copy() == wide
        else { throw CancellationError() }
    }
}

enum Zero<Before> {}
enum One<Before> {}

final class Wide<Kind>: ModelObject {
    var name = ""
    var number = 0
    var next: Wide<Kind>?
    var all: [Wide<Kind>] = []
}
