/// Arrays whose elements are at the paths of properties.
extension PatchUpdate {
    /// The changes to an array that the paths of several properties share, such as `p.0.name` and `p.1`: each part
    /// stays at its index.
    ///
    /// - Returns: The changed elements by index, because the others may not map to the values that the properties hold:
    ///   null can be a value that can't be exported. If all elements change, an array. A hook gets all elements
    ///   but such nulls, and a property with the key of the array gets it whole.
    func parts(
        _ elements: [ExportedValue], replacing oldElements: [ExportedValue], in model: ModelObject,
        at place: DocumentPlace
    ) throws -> Any {
        let schema = ModelSchema.of(type(of: model))
        let isForHook = schema.overridesSerializeValue || schema.overridesWillMap
        // A property that isn't exported, or a combination, can have the key of the array.
        let isWhole = schema.properties.contains { property in
            property.inputs.contains { key in
                let steps = key.components
                return steps.count <= place.steps.count
                    && KeyMatcher.rank(of: Array(place.steps.prefix(steps.count)), for: steps, .fuzzy) != nil
            }
        }
        removals += oldElements.indices.dropFirst(elements.count).map { place.element($0) }
        var parts: [(index: Int, value: Any)] = []
        for (index, element) in elements.enumerated() {
            let place = place.element(index)
            let old = index < oldElements.count ? oldElements[index] : nil
            let isUnchanged = old.map { self.isUnchanged($0, element, of: model, at: place) } ?? false
            if isUnchanged, !isWhole, !isForHook || element.isNull && !isNil(in: model, at: place) {
                continue
            }
            // A part that was moved here is a new value.
            let isMoved = element.owner === model && old?.owner !== model
            let new = isMoved ? element.unowned() : element
            if !isUnchanged {
                if !isWhole { try checkPart(new, replacing: old, in: model, at: place) }
                if new.isNull { removals.append(place) }
            }
            parts.append((index, try value(new, replacing: old, in: model, at: place)))
        }
        if parts.count == elements.count { return parts.map(\.value) }
        return Dictionary(uniqueKeysWithValues: parts.map { ("\($0.index)", $0.value) })
    }

    /// Whether null in the document is nil in the model's property.
    private func isNil(in model: ModelObject, at place: DocumentPlace) -> Bool {
        ExportLayout.of(type(of: model)).property(at: place.steps).map {
            JSONValue($0.stored(in: model)).isNull
        }
            ?? false
    }

    /// Checks that a property or a hook takes an element that is new or has another value.
    private func checkPart(
        _ new: ExportedValue, replacing old: ExportedValue?, in model: ModelObject, at place: DocumentPlace
    ) throws {
        // A null that was moved here holds no value.
        if new.isNull || old?.isNull == false { return }
        switch Self.source(of: place.steps, in: model) {
        case .property: break
        case .hook: additions.append(place)
        default: throw Self.noProperty(at: place)
        }
    }
}
