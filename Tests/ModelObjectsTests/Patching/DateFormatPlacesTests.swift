import Foundation
import ModelObjects
import Testing

/// A patch of one date leaves all other dates around it as they are, whatever formats are set by the class, a rule and
/// the options of the call.
struct DateFormatPlacesTests {
    protocol Formats {
        /// The formats of the class and of its rules.
        static var formats: (class: DateFormat?, rule: DateFormat?) { get }
    }
    enum NoFormat: Formats { static var formats: (class: DateFormat?, rule: DateFormat?) { (nil, nil) } }
    enum OfRule: Formats {
        static var formats: (class: DateFormat?, rule: DateFormat?) { (nil, .unixSeconds) }
    }
    enum OfClass: Formats {
        static var formats: (class: DateFormat?, rule: DateFormat?) { (.unixMilliseconds, nil) }
    }
    enum Both: Formats {
        static var formats: (class: DateFormat?, rule: DateFormat?) {
            (.iso8601, .format("yyyy/MM/dd HH:mm:ss"))
        }
    }

    /// The date that patches change, the other one, and the new date.
    static let (changed, other, new) = (
        Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2), Date(timeIntervalSince1970: 9)
    )

    struct Span: Codable, Equatable { var (from, to) = (changed, other) }
    enum Payment: Codable, Equatable { case paid(from: Date, to: Date) }
    class Plain: ModelObject {
        var (from, to, span) = (changed, other, Span())
    }
    final class Formatted: Plain {
        override class var mappingOptions: MappingOptions { MappingOptions(dateFormat: .dotNet) }
    }
    final class WithOptions: Plain {
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
    }
    final class WithHook: Plain {
        override func didExport(_ dictionary: inout [String: Any]) throws { dictionary["new"] = nil }
    }
    struct Models: Codable, Equatable {
        var (plain, formatted, options, hook) = (Plain(), Formatted(), WithOptions(), WithHook())
    }

    final class Event<F: Formats>: ModelObject {
        var date = changed
        var list = [other, changed]
        var dictionary = ["a": changed, "b": other]
        var nested = ["x": ["a": changed, "b": other]]
        var presence = Presence.value(Span())
        var spans = [Span(), Span()]
        var spansByName = ["a": Span(), "b": Span()]
        var payment = Payment.paid(from: changed, to: other)
        var models = Models()
        var modelsByName = ["a": Models(), "b": Models()]
        // Without a rule.
        var plain = Plain()
        var formatted = Formatted()
        var options = WithOptions()
        var hook = WithHook()
        var hooks = ["a": WithHook(), "b": WithHook()]
        var any: Any? = ["a": Span(), "b": other] as [String: Any]

        override class var mappingOptions: MappingOptions {
            F.formats.class.map { MappingOptions(dateFormat: $0) } ?? MappingOptions()
        }
        override class var propertyRules: [String: PropertyRule] {
            let names = [
                "date", "list", "dictionary", "nested", "presence", "spans", "spansByName", "payment",
                "models", "modelsByName",
            ]
            return F.formats.rule.map { rule in
                Dictionary(uniqueKeysWithValues: names.map { ($0, .date(rule)) })
            }
                ?? [:]
        }
    }

    /// The places of dates, and changes of an event that replace them.
    private static func changes<F: Formats>(of event: Event<F>.Type) -> [String: (Event<F>) -> Void] {
        var span = Span()
        span.from = new
        return [
            "date": { $0.date = new }, "list/1": { $0.list[1] = new },
            "dictionary/a": { $0.dictionary["a"] = new }, "nested/x/a": { $0.nested["x"]?["a"] = new },
            "presence/from": { $0.presence = .value(span) }, "spans/1/from": { $0.spans[1] = span },
            "spansByName/a/from": { $0.spansByName["a"] = span },
            "payment/paid/from": { $0.payment = .paid(from: new, to: other) },
            "models/plain/from": { $0.models.plain.from = new },
            "models/formatted/from": { $0.models.formatted.from = new },
            "models/options/from": { $0.models.options.from = new },
            "models/hook/span/from": { $0.models.hook.span = span },
            "modelsByName/a/plain/span/from": { $0.modelsByName["a"]?.plain.span = span },
            "modelsByName/a/formatted/from": { $0.modelsByName["a"]?.formatted.from = new },
            "modelsByName/a/options/from": { $0.modelsByName["a"]?.options.from = new },
            "modelsByName/a/hook/from": { $0.modelsByName["a"]?.hook.from = new },
            "plain/span/from": { $0.plain.span = span }, "formatted/from": { $0.formatted.from = new },
            "formatted/span/from": { $0.formatted.span = span }, "options/from": { $0.options.from = new },
            "hook/span/from": { $0.hook.span = span }, "hooks/a/from": { $0.hooks["a"]?.from = new },
            "hooks/a/span/from": { $0.hooks["a"]?.span = span },
        ]
    }

    @Test func otherDatesStay() throws {
        try check(Event<NoFormat>.self)
        try check(Event<OfRule>.self)
        try check(Event<OfClass>.self)
        try check(Event<Both>.self)
    }

    private func check<F: Formats>(_ type: Event<F>.Type) throws {
        for (place, change) in Self.changes(of: type) {
            let changed = type.init()
            change(changed)
            let steps = place.split(separator: "/").map(String.init)
            let value = value(try changed.jsonObject(), at: steps)
            try check(type.init(), "/" + place, steps, value, gives: changed)
            // The options of the call take precedence over those of classes, but not over a rule.
            let isRuled =
                type.propertyRules[steps[0]] != nil
                && !(place.contains("models") && place.contains("formatted"))
            try check(
                type.init(), "/" + place, steps, isRuled ? value : Self.new.timeIntervalSinceReferenceDate,
                MappingOptions(dateFormat: .secondsSinceReferenceDate), gives: changed)
        }
    }

    private func check<F: Formats>(
        _ event: Event<F>, _ pointer: String, _ steps: [String], _ value: Any,
        _ options: MappingOptions = MappingOptions(), gives expected: Event<F>
    ) throws {
        var options = options
        (options.mismatches, options.elements) = (.reject, .reject)
        let patched = event.copy()
        try patched.apply(
            jsonPatch: [["op": "replace", "path": pointer, "value": value]], options: options)
        #expect(patched == expected, "JSON Patch, \(F.self), \(pointer)")
        if steps.contains("1") { return }  // A merge patch replaces the array.
        let patch = steps.reversed().reduce(value) { [$1: $0] }
        try event.apply(mergePatch: #require(patch as? [String: Any]), options: options)
        #expect(event == expected, "merge patch, \(F.self), \(pointer)")
    }

    private func value(_ json: Any, at steps: [String]) -> Any {
        steps.reduce(json) { json, step in
            (json as? [String: Any])?[step] ?? (json as? [Any])?[Int(step) ?? 0] ?? json
        }
    }
}
