/// A converter of containers, or of Optionals: what their values may be is for the elements' converter to say.
protocol ContainerConverter<Value>: ValueConverter {
    associatedtype Element: ValueConverter
    var element: Element { get }
}

extension ContainerConverter {
    var modelClass: ModelObject.Type? { element.modelClass }
    var enumeration: Enumeration? { element.enumeration }
    var mayBeDates: Bool { element.mayBeDates }
    var mayHoldModels: Bool { element.mayHoldModels }
    var mayHoldSets: Bool { element.mayHoldSets }
    var archivedClasses: [ModelObject.Type] { element.archivedClasses }
}
