import Testing

@testable import ModelObjects

struct ValuePlacesTests {
    private final class Value {}

    /// Returns references that become nil with the last strong ones.
    private func stored(_ places: inout ValuePlaces, at indices: [Int]) -> [() -> Value?] {
        indices.map { index in
            let value = Value()
            places.store(scalar: value, at: index)
            return { [weak value] in value }
        }
    }

    @Test func valuesMoveInAndOut() {
        var places = ValuePlaces()
        places.reserve(3)
        places.store(scalar: "text", at: 0)
        places.store([1, 2] as [Any] as Any, at: 2)
        places.reserve(100)
        #expect(places.take(at: 0) as? String == "text")
        #expect(places.take(at: 0) as? Int == 0)
        #expect(places.take(at: 2) as? [Int] == [1, 2])
        #expect(places.take(at: 99) as? Int == 0)
    }

    @Test func valuesAreReleasedOnce() {
        var places = ValuePlaces()
        places.reserve(2)
        let first = stored(&places, at: [0, 1])
        #expect(first.allSatisfy { $0() != nil })
        let others = stored(&places, at: [1])
        #expect(first[0]() != nil && first[1]() == nil)
        _ = places.take(at: 0)
        #expect(first[0]() == nil && others[0]() != nil)
        places = ValuePlaces()
        #expect(others[0]() == nil)
    }
}
