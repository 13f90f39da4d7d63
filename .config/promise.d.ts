// A promise waits for what the function given to `finally` returns. The standard declaration says void, and the linter would
// report a function that returns a promise.
// oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface is merged with the declared one
interface Promise<T> {
  finally(onfinally?: (() => void | PromiseLike<unknown>) | null): Promise<T>;
}
