// Splits long lists for statements that take a limited number of rows.

/** Yields the items in batches of at most this size. */
export function* splitIntoBatches<T>(items: readonly T[], size: number): Generator<T[], void, void> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
