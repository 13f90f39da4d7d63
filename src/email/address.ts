// Formats an address for a mail header, with the name quoted or encoded.
import { domainToASCII } from 'node:url';

const addressPattern = /^([^\s<>()[\]\\,;:"@]{1,64})@([^\s<>()[\]\\,;:"@/?#%]{1,255})$/;
const plainName = /^[ -~]*$/;
/** An encoded word has at most 75 characters (RFC 2047): 45 bytes in base64 and 12 characters around them. */
const maxEncodedWordBytes = 45;

/**
 * Formats an address and its name for a header: `"O'Neil, Ada" <ada@example.org>`. A name that is not ASCII becomes
 * encoded words (RFC 2047), a domain that is not ASCII becomes Punycode.
 *
 * @returns null if `address` is not exactly one address
 */
export function formatAddressHeader(address: string, name = ''): string | null {
  const [, local, domain = ''] = addressPattern.exec(address.trim()) ?? [];
  const host = domainToASCII(domain);
  if (!local || !host) return null;
  const displayName = name.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  if (!displayName) return `${local}@${host}`;
  const phrase = plainName.test(displayName) ? `"${displayName.replace(/["\\]/g, '\\$&')}"` : encodeWords(displayName);
  return `${phrase} <${local}@${host}>`;
}

function encodeWords(text: string): string {
  const words: string[] = [''];
  for (const character of text.toWellFormed()) {
    const extended = (words.at(-1) ?? '') + character;
    if (Buffer.byteLength(extended) > maxEncodedWordBytes) words.push(character);
    else words[words.length - 1] = extended;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}
