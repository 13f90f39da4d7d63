// Addresses as a mail header takes them: exactly one, its name quoted or encoded.
import { domainToASCII } from 'node:url';

const one = /^([^\s<>()[\]\\,;:"@]{1,64})@([^\s<>()[\]\\,;:"@/?#%]{1,255})$/;
const plainName = /^[ -~]*$/;
/** An encoded word has at most 75 characters: this many bytes in base64, and what stands around them. */
const bytesOfAWord = 45;

/**
 * The address with its name, fit for a header: `"O'Neil, Ada" <ada@example.org>`; a name beyond ASCII becomes encoded
 * words (RFC 2047), a domain beyond ASCII its punycode.
 *
 * @returns null when the address is not exactly one address
 */
export function headerAddress(address: string, name = ''): string | null {
  const [, local, domain = ''] = one.exec(address.trim()) ?? [];
  const host = domainToASCII(domain);
  if (!local || !host) return null;
  const shown = name.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  if (!shown) return `${local}@${host}`;
  const phrase = plainName.test(shown) ? `"${shown.replace(/["\\]/g, '\\$&')}"` : encodedWords(shown);
  return `${phrase} <${local}@${host}>`;
}

function encodedWords(text: string): string {
  const words: string[] = [''];
  for (const character of text.toWellFormed()) {
    const longer = (words.at(-1) ?? '') + character;
    if (Buffer.byteLength(longer) > bytesOfAWord) words.push(character);
    else words[words.length - 1] = longer;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}
