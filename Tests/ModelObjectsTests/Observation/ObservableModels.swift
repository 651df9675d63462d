// swift-format-ignore-file: NoLeadingUnderscores

import Foundation
import ModelObjects
import Observation

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable class ObservedPerson: ModelObject {
    var name = ""
    var _id = ""
    var birthYear = 0
    var address: ObservedAddress?
    @ObservationIgnored var _cache = 0
    let constant = 1
    weak var friend: ObservedPerson?

    required init() {}

    override class var archiveName: String { "Person" }
    override class var propertyRules: [String: PropertyRule] { ["birthYear": .key("born").optional] }

    override func willChange(_ properties: Set<String>) {
        if properties.contains("name") { _$observationRegistrar.willSet(self, keyPath: \.name) }
        if properties.contains("birthYear") { _$observationRegistrar.willSet(self, keyPath: \.birthYear) }
    }

    override func didChange(_ properties: Set<String>) {
        if properties.contains("name") { _$observationRegistrar.didSet(self, keyPath: \.name) }
        if properties.contains("birthYear") { _$observationRegistrar.didSet(self, keyPath: \.birthYear) }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable final class ObservedAddress: ModelObject {
    var city = ""

    required init() {}
}

/// An observed subclass of an observed class.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable final class ObservedPilot: ObservedPerson {
    var flightHours = 0.0

    required init() {}
    override class var archiveName: String { "Pilot" }
}

/// A subclass of an observed class that is not observed itself.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
final class PlainPassenger: ObservedPerson {
    var seat = ""
    var _row = 0
}

/// The properties of an `ObservedPerson` as an earlier version of the library archived them.
final class PersonAsStored: ModelObject {
    var _name = "ada"
    var __id = "7"
    var _birthYear = 1815
    override class var archiveName: String { "Person" }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable final class StrictPerson: ModelObject {
    var name = ""
    var age = 0

    required init() {}

    override class var propertyRules: [String: PropertyRule] { ["name": .required] }
    override class var mappingOptions: MappingOptions { .strict }
}
