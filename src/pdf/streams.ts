// Whether a PDF's compressed parts are whole: pdf.js passes over a broken one, and half a text would look like all of it.
import { inflateSync } from 'node:zlib';

const maxOutputBytes = 16 * 2 ** 20; // bytes unpacked; text is never that big, and what is bigger is not looked at here
const dictionary = 2_000; // bytes in which the description of a part ends before it

/** Whether a part packed by Flate does not unpack to what its checksum says. Parts of encrypted files are not looked at. */
export function hasBrokenStream(pdf: Buffer): boolean {
  if (pdf.includes('/Encrypt')) return false;
  for (let at = pdf.indexOf('stream'); at >= 0; at = pdf.indexOf('stream', at + 6)) {
    const before = pdf.subarray(Math.max(0, at - dictionary), at).toString('latin1');
    const described = before.slice(Math.max(before.lastIndexOf(' obj'), 0));
    if (before.endsWith('end') || !/\/Filter ?\[? ?\/FlateDecode/.test(described)) continue;
    const start = at + (pdf[at + 6] === 13 ? 8 : 7);
    const end = pdf.indexOf('endstream', start);
    if (end < 0 || isBroken(pdf.subarray(start, end))) return true;
    at = end;
  }
  return false;
}

function isBroken(packed: Buffer): boolean {
  try {
    inflateSync(packed, { maxOutputLength: maxOutputBytes });
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE';
  }
}
