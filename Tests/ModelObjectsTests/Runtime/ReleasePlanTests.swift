import Foundation
import Testing

import ModelObjects

/// Which models are released by the library, and which by the code of the compiler.
@Suite struct ReleasePlanTests {
    private final class Link: ModelObject {
        var next: Link?
        var others: [Link] = []
    }

    #if os(macOS) || os(Linux)  // where a process can start another one

    @Test func modelsAreReleasedIfTheProcessHasUsedUpItsKeys() async {
        await #expect(processExitsWith: .success) {
            var key = pthread_key_t()
            while pthread_key_create(&key, nil) == 0 {}
            weak var last: Link?
            do {
                let link = try Link(json: #"{"next": {"others": [{}, {}]}}"#)
                last = link.next?.others.last
                #expect(last != nil)
            }
            #expect(last == nil)
        }
    }

    #endif

    /// For a property of a generic class, reflection reports the type argument, even if that type is noncopyable.
    @Test func noncopyableStructsAreFreedByTheirOwnCode() {
        final class Part: ModelObject {
            nonisolated(unsafe) static var living = 0
            var name = ""
            required init() { Self.living += 1 }
            deinit { Self.living -= 1 }
        }
        struct Owner: ~Copyable {
            nonisolated(unsafe) static var names: [String] = []
            let child = Part()
            var others: [Part] = [Part()]
            init() { child.name = "child" }
            deinit { Self.names.append(child.name + "\(others.count)") }
        }
        struct Pair<Member: ~Copyable>: ~Copyable {
            var member: Member
            var child: Part? = Part()
        }
        final class Holder<Value: ~Copyable>: ModelObject {
            var title = ""
            var value: Value?
            var pair: Pair<Value>?
        }
        final class Place<Value: ~Copyable>: ModelObject {
            var value: Value
            required init() { fatalError("not used") }
            init(_ value: consuming Value) { self.value = value }
        }
        do {
            let holder = try? Holder<Owner>(json: #"{"title": "x"}"#)
            holder?.value = Owner()
            holder?.pair = Pair(member: Owner())
            let places = (Place(Owner()), Place(Pair(member: Owner())))
            withExtendedLifetime(places) {
                #expect(holder?.title == "x" && Part.living == 10)
            }
        }
        #expect(Owner.names == Array(repeating: "child1", count: 4))
        #expect(Part.living == 0)
    }

    /// The layout of such a struct is made at run time.
    @Test func noncopyableGenericStructsAreFreedByTheirOwnCode() {
        do {
            let single = Tenant<Named>()
            single.lease = Lease(model: Named())
            let nested = Tenant<Named>()
            nested.nested = Lease(model: Named())
            let pair = Choice<Named>()
            pair.either = Either(value: Lease(model: Named()))
            pair.copyable = Either(value: Named())
            let made = Maker<Lease<Named>>()
            withExtendedLifetime((single, nested, pair, made)) {
                #expect(Named.living == 5)
            }
        }
        #expect(Named.living == 0)
        #expect(Named.ended == Array(repeating: "model", count: 4))
    }

    /// Structs without content occupy no memory, so nothing else limits their number.
    @Test func aTowerOfEmptyStructsIsExaminedOnce() {
        final class Holder: ModelObject {
            var storey: Storey<Tower<Tower<Tower<Tower<Tower<Tower<Empty>>>>>>>?
        }
        weak var freed: Holder?
        do {
            let holder = Holder()
            freed = holder
        }
        #expect(freed == nil)
    }
}

private class Named: ModelObject {
    nonisolated(unsafe) static var living = 0
    nonisolated(unsafe) static var ended: [String] = []
    var name = "model"
    required init() { Self.living += 1 }
    deinit { Self.living -= 1 }
}

private protocol Making: ~Copyable { static func make() -> Self }

private struct Lease<Model>: ~Copyable {
    var model: Model
    deinit { Named.ended.append((model as? Named)?.name ?? "") }
}
extension Lease: Making where Model == Named {
    static func make() -> Self { Lease(model: Named()) }
}

private struct Either<Value: ~Copyable>: ~Copyable { var value: Value }
extension Either: Copyable where Value: Copyable {}

private final class Tenant<Model>: ModelObject {
    var lease: Lease<Model>?
    var nested: Lease<Model>??
}

private final class Choice<Model>: ModelObject {
    var either: Either<Lease<Model>>?
    var copyable: Either<Model>?
}

private final class Maker<Value: Making & ~Copyable>: ModelObject { var value = Value.make() }

private struct Empty {}
private struct Twice<Part> {
    var first: Part
    var second: Part
}
private typealias Tower<Part> = Twice<Twice<Twice<Twice<Part>>>>
private struct Storey<Part> {
    var part: Part
    var model: Named?
}
