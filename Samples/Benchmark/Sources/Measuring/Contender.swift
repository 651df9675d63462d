import Foundation

/// One way to do a job, in two steps: `prepare`, which no clock sees, and the work that it gives back.
struct Contender {
    /// The work, ready to be run.
    struct Prepared {
        /// Does the work so many times over.
        let run: (_ passes: Int) throws -> Void
        /// Does it once and tells what came out, for the comparison with the other contenders.
        let outcome: () throws -> [String]
    }

    let name: String
    let prepare: () throws -> Prepared

    /// A contender whose work makes a value.
    ///
    /// The value is let go inside the clock, for every contender alike: who makes many small objects also
    /// pays for their end.
    init<Result>(_ name: String, _ prepare: @escaping () throws -> () throws -> Result) {
        self.init(name, prepare) { canonicalText(of: $0) }
    }

    /// A contender whose work makes a value, compared by the text that `canonical` gives of it.
    init<Result>(
        _ name: String, _ prepare: @escaping () throws -> () throws -> Result,
        canonical: @escaping (Result) throws -> [String]
    ) {
        self.name = name
        self.prepare = {
            let work = try prepare()
            return Prepared(
                run: { passes in
                    for _ in 0..<passes {
                        letGo(of: try work())
                    }
                },
                outcome: { try canonical(work()) }
            )
        }
    }
}

/// Takes a value and ends its life; not inlined, so that the work before it cannot be optimised away.
@inline(never)
func letGo<Value>(of value: consuming Value) {}
