import ModelObjects
import Testing

/// If an object contains a key twice, the last usable value is used.
struct DuplicateKeyTests {
    class Person: ModelObject {
        var age = 0
        var email: String?
        var scores: [String: Int] = [:]
        var pages: [Int: Int] = [:]
        var homes: [String: Home] = [:]
        var home: Home?
        var city = ""
        var full = ""

        override class var propertyRules: [String: PropertyRule] {
            [
                "city": .key("address.city"),
                "full": .combined(keys: ["first", "last"]) { (parts: [String: Any]) -> String? in
                    "\(parts["first"] ?? "") \(parts["last"] ?? "")"
                },
            ]
        }
    }

    final class HookedPerson: Person {
        var calls: [String] = []
        override class var propertyRules: [String: PropertyRule] {
            super.propertyRules.merging(["calls": .ignored]) { $1 }
        }
        override func serializeValue(_ value: Any, key: String) {
            calls.append("\(key)=\(value)")
            super.serializeValue(value, key: key)
        }
    }

    final class Home: ModelObject {
        var street = ""
        var rooms = 0
    }

    @Test(
        arguments: [
            (#"{"age":1,"age":2}"#, #"{"age":2}"#),
            (#"{"age":1,"age":"x"}"#, #"{"age":1}"#),
            (#"{"age":"x","age":1}"#, #"{"age":1}"#),
            (#"{"age":1,"age":null,"age":[]}"#, #"{"age":1}"#),
            (#"{"age":1,"AGE":5,"age":"x"}"#, #"{"age":1}"#),
            (#"{"AGE":5,"age":"x","age":[]}"#, #"{"age":5}"#),
            (#"{"email":"a","email":null}"#, #"{"email":"a"}"#),
            (#"{"email":null,"email":"a"}"#, #"{"email":"a"}"#),
            (#"{"home":{"street":"a","rooms":1},"home":{"rooms":2}}"#, #"{"home":{"rooms":2}}"#),
            (#"{"home":{"street":"a","rooms":1},"home":5}"#, #"{"home":{"street":"a","rooms":1}}"#),
            (#"{"address":{"city":"a"},"address":{"city":"b"}}"#, #"{"address":{"city":"b"}}"#),
            (#"{"address":{"city":"a"},"address":{"city":[]}}"#, #"{"address":{"city":"a"}}"#),
            (#"{"address":{"city":"a"},"address":{}}"#, #"{"address":{"city":"a"}}"#),
            (#"{"first":"a","first":"b","last":"c","last":null}"#, #"{"first":"b","last":"c"}"#),
        ])
    func theLastUsableValueWins(_ json: String, _ expected: String) throws {
        for type in [Person.self, HookedPerson.self] as [Person.Type] {
            let same = try type.init(json: expected)
            #expect(try type.init(json: json) == same, "\(type)")
            #expect(type.inspect(json: json).object == same, "\(type)")
            let updated = type.init()
            try updated.update(json: json)
            #expect(updated == same, "\(type)")
        }
    }

    /// A hook receives a dictionary, in which each key has its last value.
    @Test(
        .knowsHooks,
        arguments: [
            (#"{"scores":{"a":1,"a":"x"}}"#, #"{"scores":{"a":1}}"#),
            (#"{"scores":{"a":"x","a":1,"a":2}}"#, #"{"scores":{"a":2}}"#),
            (#"{"pages":{"1":1,"01":2,"1":"x","01":[]}}"#, #"{"pages":{"1":2}}"#),
            (#"{"pages":{"01":2,"1":1}}"#, #"{"pages":{"1":2}}"#),
            (#"{"homes":{"a":{"rooms":1},"a":5}}"#, #"{"homes":{"a":{"rooms":1}}}"#),
            (#"{"address":{"city":"a","city":[]}}"#, #"{"address":{"city":"a"}}"#),
            (#"{"home":{"rooms":1,"rooms":"x"}}"#, #"{"home":{"rooms":1}}"#),
        ])
    func theLastUsableValueWinsInContainers(_ json: String, _ expected: String) throws {
        #expect(try Person(json: json) == Person(json: expected))
        #expect(Person.inspect(json: json).object == (try Person(json: expected)))
    }

    /// A value that a path doesn't lead into is one mismatch, although duplicate keys and rules make the mapper read it again.
    @Test(arguments: [
        #"{"address":5}"#, #"{"address":5,"age":1,"age":2}"#, #"{"age":1,"age":2,"address":5}"#,
    ])
    func aValueInsteadOfAnObjectIsOneMismatch(json: String) throws {
        final class Sender: Person {
            override class var propertyRules: [String: PropertyRule] {
                let full = PropertyRule.combined(keys: ["address.city", "age"]) { "\($0)" }
                return super.propertyRules.merging(["full": full]) { $1 }
            }
        }
        for type in [Person.self, HookedPerson.self, Sender.self] as [Person.Type] {
            let problems = type.inspect(json: json).report.problems
            #expect(problems.count { $0.path == "$.address" } == 1, "\(type): \(problems)")
        }
    }

    @Test func hooksAreCalledForEachOccurrenceInOrder() throws {
        let person = try HookedPerson(json: #"{"age":1,"zz":0,"AGE":2,"age":3,"zz":4}"#)
        #expect(person.calls == ["age=1", "zz=0", "AGE=2", "age=3", "zz=4"])
        #expect(person.age == 3)
    }

    @Test func onlyTheBestMatchFillsAnExistingModel() throws {
        let person = try Person(json: #"{"home":{"street":"old","rooms":1}}"#)
        let home = person.home
        try person.update(json: #"{"HOME":{"street":"worse"},"home":{"rooms":2},"Home":null}"#)
        #expect(person.home === home && home?.street == "old" && home?.rooms == 2)
        try person.update(json: #"{"home":null,"HOME":{"rooms":3}}"#)
        #expect(person.home === home && home?.street == "old" && home?.rooms == 3)
    }
}
