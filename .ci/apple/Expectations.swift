// The macros `#expect` and `#require` as functions that do nothing: see `.ci/apple/run`.

import Testing

func expect(
    _ condition: @autoclosure () throws -> Bool, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil
) {}

@discardableResult
func expect<Failure: Error, Result>(
    throws type: Failure.Type, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil, performing body: () throws -> Result
) -> Failure? { nil }

@discardableResult
func expect<Failure: Error & Equatable, Result>(
    throws error: Failure, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil, performing body: () throws -> Result
) -> Failure? { nil }

func require(
    _ condition: @autoclosure () throws -> Bool, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil
) throws {}

@discardableResult
func require<Value>(
    _ value: @autoclosure () throws -> Value?, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil
) throws -> Value { fatalError() }

@discardableResult
func require<Failure: Error, Result>(
    throws type: Failure.Type, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil, performing body: () throws -> Result
) throws -> Failure { fatalError() }
