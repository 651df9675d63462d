extension ModelObject {
    /// Compares two models: they are equal if they have the same class and all mapped properties are equal,
    /// including those of nested models.
    ///
    /// Properties that aren't mapped (`let`, `lazy`, `weak`, `unowned`, ignored) and values of unknown keys
    /// are not compared. Whether references are shared makes no difference. NaN equals NaN, so that a copy
    /// equals its original. In an `Any`, numbers are compared by value, regardless of their type; a Float has
    /// the value of its shortest decimal form. The keys of dictionaries are compared like `AnyHashable`. An
    /// NSDate, NSData, NSURL or NSUUID equals the corresponding Swift value.
    ///
    /// Your own types are compared by `==` if they are Equatable, and otherwise by the raw value, the value
    /// that ``ModelValue`` exports, or their parts. A type with a custom mirror is compared by its Codable
    /// form. An instance of a class that is neither Equatable nor Encodable equals only itself. Closures,
    /// metatypes and values without any of these equal nothing else, and not always their own copies. A model that
    /// contains one may therefore be unequal to its copy, and so may a model that contains a C++ object whose type is
    /// not Equatable. If two values have the same bits, your `==` may not be called.
    ///
    /// A conformance that is isolated to an actor is not used, on any thread: declare such types `nonisolated`.
    /// (Before macOS 26 and iOS 26, the runtime doesn't check isolation, and they are used.)
    ///
    /// Don't declare `==` in a subclass: collections, patches and comparisons through a superclass don't use
    /// it.
    ///
    /// - Complexity: Linear in the number of objects, with cycles and at any depth. (Members of a Set that
    ///   differ only in parts that `hash(into:)` ignores are compared with each other.)
    public static func == (left: ModelObject, right: ModelObject) -> Bool {
        ModelComparison.areEqual(left, right)
    }

    /// Hashes the parts that `==` compares: the class and the values of the properties, limited to the first 64 values
    /// and three levels of models.
    ///
    /// Values of your own types are hashed by their `hash(into:)` if they are Hashable. Otherwise they are hashed as
    /// `==` compares them: by the raw value, the value that ``ModelValue`` exports, or their parts. A value that is hashed
    /// by its parts counts as eight more of the 64 values. Values that `==` compares by their own `==`, or by their Codable
    /// form, are not hashed. If many models in a Set differ only in such values, make their type Hashable; otherwise each
    /// is compared with all others.
    ///
    /// Changing a property changes the hash. Don't change a model, or any model inside it, while it is a
    /// member of a Set or a key of a Dictionary: the collection would no longer find it. Remove it, change
    /// it, and insert it again. To use the identity of models instead of their contents, use
    /// `ObjectIdentifier(model)` as the key.
    ///
    /// If a member refers back to the object that owns the Set, hashing the member reads the Set. Make such a
    /// Set first and assign it (`a.friends = Set(members)`): `a.friends.insert(b)` would be an overlapping
    /// access, which can end the process.
    ///
    /// - Complexity: Constant, except for the length of strings and data.
    public func hash(into hasher: inout Hasher) {
        var modelHasher = ModelHasher(hasher)
        modelHasher.combine(model: self)
        hasher = modelHasher.hasher
        EqualityBudget.count(hashedBytes: modelHasher.usedBytes)
    }
}

extension ModelObject {
    /// Creates a deep copy: of the object, and of all models in its properties and containers.
    ///
    /// An object that is referenced twice is copied once, and cycles are kept.
    ///
    /// Each copy is made by `init()` and then gets the values of its original, without `willSet`, `didSet` or
    /// hooks. Values of unknown keys are copied, too. Properties that a rule or ``mappedProperties`` excludes
    /// from mapping are also copied if the library can map their type, but a model in such a property is shared
    /// unless another property also leads to it. So an ignored `parent` doesn't copy the whole tree.
    ///
    /// `let`, `lazy`, `weak` and `unowned` properties, and properties of types that the library can't convert, have
    /// the values that `init()` gives them, so set a weak `parent` again. The same applies to a private
    /// property of a superclass if a subclass has a property of the same name.
    ///
    /// Models inside values of any type other than Optional, Array, Set, Dictionary and ``Presence`` are shared:
    /// in your structs and enums, in ContiguousArray, Result and tuples, and in an NSArray in an `Any`.
    /// Instances of classes other than models are shared, too.
    ///
    /// ```swift
    /// let draft = user.copy()
    /// draft.address?.city = "Oslo"       // user.address is unchanged
    /// draft == user                      // false
    /// ```
    ///
    /// - Complexity: Linear in the number of objects, at any depth.
    public func copy() -> Self {
        func copy<Model: ModelObject>(_ model: Model) -> Model {
            ModelCopier.copy(of: model) as? Model ?? model
        }
        return copy(self)
    }

    /// Copies the values of another model, including nil, to all properties that both classes have with the
    /// same name and type.
    ///
    /// Nested models of this object are replaced by copies, not filled. The two objects then share only what
    /// ``copy()`` shares, such as models inside your structs and enums, and instances of other classes.
    ///
    /// Don't call this method while a property of the object is being modified: see ``ModelObject``.
    ///
    /// Only properties that are mapped in both classes are merged. References to `other` inside its own graph
    /// become references to this object, if this object's class is that of `other` or a subclass. Only the hooks
    /// ``willChange(_:)`` and ``didChange(_:)`` are called. Nothing is validated, and `willSet` and `didSet` don't
    /// run.
    ///
    /// - Complexity: Linear in the number of objects that `other` refers to, at any depth.
    public func merge(from other: ModelObject) {
        if other !== self { ModelCopier.merge(other, into: self) }
    }

    /// Returns the differences from an earlier state of the model, one entry per value, in declaration order.
    ///
    /// Nested models, arrays and dictionaries are compared by value: `$.address.city`, `$.tags[2]`,
    /// `$.prices.EUR`. Arrays are compared by index, so an element inserted at the front changes every index.
    /// There is only one change for a Set, for a model whose class has changed, and for a dictionary whose
    /// keys contain models or NaN, or have the same text, such as 1 and "1". An object with several paths is
    /// reported at the first one. If the two objects have different classes, the only change is `$`.
    ///
    /// ```swift
    /// let before = user.copy()
    /// user.address?.city = "Oslo"
    /// user.changes(since: before)        // [$.address.city: "Bergen" -> "Oslo"]
    /// ```
    ///
    /// - Returns: The changes; empty if and only if the two are equal.
    /// - Complexity: Linear in the number of objects, at any depth, and in the length of the returned paths.
    public func changes(since older: ModelObject) -> [PropertyChange] {
        ChangeFinder.changes(from: older, to: self)
    }
}
