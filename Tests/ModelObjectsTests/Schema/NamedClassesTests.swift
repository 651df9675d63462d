import Testing

@testable import ModelObjects

/// The classes that discriminators name, which all classes that inherit one share.
struct NamedClassesTests {
    class Animal: ModelObject {
        override class var discriminator: Discriminator? {
            .key(
                "type",
                [
                    "wolf": Wolf.self, "cat": Cat.self, "bird": Bird.self, "dog": Dog.self, "hound": Dog.self,
                    "animal": Animal.self,
                ], fallback: Bird.self)
        }
    }

    class Cat: Animal {}

    class Dog: Animal {
        override class var archivableClasses: [ModelObject.Type] { [Collar.self] }
    }

    final class Wolf: Dog {
        override class var archiveName: String { "Worn" }
    }

    /// Has the same name in archives as a class that the discriminator names after `Dog`.
    final class Collar: ModelObject {
        override class var archiveName: String { "Worn" }
    }

    class Bird: Animal {
        override class var discriminator: Discriminator? {
            .key("kind", ["owl": Owl.self, "auk": Auk.self], fallback: Extinct.self)
        }
    }

    final class Owl: Bird {}
    class Auk: Bird {}
    final class Extinct: Auk {}

    private static func isSame(_ types: [ModelObject.Type], _ others: [ModelObject.Type]) -> Bool {
        types.map { ObjectIdentifier($0) } == others.map { ObjectIdentifier($0) }
    }

    @Test func aDiscriminatorIsOrderedOnceForAllClassesThatInheritIt() throws {
        let animals = try #require(ModelSchema.of(Animal.self).namedClasses)
        for type in [Cat.self, Dog.self, Wolf.self] as [ModelObject.Type] {
            #expect(ModelSchema.of(type).namedClasses === animals, "\(type)")
        }
        let birds = try #require(ModelSchema.of(Bird.self).namedClasses)
        #expect(birds !== animals)
        #expect(ModelSchema.of(Extinct.self).namedClasses === birds)
        #expect(ModelSchema.of(Collar.self).namedClasses == nil)
    }

    @Test func classesHaveTheOrderOfTheirTexts() throws {
        let animals = try #require(ModelSchema.of(Animal.self).namedClasses)
        #expect(Self.isSame(animals.all, [Animal.self, Bird.self, Cat.self, Dog.self, Wolf.self]))
        #expect(Self.isSame(animals.subclasses(of: ModelObject.self), animals.all))
        #expect(Self.isSame(animals.subclasses(of: Dog.self), [Dog.self, Wolf.self]))
        #expect(Self.isSame(animals.subclasses(of: Cat.self), [Cat.self]))
        #expect(Self.isSame(animals.subclasses(of: Collar.self), []))
        let birds = try #require(ModelSchema.of(Bird.self).namedClasses)
        #expect(Self.isSame(birds.all, [Auk.self, Owl.self, Extinct.self]))
        #expect(Self.isSame(birds.subclasses(of: Auk.self), [Auk.self, Extinct.self]))
    }

    @Test func reachableClassesAreThoseThatEachDiscriminatorNames() {
        func reachable(_ type: ModelObject.Type) -> [ModelObject.Type] {
            ModelSchema.of(type).reachable.map(\.type)
        }
        #expect(
            Self.isSame(
                reachable(Animal.self),
                [
                    Animal.self, Bird.self, Cat.self, Dog.self, Wolf.self, Auk.self, Owl.self, Extinct.self,
                ]))
        #expect(Self.isSame(reachable(Dog.self), [Dog.self, Wolf.self]))
        #expect(Self.isSame(reachable(Cat.self), [Cat.self]))
        #expect(Self.isSame(reachable(Auk.self), [Auk.self, Extinct.self]))
    }

    @Test func variantsEndWithTheFallbackAndTheClass() {
        func variants(_ type: ModelObject.Type, _ use: SchemaUse) -> [ModelObject.Type] {
            ModelSchema.of(type).variants(for: use)
        }
        #expect(Self.isSame(variants(Bird.self, .validation), [Auk.self, Owl.self, Extinct.self, Bird.self]))
        #expect(Self.isSame(variants(Bird.self, .structuredOutput), [Auk.self, Owl.self, Extinct.self]))
        #expect(Self.isSame(variants(Owl.self, .structuredOutput), [Owl.self]))
        #expect(Self.isSame(variants(Collar.self, .validation), []))
    }

    /// Of two classes with one name, the class that is found first has it.
    ///
    /// The classes of an inherited discriminator are found before those of `archivableClasses`.
    @Test func archivesFindTheClassesOfADiscriminatorInOneOrder() {
        let named = ArchiveClasses.reachable(from: Animal.self).named
        #expect(named["Worn"] == Wolf.self)
        #expect(ArchiveClasses.reachable(from: Dog.self).named["Worn"] == Wolf.self)
        for type in [Cat.self, Auk.self, Extinct.self] as [ModelObject.Type] {
            #expect(named[type.archiveName] == type, "\(type)")
        }
    }
}
