// Detects damaged compressed streams in a PDF. pdf.js skips them silently, so text would be missing unnoticed.
import { inflateSync } from 'node:zlib';

const maxOutputBytes = 16 * 2 ** 20; // a larger stream is not text, so it is not checked
const maxDictionaryBytes = 2_000; // the dictionary of a stream is directly before it

/** Whether a Flate stream cannot be decompressed or fails its checksum. Encrypted files are not checked. */
export function hasBrokenStream(pdf: Buffer): boolean {
  if (pdf.includes('/Encrypt')) return false;
  for (let at = pdf.indexOf('stream'); at >= 0; at = pdf.indexOf('stream', at + 6)) {
    const before = pdf.subarray(Math.max(0, at - maxDictionaryBytes), at).toString('latin1');
    const dictionary = before.slice(Math.max(before.lastIndexOf(' obj'), 0));
    if (before.endsWith('end') || !/\/Filter ?\[? ?\/FlateDecode/.test(dictionary)) continue;
    const start = at + (pdf[at + 6] === 13 ? 8 : 7);
    const end = pdf.indexOf('endstream', start);
    if (end < 0 || isBroken(pdf.subarray(start, end))) return true;
    at = end;
  }
  return false;
}

function isBroken(compressed: Buffer): boolean {
  try {
    inflateSync(compressed, { maxOutputLength: maxOutputBytes });
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE';
  }
}
