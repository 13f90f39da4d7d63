// Cursors of lists that are read in pages: signed, and valid only where they were created.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { fail } from '../errors.ts';

/** Where a page ends: the sort key of its last item, as the query of the list returned it. */
export type Position = Record<string, unknown>;

/** `binding` is a JSON value that identifies caller, list and filters. */
export type CursorSigner = {
  encode(position: Position, binding: unknown): string;
  /** @throws {ApiError} INVALID_CURSOR unless `encode` created the cursor with the same binding */
  decode(cursor: string, binding: unknown): Position;
};

/** @param secret the same for all API processes */
export function createCursorSigner(secret: string): CursorSigner {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'list-cursors', 32));
  const sign = (payload: string, binding: unknown): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([payload, binding]))
      .digest('base64url');
  return {
    encode(position, binding) {
      const payload = Buffer.from(JSON.stringify(position)).toString('base64url');
      return `${payload}.${sign(payload, binding)}`;
    },
    decode(cursor, binding) {
      const [payload = '', signature = '', ...rest] = cursor.split('.');
      const [sent, expected] = [signature, sign(payload, binding)].map((text) => Buffer.from(text)) as [Buffer, Buffer];
      const isValid = rest.length === 0 && sent.length === expected.length && timingSafeEqual(sent, expected);
      if (!isValid) fail('INVALID_CURSOR');
      return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Position;
    },
  };
}
