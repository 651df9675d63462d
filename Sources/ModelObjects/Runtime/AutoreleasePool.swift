#if canImport(ObjectiveC)
import ObjectiveC
#endif

/// Runs one step of what may be a long loop: objects that Foundation autoreleases in it are gone when it ends.
///
/// Only Apple platforms have such objects; elsewhere the step just runs.
@inline(__always)
func withAutoreleasePool<Result>(_ step: () throws -> Result) rethrows -> Result {
    #if canImport(ObjectiveC)
    try autoreleasepool(invoking: step)
    #else
    try step()
    #endif
}
