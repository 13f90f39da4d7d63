// The encoding of texts that come as files, and characters that nobody sees.

/** Decodes UTF-8 and UTF-16, by the byte order mark or else by zero bytes. What cannot be decoded becomes U+FFFD. */
export function decodeText(bytes: Buffer): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))
    return new TextDecoder('utf-16le').decode(bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0))
    return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}

/** The byte of each character from 0x80 on in Windows-1252, as browsers and spreadsheets read it. */
const bytes1252 = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_zero, index) => index + 128))].map(
    (character, index) => [character, index + 128],
  ),
);
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * What UTF-8 looks like when it was read as Windows-1252: letters of Latin, Greek and Cyrillic, and punctuation. A capital
 * before a quotation mark or a dash may be meant.
 */
const misread = /[ÃÅÄ](?![’”»–—…])[^\0-\x7f]|Â[\u0080-\u00bf]|(?:[ÎÏÐÑ][^\0-\x7f]){2,}|â[€‚„][^\0-\x7f]/g;

/** Repairs UTF-8 that was read as Windows-1252, such as "JÃ¼rgen" for "Jürgen"; null if there is none. */
export function repairMisread(text: string): string | null {
  let found = false;
  const repaired = text.replaceAll(misread, (characters) => {
    const bytes = [...characters].map((character) => bytes1252.get(character));
    if (bytes.includes(undefined)) return characters;
    try {
      const decoded = strictUtf8.decode(Uint8Array.from(bytes as number[]));
      found = true;
      return decoded;
    } catch {
      return characters;
    }
  });
  return found ? repaired : null;
}

/** Writes control characters, format characters and blanks other than the space as code points, such as <U+200B>. */
export function showInvisible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    return `<U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}
