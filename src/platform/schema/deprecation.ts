// What a declaration says of a part of the API that goes away.
import type { TSchema } from '@sinclair/typebox';

/**
 * The day since which clients should not use it any more, the day on which it ends, both at midnight UTC, and what replaces it: words, in which
 * a call such as `GET /goals` stands in backticks.
 */
export type Deprecation = { since: string; sunset: string; instead: string };

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** @throws {Error} unless both are days, and the end is not before the beginning (RFC 9745, 4) */
export function assertDeprecation({ since, sunset }: Deprecation): void {
  if (isDay(since) && isDay(sunset) && since <= sunset) return;
  throw new Error(`A deprecation has two days, the beginning first, and not ${since} and ${sunset}.`);
}

/** What clients should know of it, in sentences. */
export const sayDeprecation = ({ since, sunset, instead }: Deprecation): string =>
  `Deprecated since ${since}, and gone on ${sunset}. Use ${instead}.`;

/** Marks a field of a query, a body or an answer. The document alone says it; only whole calls have headers. */
export function deprecatedField<S extends TSchema>(schema: S, deprecated: Deprecation): S {
  assertDeprecation(deprecated);
  const name = schema.$id === undefined ? 'description' : 'usage';
  const said = [schema[name] as string | undefined, sayDeprecation(deprecated)].filter(Boolean);
  return { ...schema, [name]: said.join('. '), deprecated: true };
}
