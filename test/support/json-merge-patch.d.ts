// The types that the library does not bring.
declare module 'json-merge-patch' {
  const library: {
    generate(before: unknown, after: unknown): unknown;
    apply(target: unknown, patch: unknown): unknown;
  };
  export default library;
}
