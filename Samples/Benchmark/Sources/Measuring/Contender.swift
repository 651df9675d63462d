import Foundation

/// One implementation of a task, in two steps: `prepare`, which is not timed, and the work that it returns.
struct Contender {
    /// The work, ready to run.
    struct Prepared {
        /// Does the work this many times.
        let run: (_ passes: Int) throws -> Void
        /// Does the work once and returns its result, for the comparison with the other contenders.
        let outcome: () throws -> [String]
    }

    let name: String
    let prepare: () throws -> Prepared

    /// A contender whose work creates a value.
    ///
    /// The value is released inside the timed section for every contender, so creating many small objects includes
    /// the cost of freeing them.
    init<Result>(_ name: String, _ prepare: @escaping () throws -> () throws -> Result) {
        self.init(name, prepare) { canonicalText(of: $0) }
    }

    /// A contender whose work creates a value, compared by its text from `canonical`.
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

/// Consumes and releases a value; not inlined, so that the optimizer keeps the work.
@inline(never)
func letGo<Value>(of value: consuming Value) {}
