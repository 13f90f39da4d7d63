// Ids that derive from what they stand for: repeated work makes the same ids, also in a database restored from a backup.
import { createHash } from 'node:crypto';

/**
 * Returns the id for these parts: the same for the same parts in the same order. A UUID of version 8, from SHA-256 as in
 * RFC 9562, appendix B.2.
 */
export function deriveId(...parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
