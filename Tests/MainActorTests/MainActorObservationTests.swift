import ModelObjects
import Observation
import Testing

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable private final class Screen: ModelObject {
    var title = ""
    @ObservationIgnored var changes: [String] = []

    required init() {}

    override class var propertyRules: [String: PropertyRule] { ["changes": .ignored] }

    override func willChange(_ properties: Set<String>) {
        changes.append("\(properties.sorted()) \(title)")
        _$observationRegistrar.willSet(self, keyPath: \.title)
    }

    override func didChange(_ properties: Set<String>) {
        changes.append("\(properties.sorted()) \(title)")
        _$observationRegistrar.didSet(self, keyPath: \.title)
    }
}

@Suite("An app isolated to the main actor observes its models")
struct MainActorObservationTests {
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func updatesAreObserved() throws {
        let screen = try Screen(json: #"{"title": "a"}"#)
        try screen.update(json: #"{"title": "b"}"#)
        #expect(screen.changes == [#"["title"] a"#, #"["title"] b"#])
    }
}
