import Foundation
import ModelObjects
import Testing

/// There is one monitor for the process, so these tests run one after another, and look only at their own classes.
@Suite(.serialized)
struct MappingMonitorTests {
    private final class Watched: ModelObject, @unchecked Sendable {
        var name = ""
        var age = 0
        var extra: Int?

        override class var propertyRules: [String: PropertyRule] { ["name": .required] }
        override func didMap(_ dictionary: [String: Any]) throws {
            if age == -1 { _ = try Inner(json: #"{"b": 1}"#) }
        }
    }

    private final class Inner: ModelObject { var a = 0 }

    private struct Page: Decodable { var items: [Watched] }

    private struct Mixed: Decodable { var items: [WatchedOrText] }

    private enum WatchedOrText: Decodable {
        case watched(Watched), text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let watched = try? container.decode(Watched.self) {
                self = .watched(watched)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }

    /// The reports of `Watched` and `Page` that a monitor gets while a body runs.
    private func reports(oneIn interval: Int = 1, _ body: () -> Void) -> [String] {
        let collected = LockedList<String>()
        ModelObject.monitor = MappingMonitor(oneIn: interval) { report in
            let types: [Any.Type] = [Watched.self, Page.self, Mixed.self, Inner.self]
            guard types.contains(where: { $0 == report.type }) else { return }
            collected.append("\(report.type): \(report)")
        }
        body()
        ModelObject.monitor = nil
        return collected.all
    }

    /// A type may catch the error of a model, and decode something else.
    @Test func alternativesOfACodableTypeAreNoFindings() {
        let found = reports {
            _ = try? ModelDecoder().decode(
                Mixed.self, from: #"{"items": ["a", {"name": "b", "age": 1, "extra": 2}]}"#)
            _ = try? ModelDecoder().decode(Mixed.self, from: #"{"items": [{"age": 1}]}"#)
        }
        #expect(found.count == 1)
        #expect(found.first?.contains("Missing required `name` at $.items[0]") == true)
    }

    @Test func everyCallWithAFindingIsReported() {
        let found = reports {
            let json = #"{"name": "a", "x": 1}"#
            let watched = try? Watched(json: json)
            _ = try? Watched.model(json: json)
            _ = try? Watched.array(json: "[\(json)]")
            _ = try? Watched.dictionary(json: "{\"k\": \(json)}")
            try? watched?.update(json: json)
            _ = try? Watched(dictionary: ["name": "a", "x": 1])
            _ = try? ModelDecoder().decode([Watched].self, from: "[\(json)]")
            _ = try? ModelDecoder().decode(Page.self, from: "{\"items\": [\(json), \(json)]}")
            _ = Watched.inspect(json: json)
            watched?.serializeValue(5, key: "y")
            _ = try? Watched(json: #"{"name": "b"}"#)
        }
        let one = "No property for $.x.\nNo key for age.\nNo key for extra."
        #expect(
            found == [
                "Watched: \(one)", "Watched: \(one)", "Watched: No property for $[0].x.",
                "Watched: No property for $.k.x.", "Watched: No property for $.x.", "Watched: \(one)",
                "Watched: No property for $[0].x.",
                "Page: No property for $.items[*].x (2 times, first at line 1).",
            ])
    }

    @Test func anArrayOnSeveralThreadsIsReported() {
        // Several threads share only a text that is long enough.
        let count = Effort.count(20_000)
        let name = String(repeating: "a", count: 22 * (20_000 / count - 1) + 1)
        let elements = Array(repeating: #"{"name": "\#(name)", "x": 1}"#, count: count).joined(separator: ",")
        let found = reports { _ = try? Watched.array(json: Data("[\(elements)]".utf8), threads: 2) }
        #expect(found.count == 1 && found[0].contains("No property for $[*].x (\(count) times"))
    }

    @Test func aPatchIsOneCall() throws {
        let watched = try Watched(json: #"{"name": "a"}"#)
        let found = reports(oneIn: 2) {
            for _ in 0..<4 { try? watched.apply(jsonPatch: #"[{"op":"add","path":"/age","value":"1"}]"#) }
        }
        #expect(found.count == 2)
    }

    @Test(arguments: [
        (#"[{"op":"add","path":"/q","value":1}]"#, "/q", "no property has this key"),
        (#"[{"op":"replace","path":"/age","value":"x"}]"#, "/age", "Expected Int, found string at $.age"),
    ])
    func aFailedPatchIsReportedAsItIsThrown(patch: String, place: String, reason: String) throws {
        let watched = try Watched(json: #"{"name": "a"}"#)
        var thrown = ""
        let found = reports {
            do { try watched.apply(jsonPatch: patch) } catch { thrown = "\(error)" }
        }
        #expect(thrown == "Operation 0 of the patch, at `\(place)`, failed: \(reason).")
        #expect(found.map { $0.contains("Watched: Not changed: \(thrown)") } == [true])
    }

    private final class Sink: Sendable {
        func take(_ report: MappingReport) {}
        deinit { _ = try? Watched(json: "{}") }
    }

    /// What a closure holds may map when the closure is released.
    @Test func aMonitorThatMapsWhenItIsFreedCanBeReplaced() {
        do {
            let sink = Sink()
            ModelObject.monitor = MappingMonitor(oneIn: 1) { sink.take($0) }
        }
        ModelObject.monitor = MappingMonitor(oneIn: 3) { _ in }
        #expect(ModelObject.monitor?.interval == 3)
        ModelObject.monitor = nil
        #expect(ModelObject.monitor == nil)
    }

    @Test func aMonitorCanBeRestoredAnyNumberOfTimes() {
        let found = reports {
            for _ in 0..<50_000 {
                let monitor = ModelObject.monitor
                ModelObject.monitor = monitor
            }
            _ = try? Watched(json: #"{"name": "a", "age": 1, "extra": 1, "x": 1}"#)
        }
        #expect(found == ["Watched: No property for $.x."])
    }

    /// Missing keys in text that is still arriving are not findings, and keyed archives are not payloads.
    @Test func someCallsAreNotSampled() {
        let found = reports {
            let watched = try? Watched(json: #"{"name": "a", "age": 1, "extra": 1}"#)
            for text in [#"{"x"#, #"{"x": 1, "#] { try? watched?.update(partial: text) }
            _ = try? Watched.unarchive(keyedArchive: Data("x".utf8))
            _ = try? Watched(contentsOf: URL(fileURLWithPath: "/nowhere"))
        }
        #expect(found == [])
    }

    @Test func aMonitorDoesNotChangeTheError() {
        func error() -> ModelError? {
            do { _ = try Watched(json: #"{"age": "x", "extra": "y"}"#) } catch { return error as? ModelError }
            return nil
        }
        let expected = error()
        var found: ModelError?
        let texts = reports { found = error() }
        #expect(texts.count == 1 && expected?.problems.count == 1)
        #expect(found?.description == expected?.description && found?.problems.count == 1)
    }

    @Test func failedCallsAreReportedAndStillThrow() {
        let found = reports {
            #expect(throws: ModelError.self) { try Watched(json: #"{"age": "5"}"#) }
            #expect(throws: JSONSyntaxError.self) { try Watched(json: "{") }
            #expect(throws: DecodingError.self) { try ModelDecoder().decode(Page.self, from: "{}") }
        }
        #expect(found.count == 3 && found[0].contains("No object: Missing required `name`"))
        #expect(
            found[0].contains("Converted string to Int at $.age") && found[2].hasPrefix("Page: No object: "))
    }

    @Test(.knowsHooks, arguments: ["tru", String(repeating: "[", count: 1_000)])
    func problemsBeforeTheErrorOfTheTextAreReported(value: String) {
        let json = #"{"items": [{"age": [], "x": \#(value)}]}"#
        let found = reports {
            #expect(throws: (any Error).self) { try ModelDecoder().decode(Page.self, from: json) }
        }
        #expect(found.count == 1 && found[0].contains("Expected Int, found array at $.items[0].age"))
    }

    @Test func samplingDoesNotChangeDecoding() throws {
        struct Lossy: Decodable {
            var watched: [Watched?] = []

            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                while !container.isAtEnd {
                    let each = try? container.decode(Watched.self)
                    if each == nil { _ = try container.superDecoder() }
                    watched.append(each)
                }
            }
        }
        let collected = LockedList<String>()
        ModelObject.monitor = MappingMonitor(oneIn: 1) { report in
            if report.type == Lossy.self { collected.append("\(report)") }
        }
        defer { ModelObject.monitor = nil }
        let lossy = try ModelDecoder(options: MappingOptions(mismatches: .reject))
            .decode(Lossy.self, from: #"[{"name": "a"}, {"name": "b", "age": []}]"#)
        #expect(lossy.watched.map { $0?.name } == ["a", nil])
        #expect(collected.all == ["Expected Int, found array at $[1].age (line 1, column 38)."])
    }

    @Test func everyNthCallOfAThreadIsPicked() {
        let found = reports(oneIn: 10) {
            // A new thread, whose counter starts at 0.
            onLargeStack {
                for _ in 0..<95 { _ = try? Watched(json: #"{"name": "a", "x": 1}"#) }
            }
        }
        #expect(found.count == 9)
    }

    @Test func callsInTheClosureDoNotCount() {
        let count = LockedCount()
        ModelObject.monitor = MappingMonitor(oneIn: 3) { report in
            guard report.type == Watched.self else { return }
            count.add(1)
            for _ in 0..<5 { _ = try? Watched(json: "{}") }
        }
        defer { ModelObject.monitor = nil }
        onLargeStack {
            for _ in 0..<30 { _ = try? Watched(json: #"{"name": "a", "x": 1}"#) }
        }
        #expect(count.value == 10)
    }

    @Test func aClosureCanUseTheLibrary() {
        let count = LockedCount()
        ModelObject.monitor = MappingMonitor(oneIn: 1) { report in
            guard report.type == Watched.self else { return }
            count.add(1)
            _ = try? Watched(json: #"{"name": "a", "x": 1}"#)
            ModelObject.monitor = nil
        }
        _ = try? Watched(json: #"{"name": "a", "x": 1}"#)
        _ = try? Watched(json: #"{"name": "a", "x": 1}"#)
        #expect(count.value == 1 && ModelObject.monitor == nil)
    }

    @Test func callsInsideHooksAreSampledSeparately() {
        let found = reports { _ = try? Watched(json: #"{"name": "a", "age": -1, "extra": null}"#) }
        #expect(found == ["Inner: No property for $.b.\nNo key for a."])
    }

    @Test func theMonitorCanBeReplacedWhileItRuns() {
        let count = LockedCount()
        ModelObject.monitor = MappingMonitor(oneIn: 1) { _ in count.add(1) }
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            // Replaced only after a call was reported.
            while thread == 0, count.value == 0 { usleep(100) }
            for index in 0..<500 {
                if thread == 0 {
                    ModelObject.monitor =
                        index % 3 == 0 ? nil : MappingMonitor(oneIn: 2) { _ in count.add(1) }
                } else {
                    _ = try? Watched(json: #"{"name": "a", "x": 1}"#)
                }
            }
        }
        ModelObject.monitor = nil
        #expect(count.value > 0)
    }
}
