extension ModelObject: Hashable {
    /// Compares two models: they are equal if they have the same class and all mapped properties are equal,
    /// including those of nested models.
    ///
    /// Properties that aren't mapped (`let`, `lazy`, `weak`, `unowned`, ignored) and values of unknown keys don't
    /// count. It makes no difference whether two references lead to one object or to two equal ones. NaN equals
    /// NaN, so that a copy equals its original. In an `Any`, numbers are compared by value, whatever type they
    /// have; a Float has the value of its shortest text. The keys of dictionaries are compared by their own `==`, as
    /// `AnyHashable` compares them. An NSDate equals the Date with its value; the same applies to NSData, NSURL and
    /// NSUUID.
    ///
    /// A type of yours is compared by its `==` if it is Equatable; otherwise by its raw value, by what ``ModelValue``
    /// exports, or by its parts. If it has a custom mirror, it is compared by its Codable form. An object of a class
    /// that is neither Equatable nor Encodable equals only itself. A closure, a metatype, and a value of any other type
    /// that has none of these equals nothing, and neither does a value that holds one: not even a copy of the object
    /// is equal then.
    ///
    /// Don't declare `==` in a subclass: collections, patches and comparisons as objects of a superclass would not use
    /// it.
    ///
    /// - Complexity: Linear in the number of objects, however many paths lead to them. Cycles end, and no depth
    ///   needs a deep stack. (Members of a Set that differ only in parts that `hash(into:)` ignores are compared
    ///   with each other.)
    public static func == (left: ModelObject, right: ModelObject) -> Bool {
        ModelComparison.areEqual(left, right)
    }

    /// Hashes the parts that `==` compares: the class and the values of the properties, limited to the first 64 values
    /// and three levels of models.
    ///
    /// Changing a property changes the hash. Don't change a model, or any model inside it, while it is a member of
    /// a Set or a key of a Dictionary: the Set would not find it any more, and could take an equal one. Take it
    /// out, change it, and insert it again. If identity matters rather than contents, use `ObjectIdentifier(model)`
    /// as the key.
    ///
    /// If a member leads back to the object that owns the Set, hashing it reads that Set. Make the Set first and
    /// assign it (`a.friends = Set(members)`): `a.friends.insert(b)` would be an overlapping access, as for any
    /// class, and can end the process. For the same reason, don't update an object while one of its properties is
    /// being modified: see ``ModelObject``.
    ///
    /// - Complexity: Bounded by a constant, except for the length of texts and data.
    public func hash(into hasher: inout Hasher) {
        var modelHasher = ModelHasher(hasher)
        modelHasher.combine(model: self)
        hasher = modelHasher.hasher
        if modelHasher.usedBytes > 1024 {
            EqualityBudget.current?.count(hashedBytes: modelHasher.usedBytes)
        }
    }
}

extension ModelObject {
    /// Makes a deep copy: of the object, and of all models in its properties and containers.
    ///
    /// An object that is referenced twice is copied once, and cycles are kept.
    ///
    /// Each copy is made by `init()` and then gets the values of its original, without `willSet`, `didSet` or
    /// hooks. Values of unknown keys are copied, too. So are properties that a rule or ``mappedProperties``
    /// excludes from mapping, with one difference: a model in such a property is replaced by its copy only if
    /// another property leads to it, too. Otherwise it is shared, so that an ignored `parent` doesn't copy the
    /// whole tree.
    ///
    /// `let`, `lazy`, `weak` and `unowned` properties, and types that nothing converts, have the values that
    /// `init()` gives them. Set a weak `parent` again. The same applies to a private property of a superclass
    /// if a subclass has a property of the same name.
    ///
    /// Structs and enums of yours are copied as Swift copies them: models inside them are shared. The same applies to
    /// a tuple, a ContiguousArray, an ArraySlice and a ``Presence`` inside an `Any`. Instances of classes other than
    /// models are shared, too, in properties and in an `Any`, and so are the models inside them.
    ///
    /// ```swift
    /// let draft = user.copy()
    /// draft.address?.city = "Oslo"       // user.address is unchanged
    /// draft == user                      // false
    /// ```
    ///
    /// - Complexity: Linear in the number of objects; no depth needs a deep stack.
    public func copy() -> Self {
        func copy<Model: ModelObject>(_ model: Model) -> Model {
            ModelCopier.copy(of: model) as? Model ?? model
        }
        return copy(self)
    }

    /// Takes the values of another model: every property that both classes have, by name and type, gets the other's
    /// value, including nil.
    ///
    /// Nested models are copied, so that the two objects don't share them afterwards. They share what ``copy()``
    /// shares: models inside structs and enums of yours, and instances of other classes. Nested models of this object
    /// are replaced, not filled.
    ///
    /// Do not call it while a property of the object is being modified: see ``ModelObject``.
    ///
    /// Only properties that are mapped in both classes are merged. References to `other` inside its own graph
    /// become references to this object, if this object's class is that of `other` or a subclass. Only the hooks
    /// ``willChange(_:)`` and ``didChange(_:)`` are called. Nothing is validated, and `willSet` and `didSet` don't
    /// run.
    ///
    /// - Complexity: Linear in the number of objects that `other` reaches; no depth needs a deep stack.
    public func merge(from other: ModelObject) {
        if other !== self { ModelCopier.merge(other, into: self) }
    }

    /// Lists the differences from an earlier state of the model, one entry per value, in declaration order.
    ///
    /// Nested models, arrays and dictionaries are followed: `$.address.city`, `$.tags[2]`, `$.prices.EUR`. Arrays
    /// are compared by index, so an element inserted at the front changes every index. One change is all that is
    /// reported of a Set, of a model that has another class now, and of a dictionary whose keys hold models, hold a
    /// NaN, or have the same text, such as 1 and "1". An object with several paths is reported at the first. If the two
    /// objects have different classes, the only change is `$`.
    ///
    /// ```swift
    /// let before = user.copy()
    /// user.address?.city = "Oslo"
    /// user.changes(since: before)        // [$.address.city: "Bergen" -> "Oslo"]
    /// ```
    ///
    /// - Returns: The changes; empty exactly if the two are equal.
    /// - Complexity: Linear in the number of objects and in the length of the returned paths; no depth needs a deep
    ///   stack.
    public func changes(since older: ModelObject) -> [PropertyChange] {
        ChangeFinder.changes(from: older, to: self)
    }
}
