// Answers as assistants take them: an object of at most so many bytes. What is larger is answered in parts, between two rows.
import { hash } from 'node:crypto';
import { ApiError, fail } from '../../platform/errors.ts';

/**
 * The answer of an endpoint as an object; `rows` is the field that holds its list, if it has one that can be parted, and `text` the answer as it came:
 * the same from every process, while links may lead to different ones.
 */
export type Whole = { value: Record<string, unknown>; rows: string | null; text: string };

const partPattern = /^(\d{1,7})\.([\w-]{43})$/;
export const countBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** How many of the first rows fit, with everything beside them. */
export function countFitting({ value, rows }: Whole, maxBytes: number, from = 0): number {
  if (rows === null) return 0;
  const list = value[rows] as unknown[];
  let bytes = countBytes({ ...value, [rows]: [] });
  let count = 0;
  for (const row of list.slice(from)) {
    bytes += countBytes(row) + 1;
    if (bytes > maxBytes) break;
    count += 1;
  }
  return count;
}

/**
 * Returns the part of an answer that `part` names, or the first one; with `nextPart` if another one follows. A part belongs to the
 * answer that it was cut from: another answer may have other rows at the same place.
 *
 * @param part the `nextPart` of the part before
 * @throws {ApiError} INVALID_CURSOR, ANSWER_TOO_LARGE
 */
export function cutPart(whole: Whole, part: string | undefined, maxBytes: number): Record<string, unknown> {
  const { value, rows, text } = whole;
  if (part === undefined && countBytes(value) <= maxBytes) return value;
  const digest = hash('sha256', text, 'base64url');
  const from = part === undefined ? 0 : findPlace(part, digest);
  const count = countFitting(whole, maxBytes - partBytes, from);
  if (rows === null || count === 0) throw new ApiError('ANSWER_TOO_LARGE');
  const list = value[rows] as unknown[];
  const end = from + count;
  return {
    ...value,
    [rows]: list.slice(from, end),
    ...(end < list.length && { nextPart: `${end}.${digest}` }),
  };
}

/** What `nextPart` takes. */
const partBytes = 100;

function findPlace(part: string, digest: string): number {
  const [, from, of] = partPattern.exec(part) ?? [];
  if (of !== digest)
    fail('INVALID_CURSOR', 'What this part belongs to has changed since it was answered; call the tool without part.');
  return Number(from);
}
