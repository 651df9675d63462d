/// Finds the name of an enum's case through the Swift runtime's own reflection entry point.
///
/// Printing a case isn't enough: a coding key prints its text.
///
/// Invariants
/// 1. The function is exported by every Swift runtime since 5.0 with this signature
///    (stdlib/public/core/ReflectionMirror.swift). The text it returns is constant.

@_silgen_name("swift_EnumCaseName")
private func caseNameText<Value>(_ value: Value) -> UnsafePointer<CChar>?

/// The name of the case that a value is; nil if the value isn't of an enum, or the program was built without such
/// names.
func enumCaseName<Value>(of value: Value) -> String? {
    unsafe caseNameText(value).map { withoutBackticks(unsafe String(cString: $0)) }  // 1
}
